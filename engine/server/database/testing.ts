/** A fresh, migrated database for a test file, on one cluster that all test files of a run share. */
import { randomUUID } from 'node:crypto';
import { access, chmod, mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { forgetful, startCluster, stopCluster, SUPERUSER } from './embedded/cluster.ts';
import { findLayout } from './embedded/layout.ts';
import { loadMigrations, migrate } from './migrate.ts';
import { createPool } from './pool.ts';

/** Names the folder of the run's cluster; set by the global set-up of the tests. */
export const CLUSTER_VARIABLE = 'MUNISIPYO_TEST_CLUSTER';

/**
 * Some 50 ms once the run's cluster is up. Call `end()` in `afterAll`.
 * Without the global set-up the cluster is this caller's own, and `end()` stops it.
 */
export async function openTestDatabase(): Promise<Database> {
  const shared = process.env[CLUSTER_VARIABLE];
  const directory = shared ?? (await makeClusterDirectory());
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const socket = await withLock(directory, async () => {
    const running = await startOnce(directory);
    await createDatabase(running, name);
    return running;
  });
  return open(socket, name, shared === undefined ? () => removeCluster(directory) : undefined);
}

/** A folder that the database's account may enter, named after this process. */
export async function makeClusterDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), `munisipyo-test-${process.pid}-`));
  await chmod(directory, 0o755);
  return directory;
}

/** Stops the cluster, where one was ever started there, and deletes it. */
export async function removeCluster(directory: string): Promise<void> {
  const isMade = await access(join(directory, 'postgres')).then(
    () => true,
    () => false,
  );
  if (isMade) await stopCluster(await findLayout(directory));
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
}

async function startOnce(directory: string): Promise<string> {
  const ready = join(directory, 'socket-path');
  const known = await readFile(ready, 'utf8').catch(() => null);
  if (known !== null) return known;
  const options = { ...forgetful, max_connections: '200' };
  const { socket } = await startCluster(await findLayout(directory), options);
  await writeFile(ready, socket);
  return socket;
}

async function createDatabase(socket: string, name: string): Promise<void> {
  const migrations = await loadMigrations();
  const admin = open(socket, 'postgres');
  const found = await admin.query("SELECT 1 FROM pg_database WHERE datname = 'migrated'");
  if (found.length === 0) {
    await admin.query('CREATE DATABASE migrating');
    const template = open(socket, 'migrating');
    await migrate(template, migrations).finally(() => template.end());
    await admin.query('ALTER DATABASE migrating RENAME TO migrated');
  }
  await admin.query(`CREATE DATABASE ${name} TEMPLATE migrated`);
  await admin.end();
}

function open(socket: string, database: string, onEnd?: () => Promise<void>): Database {
  return createPool({ host: socket, port: 5432, user: SUPERUSER, database, password: '', ssl: false }, onEnd);
}

/** Test files run in processes of their own; making a folder is what only one of them can do. */
async function withLock<Result>(directory: string, work: () => Promise<Result>): Promise<Result> {
  const lock = join(directory, 'lock');
  for (let tries = 0; ; tries += 1) {
    try {
      await mkdir(lock);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 6000) throw error;
      await sleep(10);
    }
  }
  try {
    return await work();
  } finally {
    await rmdir(lock);
  }
}
