/** A lock that one process holds at a time. It ends with its process, even if that is killed. */
import { DatabaseSync } from 'node:sqlite';

/**
 * Node has no file locks, but SQLite's lock on an empty file works on every platform.
 * @param waitMs blocks up to this long for another process to release it
 * @returns a function that releases it, or null if another process holds it
 * @throws if the file cannot be created
 */
export function takeLock(file: string, waitMs = 0): (() => void) | null {
  const lock = new DatabaseSync(file, { timeout: waitMs });
  try {
    // Otherwise SQLite creates a journal beside the file.
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (/locked|busy/i.test((error as Error).message)) return null;
    throw error;
  }
}
