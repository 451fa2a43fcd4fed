/** Cache files. A reader gets exactly what was written, or nothing. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** @returns null if the file is missing, truncated or changed, or if another user may have written it */
export function readCacheFile(path: string): Buffer | null {
  try {
    const file = openSync(path, 'r');
    try {
      const { uid, mode } = fstatSync(file);
      if (!isTrusted({ uid, mode })) return null;
      const content = readFileSync(file);
      const end = content.indexOf('\n');
      const body = content.subarray(end + 1);
      if (content.toString('latin1', 0, Math.max(end, 0)) !== sealOf(path, body)) return null;
      if (uid === process.getuid?.()) noteReading(file);
      return body;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** What is in use is not among the oldest, which a full folder loses. */
function noteReading(file: number): void {
  try {
    futimesSync(file, new Date(), new Date());
  } catch {
    // Nothing is deleted from a file system that is read-only.
  }
}

/**
 * Writes a file atomically, because several processes may write it at once. If the folder is not writable, nothing
 * happens. Only this user may read the file.
 */
export function writeCacheFile(path: string, body: string | Buffer): void {
  const folder = dirname(path);
  const fresh = `${path}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(fresh, Buffer.concat([Buffer.from(`${sealOf(path, body)}\n`), Buffer.from(body)]), {
      mode: 0o600,
    });
    renameSync(fresh, path);
  } catch {
    // On failure the next process repeats the work.
  }
}

/** Counts as a use of a folder of the cache: reading the files in it does not. */
export function noteUse(folder: string): void {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // There is none yet, or it is another user's.
  }
}

/** Deletes all files and folders of a folder of the cache but those used last. If that is not possible, nothing happens. */
export function keepNewest(folder: string, most: number): void {
  try {
    const entries = readdirSync(folder).map((name) => join(folder, name));
    const newest = entries
      .map((entry) => ({ entry, at: statSync(entry).mtimeMs }))
      .toSorted((a, b) => b.at - a.at);
    for (const { entry } of newest.slice(most)) rmSync(entry, { force: true, recursive: true });
  } catch {
    // The next process tries again.
  }
}

function sealOf(path: string, body: string | Buffer): string {
  return createHash('sha256')
    .update(`${basename(path)}\n`)
    .update(body)
    .digest('hex');
}

/**
 * Returns true if the file belongs to this user or to the owner of the program (who could change the program too),
 * and nobody else may write it.
 */
function isTrusted({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  const self = process.getuid?.();
  if (self === undefined) return true;
  return (uid === self || uid === statSync(import.meta.filename).uid) && (mode & 0o022) === 0;
}
