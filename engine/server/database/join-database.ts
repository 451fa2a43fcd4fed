/** A database for a short command: the running server's own, or one that is opened for the moment. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { keepFilesPrivate } from '../process/data-directory.ts';
import { StartError } from '../process/start-error.ts';
import { isHeld, joinEmbedded } from './embedded/join-embedded.ts';
import { DatabaseAwayError } from './away.ts';
import { type DatabaseSettings, openDatabase } from './open-database.ts';

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
