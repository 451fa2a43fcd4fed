/** A call of the API: named by `METHOD /path` as the contract names it, with the values that its path and query take. */
import type { Endpoints } from './endpoints.ts';

export type EndpointKey = keyof Endpoints;

export type ReadKey = Extract<EndpointKey, `GET ${string}`>;

export type Answer<K extends EndpointKey> = Endpoints[K]['answer'];

/** `params`, `query` and `body` as the endpoint takes them. */
export type CallInput<K extends EndpointKey> = Omit<Endpoints[K], 'answer'> & {
  /** Version of the record that this write is based on. */
  readonly ifMatch?: number;
};

/** The same without the endpoint's own types. */
export interface PlainInput {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly ifMatch?: number;
}

export function methodOf(endpoint: EndpointKey): string {
  return endpoint.slice(0, endpoint.indexOf(' '));
}

/** The path and the query, without a leading slash. Values of the query that are empty, null or undefined are left out. */
export function pathOf(endpoint: EndpointKey, { params = {}, query = {} }: PlainInput = {}): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = endpoint
    .slice(endpoint.indexOf('/') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
