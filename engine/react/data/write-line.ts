/** Writes to one record run one after the other, each with the version that the one before returned. */
import type { Client } from '../api/client.ts';

interface WriteQueue {
  /** Resolves when the last write of the queue has been answered. */
  last: Promise<unknown>;
  /** The version after the user's own writes. */
  version: number;
}

const lines = new WeakMap<Client, Map<string, WriteQueue>>();

/**
 * @param record its key, such as `type/slug`
 * @param write receives the version after the user's own writes (0: none). It returns the version that it created, or
 * null if somebody else changed the record: then waiting writes are rejected as conflicts.
 */
export async function writeInLine(
  client: Client,
  record: string,
  write: (version: number) => Promise<number | null>,
): Promise<void> {
  const known = lines.get(client) ?? new Map<string, WriteQueue>();
  lines.set(client, known);
  const line = known.get(record) ?? { last: Promise.resolve(), version: 0 };
  known.set(record, line);
  const before = line.last;
  const own = before
    .then(() => write(line.version))
    .then((version) => {
      line.version = version ?? line.version;
    });
  line.last = own.catch(() => {});
  await own;
}
