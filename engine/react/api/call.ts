/** Builds the address and the body of a call from the contract, which the browser imports as types only. */
import type {
  ApiAnswer,
  ApiBody,
  ApiContract,
  ApiKey,
  ApiParams,
  ApiQuery,
} from '../../contract/contract.ts';
import type { WireRecord } from '../../contract/record.ts';

export type CallKey = ApiKey;

export type ReadKey = Extract<CallKey, `GET ${string}`>;

/** One read: an endpoint with its input. */
export type ReadRequest = {
  readonly [K in ReadKey]: readonly [endpoint: K, input: CallInput<K>];
}[ReadKey];

export type Answer<K extends CallKey> = ApiAnswer<K>;

/** The input of an endpoint: what the contract requires is required. */
export type CallInput<K extends CallKey> = Part<'params', ApiParams<K>> &
  Part<'query', QueryOfCall<K>> &
  Part<'body', BodyOfCall<K>> & {
    /** The record version that this write is based on. */
    readonly ifMatch?: number;
    /** The idempotency key of a write that the caller repeats itself. */
    readonly key?: string;
    /** The browser sends it even if the page closes meanwhile. */
    readonly outlivesPage?: boolean;
  };

/** Null values are left out. */
type QueryOfCall<K extends ApiKey> = { readonly [N in keyof ApiQuery<K>]: ApiQuery<K>[N] | null };

/** A form is sent as multipart. */
type BodyOfCall<K extends ApiKey> =
  ApiBody<K> | (ApiContract[K] extends { readonly isForm: true } ? FormData : never);

/** A member of the input; optional if nothing in it is required. */
type Part<N extends string, T> = T extends undefined
  ? unknown
  : object extends T
    ? { readonly [P in N]?: T }
    : { readonly [P in N]: T };

/** The same without the types of a particular endpoint. */
export interface PlainInput {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly ifMatch?: number;
  readonly key?: string;
  readonly outlivesPage?: boolean;
}

export function methodOf(endpoint: CallKey): string {
  return endpoint.slice(0, endpoint.indexOf(' '));
}

/** The path and the query, without a leading slash. Empty, null and undefined query values are left out. */
export function pathOf(endpoint: CallKey, { params = {}, query = {} }: PlainInput): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = endpoint
    .slice(endpoint.indexOf('/') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(name, String(one));
    else if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** A transition of one record. */
export type TransitionName = ApiParams<'POST /records/:type/:slug/:transition'>;

/**
 * The response to a form that opens an account contains no record: it must not reveal whether the account existed.
 */
export function isRecord(answer: ApiAnswer<'POST /records/:type'>): answer is WireRecord {
  return 'slug' in answer;
}
