import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { migrate, MigrationError } from './migrate.ts';
import { loadSecrets } from './secrets.ts';
import { openTestDatabase } from './testing.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query('CREATE TABLE drawers (id bigint PRIMARY KEY, day date, note jsonb)');
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

test('brings a notification to whoever listens, until they stop', async () => {
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
  await Promise.all([migrate(fresh, all), migrate(fresh, all)]);
  expect(await fresh.query('SELECT * FROM shelves')).toEqual([]);
  await expect(migrate(fresh, [...all.slice(0, -1), { ...added, checksum: 'b' }])).rejects.toThrow(
    MigrationError,
  );
  await expect(migrate(fresh, all.slice(0, -1))).rejects.toThrow('newer version');
  await fresh.end();
});
