/** Creates, starts and stops a PostgreSQL cluster. Takes over a cluster that outlived a killed server. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { access, chown, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError } from '../../process/start-error.ts';
import type { Layout } from './layout.ts';
import { type Passwords, SUPERUSER } from './roles.ts';

export interface Cluster {
  /** Folder of the Unix socket. */
  readonly socket: string;
  stop(): Promise<void>;
}

// The cluster counts as starting while it replays a long log after a crash.
const START_LIMIT_MS = 300_000;
const LEAVE_LIMIT_MS = 15_000;
const STOP_LIMIT_MS = 60_000;
const POLL_MS = 10;

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '50',
  // Compiling plans of short statements costs more than it saves.
  jit: 'off',
  log_checkpoints: 'off',
  timezone: 'UTC',
};

export type ClusterOptions = Readonly<Record<string, string>>;

/** Data that nobody needs after the run (tests, simulations) need no wait for the disk. */
export const withoutDurability: ClusterOptions = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

export interface ClusterStart {
  readonly passwords: Passwords;
  readonly options?: ClusterOptions;
  /** Time limit for the start of PostgreSQL. */
  readonly signal?: AbortSignal;
}

/** @throws StartError with the last line of the log if PostgreSQL does not start */
export async function startCluster(
  layout: Layout,
  { passwords, options = {}, signal }: ClusterStart,
): Promise<Cluster> {
  if (!(await isMade(layout))) await makeCluster(layout, { passwords, options });
  await layout.remember();
  const since = Date.now();
  let child: ChildProcess | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const living = await readPostmaster(layout.data);
    if (living?.status === 'ready') {
      return { socket: living.socket, stop: () => stopCluster(layout) };
    }
    if (!living && (!child || hasEnded(child))) {
      if (child && !(await isLeaving(layout, since))) throw await failureOf(layout);
      child = await spawnPostgres(layout, options);
    }
    if (Date.now() - since > START_LIMIT_MS) throw await failureOf(layout);
    await sleep(POLL_MS);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The child processes of a killed postmaster take a moment to notice. Until then a new one refuses to start. */
async function isLeaving(layout: Layout, since: number): Promise<boolean> {
  return Date.now() - since < LEAVE_LIMIT_MS && /still in use/.test(await readLastLine(layout));
}

async function failureOf(layout: Layout): Promise<StartError> {
  return new StartError(`PostgreSQL does not start: ${await readLastLine(layout)} (${layout.log})`);
}

async function isMade(layout: Layout): Promise<boolean> {
  return access(layout.data).then(
    () => true,
    () => false,
  );
}

/** Into a temporary folder that is then renamed, so a kill leaves nothing incomplete. */
async function makeCluster(layout: Layout, { passwords, options = {} }: ClusterStart): Promise<void> {
  const temporary = await mkdtemp(join(layout.base, 'new-'));
  const data = join(temporary, 'data');
  const password = join(temporary, 'password');
  await writeFile(password, passwords[SUPERUSER], { mode: 0o600 });
  for (const path of layout.account ? [temporary, password] : []) {
    await chown(path, layout.account?.uid ?? 0, layout.account?.gid ?? 0);
  }
  // PostgreSQL's own C.UTF-8 is the same on every machine, whatever locales are installed.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  // As root: the database's account may belong to other services too. Access to the socket's folder therefore proves
  // nothing.
  const entrance = ['--auth=scram-sha-256', `--username=${SUPERUSER}`, `--pwfile=${password}`];
  const sync = options['fsync'] === 'off' ? ['--no-sync'] : [];
  try {
    await promisify(execFile)(
      join(layout.binaries, 'bin', 'initdb'),
      ['-D', data, '--no-instructions', ...locale, ...entrance, ...sync],
      asAccount(layout),
    );
    await rename(data, layout.data);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new StartError(`Cannot make a database in ${layout.base}: ${(stderr || message).trim()}`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** In a process session of its own: Ctrl-C does not reach it, and we stop it after our last statement. */
async function spawnPostgres(layout: Layout, options: ClusterOptions): Promise<ChildProcess> {
  const settings = Object.entries({ ...SETTINGS, ...options });
  // After a kill the file may name the process of another program.
  await rm(join(layout.socket, '.s.PGSQL.5432.lock'), { force: true });
  const log = await open(layout.log, 'a', 0o600);
  if (layout.account) await log.chown(layout.account.uid, layout.account.gid);
  try {
    const child = spawn(
      join(layout.binaries, 'bin', 'postgres'),
      [
        '-D',
        layout.data,
        '-k',
        layout.socket,
        ...settings.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
      { ...asAccount(layout), detached: true, stdio: ['ignore', log.fd, log.fd] },
    );
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return child;
  } catch (error) {
    throw new StartError(`PostgreSQL does not run here: ${(error as Error).message}. Set DATABASE_URL.`);
  } finally {
    await log.close();
  }
}

/** Fast mode cancels running statements. Committed data are on the disk. */
export async function stopCluster(layout: Layout): Promise<void> {
  const deadline = Date.now() + STOP_LIMIT_MS;
  const asked = await readPostmaster(layout.data);
  if (!asked) return;
  try {
    process.kill(asked.pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  while (Date.now() < deadline) {
    const living = await readPostmaster(layout.data);
    if (living?.pid !== asked.pid) return removeSocketFolder(layout);
    await sleep(POLL_MS);
  }
  throw new Error(`PostgreSQL (process ${asked.pid}) does not stop.`);
}

/** Removes a folder that had to be in the system's temporary folder. */
async function removeSocketFolder({ base, socket }: Layout): Promise<void> {
  if (!socket.startsWith(base)) await rm(socket, { recursive: true, force: true });
}

function asAccount(layout: Layout): { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
  // Without the caller's PG… variables and folders that the account may not enter.
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };
  const { account } = layout;
  return { cwd: '/', env, ...(account ? { uid: account.uid, gid: account.gid } : {}) };
}

async function readLastLine(layout: Layout): Promise<string> {
  const lines = (await readFile(layout.log, 'utf8').catch(() => '')).trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC|ERROR|error/.test(line)) ?? lines.at(-1) ?? '';
}

interface Postmaster {
  readonly pid: number;
  /** Folder of the socket. */
  readonly socket: string;
  readonly status: 'starting' | 'ready' | 'stopping';
}

/** The running postmaster of these data, or null. Removes a file that a crashed machine left behind. */
async function readPostmaster(data: string): Promise<Postmaster | null> {
  const file = join(data, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (!(await isPostgres(pid))) {
    // The process id may belong to another program, which would keep PostgreSQL from starting.
    await rm(file, { force: true });
    return null;
  }
  const status = lines[7]?.trim();
  return {
    pid,
    socket: lines[4] ?? '',
    status: status === 'ready' || status === 'stopping' ? status : 'starting',
  };
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return /(^|\/)postgres\0/.test(command);
}
