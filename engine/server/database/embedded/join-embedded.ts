/** Joins the embedded database that a running server of the same DATA_DIR has started. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLock } from '../../process/lock.ts';
import type { Database } from '../database.ts';
import { createPool } from '../pool.ts';
import { SUPERUSER } from './cluster.ts';
import { findLayout } from './layout.ts';

/**
 * @returns null when no server runs there: its database has to be opened
 * @throws the driver's error, at the first query, while that server is still coming up or already going
 */
export async function joinEmbedded(dataDirectory: string): Promise<Database | null> {
  const file = join(dataDirectory, 'lock');
  if ((await stat(file).catch(() => null)) === null) return null;
  const unlock = takeLock(file);
  if (unlock !== null) {
    unlock();
    return null;
  }
  const { socket } = await findLayout(dataDirectory);
  return createPool({
    host: socket,
    port: 5432,
    user: SUPERUSER,
    database: 'postgres',
    password: '',
    ssl: false,
  });
}
