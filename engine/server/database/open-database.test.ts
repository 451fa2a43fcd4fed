/** An external PostgreSQL: which roles may open it, and several portals in one database. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../jobs/start-jobs.ts';
import { explainFault } from '../kernel/explain-fault.ts';
import { StartError } from '../process/start-error.ts';
import type { Database } from './database.ts';
import { openDatabase, requireVersion } from './open-database.ts';
import { openTestCluster, type TestCluster } from './testing.ts';

let cluster: TestCluster;
let directory: string;
const made: string[] = [];

beforeAll(async () => {
  cluster = await openTestCluster();
  directory = await mkdtemp(join(tmpdir(), 'munisipyo-external-'));
});
afterAll(async () => {
  for (const name of made.filter((one) => one.startsWith('db_')))
    await cluster.admin.query(`DROP DATABASE ${name}`);
  for (const name of made.filter((one) => one.startsWith('role_')))
    await cluster.admin.query(`DROP ROLE ${name}`);
  await cluster.admin.end();
  await rm(directory, { recursive: true });
});

const unique = (kind: string) => `${kind}_${randomUUID().slice(0, 8)}`;

async function makeRole(): Promise<string> {
  const name = unique('role');
  await cluster.admin.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  made.push(name);
  return name;
}

async function makeDatabase(owner: string): Promise<string> {
  const name = unique('db');
  await cluster.admin.query(`CREATE DATABASE ${name} OWNER ${owner}`);
  made.push(name);
  return name;
}

interface ConnectionTarget {
  readonly role: string;
  readonly database: string;
  readonly owner?: string;
  readonly schema?: string;
}

function open({ role, database, owner, schema }: ConnectionTarget): Promise<Database> {
  const url = (user: string) =>
    `postgres:///${database}?host=${encodeURIComponent(cluster.socket)}&user=${user}&password=${user}` +
    (schema === undefined ? '' : `&options=${encodeURIComponent(`-c search_path=${schema}`)}`);
  return openDatabase({
    databaseUrl: url(role),
    databaseMigrationUrl: owner === undefined ? null : url(owner),
    dataDirectory: directory,
  });
}

const nothing = async (): Promise<void> => {};

/** A queue runs in it: its library creates its tables. */
async function runQueue(database: Database): Promise<void> {
  const handlers = {
    message: nothing,
    'forgotten-password': nothing,
    effect: nothing,
    export: nothing,
    wake: nothing,
    release: nothing,
    summaries: nothing,
    anchor: nothing,
    audit: nothing,
    prune: nothing,
  };
  const jobs = startJobs(database, { handlers, log: () => {} });
  await jobs.ready;
  await jobs.stop();
}

test('one role migrates, another serves and may not change the schema', async () => {
  const [owner, role] = [await makeRole(), await makeRole()];
  const place = { role, database: await makeDatabase(owner) };
  const opened = await open({ ...place, owner });
  await runQueue(opened);
  await expect(opened.query('SELECT count(*) FROM accounts')).resolves.toHaveLength(1);
  await expect(opened.query('TRUNCATE events')).rejects.toThrow('permission denied');
  await opened.changeSchema((client) => client.query('CREATE TABLE later (id int)'));
  await expect(opened.query('SELECT * FROM later')).resolves.toEqual([]);
  await opened.end();
  // If nothing is missing, the weak role can start alone.
  await (await open(place)).end();
});

test('a portal that had one role gets a second one, once its owner may give the queue away', async () => {
  const [owner, role] = [await makeRole(), await makeRole()];
  const database = await makeDatabase(owner);
  const before = await open({ role: owner, database });
  await runQueue(before);
  await before.end();
  await expect(open({ role, database, owner })).rejects.toThrow(
    `Grant "${role}" to the role of DATABASE_MIGRATION_URL.`,
  );
  await cluster.admin.query(`GRANT ${role} TO ${owner}`);
  const after = await open({ role, database, owner });
  await runQueue(after);
  await after.end();
});

test('a role without rights and a schema that does not exist are one line each', async () => {
  const [owner, role] = [await makeRole(), await makeRole()];
  const database = await makeDatabase(owner);
  const refused = await open({ role, database }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartError);
  expect((refused as Error).message).toBe(
    `The database "${database}" at ${cluster.socket} cannot be brought up to date: permission denied for schema public. ` +
      'The role of DATABASE_URL needs the right to create in this database and in its schema.',
  );
  await expect(open({ role: owner, database, schema: 'nowhere' })).rejects.toThrow(
    'no schema has been selected',
  );
});

test('a database that is read-only is called so', async () => {
  const owner = await makeRole();
  const database = await makeDatabase(owner);
  await cluster.admin.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  const refused = await open({ role: owner, database }).catch((error: unknown) => error);
  expect(explainFault(refused)).toBe(
    'The database is read-only. Name the primary server, or switch default_transaction_read_only off.',
  );
});

test.each([
  [
    'older than the baseline',
    "UPDATE migrations SET name = '0038-places-of-units' WHERE name = '0001-baseline'",
    'The database “{database}” is older than release 0.2, which cannot read it. Start with an empty database.',
  ],
  [
    'newer than the program',
    "INSERT INTO migrations (name, checksum) VALUES ('9999-later', '')",
    'The database was written by a newer version: it has the migration 9999-later. Run that version.',
  ],
])('a database that is %s is refused in one sentence', async (_, change, sentence) => {
  const owner = await makeRole();
  const place = { role: owner, database: await makeDatabase(owner) };
  const opened = await open(place);
  await opened.changeSchema((client) => client.query(change));
  await opened.end();
  const refused = await open(place).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartError);
  expect((refused as Error).message).toBe(sentence.replace('{database}', place.database));
});

test('two portals in one database have a queue each, beside their own schema', async () => {
  const owner = await makeRole();
  const database = await makeDatabase(owner);
  const superuser = await cluster.open(database);
  await superuser.query(`CREATE SCHEMA "North-1" AUTHORIZATION ${owner}`);
  await superuser.query(`CREATE SCHEMA south AUTHORIZATION ${owner}`);
  for (const schema of ['"North-1"', 'south']) {
    const portal = await open({ role: owner, database, schema });
    await runQueue(portal);
    await portal.end();
  }
  const schemas = await superuser.query<{ name: string }>(
    "SELECT schemaname AS name FROM pg_tables WHERE tablename = 'job' ORDER BY 1",
  );
  expect(schemas.map(({ name }) => name)).toEqual(['North-1_jobs', 'south_jobs']);
  await superuser.end();
});

test('a server that is too old is refused by its version', () => {
  expect(() => requireVersion('14.9 (Debian 14.9-1)')).toThrow(
    'This needs PostgreSQL 15 or newer; the server has 14.9 (Debian 14.9-1).',
  );
  expect(() => requireVersion('15.18')).not.toThrow();
  expect(() => requireVersion('18beta1')).not.toThrow();
});
