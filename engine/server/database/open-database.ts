/** Opens the database of the settings and migrates it, for a server or for a short command. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { keepFilesPrivate, makeDataDirectory } from '../process/data-directory.ts';
import { StartError } from '../process/start-error.ts';
import { DatabaseAwayError, reasonOf } from './availability.ts';
import type { Database } from './database.ts';
import type { ClusterOptions } from './embedded/cluster.ts';
import { isHeld, joinEmbedded, openEmbedded } from './embedded/open-embedded.ts';
import { admitRole } from './grants.ts';
import { loadMigrations, migrate, MigrationError } from './migrate.ts';
import { createPool } from './pool.ts';

export interface DatabaseSettings {
  /** Absolute. Contains the embedded database, the uploaded files and the lock. */
  readonly dataDirectory: string;
  /** An external PostgreSQL, or null for the embedded one. */
  readonly databaseUrl: string | null;
  /** The same database under the role that may change its schema, or null: the role of `databaseUrl` may. */
  readonly databaseMigrationUrl: string | null;
}

const OLDEST_VERSION = 15;

/**
 * Starts the embedded PostgreSQL or connects to DATABASE_URL, then applies the missing migrations.
 * @param notify receives lines for the operator, also later when the database is lost or back
 * @param cluster settings of the embedded PostgreSQL
 * @throws StartError with one line that says what to do
 */
export async function openDatabase(
  settings: DatabaseSettings,
  notify: (line: string) => void = () => {},
  cluster: ClusterOptions = {},
): Promise<Database> {
  const { databaseUrl, dataDirectory } = settings;
  await makeDataDirectory(dataDirectory);
  const database =
    databaseUrl === null
      ? await openEmbedded({ dataDirectory, notify, cluster })
      : await connect(databaseUrl, settings, notify);
  try {
    await prepare(database);
    return database;
  } catch (error) {
    await database.end();
    throw explainRefusal(error, settings);
  }
}

/** Checks the version, applies the migrations, and grants the application's role its tables. */
async function prepare(database: Database): Promise<void> {
  const [server] = await database.query<{ version: string; role: string }>(
    `SELECT current_setting('server_version') AS version, current_user AS role`,
  );
  const { version = '', role = '' } = server ?? {};
  requireVersion(version);
  const migrations = await loadMigrations();
  await database.changeSchema(async (owner) => {
    await migrate(owner, migrations);
    await owner.transaction((client) => admitRole(client, role));
  });
}

/** @throws StartError for a server without the features that our statements use */
export function requireVersion(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_VERSION) return;
  throw new StartError(`This needs PostgreSQL ${OLDEST_VERSION} or newer; the server has ${version}.`);
}

async function connect(
  url: string,
  { databaseMigrationUrl }: DatabaseSettings,
  say: (line: string) => void,
): Promise<Database> {
  try {
    const owner = databaseMigrationUrl === null ? {} : { owner: { connectionString: databaseMigrationUrl } };
    const database = createPool({ connectionString: url }, { ...owner, say });
    try {
      await database.query('SELECT 1');
      return database;
    } catch (error) {
      await database.end();
      throw error;
    }
  } catch (error) {
    throw new StartError(`Cannot open the database ${placeOf(url)} (DATABASE_URL): ${reasonOf(error)}`);
  }
}

/** Never the address as given, because it contains the password. */
function placeOf(url: string): string {
  const { pathname, hostname, searchParams } = new URL(url);
  return `"${decodeURIComponent(pathname.slice(1))}" at ${hostname || (searchParams.get('host') ?? 'this machine')}`;
}

/** Operators can fix what the server refuses during preparation, so they get one line instead of a stack trace. */
function explainRefusal(error: unknown, { databaseUrl, databaseMigrationUrl }: DatabaseSettings): unknown {
  if (error instanceof MigrationError) return new StartError(error.message);
  if (!(error instanceof DatabaseError)) return error;
  const [name, url] =
    databaseMigrationUrl === null
      ? ['DATABASE_URL', databaseUrl]
      : ['DATABASE_MIGRATION_URL', databaseMigrationUrl];
  const place = url === null ? 'The embedded database' : `The database ${placeOf(url)}`;
  const remedy = remedyOf(error, name);
  return new StartError(`${place} cannot be brought up to date: ${reasonOf(error)}.${remedy}`);
}

function remedyOf({ code = '', message }: DatabaseError, variable: string): string {
  const given = /^must be (?:able to SET ROLE|member of role) ("[^"]+")$/.exec(message)?.[1];
  if (given !== undefined) return ` Grant ${given} to the role of ${variable}.`;
  // Insufficient privilege, and no existing schema.
  if (!['42501', '3F000'].includes(code)) return '';
  return ` The role of ${variable} needs the right to create in this database and in its schema.`;
}

const PATIENCE_MS = 20_000;
const POLL_MS = 100;

/**
 * Runs the work on a migrated database. It may run a second time if the process that holds the database ends in the
 * middle, so it must be one statement or one transaction.
 * @throws StartError if no database is available; errors of the work
 */
export async function withDatabase<Result>(
  settings: DatabaseSettings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  keepFilesPrivate();
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await runOnce(settings, work);
    } catch (error) {
      if (!isPassing(error, settings) || Date.now() > until) throw error;
      await sleep(POLL_MS);
    }
  }
}

/** Another process started or stopped at the same time. A second try finds a stable state. */
function isPassing(error: unknown, { databaseUrl, dataDirectory }: DatabaseSettings): boolean {
  if (databaseUrl !== null || !(error instanceof Error)) return false;
  if (error instanceof StartError) return isHeld(dataDirectory);
  // Its roles and their passwords are created while it starts.
  return error instanceof DatabaseAwayError || (error as NodeJS.ErrnoException).code === '28P01';
}

async function runOnce<Result>(
  settings: DatabaseSettings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await open(settings);
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

async function open(settings: DatabaseSettings): Promise<Database> {
  if (settings.databaseUrl !== null) return openDatabase(settings);
  const { dataDirectory } = settings;
  return (await joinEmbedded(dataDirectory)) ?? openDatabase(settings);
}
