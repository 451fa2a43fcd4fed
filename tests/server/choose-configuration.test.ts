/** A start serves the folder or, in production, the last valid configuration if the folder is refused. */
import { createSecretKey } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseConfiguration, readFolder } from '../../engine/command/start/choose-configuration.ts';
import { createPortalCache } from '../../engine/config/cache/portal-cache.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { claimKey } from '../../engine/server/audit/anchors.ts';
import { verifyHistories } from '../../engine/server/audit/verify-histories.ts';
import { createApplication } from '../../engine/server/kernel/create-application.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { ROOT, TINY } from './server-process.ts';

let directory: string;
let dataDirectory: string;
let database: Database;
let said: string[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'chosen-'));
  dataDirectory = mkdtempSync(join(tmpdir(), 'data-'));
  cpSync(TINY, directory, { recursive: true });
  database = await openTestDatabase();
  await claimKey(database, testAuditKey);
});

afterAll(async () => {
  await database.end();
  rmSync(directory, { recursive: true });
  rmSync(dataDirectory, { recursive: true });
});

async function choose(mode: string, auditKey = testAuditKey) {
  const settings = readSettings({
    CONFIG_DIR: directory,
    NODE_ENV: mode,
    PUBLIC_URL: 'https://room.example',
  });
  const say = (line: string) => void said.push(line);
  said = [];
  const cache = createPortalCache({ root: ROOT, dataDirectory });
  const folder = await readFolder(settings, cache);
  const chosen = await chooseConfiguration({ database, settings, cache, auditKey, say }, folder);
  cache.keep();
  const { portal, files } = chosen;
  await createApplication({ settings, database, portal, auditKey, files: files.current });
  return chosen;
}

const refusal =
  'There are 2 accounts of the department "desk", which the configuration no longer has. ' +
  'Name it under `formerly` of the department that takes its place, or in gone.yaml with a `successor`, or keep it.';

test('a sound folder is served, and its files are kept with the version', async () => {
  expect(await choose('production')).toMatchObject({ instead: null });
  expect(said).toEqual([]);
  for (const name of ['ann', 'ben']) {
    const username = `${name}@room.example`;
    await createAccount(database, { department: 'desk', username, name, password: 'kettle ladder cloud' });
  }
});

test('a folder without a department that has accounts is refused with their number', async () => {
  renameSync(join(directory, 'departments/desk.yaml'), join(directory, 'departments/counter.yaml'));
  await expect(choose('development')).rejects.toThrow(refusal);
});

test('in production the last configuration in force is served in its place, and the reason is said', async () => {
  const { portal, instead } = await choose('production');
  expect(instead).toMatchObject({ number: 1, reasons: refusal });
  expect(Object.keys(portal.departments)).toEqual(['desk']);
  expect(said.join()).toContain(refusal);
  expect(said.join()).toContain('The portal serves version 1, the last one that was in force.');
  const versions = await database.query('SELECT FROM versions');
  expect(versions).toHaveLength(1);
});

test('a text that several configurations have is kept once', async () => {
  await database.query('DELETE FROM accounts');
  expect(await choose('production')).toMatchObject({ instead: null });
  const [kept] = await database.query<{ files: number; bytes: number }>(
    'SELECT count(*)::integer AS files, sum(length(body))::integer AS bytes FROM config_files',
  );
  // Four files; the renamed one has the same text.
  expect(kept?.files).toBe(4);
});

test('a configuration in force is served again whatever it strands, and says what', async () => {
  // A server with another configuration wrote these before it ended.
  for (const name of ['ann', 'ben']) {
    const username = `${name}@room.example`;
    await createAccount(database, { department: 'desk', username, name, password: 'kettle ladder cloud' });
  }
  await database.query(
    `INSERT INTO records (id, type, slug, state) VALUES (gen_random_uuid(), 'clearance', 'damaged', 'x')`,
  );
  for (const mode of ['production', 'development']) {
    expect(await choose(mode)).toMatchObject({ instead: null });
    expect(said.join()).toContain(refusal);
    expect(said.join()).toContain('There is 1 record of the type "clearance"');
    expect(said.join()).toContain('in force already');
  }
  writeFileSync(join(directory, 'departments/office.yaml'), '{');
  // The fallback is also in force already.
  expect(await choose('production')).toMatchObject({ instead: { number: 2 } });
  const [line = ''] = said;
  expect(said).toHaveLength(1);
  expect(line).toContain(refusal);
  expect(line.indexOf('departments/office.yaml')).toBeLessThan(line.indexOf(refusal));
});

test.each(['portals', 'config_files', 'version_files', 'versions'])(
  'the application can change or delete no row of %s',
  async (table) => {
    const column = { portals: 'body', config_files: 'body', version_files: 'files', versions: 'hash' }[table];
    const refused = `${table} is append-only`;
    await expect(database.query(`UPDATE ${table} SET ${column} = ${column}`)).rejects.toThrow(refused);
    const kept = table === 'config_files' ? 'a version needs these files' : refused;
    await expect(database.query(`DELETE FROM ${table}`)).rejects.toThrow(kept);
  },
);

/** As the owner of the tables can, bypassing all triggers. */
async function forge(statement: string): Promise<void> {
  const tables = ['config_files', 'version_files'];
  const set = (how: string) => tables.map((table) => `ALTER TABLE ${table} ${how} TRIGGER USER`).join(';');
  await database.changeSchema((owner) => owner.query(`${set('DISABLE')}; ${statement}; ${set('ENABLE')}`));
  // A cache on disk would hide the contents of the database.
  rmSync(join(dataDirectory, 'compiled'), { recursive: true, force: true });
}

async function audit(): Promise<string[]> {
  const { findings } = await verifyHistories(database, testAuditKey);
  return findings
    .map(({ subject, why }) => `${subject} ${why}`)
    .filter((line) => line.includes('configuration'));
}

/** The hash of a file that all versions share. */
const only = `SELECT files ->> 'guards.yaml' FROM version_files WHERE version = 2`;

test('a version that was never sealed with the key is not served', async () => {
  await database.query(`INSERT INTO versions (number, hash) SELECT 3, hash FROM versions WHERE number = 1`);
  await database.query(
    `INSERT INTO version_files (version, key, files, seal) SELECT 3, key, files, seal FROM version_files WHERE version = 1`,
  );
  const fault = 'the list of its files does not match its seal';
  expect(await audit()).toEqual([`version 3 of the configuration was changed: ${fault}`]);
  await database.query('DELETE FROM accounts');
  await database.query(`DELETE FROM records`);
  expect(await choose('production')).toMatchObject({ instead: { number: 2 } });
  expect(said.join()).toContain(`Version 3 of the configuration was changed in the database: ${fault}.`);
  expect(said.join()).toContain('the last one in force whose files are as they were');
});

async function refusalOf(mode: string): Promise<string> {
  return choose(mode).then(
    () => '',
    (error: Error) => error.message,
  );
}

test('a changed list of files, a changed file and a missing file are named, and never served', async () => {
  await forge(`UPDATE version_files SET files = files - 'guards.yaml' WHERE version = 2`);
  expect(await audit()).toContain(
    'version 2 of the configuration was changed: the list of its files does not match its seal',
  );
  await forge(
    `UPDATE version_files SET files = (SELECT files FROM version_files WHERE version = 4) WHERE version = 2`,
  );
  await forge(
    `UPDATE config_files SET body = (SELECT body FROM config_files WHERE hash <> (${only}) LIMIT 1) WHERE hash = (${only})`,
  );
  const changed = 'the file "guards.yaml" has another text';
  expect(await audit()).toContain(`version 2 of the configuration was changed: ${changed}`);
  const message = await refusalOf('production');
  expect(message).toContain(`Version 2 of the configuration was changed in the database: ${changed}.`);
  // The reasons of the folder come first.
  expect(message.indexOf('departments/office.yaml')).toBeGreaterThanOrEqual(0);
  expect(message.indexOf('departments/office.yaml')).toBeLessThan(message.indexOf('Version'));
  await forge(`DELETE FROM config_files WHERE hash = (${only})`);
  expect(await refusalOf('production')).toContain('the file "guards.yaml" is missing');
  expect(await audit()).toContain(
    'version 2 of the configuration was changed: the file "guards.yaml" is missing',
  );
});

test('under a new audit key a sound folder is sealed again', async () => {
  const key = createSecretKey(Buffer.alloc(32, 8));
  await expect(choose('production', key)).rejects.toThrow('departments/office.yaml');
  rmSync(join(directory, 'departments/office.yaml'));
  expect(await choose('production', key)).toMatchObject({ instead: null });
  writeFileSync(join(directory, 'departments/office.yaml'), '{');
  const { instead, portal } = await choose('production', key);
  expect(instead).not.toBeNull();
  expect(Object.keys(portal.departments)).toEqual(['counter']);
});

test('a version with words of an earlier release is served in the words of this one', async () => {
  const key = createSecretKey(Buffer.alloc(32, 8));
  rmSync(join(directory, 'departments/office.yaml'));
  const file = join(directory, 'portal.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, 'title: Reading room'));
  const settings = readSettings({ CONFIG_DIR: directory, NODE_ENV: 'test' });
  const cache = createPortalCache({ root: ROOT, dataDirectory });
  const folder = await readFolder(settings, cache);
  if (folder instanceof Error) throw folder;
  const { portal, files } = folder;
  const earlier = files.map((one) => ({ ...one, text: one.text.replace('kind: handler', 'kind: office') }));
  expect(earlier).not.toEqual(files);
  await createApplication({ settings, database, portal, auditKey: key, files: () => earlier });
  writeFileSync(join(directory, 'departments/office.yaml'), '{');
  const chosen = await choose('production', key);
  expect(chosen.instead).not.toBeNull();
  expect(chosen.portal).toMatchObject({
    title: 'Reading room',
    departments: { counter: { kind: 'handler' } },
  });
});
