/** `munisipyo versions`, and a plan against a version that was in force, with the database of a portal. */
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../engine/server/database/pool.ts';
import { openBrowser, PASSWORD } from '../server/portal-server.ts';
import {
  makeFolder,
  ROOT,
  shareDatabase,
  type Started,
  startServer,
  stopServer,
} from '../server/server-process.ts';
import { runIn } from './run-command.ts';

let folder: string;
let config: string;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = await makeFolder();
  config = join(folder, 'config');
  environment = { CONFIG_DIR: config, DATA_DIR: join(folder, 'data') };
  cpSync(join(ROOT, 'tests/fixtures/library'), config, { recursive: true });
  await serveOnce();
  const path = join(config, 'workflows/loan.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace('title: Lent,', 'title: On loan,'));
  await serveOnce();
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

function start(): Promise<Started> {
  const { DATA_DIR: dataDirectory = '', ...more } = environment;
  return startServer({ dataDirectory, environment: { ...more, DEMO_PASSWORD: PASSWORD } });
}

async function serveOnce(): Promise<void> {
  await stopServer(await start());
}

function run(...words: string[]) {
  return runIn(folder, words, environment);
}

test('each configuration that came into force is listed with the files that changed, the newest first', async () => {
  const { status, stdout } = await run('versions');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^2 {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}~ workflows\/loan\.yaml\n1 {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}\d+ files\n$/,
  );
  const found = JSON.parse((await run('versions', '--json')).stdout);
  expect(found).toMatchObject([
    { number: 2, files: { added: [], changed: ['workflows/loan.yaml'], lost: [] } },
    { number: 1, files: { changed: [], lost: [] } },
  ]);
});

test('the files of a version are shown, and written into an empty folder as they were', async () => {
  expect((await run('show', '1', 'workflows/loan.yaml')).stdout).toContain('title: Lent,');
  expect((await run('show', '1')).stdout.split('\n')).toContain('workflows/loan.yaml');
  const out = join(folder, 'earlier');
  expect(await run('show', '1', '--out', out)).toMatchObject({
    status: 0,
    stderr: expect.stringContaining(' files in '),
  });
  expect((await run('plan', out, '--against', '1')).stdout).toContain('does the same as version 1.');
  expect(await run('show', '1', '--out', out)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('has files already'),
  });
  expect((await run('show', '1', 'no.yaml')).stderr).toBe('Version 1 has no file "no.yaml".\n');
  expect((await run('show', 'HEAD')).status).toBe(2);
});

test('a plan compares the files with those of a version', async () => {
  const { status, stdout } = await run('plan', '--against', '1');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Plan from version 1 to /);
  expect(stdout).toContain('title: Lent → On loan');
  const back = await run('diff', '2', '1');
  expect(back.status).toBe(0);
  expect(back.stdout).toMatch(/^Plan from version 2 to version 1\n/);
  expect(back.stdout).toContain('title: On loan → Lent');
  expect((await run('plan', '--against', '2')).stdout).toMatch(/does the same as version 2\.\n$/);
  expect(await run('plan', '--against', '3')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'There are no files of a version 3 of the configuration.\n',
  });
});

test('files of old versions are pruned by the rule, but never those that an event names', async () => {
  expect(await run('versions', '--prune')).toMatchObject({
    status: 2,
    stderr: 'portal.yaml of the version in force has no rule "versions: { keepFiles: … }".\n',
  });
  const server = await start();
  const { database, environment: shared } = await shareDatabase(environment['DATA_DIR'] ?? '');
  const owner = createPool({ connectionString: shared['DATABASE_MIGRATION_URL'] ?? '' });
  try {
    await save('Reading Room', 3);
    const member = openBrowser(server.address);
    await member.signIn('member@library.example');
    const body = { data: { book: 'Atlas', copies: 1, branch: 'hill' } };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    expect((await member.send('POST', 'records/loan', { body, headers })).status).toBe(201);
    for (const [at, title] of ['Card Room', 'Map Room', 'Book Room'].entries()) await save(title, 4 + at);
    expect((await run('versions', '--prune')).stdout).toContain('No version is to be pruned');
    // As if they had been in force two years ago.
    await owner.query(`ALTER TABLE versions DISABLE TRIGGER USER;
      UPDATE versions SET at = at - interval '2 years'; ALTER TABLE versions ENABLE TRIGGER USER`);
    const trial = await run('versions', '--prune', '--dry-run');
    expect(trial.stdout).toMatch(
      /^Would prune the files of 3 versions \(1, 2, 4\): [34] files, \d+ kB as stored\.\n$/,
    );
    expect((await run('show', '1')).status).toBe(0);
    // What a server does every night.
    await database.query(`INSERT INTO outbox (name, data) VALUES ('prune', '{}')`);
    await expect.poll(server.output, { timeout: 20_000 }).toContain('files of old versions pruned');
    expect((await run('versions', '--prune')).stdout).toContain('No version is to be pruned');
    expect((await run('versions')).stdout.match(/^\d.*files pruned/gm)?.map((line) => line[0])).toEqual([
      '4',
      '2',
      '1',
    ]);
    const sentence =
      /^The files of version 1 were pruned on \d{4}-\d\d-\d\d, as the rule "versions\.keepFiles"/;
    for (const words of [
      ['show', '1'],
      ['diff', '1', '6'],
      ['plan', '--against', '1'],
      ['rollback', '1', '--plan'],
      ['replay', '--against', '1'],
    ])
      expect(await run(...words)).toMatchObject({ status: 2, stderr: expect.stringMatching(sentence) });
    // The record was written under the third, whose files are all there, those that it shared with the first too.
    expect((await run('diff', '3', '6')).stdout).toContain('Reading Room → Book Room');
    // The audit finds the event whose time was forged above, and no fault of a version.
    expect((await run('audit', 'verify')).stdout).toMatch(/^loan\/\S+, event 1: was changed.*\n$/);
    for (const [why, statement] of [
      ['is in force, or that an event names', 'INSERT INTO pruned_versions (version) VALUES (3)'],
      ['is in force, or that an event names', 'INSERT INTO pruned_versions (version) VALUES (6)'],
      ['a version needs these files', 'DELETE FROM config_files'],
      ['is append-only', 'DELETE FROM pruned_versions'],
    ] as const)
      await expect(database.query(statement)).rejects.toThrow(why);
  } finally {
    await owner.end();
    await database.end();
    await stopServer(server);
  }

  /** Saved while the server runs. */
  async function save(title: string, number: number): Promise<void> {
    const path = join(config, 'portal.yaml');
    const text = readFileSync(path, 'utf8').replace(/^versions: .*\n/m, '');
    writeFileSync(
      path,
      `${text.replace(/^title: .*$/m, `title: ${title}`)}versions: { keepFiles: 1 year }\n`,
    );
    await expect
      .poll(() => database.query('SELECT max(number) AS number FROM versions'), { timeout: 20_000 })
      .toEqual([{ number }]);
  }
}, 120_000);

test('a version keeps the files of the base that it extends, and comes back with them', async () => {
  const base = join(folder, 'province');
  renameSync(config, base);
  mkdirSync(config);
  writeFileSync(join(config, 'portal.yaml'), 'extends: ../province\ntitle: Library of the Hills\n');
  const before = (await run('apply', '--message', 'Extend the province')).stdout;
  const layered = /Version (\d+) is in force/.exec(before)?.[1] ?? before;
  expect((await run('show', layered)).stdout.split('\n')).toContain('../province/groups.yaml');
  const path = join(base, 'workflows/loan.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace('title: On loan,', 'title: At home,'));
  expect((await run('plan')).stdout).toContain('title: On loan → At home');
  expect((await run('apply', '--message', 'Follow the province')).status).toBe(0);
  expect(await run('rollback', layered, '--message', 'Too early')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('title: At home → On loan'),
  });
  const out = join(folder, 'copy/hills');
  expect((await run('show', layered, '--out', out)).status).toBe(0);
  expect((await run('check', out)).status).toBe(0);
  expect(await run('show', layered, '--out', join(folder, 'copy/town'))).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('the base is written beside it'),
  });
  expect(await run('show', layered, '--out', join(folder, 'new/province'))).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Name another folder.'),
  });
});
