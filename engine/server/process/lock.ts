/** A lock that one process holds at a time and that a killed process cannot leave behind. */
import { DatabaseSync } from 'node:sqlite';

/**
 * Node itself has no file locks; SQLite's lock on an empty file is one, on every platform.
 * @param waitMs blocks that long for another process to let go.
 * @returns a function that lets go, or null when another holds it.
 * @throws when the file cannot be made.
 */
export function takeLock(file: string, waitMs = 0): (() => void) | null {
  const lock = new DatabaseSync(file, { timeout: waitMs });
  try {
    // Otherwise it puts a journal beside the file.
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (/locked|busy/i.test((error as Error).message)) return null;
    throw error;
  }
}
