/** Files that save work. Whoever uses one gets back exactly what was written, or nothing. */
import { hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** @returns null for a file that is missing, cut off or changed, and for one that another user may have written */
export function readKept(path: string): Buffer | null {
  try {
    const file = openSync(path, 'r');
    try {
      if (!isTrusted(fstatSync(file))) return null;
      const content = readFileSync(file);
      const end = content.indexOf('\n');
      const body = content.subarray(end + 1);
      return content.toString('latin1', 0, Math.max(end, 0)) === sealOf(path, body) ? body : null;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/**
 * Writes a file whole or not at all, since several processes may write it at once. Where the folder cannot be written
 * to, nothing happens. Only this user may read the file.
 * @param most how many files the folder keeps: the oldest go
 */
export function writeKept(path: string, body: string | Buffer, most: number): void {
  const folder = dirname(path);
  const fresh = `${path}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(fresh, Buffer.concat([Buffer.from(`${sealOf(path, body)}\n`), Buffer.from(body)]), {
      mode: 0o600,
    });
    renameSync(fresh, path);
    const files = readdirSync(folder).map((name) => join(folder, name));
    const newest = files
      .map((file) => ({ file, at: statSync(file).mtimeMs }))
      .toSorted((a, b) => b.at - a.at);
    for (const { file } of newest.slice(most)) rmSync(file, { force: true });
  } catch {
    // The next process does the work again.
  }
}

function sealOf(path: string, body: string | Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${basename(path)}\n`), Buffer.from(body)]), 'hex');
}

/** Written by this user, or by whoever owns the program and could change that as well, and by nobody else. */
function isTrusted({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  const self = process.getuid?.();
  if (self === undefined) return true;
  return (uid === self || uid === statSync(import.meta.filename).uid) && (mode & 0o022) === 0;
}
