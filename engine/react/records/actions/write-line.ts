/** Writes of one record stand in line: each is based on what came of the one before, not on what stood on the page. */
import type { Client } from '../../api/client.ts';

interface WriteQueue {
  /** Ends when the last write of the line has been answered. */
  last: Promise<unknown>;
  /** The version that one's own writes have come to. */
  version: number;
}

const lines = new WeakMap<Client, Map<string, WriteQueue>>();

/**
 * @param record names it, such as `type/slug`
 * @param write is told the version that one's own writes have come to (0: none), and answers the one that it made, or
 *   null: what somebody else made is not one's own, and whatever waits is refused like any write that is too late
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
