/** Opens the embedded database of a DATA_DIR, or connects to the one that a running server has started. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sayClosed } from '../../process/data-directory.ts';
import { takeLock } from '../../process/lock.ts';
import { StartError } from '../../process/start-error.ts';
import type { Database } from '../database.ts';
import { createPool } from '../pool.ts';
import { type ClusterOptions, startCluster } from './cluster.ts';
import { findLayout } from './layout.ts';
import { addressOf, keepPasswords, OWNER, PORTAL, prepareRoles, readPasswords } from './roles.ts';

const LEAVE_MS = 1500;

export interface EmbeddedOptions {
  readonly dataDirectory: string;
  /** Receives the one line that says where the data are if not in DATA_DIR. */
  readonly notify: (line: string) => void;
  readonly cluster?: ClusterOptions;
}

/** @throws StartError if another server holds the folder or PostgreSQL does not start */
export async function openEmbedded({ dataDirectory, notify, cluster }: EmbeddedOptions): Promise<Database> {
  const unlock = await lockDirectory(dataDirectory).catch((error: Error) => {
    throw error instanceof StartError ? error : new StartError(sayClosed(dataDirectory, error));
  });
  try {
    const layout = await findLayout(dataDirectory);
    if (layout.notice) notify(layout.notice);
    const passwords = await keepPasswords(dataDirectory);
    const start = { passwords, ...(cluster && { options: cluster }) };
    const { socket, stop } = await startCluster(layout, start);
    const address = { socket, passwords };
    await prepareRoles(address, layout.data).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return createPool(addressOf(address, PORTAL), {
      owner: addressOf(address, OWNER),
      say: notify,
      revive: async (signal) => {
        await startCluster(layout, { ...start, signal });
      },
      onEnd: async () => {
        await stop();
        unlock();
      },
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** One server for each folder: two would share a database and files without knowing of each other. */
async function lockDirectory(dataDirectory: string): Promise<() => void> {
  const owner = join(dataDirectory, 'lock.pid');
  // Gives a server that is stopping a moment to finish.
  const deadline = Date.now() + LEAVE_MS;
  for (;;) {
    const unlock = takeLock(join(dataDirectory, 'lock'));
    if (unlock) {
      await writeFile(owner, `${process.pid}\n`);
      return unlock;
    }
    if (Date.now() > deadline) break;
    await sleep(100);
  }
  const pid = (await readFile(owner, 'utf8').catch(() => '')).trim();
  throw new StartError(
    `Another server${pid && ` (process ${pid})`} runs on ${dataDirectory}. Stop it, or choose another DATA_DIR.`,
  );
}

/**
 * @returns null if no server is running there: the caller has to open the database
 * @throws the driver's error, at the first query, while that server is starting or stopping
 */
export async function joinEmbedded(dataDirectory: string): Promise<Database | null> {
  if (!isHeld(dataDirectory)) return null;
  const passwords = await readPasswords(dataDirectory);
  // That server has not created them yet.
  if (passwords === null) throw new StartError(`The database of ${dataDirectory} is not ready yet.`);
  const { socket } = await findLayout(dataDirectory);
  const address = { socket, passwords };
  return createPool(addressOf(address, PORTAL), { owner: addressOf(address, OWNER) });
}

/** True if a server or another command has the folder's database open. */
export function isHeld(dataDirectory: string): boolean {
  const file = join(dataDirectory, 'lock');
  if (!existsSync(file)) return false;
  const unlock = takeLock(file);
  unlock?.();
  return unlock === null;
}
