/** Compiled validator code, kept in memory and in a folder beside the data, so that a restart compiles nothing again. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Raised when what the code looks like changes: what was kept before is then left alone. */
const edition = 2;

/** Answers the code for a form's hash, made once. */
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
  // Only a help: a disk that is full or read-only must not keep a form from being shown.
  await keep(path, code).catch(() => {});
  return code;
}

/** Written beside and renamed, so that nobody reads half a module. */
async function keep(path: string, code: string): Promise<void> {
  const half = `${path}.${process.pid}`;
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(half, code);
  await rename(half, path);
}
