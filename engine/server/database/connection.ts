/** Connections with our types, and the one that listens for notifications. */
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, type PoolClient } from 'pg';

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
  // Compiling a plan costs more than it saves: lists become up to 15 times slower with it. The default cost of a page
  // is that of a spinning disk: with it PostgreSQL reads a whole table where an index finds a page of a list.
  const ours = `-c jit=off -c random_page_cost=1.1 -c statement_timeout=${limit}`;
  const common: ClientConfig = {
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: 'munisipyo',
    // Several callers share one connection, and the driver no longer queues their statements itself.
    pipeline: true,
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

type Listener = (payload: string) => void;

export interface ListenerConnection {
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** The current connection; another one after it was lost. */
  client(): Promise<Client>;
  /** Closes the connection, even while it is being opened. */
  end(): Promise<void>;
}

const RETRY_MS = 1000;
const END_LIMIT_MS = 2000;

/**
 * The connection is opened with the first listener.
 * @param onLost called when it breaks or cannot be opened
 */
export function createListening(config: ClientConfig, onLost: () => void): ListenerConnection {
  const channels = new Map<string, Set<Listener>>();
  const ending = new AbortController();
  let current: Client | null = null;
  let opening: Promise<Client> | null = null;
  let isRetrying = false;

  const connect = (): Promise<Client> => {
    if (current !== null) return Promise.resolve(current);
    opening ??= open().finally(() => (opening = null));
    return opening;
  };
  const open = async (): Promise<Client> => {
    const client = new Client(config);
    const state = { isOver: false };
    // Without a listener the event would end the process. The end of the connection is handled elsewhere.
    client.on('error', () => {});
    client.on('notification', ({ channel, payload }) => {
      for (const listener of channels.get(channel) ?? []) listener(payload ?? '');
    });
    client.once('end', () => {
      state.isOver = true;
      if (current !== client) return;
      current = null;
      void retry();
    });
    try {
      await client.connect();
      for (const channel of channels.keys()) await listenTo(client, channel);
      if (state.isOver || ending.signal.aborted) throw new Error('Connection terminated');
      current = client;
      return current;
    } catch (error) {
      // A connection that failed halfway must be closed.
      await client.end().catch(() => {});
      throw error;
    }
  };
  const retry = async (): Promise<void> => {
    if (isRetrying || channels.size === 0) return;
    isRetrying = true;
    onLost();
    let isOpen = false;
    while (!ending.signal.aborted && !isOpen) {
      await sleep(RETRY_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
      isOpen = !ending.signal.aborted && (await hasOpened(connect()));
    }
    isRetrying = false;
    if (ending.signal.aborted) return;
    for (const listener of [...channels.values()].flatMap((listeners) => [...listeners])) listener('');
  };

  return {
    async listen(channel, listener) {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(listener));
      await listenTo(await connect(), channel);
      return async () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        channels.delete(channel);
        const client = current;
        await client?.query(`UNLISTEN ${client.escapeIdentifier(channel)}`).catch(() => {});
      };
    },
    client: connect,
    async end() {
      ending.abort();
      await opening?.catch(() => {});
      if (current === null) return;
      const client = current;
      const late = sleep(END_LIMIT_MS, undefined, { ref: false });
      await Promise.race([client.end().catch(() => {}), late]);
      breakConnection(client);
    },
  };
}

async function listenTo(client: Client, channel: string): Promise<void> {
  await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
}

function hasOpened(connection: Promise<Client>): Promise<boolean> {
  return connection.then(
    () => true,
    () => false,
  );
}
