/** One server a DATA_DIR: a lock of the operating system, which a killed process cannot leave behind. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './failure.ts';

/**
 * Node itself has no file locks; SQLite's lock on a small file is one, on every platform.
 * @returns a function that lets go.
 * @throws StartError when another process holds it.
 */
export async function lockDirectory(dataDirectory: string): Promise<() => void> {
  const owner = join(dataDirectory, 'lock.pid');
  const lock = new DatabaseSync(join(dataDirectory, 'lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!/locked|busy/i.test((error as Error).message)) throw error;
    const pid = (await readFile(owner, 'utf8').catch(() => '')).trim();
    throw new StartError(
      `Another server${pid && ` (process ${pid})`} runs on ${dataDirectory}. Stop it, or choose another DATA_DIR.`,
    );
  }
  await writeFile(owner, `${process.pid}\n`);
  return () => lock.close();
}
