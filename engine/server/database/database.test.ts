import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseAwayError } from './availability.ts';
import type { Database } from './database.ts';
import { migrate, type Migration, MigrationError } from './migrate.ts';
import { loadSecrets } from './secrets.ts';
import { openTestDatabase } from './testing.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.changeSchema((owner) =>
    owner.query('CREATE TABLE drawers (id bigint PRIMARY KEY, day date, note jsonb)'),
  );
});

afterAll(() => database.end());

test('answers counts as numbers, days as text and documents as values', async () => {
  const day = '2026-02-28';
  const rows = await database.query(
    'INSERT INTO drawers VALUES (1, $1, $2) RETURNING *, (SELECT count(*) FROM migrations) AS applied',
    [day, { open: true }],
  );
  expect(rows).toEqual([{ id: 1, day, note: { open: true }, applied: expect.any(Number) }]);
});

test('several callers share the permanent connection, without a warning of the driver', async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on('warning', keep);
  const ask = (value: number) => database.lasting.query('SELECT $1::int AS value', [value]);
  const listening = database.listen('drawers', () => {});
  expect(await Promise.all([ask(1), ask(2), ask(3)])).toEqual([
    [{ value: 1 }],
    [{ value: 2 }],
    [{ value: 3 }],
  ]);
  await listening.then((end) => end());
  process.off('warning', keep);
  expect(warnings).toEqual([]);
});

function double(value: number): Promise<object[]> {
  return database.query({ name: 'double', text: 'SELECT $1::int * 2 AS result', values: [value] });
}

test('runs a named statement again with other values', async () => {
  expect(await double(2)).toEqual([{ result: 4 }]);
  expect(await double(21)).toEqual([{ result: 42 }]);
});

test('a transaction that throws leaves nothing behind', async () => {
  const work = database.transaction(async (client) => {
    await client.query('INSERT INTO drawers (id) VALUES (99)');
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await database.query('SELECT 1 FROM drawers WHERE id = 99')).toEqual([]);
});

test('a transaction may commit behind statements that are still on their way, and keeps nothing where one of them fails', async () => {
  const count = async (): Promise<number> => (await database.query('SELECT FROM secrets')).length;
  const before = await count();
  const insert = "INSERT INTO secrets (name, value) VALUES ($1, '')";
  await database.transaction(async (client) => {
    await Promise.all([client.query(insert, ['early']), client.commit()]);
  });
  expect(await count()).toBe(before + 1);
  const refused = database.transaction(async (client) => {
    const statements = [client.query(insert, ['late']), client.query(insert, ['early'])];
    await Promise.all([...statements, client.commit()]);
  });
  await expect(refused).rejects.toThrow(/duplicate key/);
  expect(await count()).toBe(before + 1);
  const afterwards = database.transaction(async (client) => {
    await client.commit();
    await client.query(insert, ['too late']);
  });
  await expect(afterwards).rejects.toThrow('committed already');
});

test('delivers notifications to listeners until they stop', async () => {
  const heard: string[] = [];
  const first = Promise.withResolvers<void>();
  const stop = await database.listen('drawers', (payload) => {
    heard.push(payload);
    first.resolve();
  });
  await database.query("NOTIFY drawers, 'opened'");
  await first.promise;
  await stop();
  await database.query("NOTIFY drawers, 'closed'");
  expect(heard).toEqual(['opened']);
});

test('reconnects after a lost connection, reports that notifications may be missing, and leaves no connection open', async () => {
  const own = await openTestDatabase();
  const heard: string[] = [];
  await own.listen('drawers', (payload) => heard.push(payload));
  await own.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN%'`);
  await expect.poll(() => heard).toEqual(['']);
  await own.query("NOTIFY drawers, 'opened'");
  await expect.poll(() => heard).toEqual(['', 'opened']);
  const [place] = await own.query<{ name: string }>('SELECT current_database() AS name');
  await own.end();
  const left = 'SELECT pid FROM pg_stat_activity WHERE datname = $1';
  await expect.poll(() => database.query(left, [place?.name])).toEqual([]);
});

test('a connection that ends under a transaction fails that transaction alone, twenty times under load', async () => {
  const own = await openTestDatabase();
  const [{ name } = { name: '' }] = await own.query<{ name: string }>('SELECT current_database() AS name');
  const failures: unknown[] = [];
  const over = new AbortController();
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await own
        .transaction((client) => client.query('SELECT pg_sleep(0.001)'))
        .catch((error: unknown) => failures.push(error));
    }
  };
  const working = Array.from({ length: 8 }, work);
  for (let round = 0; round < 20; round += 1) {
    const before = failures.length;
    while (failures.length === before) {
      // The cleaning that PostgreSQL does by itself is nobody's to end.
      await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = $1 AND backend_type = 'client backend'`,
        [name],
      );
    }
  }
  over.abort();
  await Promise.all(working);
  expect(failures.every((error) => error instanceof DatabaseAwayError)).toBe(true);
  // A connection that ended while idle may not have noticed yet.
  await expect.poll(() => own.query('SELECT 1 AS one').catch(() => [])).toEqual([{ one: 1 }]);
  await own.end();
});

test('a statement has 30 seconds, work beside requests as long as it takes; plans are for fast disks and not compiled', async () => {
  const settings = `SELECT current_setting('statement_timeout') AS limit, current_setting('jit') AS jit,
    current_setting('random_page_cost') AS page`;
  const beside = database.beside(1);
  expect(await database.query(settings)).toEqual([{ limit: '30s', jit: 'off', page: '1.1' }]);
  expect(await beside.query(settings)).toEqual([{ limit: '0', jit: 'off', page: '1.1' }]);
  expect(await database.changeSchema((owner) => owner.query(settings))).toEqual([
    { limit: '0', jit: 'off', page: '1.1' },
  ]);
  await beside.end();
  await database.transaction(async (client) => {
    await client.query('SET LOCAL statement_timeout = 1');
    await expect(client.query('SELECT pg_sleep(1)')).rejects.toThrow('statement timeout');
  });
});

test('the role of the portal reads and writes rows, and can do nothing else', async () => {
  expect(await database.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);
  for (const statement of [
    'TRUNCATE events',
    'CREATE TABLE more (id int)',
    'ALTER TABLE events DISABLE TRIGGER ALL',
    'DELETE FROM migrations',
    "COPY (SELECT 1) TO PROGRAM 'id'",
  ]) {
    await expect(database.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  }
});

test('derives the same key for a purpose again, and another for another purpose', async () => {
  const [one, two] = [await loadSecrets(database), await loadSecrets(database)];
  expect(one('links').symmetricKeySize).toBe(32);
  expect(one('links').equals(two('links'))).toBe(true);
  expect(one('links').equals(one('cookies'))).toBe(false);
});

test('applies each migration once, also when two programs try at the same time', async () => {
  const fresh = await openTestDatabase();
  const known = await fresh.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations',
  );
  const added = { name: '9999-shelves', checksum: 'a', sql: 'CREATE TABLE shelves (id int)' };
  const all = [...known.map((row) => ({ ...row, sql: '' })), added];
  const run = (migrations: readonly Migration[]) => fresh.changeSchema((owner) => migrate(owner, migrations));
  await Promise.all([run(all), run(all)]);
  expect(await fresh.query('SELECT * FROM shelves')).toEqual([]);
  await expect(run([...all.slice(0, -1), { ...added, checksum: 'b' }])).rejects.toThrow(MigrationError);
  await expect(run(all.slice(0, -1))).rejects.toThrow('newer version');
  await fresh.end();
});
