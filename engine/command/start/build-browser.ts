/** Builds the browser's part if it is missing or older than its sources. A package holds it built, without sources. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  access,
  chmod,
  constants,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../../server/process/start-error.ts';
import { takeLock } from '../../server/process/lock.ts';
import { compressAssets } from './compress-assets.ts';
import { digestSources } from '../../config/cache/digest-sources.ts';

export interface BuildOptions {
  /** The checkout, or the built folder of a package. */
  readonly root: string;
  readonly say: (line: string) => void;
  /** Aborts the build. */
  readonly signal?: AbortSignal;
}

const BUILD_SETTINGS = 'vite.config.ts';
/** All inputs of the build. */
const SOURCES = [
  'engine/react',
  'engine/portal',
  'engine/locales',
  'src',
  BUILD_SETTINGS,
  'package-lock.json',
];
/** Stored beside the built files: the digest of their sources. */
const STAMP = 'sources.sha256';
const LOCK_WAIT_MS = 300_000;

/**
 * Of two starts at once only one builds; the other waits for it.
 * @throws StartError if a necessary build fails.
 */
export async function ensureBuilt({ root, say, signal }: BuildOptions): Promise<void> {
  const dist = join(root, 'dist');
  if (!existsSync(join(root, BUILD_SETTINGS))) return;
  const digest = digestSources(root, SOURCES);
  if ((await readStamp(dist)) === digest) return;
  const vite = findVite();
  if (vite === null) return keepOrRefuse(dist, 'Vite is not installed: run npm ci --include=dev', say);
  const cache = join(root, '.cache');
  if (!(await canBuild(root, cache))) {
    return keepOrRefuse(dist, `${root} is closed to this account: start once as its owner`, say);
  }
  const unlock = takeLock(join(cache, 'build.lock'), LOCK_WAIT_MS);
  if (!unlock) throw new StartError('Another build does not come to an end. Stop it and start again.');
  try {
    if ((await readStamp(dist)) === digest) return;
    say('Building the browser’s part …');
    await build({ root, dist, vite, digest, signal });
  } finally {
    unlock();
  }
}

async function canBuild(root: string, cache: string): Promise<boolean> {
  try {
    await mkdir(cache, { recursive: true });
    await Promise.all([root, cache].map((folder) => access(folder, constants.W_OK)));
    return true;
  } catch {
    return false;
  }
}

interface Build {
  readonly root: string;
  readonly dist: string;
  readonly vite: string;
  readonly digest: string;
  readonly signal: AbortSignal | undefined;
}

/** Built beside the target and renamed, so that nobody ever sees half a build. */
async function build({ root, dist, vite, digest, signal }: Build): Promise<void> {
  const fresh = await mkdtemp(join(root, '.cache', 'dist-'));
  try {
    await runVite([vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], root, signal);
    await compressAssets(join(fresh, 'assets'));
    await writeFile(join(fresh, STAMP), digest);
    // A temporary folder is private, but a server under another account must read the build too.
    await chmod(fresh, 0o755);
    await replaceFolder(dist, fresh);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function readStamp(dist: string): Promise<string | null> {
  return readFile(join(dist, STAMP), 'utf8').catch(() => null);
}

/** Null if the development packages are not installed. */
function findVite(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');
  } catch {
    return null;
  }
}

/** An old build is better than none. */
async function keepOrRefuse(dist: string, reason: string, say: (line: string) => void): Promise<void> {
  const isBuilt = await stat(join(dist, '.vite')).then(
    () => true,
    () => false,
  );
  if (!isBuilt) throw new StartError(`The browser’s part is not built, and ${reason}.`);
  say(`The browser’s part is older than its sources, and ${reason}. It is served as it is.`);
}

async function runVite(args: readonly string[], cwd: string, signal?: AbortSignal): Promise<void> {
  // Always a production build, whatever mode the server runs in.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], signal });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  );
  if (code !== 0)
    throw new StartError('The browser’s part cannot be built. The output of Vite above says why.');
}

async function replaceFolder(place: string, fresh: string): Promise<void> {
  const old = `${fresh}-old`;
  await rename(place, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(fresh, place);
  await rm(old, { recursive: true, force: true });
}
