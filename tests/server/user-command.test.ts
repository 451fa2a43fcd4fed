/** `munisipyo user add` with real processes: beside a running server, and without one. */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './portal-server.ts';
import { makeFolder, ROOT, startServer, stopServer } from './server-process.ts';

// Each run of the command starts a process, and some a database.
const SLOW_MS = 240_000;

let folder: string;

beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly talk: string;
}

/** Runs the command on the municipality's configuration. */
async function run(password: string, args: readonly string[], directory = 'data'): Promise<Ran> {
  const env = { ...process.env, CONFIG_DIR: 'config', DATA_DIR: join(folder, directory), NODE_ENV: '' };
  const child = spawn(process.execPath, [join(ROOT, 'src/cli.ts'), ...args], { cwd: ROOT, env });
  let [output, talk] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (talk += data.toString()));
  child.stdin.on('error', () => {}).end(password);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output, talk };
}

const add = (args: readonly string[], password = 'long enough now\n') =>
  run(password, ['user', 'add', ...args]);

test('says what is wrong: the use, the department, the flag, the unit', { timeout: SLOW_MS }, async () => {
  expect(await run('', ['user'])).toMatchObject({
    code: 2,
    output: '',
    talk: expect.stringContaining('Usage'),
  });
  expect(await add(['nowhere', 'a@b.example'])).toMatchObject({
    code: 2,
    talk: expect.stringContaining('nowhere'),
  });
  expect(await add(['menro', 'a@b.example', '--can', 'fly'])).toMatchObject({
    code: 2,
    talk: expect.stringContaining('fly'),
  });
  expect(await add(['barangay', 'a@b.example', '--unit', 'atlantis'])).toMatchObject({
    code: 2,
    talk: expect.stringContaining('atlantis'),
  });
});

test('opens accounts beside a running server and without it, once each', { timeout: SLOW_MS }, async () => {
  const first = await add(['pnp', 'one@malay.example', '--can', '!approve', '--name', 'Ana Reyes']);
  expect(first).toMatchObject({ code: 0, talk: '', output: expect.stringMatching(/^[a-z0-9]{12}\n$/) });
  expect(await add(['menro', 'not-an-address'])).toMatchObject({ code: 1, output: '' });
  expect(await add(['menro', 'short@malay.example'], 'short')).toMatchObject({ code: 1, output: '' });
  const started = await startServer({
    dataDirectory: join(folder, 'data'),
    environment: { CONFIG_DIR: join(ROOT, 'config') },
  });
  try {
    const added = await Promise.all(
      ['two', 'three', 'four'].map((name) => add(['menro', `${name}@malay.example`])),
    );
    expect(added.map(({ code, talk }) => [code, talk])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    const again = await add(['menro', 'ONE@malay.example']);
    expect(again).toMatchObject({ code: 1, talk: expect.stringContaining('already') });
    const browser = openBrowser(started.address);
    const signed = await browser.signIn('one@malay.example', 'long enough now');
    expect(await signed.json()).toMatchObject({
      department: 'police',
      name: 'Ana Reyes',
      slug: first.output.trim(),
      can: { access: true, approve: false, username_change: true, email_verified: true },
    });
  } finally {
    await stopServer(started);
  }
});

test(
  'accounts that are opened at once, with no server, wait for each other',
  { timeout: SLOW_MS },
  async () => {
    const names = ['five', 'six', 'seven'];
    const added = await Promise.all(names.map((name) => add(['menro', `${name}@malay.example`])));
    expect(added.map(({ code, talk }) => [code, talk])).toEqual(names.map(() => [0, '']));
  },
);

test('there is no mail to show yet', async () => {
  expect(await run('', ['mail'])).toMatchObject({ code: 0, output: '' });
});
