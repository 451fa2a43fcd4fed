/**
 * Demonstration accounts: one for each department and further unit in an empty database, never in production, with a
 * printed password.
 */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import {
  endDemonstration,
  openDemonstration,
  openPeople,
  refuseDemonstration,
} from '../../engine/server/accounts/demonstration.ts';
import { verifyPassword } from '../../engine/server/accounts/password.ts';
import { createApplication } from '../../engine/server/kernel/create-application.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { PASSWORD, readPortal } from './portal-server.ts';

let portal: Portal;
let database: Database;
let directory: string;

beforeAll(async () => {
  portal = await readPortal();
  database = await openTestDatabase();
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'munisipyo-demonstration-'));
});
afterEach(async () => {
  await database.query('DELETE FROM accounts');
  await database.query('DELETE FROM demonstration');
  await rm(directory, { recursive: true });
});
afterAll(() => database.end());

async function open(environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const lines: string[] = [];
  await openDemonstration(await application(environment), (line) => lines.push(line));
  return lines.join('\n');
}

function application(environment: Readonly<Record<string, string>> = {}) {
  const settings = readSettings({ DATA_DIR: directory, ...environment });
  return createApplication({ settings, database, portal, auditKey: testAuditKey });
}

async function unitsOf(department: string): Promise<(string | null)[]> {
  const rows = await database.query<{ unit: string | null }>(
    'SELECT unit FROM accounts WHERE department = $1 ORDER BY unit',
    [department],
  );
  return rows.map(({ unit }) => unit);
}

async function usernames(): Promise<string[]> {
  const rows = await database.query<{ username: string }>('SELECT username FROM accounts ORDER BY username');
  return rows.map(({ username }) => username);
}

const expected = () => [
  ...Object.keys(portal.departments).map((department) => `${department}@malay.example`),
  ...rowsOf('barangay')
    .filter((unit) => unit !== 'balabag')
    .map((unit) => `barangay-${unit}@malay.example`),
];

const rowsOf = (lookup: string) => (portal.lookups[lookup]?.rows ?? []).map(({ value }) => value);

test('every department has one, every further unit has another, and the password that was made up is told at each start', async () => {
  const said = await open();
  const password = /password: (\S{12,})$/.exec(said)?.[1] ?? '';
  expect(said).toContain('{department}@malay.example, {department}-{unit}@malay.example');
  expect(await usernames()).toEqual(expected().sort());
  expect(await unitsOf('barangay')).toEqual(rowsOf('barangay').sort());
  expect(await unitsOf('menro')).toEqual([null]);
  expect(await open()).toBe(said);
  const file = join(directory, 'demonstration-password');
  expect((await readFile(file, 'utf8')).trim()).toBe(password);
  expect((await stat(file)).mode & 0o077).toBe(0);
});

test('the people beside them have different names, made from the few that the configuration gives', async () => {
  await open();
  const people = (await openPeople(await application(), 'approve')) ?? [];
  const given = new Set(portal.demonstration.people);
  const beside = people.filter(({ username }) => !expected().includes(username));
  const names = beside.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(2 * given.size);
  expect(new Set(names).size).toBe(names.length);
  const firsts = new Set([...given].map((name) => name.split(' ')[0]));
  expect(names.filter((name) => !firsts.has(name.split(' ')[0]))).toEqual([]);
});

test('only accounts that exist are announced', async () => {
  await open();
  await database.query("DELETE FROM accounts WHERE username = 'menro@malay.example'");
  await database.query("DELETE FROM accounts WHERE username LIKE 'barangay-%'");
  expect(await open()).toContain(
    'Demonstration accounts: {department}@malay.example (without menro@malay.example), password: ',
  );
});

test('an account from before its department had units gets its unit at the next start', async () => {
  await open();
  const [unit] = await database.query<{ unit: string }>(
    "SELECT unit FROM accounts WHERE username = 'barangay@malay.example'",
  );
  await database.query("UPDATE accounts SET unit = NULL WHERE username LIKE 'barangay%'");
  await createAccount(database, {
    department: 'barangay',
    username: 'captain@example.org',
    name: 'Captain',
    password: PASSWORD,
  });
  await open();
  await open();
  const rows = await database.query<{ username: string }>(
    "SELECT username, unit FROM accounts WHERE department = 'barangay' AND unit IS NULL",
  );
  expect(rows).toEqual([{ username: 'captain@example.org', unit: null }]);
  expect(await database.query("SELECT unit FROM accounts WHERE username = 'barangay@malay.example'")).toEqual(
    [unit],
  );
});

test('a password that was given is taken as it is, and not told', async () => {
  const said = await open({ DEMO_PASSWORD: 'tiny' });
  expect(said).toContain('DEMO_PASSWORD');
  expect(said).not.toContain('tiny');
  expect(await open({ DEMO_PASSWORD: 'another' })).toContain('the one they were made with');
});

test('there are none in production, and none beside accounts that exist', async () => {
  expect(await open({ NODE_ENV: 'production' })).toBe('');
  expect(await usernames()).toEqual([]);
  const account = {
    department: 'menro',
    username: 'a@b.example',
    name: 'A',
    password: 'kettle ladder cloud',
  };
  await createAccount(database, account);
  expect(await open()).toBe('');
  expect(await usernames()).toEqual(['a@b.example']);
});

test('two processes that start at once make them once', async () => {
  await Promise.all([open({ DEMO_PASSWORD: 'one of two' }), open({ DEMO_PASSWORD: 'one of two' })]);
  expect(await usernames()).toHaveLength(expected().length);
});

test('production refuses a demonstration until it is ended, and then nobody signs in with its password', async () => {
  await refuseDemonstration(database);
  await open({ DEMO_PASSWORD: PASSWORD });
  const all = (await usernames()).length;
  await expect(refuseDemonstration(database)).rejects.toThrow(
    `This database is a demonstration, with ${all} demonstration accounts. ` +
      'Start production with an empty DATA_DIR or database; or close these accounts and keep the rest: npx munisipyo demo --end',
  );
  const own = { department: 'menro', username: 'a@b.example', name: 'A', password: 'kettle ladder cloud' };
  await createAccount(database, own);
  await database.query("UPDATE accounts SET password = 'chosen' WHERE username = 'menro@malay.example'");
  await database.query(
    "INSERT INTO sessions (token, account) SELECT slug::bytea, id FROM accounts WHERE department = 'menro'",
  );
  expect(await endDemonstration(database, directory)).toEqual({
    closed: all - 1,
    kept: ['menro@malay.example'],
    records: 0,
  });
  const rows = await database.query<{ username: string; is_suspended: boolean; password: string }>(
    'SELECT username, is_suspended, password FROM accounts',
  );
  const isOpen = rows.filter((row) => !row.is_suspended).map(({ username }) => username);
  expect(isOpen.toSorted()).toEqual(['a@b.example', 'menro@malay.example']);
  const closed = rows.find((row) => row.is_suspended);
  expect(await verifyPassword(PASSWORD, closed?.password ?? '')).toBe(false);
  expect(await database.query('SELECT 1 FROM sessions')).toHaveLength(2);
  await refuseDemonstration(database);
  expect(await endDemonstration(database, directory)).toBeNull();
  // Nor does it become a demonstration later.
  await open({ DEMO_PASSWORD: PASSWORD });
  await refuseDemonstration(database);
});

test('an account that was deleted leaves the database a demonstration', async () => {
  await open({ DEMO_PASSWORD: PASSWORD });
  await database.query('DELETE FROM accounts');
  await expect(refuseDemonstration(database)).rejects.toThrow('is a demonstration');
});
