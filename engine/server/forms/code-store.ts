/**
 * Compiled validator code, cached in memory and in a folder beside the data, so that a restart compiles nothing
 * again.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Increased when the format of the code changes. Older cached code is then ignored. */
const edition = 2;

/** Returns the code for a form's hash; creates it once. */
export type CodeStore = (hash: string, make: () => string) => Promise<string>;

export function createCodeStore(dataDirectory: string): CodeStore {
  const folder = join(dataDirectory, 'cache', `validators-${edition}`);
  const known = new Map<string, Promise<string>>();
  return (hash, make) => {
    const found = known.get(hash);
    if (found !== undefined) return found;
    const code = readOrMake(join(folder, `${hash}.js`), make);
    known.set(hash, code);
    code.catch(() => known.delete(hash));
    const [oldest] = known.keys();
    if (known.size > 200 && oldest !== undefined) known.delete(oldest);
    return code;
  };
}

async function readOrMake(path: string, make: () => string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept !== null) return kept;
  const code = make();
  // Only a cache: a full or read-only disk must not keep a form from being shown.
  await keep(path, code).catch(() => {});
  return code;
}

/** Written to another name and renamed, so that nobody reads an incomplete module. */
async function keep(path: string, code: string): Promise<void> {
  const half = `${path}.${process.pid}`;
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(half, code);
  await rename(half, path);
}
