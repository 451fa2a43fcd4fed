/** The process's own connection: it listens, and it holds the process's number. It is opened again whenever it breaks. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { breakConnection } from './connection.ts';

type Listener = (payload: string) => void;

export interface ListenerConnection {
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** A number that no other process on this database has while the connection lives; another one after it was lost. */
  number(): Promise<number>;
  /** Closes the connection, also one that is still being opened. */
  end(): Promise<void>;
}

const RETRY_MS = 1000;
const END_LIMIT_MS = 2000;

/** First half of the lock that stands for a process; `portal_lives` in the migrations asks for it. */
const PROCESS_LOCKS = 7_361_520;
const MOST_PROCESSES = 2 ** 31;

interface NumberedClient {
  readonly client: Client;
  readonly number: number;
}

/**
 * The connection is opened with the first listener.
 * @param onLost called when it breaks or cannot be opened
 */
export function createListening(config: ClientConfig, onLost: () => void): ListenerConnection {
  const channels = new Map<string, Set<Listener>>();
  const ending = new AbortController();
  let current: NumberedClient | null = null;
  let opening: Promise<NumberedClient> | null = null;
  let isRetrying = false;

  const connect = (): Promise<NumberedClient> => {
    if (current !== null) return Promise.resolve(current);
    opening ??= open().finally(() => (opening = null));
    return opening;
  };
  const open = async (): Promise<NumberedClient> => {
    const client = new Client(config);
    const state = { isOver: false };
    // Without a listener the event would end the process; what counts is the connection's end.
    client.on('error', () => {});
    client.on('notification', ({ channel, payload }) => {
      for (const listener of channels.get(channel) ?? []) listener(payload ?? '');
    });
    client.once('end', () => {
      state.isOver = true;
      if (current?.client !== client) return;
      current = null;
      void retry();
    });
    try {
      await client.connect();
      const number = await takeNumber(client);
      for (const channel of channels.keys()) await listenTo(client, channel);
      if (state.isOver || ending.signal.aborted) throw new Error('Connection terminated');
      current = { client, number };
      return current;
    } catch (error) {
      // One that failed halfway must not stay open.
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
      await listenTo((await connect()).client, channel);
      return async () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        channels.delete(channel);
        const client = current?.client;
        await client?.query(`UNLISTEN ${client.escapeIdentifier(channel)}`).catch(() => {});
      };
    },
    number: async () => (await connect()).number,
    async end() {
      ending.abort();
      await opening?.catch(() => {});
      if (current === null) return;
      const { client } = current;
      const late = sleep(END_LIMIT_MS, undefined, { ref: false });
      await Promise.race([client.end().catch(() => {}), late]);
      breakConnection(client);
    },
  };
}

async function listenTo(client: Client, channel: string): Promise<void> {
  await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
}

function hasOpened(connection: Promise<NumberedClient>): Promise<boolean> {
  return connection.then(
    () => true,
    () => false,
  );
}

async function takeNumber(client: Client): Promise<number> {
  for (;;) {
    const number = randomInt(1, MOST_PROCESSES);
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
      PROCESS_LOCKS,
      number,
    ]);
    if (rows[0]?.taken === true) return number;
  }
}
