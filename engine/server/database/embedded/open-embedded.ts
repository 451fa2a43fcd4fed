/** Opens the embedded database of a DATA_DIR: lock, place, start. */
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { createPool } from '../pool.ts';
import { type ClusterOptions, startCluster, SUPERUSER } from './cluster.ts';
import { StartError } from '../../process/start-error.ts';
import { findLayout } from './layout.ts';
import { takeLock } from '../../process/lock.ts';

export interface EmbeddedOptions {
  readonly dataDirectory: string;
  /** Takes the one line that says where data stand when not in DATA_DIR. */
  readonly notify: (line: string) => void;
  readonly cluster?: ClusterOptions;
}

/** @throws StartError when another server holds the folder or PostgreSQL does not come up. */
export async function openEmbedded({ dataDirectory, notify, cluster }: EmbeddedOptions): Promise<Database> {
  await makeDataDirectory(dataDirectory);
  const unlock = await lockDirectory(dataDirectory).catch(sayClosed(dataDirectory));
  try {
    const layout = await findLayout(dataDirectory);
    if (layout.notice) notify(layout.notice);
    const { socket, stop } = await startCluster(layout, cluster);
    const address = {
      host: socket,
      port: 5432,
      user: SUPERUSER,
      database: 'postgres',
      password: '',
      ssl: false,
    };
    return createPool(address, async () => {
      await stop();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

async function makeDataDirectory(path: string): Promise<void> {
  if (await stat(path).catch(() => null)) return;
  await mkdir(path, { recursive: true }).catch(sayClosed(path));
  // The database's account passes through; what is private below has its own mode.
  await chmod(path, 0o711);
}

/** Handler of a failure to write into the folder, whatever the system calls it. */
function sayClosed(path: string): (error: Error) => never {
  return (error) => {
    if (error instanceof StartError) throw error;
    throw new StartError(`Cannot write to DATA_DIR=${path}: ${error.message}`);
  };
}

/** One server a folder: two would share one database and one set of files without knowing of each other. */
async function lockDirectory(dataDirectory: string): Promise<() => void> {
  const owner = join(dataDirectory, 'lock.pid');
  const unlock = takeLock(join(dataDirectory, 'lock'));
  if (!unlock) {
    // The other may have got its lock this very moment, and not yet said who it is.
    await sleep(100);
    const pid = (await readFile(owner, 'utf8').catch(() => '')).trim();
    throw new StartError(
      `Another server${pid && ` (process ${pid})`} runs on ${dataDirectory}. Stop it, or choose another DATA_DIR.`,
    );
  }
  await writeFile(owner, `${process.pid}\n`);
  return unlock;
}
