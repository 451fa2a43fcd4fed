/** A new, migrated database for a test file, on one cluster that all test files of a run share. */
import { createSecretKey, randomUUID } from 'node:crypto';
import { access, chmod, mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { type ClusterOptions, startCluster, stopCluster, withoutDurability } from './embedded/cluster.ts';
import { findLayout } from './embedded/layout.ts';
import {
  addressOf,
  type ClusterAddress,
  keepPasswords,
  OWNER,
  PORTAL,
  prepareRoles,
  type DatabaseRole,
  SUPERUSER,
} from './embedded/roles.ts';
import { admitRole } from './grants.ts';
import { loadMigrations, migrate } from './migrate.ts';
import { createPool } from './pool.ts';

/** The audit key of all tests and benchmarks. */
export const testAuditKey = createSecretKey(Buffer.alloc(32, 7));

/** Names the folder of the run's cluster; set by the global setup of the tests. */
export const CLUSTER_VARIABLE = 'MUNISIPYO_TEST_CLUSTER';

/**
 * A new, migrated database. Takes about 50 ms once the run's cluster is up. Call `end()` in `afterAll`. Without the
 * global setup the caller gets its own cluster, which `end()` stops.
 * @param options of that cluster; left out: it does not wait for the disk
 */
export async function openTestDatabase(options: ClusterOptions = withoutDurability): Promise<Database> {
  return openFresh(async (admin, cluster) => {
    await makeTemplate(admin, cluster);
    return 'TEMPLATE migrated';
  }, options);
}

/** A new database without tables. Call `end()` in `afterAll`. */
export async function openEmptyDatabase(): Promise<Database> {
  return openFresh(async () => '');
}

/** @param from prepares and names the template */
async function openFresh(
  from: (admin: Database, cluster: ClusterAddress) => Promise<string>,
  options: ClusterOptions = withoutDurability,
): Promise<Database> {
  const shared = process.env[CLUSTER_VARIABLE];
  const directory = shared ?? (await makeClusterDirectory());
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const cluster = await withLock(directory, async () => {
    const running = await startOnce(directory, options);
    const admin = open(running, SUPERUSER);
    await admin.query(`CREATE DATABASE ${name} ${await from(admin, running)} OWNER ${OWNER}`);
    await admin.end();
    return running;
  });
  return open(
    { ...cluster, database: name },
    PORTAL,
    shared === undefined ? () => removeCluster(directory) : undefined,
  );
}

export interface TestCluster {
  /** Folder of the Unix socket. */
  readonly socket: string;
  /** The superuser, outside all test databases. */
  readonly admin: Database;
  /** The superuser in a database. */
  open(database: string): Promise<Database>;
}

/** The run's cluster itself, for tests of roles and databases. */
export async function openTestCluster(): Promise<TestCluster> {
  const directory = process.env[CLUSTER_VARIABLE];
  if (directory === undefined) throw new Error('Only a run of all tests has a cluster.');
  const cluster = await withLock(directory, () => startOnce(directory, withoutDurability));
  return {
    socket: cluster.socket,
    admin: open(cluster, SUPERUSER),
    open: async (database) => open({ ...cluster, database }, SUPERUSER),
  };
}

/** A folder that the database's account may enter, named after this process. */
export async function makeClusterDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), `munisipyo-test-${process.pid}-`));
  await chmod(directory, 0o755);
  return directory;
}

/** Stops the cluster if one was ever started there, and deletes it. */
export async function removeCluster(directory: string): Promise<void> {
  const isMade = await access(join(directory, 'postgres')).then(
    () => true,
    () => false,
  );
  if (isMade) await stopCluster(await findLayout(directory));
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
}

async function startOnce(directory: string, durability: ClusterOptions): Promise<ClusterAddress> {
  const ready = join(directory, 'socket-path');
  const known = await readFile(ready, 'utf8').catch(() => null);
  const passwords = await keepPasswords(directory);
  if (known !== null) return { socket: known, passwords };
  const options = { ...durability, max_connections: '200' };
  const layout = await findLayout(directory);
  const { socket } = await startCluster(layout, { passwords, options });
  await prepareRoles({ socket, passwords }, layout.data);
  await writeFile(ready, socket);
  return { socket, passwords };
}

/** Migrates one database of the cluster. All others are copies of it. */
async function makeTemplate(admin: Database, cluster: ClusterAddress): Promise<void> {
  const found = await admin.query("SELECT 1 FROM pg_database WHERE datname = 'migrated'");
  if (found.length > 0) return;
  const migrations = await loadMigrations();
  await admin.query(`CREATE DATABASE migrating OWNER ${OWNER}`);
  const template = open({ ...cluster, database: 'migrating' }, OWNER);
  await migrate(template, migrations)
    .then(() => template.transaction((client) => admitRole(client, PORTAL)))
    .finally(() => template.end());
  await admin.query('ALTER DATABASE migrating RENAME TO migrated');
}

function open(cluster: ClusterAddress, role: DatabaseRole, onEnd = async () => {}): Database {
  return createPool(addressOf(cluster, role), { owner: addressOf(cluster, OWNER), onEnd });
}

/** Test files run in separate processes. Only one of them can create the folder. */
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
