/** `munisipyo audit` as an operator runs it, with and without a running portal; and its key file. */
import { spawn } from 'node:child_process';
import { copyFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuditKey } from '../../engine/server/history/audit-key.ts';
import { withDatabase } from '../../engine/server/database/open-database.ts';
import type { Queryable } from '../../engine/server/database/database.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { openBrowser, PASSWORD } from '../server/portal-server.ts';
import { makeFolder, ROOT, startServer, stopServer } from '../server/server-process.ts';
import { runIn } from './run-command.ts';

let folder: string;
let dataDirectory: string;
let key: string;

beforeAll(async () => {
  folder = await makeFolder();
  dataDirectory = join(folder, 'data');
  key = join(dataDirectory, 'audit.key');
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

async function audit(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = await runIn(ROOT, ['audit', ...words], {
    DATA_DIR: dataDirectory,
    ...more,
  });
  return { code: status, output: stdout, talk: stderr };
}

test('a first start makes a key that only its owner reads, and `audit verify` finds the histories whole', async () => {
  const portal = await startServer({ dataDirectory });
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  expect(await readFile(key, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  const { code, output, talk } = await audit(['verify']);
  await stopServer(portal);
  const summary =
    '0 records, 0 events, 0 documents, 1 anchor: whole. 0 events are newer than the last anchor. 0 values were erased.\n';
  expect([code, output, talk]).toEqual([0, '', summary]);
});

test('a personal value can be erased: the histories stay whole, and the audit counts it', async () => {
  const own = join(folder, 'library');
  const environment = { CONFIG_DIR: join(ROOT, 'tests/fixtures/library'), DEMO_PASSWORD: PASSWORD };
  const portal = await startServer({ dataDirectory: own, environment });
  const browser = openBrowser(portal.address);
  const domain = (await readFile(join(ROOT, 'tests/fixtures/library/portal.yaml'), 'utf8')).match(
    /domain: (\S+)/,
  )?.[1];
  expect((await browser.signIn(`member@${domain}`)).status).toBe(200);
  const headers = { 'idempotency-key': 'one' };
  const made = await browser.send('POST', 'records/loan', {
    body: { data: { book: 'Secret book' } },
    headers,
  });
  expect(made.status).toBe(201);
  await stopServer(portal);
  await withDatabase(readSettings({ DATA_DIR: own }), async (database) => {
    await database.query(`SELECT erase_event_values(id, '{data.book}') FROM records WHERE type = 'loan'`);
    await database.query(`UPDATE records SET data = data - 'book', search = '' WHERE type = 'loan'`);
    expect(JSON.stringify(await database.query('SELECT * FROM event_values'))).not.toContain('Secret book');
  });
  const { code, output, talk } = await audit(['verify'], { DATA_DIR: own });
  expect([code, output]).toEqual([0, '']);
  expect(talk).toMatch(/^1 record, 1 event, 0 documents, \d anchors?: whole\. .* 1 value was erased\.\n$/);
});

test('`audit stuck` names each record with which nobody can go on, and why', async () => {
  const where = { DATA_DIR: join(folder, 'library'), CONFIG_DIR: join(ROOT, 'tests/fixtures/library') };
  const change = (sql: string) => withDatabase(readSettings(where), (database) => database.query(sql));
  const before = await audit(['stuck'], where);
  expect(before).toEqual({
    code: 0,
    output: '',
    talk: '1 record, 1 of them not at an end: none is stuck.\n',
  });
  await change(`UPDATE accounts SET is_suspended = true WHERE department = 'member'`);
  const { code, output } = await audit(['stuck'], where);
  const [, loan = ''] = /^(loan\/\w+): /.exec(output) ?? [];
  expect([code, output]).toEqual([
    1,
    `${loan}: It is "Draft", nobody may take the step "Ask", and no clock runs.\n`,
  ]);
  // A reminder would be due then, and no step.
  await change(`UPDATE records SET wake = now() + interval '1 day'`);
  expect(await audit(['stuck'], where)).toMatchObject({ code, output });
  await change(`UPDATE records SET state = 'burnt'; UPDATE accounts SET is_suspended = false`);
  const gone = await audit(['stuck', '--json'], where);
  expect(JSON.parse(gone.output)).toEqual({
    records: 1,
    open: 1,
    stuck: [{ record: loan, number: null, state: 'burnt', why: expect.stringContaining('burnt') }],
  });
  await change(`UPDATE records SET state = 'returned'`);
  const ended = await audit(['stuck'], where);
  expect(ended.talk).toBe('1 record, 0 of them not at an end: none is stuck.\n');
  expect((await audit(['stuck', '--log', 'portal.log'])).code).toBe(2);
});

test('a broken record is named and ends it with 1; words that mean nothing, or no key, with 2', async () => {
  await withDatabase(readSettings({ DATA_DIR: dataDirectory }), (database) =>
    database.query(
      `INSERT INTO records (id, type, slug, state) VALUES (gen_random_uuid(), 'order', 'forged', 's')`,
    ),
  );
  expect(await audit(['verify'])).toMatchObject({ code: 1, output: 'order/forged: has no history\n' });
  expect((await audit(['verify', 'twice'])).code).toBe(2);
  expect((await audit(['verify'], { AUDIT_KEY_FILE: '/nowhere' })).code).toBe(2);
});

test('it ends with what it found when nobody reads its output', async () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDirectory };
  for (const [words, code] of [
    ['audit verify --json', 1],
    ['routes', 0],
  ]) {
    const script = `set -o pipefail; "$0" src/cli.ts ${words} 2>&1 | head -c 0`;
    const child = spawn('bash', ['-c', script, process.execPath], { cwd: ROOT, env });
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(code);
  }
});

test('another key is refused by the audit and by a start; a lost key can be replaced on purpose', async () => {
  const kept = join(folder, 'kept.key');
  await copyFile(key, kept);
  await writeFile(key, `${'ab'.repeat(32)}\n`);
  const wrong = { code: 2, output: '', talk: 'This is not the audit key of this database.\n' };
  expect(await audit(['verify'])).toEqual(wrong);
  expect(await audit(['anchor'])).toEqual(wrong);
  const refused = await startServer({ dataDirectory });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('is not the audit key of this database');
  await rename(key, `${key}.wrong`);
  const missing = await startServer({ dataDirectory });
  expect(await missing.ended).toBe(1);
  expect(missing.output()).toContain('is missing from');
  expect((await audit(['verify'], { AUDIT_KEY_FILE: kept })).code).toBe(1);
  await rename(`${key}.wrong`, key);
  expect(await audit(['rekey'])).toMatchObject({ code: 0, output: expect.stringContaining('"anchor"') });
  expect((await audit(['verify'])).output).toBe('order/forged: has no history\n');
});

test('processes that start at once on an empty folder agree on one key', async () => {
  const settings = readSettings({ DATA_DIR: join(folder, 'new') });
  const empty: Queryable = { query: async () => [] };
  const keys = await Promise.all(Array.from({ length: 8 }, () => openAuditKey(settings, empty)));
  expect(new Set(keys.map((one) => one.export().toString('hex'))).size).toBe(1);
  expect(await readdir(settings.dataDirectory)).toContain('audit.key');
  expect((await readdir(settings.dataDirectory)).filter((name) => name.startsWith('audit'))).toEqual([
    'audit.key',
  ]);
});

test('a database that is older than the baseline ends a start with 1 and the audit with 2, and stays as it is', async () => {
  const settings = readSettings({ DATA_DIR: dataDirectory });
  await withDatabase(settings, (database) =>
    database.changeSchema((owner) =>
      owner.query("UPDATE migrations SET name = '0038-places-of-units' WHERE name LIKE '0001-%'"),
    ),
  );
  const talk =
    'The database “postgres” is older than release 0.2, which cannot read it. Start with an empty database.\n';
  expect(await audit(['verify'])).toEqual({ code: 2, output: '', talk });
  const refused = await startServer({ dataDirectory });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toBe(talk);
});
