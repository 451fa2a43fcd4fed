/** Opens the embedded database of a DATA_DIR: lock, layout, start. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { createPool } from '../pool.ts';
import { type ClusterOptions, startCluster } from './cluster.ts';
import { StartError } from '../../process/start-error.ts';
import { findLayout } from './layout.ts';
import { addressOf, keepPasswords, OWNER, PORTAL, prepareRoles } from './roles.ts';
import { takeLock } from '../../process/lock.ts';
import { sayClosed } from '../../process/data-directory.ts';

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
