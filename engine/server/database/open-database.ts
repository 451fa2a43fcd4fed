/** Opens the database that the settings name, brought up to date. */
import { Client } from 'pg';
import type { Settings } from '../settings.ts';
import type { Database } from './database.ts';
import { StartError } from '../process/start-error.ts';
import type { ClusterOptions } from './embedded/cluster.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { loadMigrations, migrate, MigrationError } from './migrate.ts';
import { createPool } from './pool.ts';

/**
 * Starts the embedded PostgreSQL or connects to DATABASE_URL, then runs the missing migrations.
 * @param notify takes lines for whoever starts the server.
 * @param cluster settings of the embedded PostgreSQL
 * @throws StartError with one line that says what to do.
 */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDirectory'>,
  notify: (line: string) => void = () => {},
  cluster: ClusterOptions = {},
): Promise<Database> {
  const { databaseUrl, dataDirectory } = settings;
  const database = databaseUrl
    ? await connect(databaseUrl)
    : await openEmbedded({ dataDirectory, notify, cluster });
  try {
    await migrate(database, await loadMigrations());
    return database;
  } catch (error) {
    await database.end();
    throw error instanceof MigrationError ? new StartError(error.message) : error;
  }
}

async function connect(url: string): Promise<Database> {
  const database = createPool({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await database.query('SELECT 1');
    return database;
  } catch (error) {
    await database.end();
    // Never the address as given: it holds the password.
    const { host, database: name } = new Client({ connectionString: url });
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    throw new StartError(`Cannot open the database "${name}" at ${host} (DATABASE_URL): ${reason}`);
  }
}
