/** Stores the sealed files of each configuration that comes into force, so that the last one can be served again. */
import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Queryable } from '../database/database.ts';
import type { AppliedVersion } from './applied-versions.ts';
import { textsLock } from './pruned-versions.ts';
import { fingerprintOf } from '../history/audit-key.ts';
import { canonical, type Version } from '../history/event-chain.ts';

/** A file of a configuration, by its name within the folder. */
export interface ConfigFile {
  readonly name: string;
  readonly text: string;
}

/** A configuration that was in force. */
export interface KeptConfiguration {
  /** The newest version number that it had. */
  readonly number: number;
  readonly files: readonly ConfigFile[];
}

/** The files that a version was compiled from, and the audit key that seals them. */
export interface FilesToKeep {
  readonly files: readonly ConfigFile[];
  readonly key: KeyObject;
}

/**
 * Stores and seals the files of a version, unless this key has sealed them already. Configurations share the rows of
 * equal texts.
 * @param client of the transaction that inserted the version
 */
export async function keepFiles(
  client: Queryable,
  { number, hash: portal }: Version,
  { files, key }: FilesToKeep,
): Promise<void> {
  const values = [number, fingerprintOf(key)];
  const sealed = await client.query('SELECT FROM version_files WHERE version = $1 AND key = $2', values);
  if (sealed.length > 0) return;
  const { names, seal } = await storeSealed(client, files, { key, number, portal });
  await client.query('INSERT INTO version_files (version, key, files, seal) VALUES ($1, $2, $3, $4)', [
    ...values,
    JSON.stringify(names),
    seal,
  ]);
}

/**
 * Stores the texts that are not stored yet.
 * @returns the hash of each file's text, and the seal over them
 */
export async function storeSealed(
  client: Queryable,
  files: readonly ConfigFile[],
  { key, ...of }: Omit<VersionFiles, 'files'> & { readonly key: KeyObject },
): Promise<{ readonly names: VersionFiles['files']; readonly seal: Buffer }> {
  const names = Object.fromEntries(files.map(({ name, text }) => [name, hash('sha256', text, 'base64url')]));
  await keepTexts(client, new Map(files.map(({ name, text }) => [names[name] ?? '', text])));
  return { names, seal: sealFiles(key, { ...of, files: names }) };
}

/** @param texts by hash */
async function keepTexts(client: Queryable, texts: ReadonlyMap<string, string>): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock_shared(${textsLock})`);
  const known = await client.query<{ hash: string }>(
    'SELECT hash FROM config_files WHERE hash = ANY($1::text[])',
    [[...texts.keys()]],
  );
  const missing = new Map(texts);
  for (const one of known) missing.delete(one.hash);
  const bodies = await Promise.all([...missing.values()].map((text) => promisify(deflate)(text)));
  await client.query(
    `INSERT INTO config_files (hash, body) SELECT * FROM unnest($1::text[], $2::bytea[]) ON CONFLICT DO NOTHING`,
    [[...missing.keys()], bodies],
  );
}

/** The result of the search for the last configuration in force. */
export interface LastConfiguration {
  /** The newest one with intact files; null: there is none. */
  readonly last: KeptConfiguration | null;
  /** One line for each newer one with changed files. */
  readonly faults: readonly string[];
}

const reading = `SELECT v.number, v.hash AS portal, f.files, f.seal
  FROM version_files f JOIN versions v ON v.number = f.version
  WHERE f.key = $1 AND f.version < $2 AND NOT EXISTS (SELECT FROM pruned_versions p WHERE p.version = f.version)
  ORDER BY f.version DESC LIMIT 1`;

const beyond = 2 ** 31 - 1;

/**
 * Reads the files of the newest version that was sealed with the key. Skips versions whose seal or files do not
 * match.
 */
export async function readLastConfiguration(client: Queryable, key: KeyObject): Promise<LastConfiguration> {
  const faults: string[] = [];
  for (let before = beyond; ;) {
    const [found] = await client.query<SealedFiles>(reading, [fingerprintOf(key), before]);
    if (found === undefined) return { last: null, faults };
    const kept = await unseal(client, key, found);
    if (typeof kept !== 'string') return { last: kept, faults };
    faults.push(kept);
    before = found.number;
  }
}

/**
 * Reads the files of a version that was sealed with the key.
 * @returns a sentence if there is no such version, its files were pruned, or it was changed
 */
export async function readVersion(
  client: Queryable,
  key: KeyObject,
  number: number,
): Promise<KeptConfiguration | string> {
  const [found] = await client.query<SealedFiles>(reading, [fingerprintOf(key), number + 1]);
  if (found?.number === number) return unseal(client, key, found);
  const [pruned] = await client.query<{ at: Date }>('SELECT at FROM pruned_versions WHERE version = $1', [
    number,
  ]);
  return pruned === undefined
    ? `There are no files of a version ${number} of the configuration.`
    : sayPruned(number, pruned.at.toISOString());
}

/** @param at ISO date-time */
function sayPruned(number: number, at: string): string {
  return (
    `The files of version ${number} were pruned on ${at.slice(0, 10)}, as the rule "versions.keepFiles" in portal.yaml says. ` +
    'Its number, hash and plan are kept: see "munisipyo versions".'
  );
}

/** @returns a sentence if the seal or a file does not match */
async function unseal(
  client: Queryable,
  key: KeyObject,
  found: SealedFiles,
): Promise<KeptConfiguration | string> {
  const { number } = found;
  const files = await readSealed(client, key, found);
  if (typeof files !== 'string') return { number, files };
  return `Version ${number} of the configuration was changed in the database: ${files}.`;
}

/** @returns the files in the order of their names; what was changed, as the end of a sentence */
export async function readSealed(
  client: Queryable,
  key: KeyObject,
  sealed: SealedFiles,
): Promise<readonly ConfigFile[] | string> {
  let texts: FileTexts = new Map();
  const fault = await sealFaultOf(key, sealed, async (hashes) => (texts = await readTexts(client, hashes)));
  if (fault !== null) return fault;
  const names = Object.keys(sealed.files).toSorted((a, b) => (a < b ? -1 : 1));
  return names.map((name) => ({ name, text: texts.get(sealed.files[name] ?? '') ?? '' }));
}

/** A version in a list, with what is different from the one before. */
export interface ListedVersion {
  readonly number: number;
  /** Of its portal. */
  readonly hash: string;
  /** ISO date-time at which it came into force. */
  readonly at: string;
  /** Who put it in force with a command, and why; null: it followed the folder, or rows that offices keep. */
  readonly applied: Omit<AppliedVersion, 'plan'> | null;
  /** Names of files; null: its files, or those of the version before, were never stored. */
  readonly files: {
    readonly added: readonly string[];
    readonly changed: readonly string[];
    readonly lost: readonly string[];
  } | null;
  /** ISO date-time at which its files were pruned; null: they are kept. */
  readonly prunedAt: string | null;
}

/** @returns every version, the newest first */
export async function listVersions(client: Queryable): Promise<readonly ListedVersion[]> {
  const rows = await client.query<{
    number: number;
    hash: string;
    at: Date;
    files: VersionFiles['files'] | null;
    applied: ListedVersion['applied'];
    prunedAt: Date | null;
  }>(
    `SELECT v.number, v.hash, v.at, f.files, p.at AS "prunedAt",
       CASE WHEN a.version IS NOT NULL THEN
         jsonb_build_object('again', a.again, 'author', a.author, 'message', a.message, 'approver', a.approver)
         END AS applied
     FROM versions v LEFT JOIN applied_versions a ON a.version = v.number
       LEFT JOIN pruned_versions p ON p.version = v.number LEFT JOIN LATERAL (
       SELECT files FROM version_files WHERE version = v.number LIMIT 1) f ON true ORDER BY v.number`,
  );
  return rows
    .map(({ files, at, prunedAt, ...row }, index) => {
      const before = index === 0 ? {} : (rows[index - 1]?.files ?? null);
      return {
        ...row,
        at: at.toISOString(),
        files: files && before && differencesOf(before, files),
        prunedAt: prunedAt?.toISOString() ?? null,
      };
    })
    .toReversed();
}

function differencesOf(before: VersionFiles['files'], after: VersionFiles['files']): ListedVersion['files'] {
  const [old, now] = [Object.keys(before), Object.keys(after)];
  return {
    added: now.filter((name) => !Object.hasOwn(before, name)),
    changed: now.filter((name) => Object.hasOwn(before, name) && before[name] !== after[name]),
    lost: old.filter((name) => !Object.hasOwn(after, name)),
  };
}

/** A version and its files. */
interface VersionFiles {
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
function sealFiles(key: KeyObject, { number, portal, files }: VersionFiles): Buffer {
  return createHmac('sha256', key)
    .update(canonical(['configuration', number, portal, files]))
    .digest();
}

/**
 * Checks the seal first, and reads texts only for an intact list.
 * @param read null: the texts were pruned
 * @returns what was changed, as the end of a sentence; null: nothing
 */
export async function sealFaultOf(
  key: KeyObject,
  sealed: SealedFiles,
  read: ((hashes: readonly string[]) => Promise<FileTexts>) | null,
): Promise<string | null> {
  const seal = sealFiles(key, sealed);
  if (sealed.seal.length !== seal.length || !timingSafeEqual(sealed.seal, seal)) {
    return 'the list of its files does not match its seal';
  }
  if (read === null) return null;
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
