/** Seals the files of a version with the audit key, and finds changes of them in the database. */
import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { Queryable } from '../database/database.ts';
import { canonical } from '../history/canonical.ts';

/** A version and its files. */
export interface VersionFiles {
  readonly number: number;
  /** Content hash of the portal. */
  readonly portal: string;
  /** Name of each file → hash of its text. */
  readonly files: Readonly<Record<string, string>>;
}

/** The files as they are stored. */
export interface SealedFiles extends VersionFiles {
  readonly seal: Buffer;
}

/** Texts by hash. Null: the stored text does not match this hash. */
export type FileTexts = ReadonlyMap<string, string | null>;

/** The keyed hash over a version and its files. */
export function sealFiles(key: KeyObject, { number, portal, files }: VersionFiles): Buffer {
  return createHmac('sha256', key)
    .update(canonical(['configuration', number, portal, files]))
    .digest();
}

/**
 * Checks the seal first, and reads texts only for an intact list.
 * @returns what was changed, as the end of a sentence; null: nothing
 */
export async function sealFaultOf(
  key: KeyObject,
  sealed: SealedFiles,
  read: (hashes: readonly string[]) => Promise<FileTexts>,
): Promise<string | null> {
  const seal = sealFiles(key, sealed);
  if (sealed.seal.length !== seal.length || !timingSafeEqual(sealed.seal, seal)) {
    return 'the list of its files does not match its seal';
  }
  const texts = await read(Object.values(sealed.files));
  for (const [name, of] of Object.entries(sealed.files)) {
    const text = texts.get(of);
    if (text === undefined) return `the file "${name}" is missing`;
    if (text === null) return `the file "${name}" has another text`;
  }
  return null;
}

/** Reads stored texts. A hash without a row is missing from the result. */
export async function readTexts(client: Queryable, hashes: readonly string[]): Promise<FileTexts> {
  const rows = await client.query<{ hash: string; body: Buffer }>(
    'SELECT hash, body FROM config_files WHERE hash = ANY($1::text[])',
    [hashes],
  );
  return new Map(await Promise.all(rows.map(async (row) => [row.hash, await textOf(row)] as const)));
}

async function textOf(row: { readonly hash: string; readonly body: Buffer }): Promise<string | null> {
  const bytes = await promisify(inflate)(row.body).catch(() => null);
  return bytes !== null && hash('sha256', bytes, 'base64url') === row.hash ? bytes.toString('utf8') : null;
}
