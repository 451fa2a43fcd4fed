/** Opens the embedded database of a DATA_DIR: lock, place, start. */
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { createPool } from '../pool.ts';
import { type ClusterOptions, startCluster, SUPERUSER } from './cluster.ts';
import { StartError } from '../../process/start-error.ts';
import { findLayout } from './layout.ts';
import { takeLock } from '../../process/lock.ts';

const LEAVE_MS = 1500;

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
  await makeFolders(path).catch(sayClosed(path));
  // The database's account passes through; what is private below has its own mode.
  await chmod(path, 0o711);
}

/** Node's own recursive mkdir never ends below folders that pretend to be writable, such as /proc. */
async function makeFolders(path: string): Promise<void> {
  if (await stat(path).catch(() => null)) return;
  await makeFolders(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
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
  // One that is just stopping gets a moment to finish.
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
