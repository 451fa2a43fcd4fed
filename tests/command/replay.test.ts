/** `munisipyo replay`, as typed, with the database of a portal in which people have filed and decided. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../engine/contract/record.ts';
import { withDatabase } from '../../engine/server/database/open-database.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { type Browser, openBrowser, PASSWORD } from '../server/portal-server.ts';
import { makeFolder, ROOT, startServer, stopServer } from '../server/server-process.ts';
import { runIn } from './run-command.ts';

let folder: string;
let data: string;

/** Beside the library: what a loan costs, and who is told of it. */
const additions: Readonly<Record<string, string>> = {
  'fees/loan.yaml': `
title: Loan
version: '2026'
of: loan
lines:
  - { id: lending, title: Lending, amount: 10 }
source: The library
`,
  'notices/lent.yaml': `
subject: Lent
body: The book is ready.
`,
};

beforeAll(async () => {
  folder = await makeFolder();
  data = join(folder, 'data');
  const config = join(folder, 'config');
  cpSync(join(ROOT, 'tests/fixtures/library'), config, { recursive: true });
  for (const [name, text] of Object.entries(additions)) {
    mkdirSync(dirname(join(config, name)), { recursive: true });
    writeFileSync(join(config, name), text);
  }
  replace(join(config, 'workflows/loan.yaml'), [
    'lend: { from: asked, to: lent, by: { department: desk, can: access } }',
    'lend: { from: asked, to: lent, by: { department: desk, can: access }, then: [{ assess: loan }, { notify: owner, notice: lent }] }',
  ]);
  const server = await startServer({
    dataDirectory: data,
    environment: { CONFIG_DIR: config, DEMO_PASSWORD: PASSWORD },
  });
  const [member, desk] = await Promise.all(['member', 'desk'].map((name) => signIn(server.address, name)));
  if (member === undefined || desk === undefined) throw new Error(server.output());
  for (const copies of [1, 2, 3]) {
    const asked = await ask(member, copies);
    if (copies === 3) await take(desk, asked, 'refuse', { reason: 'They are all lent.' });
    else await take(desk, asked, 'lend');
  }
  await post(member, 'records/loan', { data: { book: 'Draft', copies: 1, branch: 'harbour' } });
  await stopServer(server);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

async function signIn(origin: string, name: string): Promise<Browser> {
  const browser = openBrowser(origin);
  expect((await browser.signIn(`${name}@library.example`)).status).toBe(200);
  return browser;
}

async function post(browser: Browser, path: string, body: unknown, version?: number): Promise<WireRecord> {
  const headers = {
    'idempotency-key': randomUUID(),
    'if-match': version === undefined ? null : String(version),
  };
  const answer = await browser.send('POST', path, { body, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text);
}

async function ask(member: Browser, copies: number): Promise<WireRecord> {
  const answers = { book: "Maria Clara's atlas", copies, branch: 'harbour', is_student: false };
  const made = await post(member, 'records/loan', { data: { ...answers, copies: 5 } });
  const headers = { 'idempotency-key': randomUUID(), 'if-match': String(made.version) };
  const saved = await member.send('PATCH', `records/loan/${made.slug}`, {
    body: { data: { copies } },
    headers,
  });
  expect(saved.status).toBe(200);
  return take(member, (await saved.json()) as WireRecord, 'ask');
}

function take(browser: Browser, { slug, version }: WireRecord, step: string, input = {}) {
  return post(browser, `records/loan/${slug}/${step}`, { input }, version);
}

function replace(path: string, [from, to]: readonly [string, string]): void {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} has no "${from}".`);
  writeFileSync(path, text.replaceAll(from, to));
}

/** Replays the configuration with one text replaced in a file. */
async function replayEdited(file: string, from: string, to: string, ...words: readonly string[]) {
  const edited = join(folder, `edited-${randomUUID()}`);
  cpSync(join(folder, 'config'), edited, { recursive: true });
  replace(join(edited, file), [from, to]);
  const found = await run(edited, ...words);
  return { ...found, stdout: found.stdout.replaceAll(edited, 'EDITED') };
}

function run(...words: readonly string[]) {
  return runIn(folder, ['replay', ...words], { DATA_DIR: data });
}

const loans = 'workflows/loan.yaml';

test('the same configuration makes no difference', async () => {
  expect(await run()).toEqual({
    status: 0,
    stdout: 'No difference: 4 histories go the same way under version 1 and config.\n',
    stderr: '',
  });
  expect((await run('config', '--last', '2', '--against', '1')).stdout).toMatch(
    /^No difference: 2 histories go/,
  );
});

test('a need that records did not meet refuses their steps, and the rest of their way is only told as its end', async () => {
  const need = 'lend: { needs: [{ field: copies, below: 2 }], from';
  const { status, stdout } = await replayEdited(loans, 'lend: { from', need);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^Replayed 4 histories under version 1 and under EDITED\n/);
  expect(stdout).toMatch(
    /\nRefusals\n {2}loan: lend is refused by needs\/copies: 1 record, for example L-\d{4}-00002, event 5, lend on \d{4}-\d\d-\d\d\n/,
  );
  expect(stdout).toMatch(
    /\nEnds\n {2}loan: asked instead of lent: 1 record, for example L-\d{4}-00002, event 5,/,
  );
  expect(stdout).not.toMatch(/Maria|Notices|Fees|Clocks/);
});

test('a step that is gone is told for the records that took it', async () => {
  const { stdout } = await replayEdited(
    loans,
    '  refuse: { from: asked, to: refused, by: { department: desk }, input: reason }',
    '  refuse: { from: lent, to: refused, by: { department: desk }, input: reason }\n  deny: { from: asked, to: refused, by: { department: desk } }',
  );
  expect(stdout).toMatch(/loan: refuse is refused by from: 1 record, for example L-\d{4}-00003, event 5/);
});

test('a record that may no longer be begun is told, and not the records below it', async () => {
  const { stdout } = await replayEdited(
    'records/loan.yaml',
    'create: { department: member }',
    'create: { department: director }',
  );
  expect(stdout).toMatch(
    /^Replayed.*\n\nRefusals\n {2}loan: begin is refused by create: 4 records, for example .*\n$/,
  );
});

test('a longer clock is told with both days of an example, once for each record', async () => {
  const { status, stdout } = await replayEdited('departments/desk.yaml', '2 working days', '9 working days');
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /\nClocks\n {2}loan in asked: other due day: 3 records, for example L-\S+, \d{4}-\d\d-\d\d instead of \d{4}-\d\d-\d\d, event 3, ask on \d{4}-\d\d-\d\d\n$/,
  );
});

test('fees and notices that differ are told', async () => {
  const fee = (await replayEdited('fees/loan.yaml', 'amount: 10', 'amount: 12.50')).stdout;
  expect(fee).toMatch(
    /\nFees\n {2}loan: other total of loan: 2 records, for example L-\S+, 12\.50 instead of 10\.00, event 5/,
  );
  const notice = (
    await replayEdited(loans, '{ notify: owner, notice: lent }', '{ notify: office, notice: lent }')
  ).stdout;
  expect(notice).toMatch(
    /\nNotices\n {2}lent is no longer sent to owner: 2 records, .*\n {2}lent is now sent to office: 2 records/,
  );
});

test('names that were changed with `formerly` are the same', async () => {
  const renamed = 'borrowed: { title: Lent, tone: good, settled: true, formerly: lent }';
  const edited = join(folder, 'renamed');
  cpSync(join(folder, 'config'), edited, { recursive: true });
  const path = join(edited, loans);
  replace(path, ['lent: { title: Lent, tone: good, settled: true }', renamed]);
  replace(path, ['to: lent', 'to: borrowed']);
  replace(path, ['lend: { from', 'hand-over: { formerly: lend, from']);
  replace(path, ['from: lent', 'from: borrowed']);
  replace(path, ['[lent, refused]', '[borrowed, refused]']);
  expect(await run(edited)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('No difference: 4 histories'),
  });
});

test('--format json has every difference with its count and example', async () => {
  const { stdout } = await replayEdited(
    'departments/desk.yaml',
    '2 working days',
    '9 working days',
    '--format',
    'json',
  );
  expect(JSON.parse(stdout)).toMatchObject({
    format: '1.0',
    from: 'version 1',
    replayed: 4,
    obstacles: [],
    differences: [{ kind: 'clock', count: 3, event: { number: 3, what: 'ask' } }],
  });
});

test('wrong words, a folder with mistakes and a missing database have their own exit codes', async () => {
  expect((await run('nowhere')).status).toBe(2);
  expect((await run('--last', 'all')).status).toBe(2);
  expect(await run('--against', '7')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('version 7'),
  });
  expect((await replayEdited(loans, 'to: lent', 'to: lost')).status).toBe(1);
  const { PATH } = process.env;
  const env = { PATH, DATA_DIR: join(folder, 'no-data') };
  const none = spawnSync(process.execPath, [join(ROOT, 'src/cli.ts'), 'replay'], { env, cwd: folder });
  expect(none.status).toBe(2);
});

test('a rename that came into force and was taken back keeps no history from being replayed', async () => {
  const edited = join(folder, 'named');
  cpSync(join(folder, 'config'), edited, { recursive: true });
  const command = (...words: readonly string[]) =>
    runIn(folder, words, { DATA_DIR: data, CONFIG_DIR: edited });
  for (const [kind, name, to] of [
    ['question', 'loan: book', 'volume'],
    ['step', 'loan.lend', 'hand-over'],
    ['state', 'loan.lent', 'borrowed'],
    ['department', 'desk', 'front'],
  ] as const)
    expect((await command('rename', kind, name, to)).stderr).toMatch(/^\d+ files?, \d+ places?/);
  const why = ['--message', 'Other names.', '--author', 'Ana'];
  expect(await command('apply', ...why)).toMatchObject({ status: 0 });
  const same = /^No difference: 4 histories go the same way/;
  // The names of before and of after, from either side.
  expect((await command('replay', edited)).stdout).toMatch(same);
  expect((await command('replay', 'config')).stdout).toMatch(same);
  expect((await command('replay', 'config', '--against', '1')).stdout).toMatch(same);
  expect(await command('rollback', '1', ...why)).toMatchObject({ status: 0 });
  expect((await command('replay', 'config')).stdout).toMatch(same);
  expect((await command('replay', edited)).stdout).toMatch(same);
});

test('a history with an erased answer is counted, not compared, and nothing is written', async () => {
  const settings = readSettings({ DATA_DIR: data });
  const count =
    'SELECT count(*) AS events, max(seq) AS last, (SELECT count(*) FROM records) AS records FROM events';
  const before = await withDatabase(settings, async (database) => {
    await database.query(`UPDATE event_values SET entries =
      jsonb_set(entries, '{data.book}', sealed_entry('data.book', entries -> 'data.book'))
      WHERE record = (SELECT id FROM records WHERE number LIKE '%00001') AND entries ? 'data.book'`);
    return database.query(count);
  });
  expect((await run()).stdout).toMatch(
    /^No difference: 3 histories go .*; 1 cannot be replayed: 1 where an answer was erased \(L-\d{4}-00001\)\.\n$/,
  );
  expect(await withDatabase(settings, (database) => database.query(count))).toEqual(before);
  await withDatabase(settings, (database) =>
    database.query(`UPDATE event_values SET entries =
      jsonb_set(entries, '{data.book}', sealed_entry('data.book', entries -> 'data.book'))
      WHERE entries ? 'data.book'`),
  );
  expect(await run()).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(
      /^Nothing was compared: 4 cannot be replayed: 4 where an answer was erased/,
    ),
  });
});
