/** The contract of one endpoint, and the types that server and browser derive from it. */
import type { Static, TSchema } from 'typebox';
import type { Message } from '../locales/message.ts';

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** Method and path below the prefix of the API: `GET /records/:type/:slug`. */
export type ContractKey = `${HttpMethod} /${string}`;

interface EndpointFacts {
  /** Unique, dotted. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  /**
   * `session`: only signed-in callers. `optional`: signed-out callers too, but an expired session is refused.
   * `everyone`: the session is not checked.
   */
  readonly access: 'session' | 'optional' | 'everyone';
  /** Name of each parameter in the path, with its description. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: TSchema;
  /** Field of query or body → the message for a value that does not fit. `field:keyword`: for one keyword of its schema. */
  readonly messages?: Readonly<Record<string, Message>>;
  /** Error code of a 400 response, if an invalid query is not reported field by field. */
  readonly malformed?: string;
  /** Headers that the call needs: `Idempotency-Key`, and `If-Match` with the version. */
  readonly headers?: readonly ('idempotency' | 'version')[];
  /** Also for somebody who acts for another officer. Without it they only read. */
  readonly isForDeputies?: true;
  /** Also for somebody who sees the portal as another person. Without it they only read. */
  readonly isForOnlookers?: true;
  /** A read that nobody makes as another person: what belongs to the person alone. */
  readonly isPrivate?: true;
  /** Error statuses, besides 401, 403 and 413 (which follow from method and access) and 500. */
  readonly refusals?: readonly number[];
}

/** An endpoint that answers JSON. */
export interface Endpoint extends EndpointFacts {
  readonly raw?: never;
  readonly body?: TSchema;
  /** The body may also be a form: multipart or URL-encoded. */
  readonly isForm?: true;
  /** Status → response body. The first status is the usual one. */
  readonly answers: Readonly<Record<number, TSchema>>;
}

/** An endpoint of uploads, event streams or files: its handler sends the response itself. */
interface RawEndpoint extends EndpointFacts {
  readonly raw: true;
  readonly status: number;
  /** Content type and description of the response; null: it has no body. */
  readonly produces: string | null;
  readonly description: string;
  /** Content type of the body. */
  readonly takes?: string;
  /** Further required headers, with their descriptions. */
  readonly protocol?: Readonly<Record<string, string>>;
}

export type AnyEndpoint = Endpoint | RawEndpoint;

export type Contract = Readonly<Record<ContractKey, AnyEndpoint>>;

export type ParamsOf<E> = E extends { readonly params: infer P } ? { readonly [K in keyof P]: string } : {};
export type QueryOf<E> = E extends { readonly query: infer Q extends TSchema } ? Static<Q> : {};
export type BodyOf<E> = E extends { readonly body: infer B extends TSchema } ? Static<B> : undefined;

/** The response of the endpoint, for any status. A raw endpoint has no type. */
export type AnswerOf<E> = E extends { readonly answers: infer A }
  ? { [S in keyof A]: A[S] extends TSchema ? Static<A[S]> : never }[keyof A]
  : unknown;
