/** DATA_DIR: creates it if missing, with a clear message if that fails. */
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { workFolder } from '../storage/work-folder.ts';
import { StartError } from './start-error.ts';

/** Only the portal's own account may read what it writes: uploads, passwords, keys. */
const PRIVATE_UMASK = 0o077;

/** Folders above DATA_DIR: the database's account passes through. Their contents have their own modes. */
const PASSABLE = 0o711;

/** Makes this process and its children write files that only their owner may read. */
export function keepFilesPrivate(): void {
  process.umask(PRIVATE_UMASK);
}

/** Creates the folder and, as a write test, its folder for uploads. @throws StartError */
export async function makeDataDirectory(path: string): Promise<void> {
  try {
    await makeFolders(path);
    await makeFolder(workFolder(path), 0o700);
  } catch (error) {
    throw new StartError(sayClosed(path, error as Error));
  }
}

/** One line for a folder that cannot be written to, whatever the system's error is. */
export function sayClosed(path: string, { message }: Error): string {
  return `Cannot write to DATA_DIR=${path}: ${message}`;
}

/** Node's own recursive mkdir never returns below folders that pretend to be writable, such as /proc. */
async function makeFolders(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found !== null) {
    if (!found.isDirectory()) throw new Error(`${path} is not a folder`);
    return;
  }
  await makeFolders(dirname(path));
  await makeFolder(path, PASSABLE);
}

/** Sets this mode whatever the umask is. An existing folder keeps its own. */
async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path);
    await chmod(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
