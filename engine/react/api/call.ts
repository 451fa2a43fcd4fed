/** A call of the API: named by `METHOD /path` as the contract names it, with the values that it takes. */
import type {
  ApiAnswer,
  ApiBody,
  ApiContract,
  ApiKey,
  ApiParams,
  ApiQuery,
} from '../../contract/contract.ts';

export type CallKey = ApiKey;

export type ReadKey = Extract<CallKey, `GET ${string}`>;

export type Answer<K extends CallKey> = ApiAnswer<K>;

/** What a call of this endpoint takes: what the contract requires is required. */
export type CallInput<K extends CallKey> = Part<'params', ApiParams<K>> &
  Part<'query', ApiQuery<K>> &
  Part<'body', BodyOfCall<K>> & {
    /** Version of the record that this write is based on. */
    readonly ifMatch?: number;
  };

/** A form is sent as multipart. */
type BodyOfCall<K extends ApiKey> =
  ApiBody<K> | (ApiContract[K] extends { readonly isForm: true } ? FormData : never);

/** A member of the input, which may be left out where nothing in it is required. */
type Part<N extends string, T> = T extends undefined
  ? unknown
  : object extends T
    ? { readonly [P in N]?: T }
    : { readonly [P in N]: T };

/** The same without the types of one endpoint. */
export interface PlainInput {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly ifMatch?: number;
}

export function methodOf(endpoint: CallKey): string {
  return endpoint.slice(0, endpoint.indexOf(' '));
}

/** The path and the query, without a leading slash. Values of the query that are empty, null or undefined are left out. */
export function pathOf(endpoint: CallKey, { params = {}, query = {} }: PlainInput): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = endpoint
    .slice(endpoint.indexOf('/') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
