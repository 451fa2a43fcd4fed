/** A start serves the folder, or in production the last configuration that was in force where the folder is refused. */
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseConfiguration, readFolder } from '../../engine/command/start/choose-configuration.ts';
import { createCompiledCache } from '../../engine/command/start/compiled-cache.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { createApplication } from '../../engine/server/create-application.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { readSettings } from '../../engine/server/settings.ts';
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
});

afterAll(async () => {
  await database.end();
  rmSync(directory, { recursive: true });
  rmSync(dataDirectory, { recursive: true });
});

async function choose(mode: string) {
  const settings = readSettings({
    CONFIG_DIR: directory,
    NODE_ENV: mode,
    PUBLIC_URL: 'https://room.example',
  });
  const say = (line: string) => void said.push(line);
  said = [];
  const auditKey = testAuditKey;
  const cache = createCompiledCache({ root: ROOT, dataDirectory });
  const folder = await readFolder(settings, cache);
  const chosen = await chooseConfiguration({ database, settings, cache, auditKey, say }, folder);
  await cache.keep();
  const { portal, files } = chosen;
  await createApplication({ settings, database, portal, auditKey, files: files.current });
  return chosen;
}

const refusal =
  'There are 2 accounts of the department "desk", which the configuration no longer has. Keep the department.';

test('a sound folder is served, and its files are kept with the version', async () => {
  expect(await choose('production')).toMatchObject({ instead: null });
  expect(said).toEqual([]);
  for (const name of ['ann', 'ben']) {
    const username = `${name}@room.example`;
    await createAccount(database, { department: 'desk', username, name, password: 'a-long-password' });
  }
});

test('a folder without a department that has accounts is refused with their number', async () => {
  renameSync(join(directory, 'departments/desk.yaml'), join(directory, 'departments/counter.yaml'));
  await expect(choose('development')).rejects.toThrow(refusal);
});

test('in production the last configuration in force is served in its place, and the reason is said', async () => {
  const { portal, instead } = await choose('production');
  expect(instead).toBe(1);
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
  // Four files, and the one that was renamed has the same text.
  expect(kept?.files).toBe(4);
});
