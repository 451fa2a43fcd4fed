/** Settings of each connection: how PostgreSQL plans, and when it cancels a statement. */
import type { Writable } from 'node:stream';
import type { Client, ClientConfig, PoolClient } from 'pg';

/** After that time nobody waits for the request any more. */
export const STATEMENT_LIMIT_MS = 30_000;

const CONNECT_LIMIT_MS = 10_000;
/** Later than the server's own limit: a server that does not even refuse is gone. */
const SILENCE_MS = 5000;
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * The address with our settings. Options in the address come later and override ours.
 * @param limit time limit of a statement in milliseconds; 0: none
 */
export function connectionOf(address: ClientConfig, limit: number): ClientConfig {
  // Compiling a plan costs more than it saves: lists become up to 15 times slower with it.
  const ours = `-c jit=off -c statement_timeout=${limit}`;
  const common: ClientConfig = {
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: 'munisipyo',
    ...(limit > 0 && { query_timeout: limit + SILENCE_MS }),
  };
  const { connectionString } = address;
  if (connectionString === undefined) {
    return { ...common, ...address, options: [ours, address.options ?? ''].join(' ').trim() };
  }
  const url = new URL(connectionString);
  url.searchParams.set('options', [ours, url.searchParams.get('options') ?? ''].join(' ').trim());
  return { ...common, ...address, connectionString: url.href };
}

/** The socket of a connection, which the driver's types lack. */
export function streamOf(client: Client | PoolClient): Writable {
  return (client as Client & { readonly connection: { readonly stream: Writable } }).connection.stream;
}

/** Queries on it fail at once. On a lost network they would wait for minutes. */
export function breakConnection(client: Client | PoolClient): void {
  streamOf(client).destroy();
}
