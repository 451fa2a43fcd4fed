/** Builds the browser's part where it is missing or older than its sources. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../../server/process/start-error.ts';
import { takeLock } from '../../server/process/lock.ts';
import { compressAssets } from './compress-assets.ts';

export interface BuildOptions {
  /** The checkout. */
  readonly root: string;
  readonly say: (line: string) => void;
  /** Breaks the build off. */
  readonly signal?: AbortSignal;
}

/** All that the result depends on. */
const SOURCES = ['engine/react', 'engine/portal', 'src', 'vite.config.ts', 'package-lock.json'];
const NO_SOURCE = /\.(test|stories)\.tsx?$/;
/** Beside the built files: the digest of the sources they were built from. */
const STAMP = 'sources.sha256';
const LOCK_WAIT_MS = 300_000;

/**
 * Two starts at once build once: the second waits for the first.
 * @throws StartError where a build is needed and fails.
 */
export async function ensureBuilt({ root, say, signal }: BuildOptions): Promise<void> {
  const dist = join(root, 'dist');
  const digest = await digestSources(root);
  if ((await readStamp(dist)) === digest) return;
  const vite = findVite();
  if (vite === null) return keepOrRefuse(dist, say);
  const unlock = await lockBuild(root);
  try {
    if ((await readStamp(dist)) === digest) return;
    say('Building the browser’s part …');
    const fresh = await mkdtemp(join(root, '.cache', 'dist-'));
    try {
      await runVite([vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], root, signal);
      await compressAssets(join(fresh, 'assets'));
      await writeFile(join(fresh, STAMP), digest);
      await replaceFolder(dist, fresh);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  } finally {
    unlock();
  }
}

async function lockBuild(root: string): Promise<() => void> {
  try {
    await mkdir(join(root, '.cache'), { recursive: true });
    const unlock = takeLock(join(root, '.cache', 'build.lock'), LOCK_WAIT_MS);
    if (unlock) return unlock;
  } catch (error) {
    throw new StartError(
      `The browser’s part must be built, but ${root} is closed: ${(error as Error).message}`,
    );
  }
  throw new StartError('Another build does not come to an end. Stop it and start again.');
}

/** By content: a checkout sets the times of files as it likes. */
async function digestSources(root: string): Promise<string> {
  const files = (await Promise.all(SOURCES.map((source) => listFiles(root, source)))).flat().sort();
  const hash = createHash('sha256');
  const texts = await Promise.all(files.map((file) => readFile(join(root, file))));
  texts.forEach((text, index) => hash.update(`${files[index]}\0${text.length}\0`).update(text));
  return hash.digest('hex');
}

async function listFiles(root: string, source: string): Promise<readonly string[]> {
  const found = await stat(join(root, source)).catch(() => null);
  if (!found) return [];
  if (!found.isDirectory()) return [source];
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !NO_SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

function readStamp(dist: string): Promise<string | null> {
  return readFile(join(dist, STAMP), 'utf8').catch(() => null);
}

/** Null where the packages for development are not installed. */
function findVite(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');
  } catch {
    return null;
  }
}

async function keepOrRefuse(dist: string, say: (line: string) => void): Promise<void> {
  if (!(await stat(join(dist, '.vite')).catch(() => null))) {
    throw new StartError(
      'The browser’s part is not built, and Vite is not installed: run npm ci --include=dev.',
    );
  }
  say('The browser’s part is older than its sources; without Vite it stays so. Run npm ci --include=dev.');
}

async function runVite(args: readonly string[], cwd: string, signal?: AbortSignal): Promise<void> {
  // Whatever the server runs as, the browser gets the small and fast build.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], signal });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  );
  if (code !== 0) throw new StartError('The browser’s part cannot be built; the reason stands above.');
}

async function replaceFolder(place: string, fresh: string): Promise<void> {
  const old = `${fresh}-old`;
  await rename(place, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(fresh, place);
  await rm(old, { recursive: true, force: true });
}
