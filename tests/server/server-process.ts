/** A portal as operators run it: its own process, its own DATA_DIR, on a free port. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Database } from '../../engine/server/database/database.ts';
import { canEnter, type SystemAccount } from '../../engine/server/database/embedded/binaries.ts';
import {
  addressOf,
  DATABASE,
  type DatabaseRole,
  OWNER,
  PORTAL,
  readPasswords,
} from '../../engine/server/database/embedded/roles.ts';
import { createPool } from '../../engine/server/database/pool.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const TINY = join(ROOT, 'tests/fixtures/tiny');

export interface Started {
  readonly child: ChildProcess;
  readonly address: string;
  /** The output of both streams so far. */
  output(): string;
  /** The exit code, or the name of the signal that killed it. */
  readonly ended: Promise<number | string>;
}

export interface StartOptions {
  readonly dataDirectory: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly uid?: number;
  /** The way to call it; the command itself by default. */
  readonly command?: readonly [string, ...string[]];
  /** Another checkout. */
  readonly root?: string;
}

/** Resolves when `/healthz` answers or the process has ended. */
export async function startServer(options: StartOptions): Promise<Started> {
  const started = spawnServer(options);
  const hasEnded = started.ended.then(() => true);
  for (;;) {
    const address = /"Server listening at (http:[^"]+)"/.exec(started.output())?.[1];
    if (address && (await fetch(`${address}/healthz`)).ok) return { ...started, address };
    if (await Promise.race([hasEnded, sleep(20, false)])) return started;
  }
}

function spawnServer({ dataDirectory, environment, uid, command, root = ROOT }: StartOptions): Started {
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATA_DIR: dataDirectory,
    CONFIG_DIR: TINY,
    PORT: '0',
    ...environment,
  };
  const account = uid === undefined ? {} : { uid, gid: uid };
  const node = process.execPath.replace(ROOT, root);
  const [name, ...args] = command ?? [node, join(root, 'src/cli.ts'), 'start'];
  // A separate process group, so that a signal reaches all of it, as from a terminal.
  const child = spawn(name, args, {
    cwd: root,
    env,
    detached: true,
    ...account,
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
    // It could not be started: there is nothing to wait for.
    child.once('error', (error) => {
      output += `${error.message}\n`;
      resolve(error.message);
    });
  });
  return { child, address: '', output: () => output, ended };
}

/**
 * A checkout that this account may enter: ours or, if that is closed to it (for example below root's home), a copy of
 * the files that a portal needs.
 */
export async function checkoutFor(account: SystemAccount, folder: string): Promise<string> {
  const isOpen = [ROOT, process.execPath].every((path) => canEnter(path, account));
  return isOpen ? ROOT : copyCheckout(join(folder, 'checkout'));
}

const SOURCES = ['engine', 'src', 'dist', 'schemas', 'config', 'tests/fixtures'];
const FILES = ['package.json', 'package-lock.json', 'vite.config.ts'];

/** Without development packages; readable for everybody, whatever the umask of the checkout was. */
async function copyCheckout(copy: string): Promise<string> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  const packages = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path.split('node_modules/').length === 2 && dev !== true)
    .map(([path]) => path)
    .filter((path) => existsSync(join(ROOT, path)));
  await mkdir(copy);
  // `cp` is several times faster than Node at this many files.
  await promisify(execFile)('cp', ['-a', '--parents', ...SOURCES, ...FILES, ...packages, copy], {
    cwd: ROOT,
  });
  await promisify(execFile)('chmod', ['-R', 'a+rX', copy]);
  return copy;
}

/** Sends the signal to the whole group, as a terminal does, and waits for the end. */
export async function stopServer(
  started: Started,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | string> {
  const { exitCode, signalCode, pid } = started.child;
  if (exitCode === null && signalCode === null && pid) process.kill(-pid, signal);
  return started.ended;
}

/**
 * The database that a running server has in its folder.
 * @returns with what another server needs to use it, and its key
 */
export async function shareDatabase(
  dataDirectory: string,
): Promise<{ readonly database: Database; readonly environment: Readonly<Record<string, string>> }> {
  const passwords = await readPasswords(dataDirectory);
  if (passwords === null) throw new Error('There are no passwords.');
  const socket = join(dataDirectory, 'postgres/socket');
  const url = (role: DatabaseRole): string =>
    `postgres://${role}:${encodeURIComponent(passwords[role])}@localhost/${DATABASE}?host=${encodeURIComponent(socket)}`;
  return {
    database: createPool(addressOf({ socket, passwords }, PORTAL)),
    environment: {
      DATABASE_URL: url(PORTAL),
      DATABASE_MIGRATION_URL: url(OWNER),
      AUDIT_KEY_FILE: join(dataDirectory, 'audit.key'),
    },
  };
}

/** A public folder in which each account can have its own. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'munisipyo-life-'));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * The living PostgreSQL servers with data below the folder (Linux). A child process has the same command line until
 * it sets its title, so it is recognised by its parent.
 */
export async function findPostgres(folder: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      if (!(await readProcess(pid, 'cmdline')).includes(`postgres\0-D\0${folder}`)) return [];
      return [{ pid, parent: /^PPid:\s*(\d+)$/m.exec(await readProcess(pid, 'status'))?.[1] }];
    }),
  );
  const all = found.flat();
  return all.filter(({ parent }) => all.every(({ pid }) => pid !== parent)).map(({ pid }) => Number(pid));
}

/** Empty if the process has ended. */
function readProcess(pid: string, file: 'cmdline' | 'status'): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
}
