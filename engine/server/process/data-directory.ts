/** DATA_DIR: made where it is missing, with a clear word where it cannot be. */
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from './start-error.ts';

/** What the portal writes is for its own account alone: papers, passwords, keys. */
const PRIVATE_UMASK = 0o077;

/** Folders on the way to DATA_DIR: the database's account passes through; what lies in them has modes of its own. */
const PASSABLE = 0o711;

/** From here on this process, and those that it starts, write files that only their owner may read. */
export function keepFilesPrivate(): void {
  process.umask(PRIVATE_UMASK);
}

/** Makes the folder and, to see that it can be written to, the one for papers in it. @throws StartError */
export async function makeDataDirectory(path: string): Promise<void> {
  try {
    await makeFolders(path);
    await makeFolder(join(path, 'files'), 0o700);
  } catch (error) {
    throw new StartError(sayClosed(path, error as Error));
  }
}

/** One line for a folder that cannot be written to, whatever the system calls it. */
export function sayClosed(path: string, { message }: Error): string {
  return `Cannot write to DATA_DIR=${path}: ${message}`;
}

/** Node's own recursive mkdir never ends below folders that pretend to be writable, such as /proc. */
async function makeFolders(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found !== null) {
    if (!found.isDirectory()) throw new Error(`${path} is not a folder`);
    return;
  }
  await makeFolders(dirname(path));
  await makeFolder(path, PASSABLE);
}

/** With this mode whatever the umask is; a folder that exists keeps its own. */
async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path);
    await chmod(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
