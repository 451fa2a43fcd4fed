/** Connects to the embedded database that a running server of the same DATA_DIR has started. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '../../process/lock.ts';
import { StartError } from '../../process/start-error.ts';
import type { Database } from '../database.ts';
import { createPool } from '../pool.ts';
import { findLayout } from './layout.ts';
import { addressOf, OWNER, PORTAL, readPasswords } from './roles.ts';

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
