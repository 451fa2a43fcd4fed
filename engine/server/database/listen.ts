/** LISTEN over one connection of its own, that comes back by itself when it breaks. */
import { Client, type ClientConfig } from 'pg';

type Listener = (payload: string) => void;

export interface Listening {
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  end(): Promise<void>;
}

const RETRY_MS = 1000;

/** The connection is opened with the first listener. */
export function createListening(config: ClientConfig): Listening {
  const channels = new Map<string, Set<Listener>>();
  let client: Promise<Client> | null = null;
  let isEnded = false;

  const open = async (): Promise<Client> => {
    const opened = new Client(config);
    opened.on('notification', ({ channel, payload }) => {
      for (const listener of channels.get(channel) ?? []) listener(payload ?? '');
    });
    opened.on('error', () => {});
    opened.on('end', reopen);
    await opened.connect();
    for (const channel of channels.keys()) await opened.query(`LISTEN ${opened.escapeIdentifier(channel)}`);
    return opened;
  };
  const reopen = (): void => {
    client = null;
    if (isEnded || channels.size === 0) return;
    setTimeout(() => {
      if (isEnded || client) return;
      client = open();
      client.catch(reopen);
    }, RETRY_MS).unref();
  };

  return {
    async listen(channel, listener) {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(listener));
      client ??= open();
      const opened = await client;
      if (listeners.size === 1) await opened.query(`LISTEN ${opened.escapeIdentifier(channel)}`);
      return async () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        channels.delete(channel);
        await (await client)?.query(`UNLISTEN ${opened.escapeIdentifier(channel)}`).catch(() => {});
      };
    },
    async end() {
      isEnded = true;
      await (await client?.catch(() => null))?.end().catch(() => {});
    },
  };
}
