/** Settings of each connection: how PostgreSQL plans for us, and when it breaks a statement off. */
import type { Writable } from 'node:stream';
import type { Client, ClientConfig, PoolClient } from 'pg';

/** A request has nobody waiting for it after that time. */
export const STATEMENT_LIMIT_MS = 30_000;

const CONNECT_LIMIT_MS = 10_000;
/** Later than the server's own limit: a server that does not even refuse is gone. */
const SILENCE_MS = 5000;
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * The address with our settings. Options of the address come after ours and win.
 * @param limit longest time of a statement in milliseconds; 0: none
 */
export function connectionOf(address: ClientConfig, limit: number): ClientConfig {
  // Compiling a plan costs more than it saves: our lists become up to 15 times slower with it.
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

/** The socket of a connection; the driver does not name it among its types. */
export function streamOf(client: Client | PoolClient): Writable {
  return (client as Client & { readonly connection: { readonly stream: Writable } }).connection.stream;
}

/** What waits for an answer over it fails now: over a network that is gone it would wait for minutes. */
export function breakConnection(client: Client | PoolClient): void {
  streamOf(client).destroy();
}
