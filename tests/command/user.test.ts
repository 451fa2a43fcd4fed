/** Creating accounts from the command line, with real processes: with and without a running portal. */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { user as runUser } from '../../engine/command/user.ts';
import { openBrowser } from '../server/portal-server.ts';
import {
  findPostgres,
  makeFolder,
  ROOT,
  type Started,
  startServer,
  stopServer,
} from '../server/server-process.ts';

const PASSWORD = 'kettle ladder cloud';
const MUNICIPALITY = {
  CONFIG_DIR: join(ROOT, 'config'),
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1',
};

let folder: string;
let dataDirectory: string;

beforeAll(async () => {
  folder = await makeFolder();
  dataDirectory = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly talk: string;
}

function run(args: readonly string[], input = `${PASSWORD}\n`): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDirectory, ...MUNICIPALITY };
  const child = spawn(process.execPath, [join(ROOT, 'src/cli.ts'), ...args], { cwd: ROOT, env });
  let [output, talk] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (talk += data.toString()));
  // A command that refuses at once does not read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output, talk })));
}

const change = (username: string, ...more: string[]) => run(['user', 'change', username, ...more]);
const add = (department: string, username: string, ...more: string[]) =>
  run(['user', 'add', department, username, ...more]);

/** In this process, which has loaded its sources already: the output does not depend on it. */
async function runHere(args: readonly string[], input = `${PASSWORD}\n`): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => Boolean((written[name] += String(text))));
  }
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as typeof process.stdin);
  for (const [name, value] of Object.entries({ DATA_DIR: dataDirectory, ...MUNICIPALITY }))
    vi.stubEnv(name, value);
  try {
    const code = await runUser(args);
    return { code, output: written.stdout, talk: written.stderr };
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}

/** While the portal runs on the folder. */
async function whileRunning(work: (portal: Started) => Promise<void>): Promise<void> {
  const portal = await startServer({ dataDirectory, environment: MUNICIPALITY });
  try {
    await work(portal);
  } finally {
    await stopServer(portal);
  }
}

async function signIn(portal: Started, username: string, password = PASSWORD) {
  const browser = openBrowser(portal.address);
  const answer = await browser.signIn(username, password);
  return { status: answer.status, user: (await answer.json()) as Record<string, unknown> };
}

test('opens an account where no portal runs, stops the database again, and the account signs in later', async () => {
  const { code, output, talk } = await add('menro', 'Inspector@Example.org');
  expect([code, output, talk]).toEqual([0, expect.stringMatching(/^[a-z0-9]{12}\n$/), '']);
  expect(await findPostgres(folder)).toEqual([]);
  await whileRunning(async (portal) => {
    const { status, user } = await signIn(portal, 'inspector@example.org');
    expect(status).toBe(200);
    expect(user).toMatchObject({ department: 'menro', slug: output.trim() });
    // In production there are no other accounts.
    expect((await signIn(portal, 'menro@malay.example')).status).toBe(422);
  });
});

test('opens accounts beside a running portal, two at once, and leaves it running', async () => {
  await whileRunning(async (portal) => {
    const both = await Promise.all([
      add('pnp', 'chief@example.org', '--can', '!username_change,!approve'),
      add('mayor', 'mayor@example.org'),
    ]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const { user } = await signIn(portal, 'chief@example.org');
    expect(user).toMatchObject({
      department: 'police',
      can: { access: true, username_change: false, approve: false },
    });
    expect((await signIn(portal, 'mayor@example.org')).user).toMatchObject({
      can: { access: true, approve: true, username_change: true, email_verified: true },
    });
  });
});

test('accounts that are opened at once, where no portal runs, wait for each other', async () => {
  const names = ['five', 'six', 'seven'];
  const added = await Promise.all(names.map((name) => add('menro', `${name}@example.org`)));
  expect(added.map(({ code, talk }) => [code, talk])).toEqual(names.map(() => [0, '']));
});

test('an account without a unit is opened, and whoever opens it hears what it will not see', async () => {
  const added = await add('barangay', 'nowhere@example.org');
  expect([added.code, added.talk]).toEqual([
    0,
    'Without --unit this account sees no record that belongs to a unit of Barangay.\n',
  ]);
  expect((await add('barangay', 'somewhere@example.org', '--unit', 'yapak')).talk).toBe('');
});

test('an account gets another unit, department and flags, and its open session has them at once', async () => {
  await whileRunning(async (portal) => {
    expect((await add('barangay', 'moves@example.org')).code).toBe(0);
    const browser = openBrowser(portal.address);
    expect((await browser.signIn('moves@example.org', PASSWORD)).status).toBe(200);
    const seen = async () => {
      const user = (await (await browser.send('GET', 'user')).json()) as Record<string, unknown>;
      const list = (await (await browser.send('GET', 'records/clearance?list=office')).json()) as object;
      return [user['department'], 'reason' in list];
    };
    expect(await seen()).toEqual(['barangay', true]);
    expect(await change('moves@example.org', '--unit', 'yapak')).toMatchObject({ code: 0, talk: '' });
    expect(await seen()).toEqual(['barangay', false]);
    expect((await change('moves@example.org', '--department', 'menro', '--can', '!approve')).code).toBe(0);
    expect(await seen()).toEqual(['menro', false]);
    const { talk } = await change('moves@example.org', '--department', 'barangay');
    expect(talk).toMatch(/^Without --unit/);
    expect(talk).toMatch(/^Flags: .*!approve\b/m);
    expect(await seen()).toEqual(['barangay', true]);
  });
});

test('a change of department gives nothing back that was withdrawn, and grants nothing', async () => {
  await runHere(['add', 'establishment', 'requester@example.org', '--can', '!access,!approve']);
  const moved = await runHere(['change', 'requester@example.org', '--department', 'menro']);
  expect([moved.code, moved.talk]).toEqual([0, expect.stringMatching(/^Flags: .*!access\b.*!approve\b/)]);
  const back = await runHere(['change', 'requester@example.org', '--can', 'access']);
  expect(back.talk).toMatch(/^Flags: access, .*!approve\b/);
});

test.each<[number, ...string[]]>([
  [1, 'nobody@example.org', '--unit', 'yapak'],
  [2, 'moves@example.org'],
  [2, 'moves@example.org', '--can', ''],
  [2, 'moves@example.org', '--unit', 'atlantis'],
  [2, 'moves@example.org', '--unit', 'yapak', '--no-unit'],
  [2, 'moves@example.org', '--department', 'menro', '--unit', 'yapak'],
  [2, 'moves@example.org', '--department', 'nobody'],
  [2, 'moves@example.org', '--name', 'Other'],
])('refuses a change with %d: %j', async (code, ...words) => {
  const refused = await runHere(['change', ...words]);
  expect([refused.code, refused.output]).toEqual([code, '']);
  expect(refused.talk).toMatch(/^(Usage|There is no|.* has no units)/);
});

test.each([
  ['an address that has an account', ['menro', 'inspector@example.org'], PASSWORD, /already/],
  ['no e-mail address', ['menro', 'inspector'], PASSWORD, /e-mail/],
  ['a short password', ['menro', 'other@example.org'], 'too short', /10 characters/],
  ['no password', ['menro', 'other@example.org'], '', /10 characters/],
])('refuses %s in one line', async (_what, words, password, said) => {
  const { code, output, talk } = await runHere(['add', ...words], `${password}\n`);
  expect([code, output]).toEqual([1, '']);
  expect(talk).toMatch(said);
  expect(talk.trim().split('\n')).toHaveLength(1);
});

test.each([
  ['nobody', 'a@example.org'],
  ['menro', 'a@example.org', '--can', 'fly'],
  ['menro', 'a@example.org', '--unit', 'balabag'],
  ['barangay', 'a@example.org', '--unit', 'atlantis'],
  ['menro'],
  ['menro', 'a@example.org', 'more'],
  ['menro', 'a@example.org', '--must', 'access'],
])('takes words that mean nothing for wrong use: %j', async (...words) => {
  const { code, output, talk } = await runHere(['add', ...words]);
  expect([code, output]).toEqual([2, '']);
  expect(talk).toMatch(/^(Usage|There is no|.* has no units)/);
});

test('a refusal is the exit code of the process', async () => {
  const [wrong, refused] = await Promise.all([add('nobody', 'a@example.org'), add('menro', 'inspector')]);
  expect([wrong.code, refused.code]).toEqual([2, 1]);
  expect(wrong.talk).toMatch(/^There is no/);
});

test('says that there is no mail yet', async () => {
  const { code, output, talk } = await run(['mail']);
  expect([code, output]).toEqual([0, '']);
  expect(talk).toMatch(/mail/);
});
