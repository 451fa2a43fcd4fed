/** Remembers earlier results of compiling: parsed texts, and checks without a finding. */
import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { digestSources } from './digest-sources.ts';
import { keepNewest, noteUse, readCacheFile, writeCacheFile } from './cache-files.ts';
import type { ParsedText } from '../source/positions.ts';

interface Work {
  /** Key: the digest of the text. */
  readonly parsed: Map<string, ParsedText>;
  /** Digests of checks without a finding. */
  readonly sound: Set<string>;
}

const root = join(import.meta.dirname, '../../..');
const cache = join(root, '.cache/compiled');
/** The number of configuration folders in the cache. */
const mostKept = 8;
/**
 * The number of files that the cache of one configuration is divided into, by the first digits of the digests, so that
 * an edit of one file writes a few of them.
 */
const pieces = 64;
/** The number of digests that a process keeps in memory: enough for several large configurations. */
const mostSound = 50_000;
/** The packages that parse and validate. */
const packages = ['yaml', 'ajv', 'ajv-formats'];

/** The work of earlier processes on the folder that is being compiled; null if the cache is not in use. */
let earlier: Work | null = null;
/** What this run has used or done; parsed texts only if the cache is in use. */
let current: Work = { parsed: new Map(), sound: new Set() };
/** The pieces for which this run has something new. */
const changed = new Set<number>();

/** Returns the earlier result of parsing the text, if it had no mistake. */
export function cachedParse(text: string): ParsedText | null {
  if (earlier === null) return null;
  const key = hash('sha256', text, 'hex');
  const found = current.parsed.get(key) ?? earlier.parsed.get(key) ?? null;
  if (found !== null) current.parsed.set(key, found);
  return found;
}

/** Remembers a text that was parsed without a mistake. */
export function cacheParse(text: string, parsed: ParsedText): void {
  if (earlier === null) return;
  const key = hash('sha256', text, 'hex');
  current.parsed.set(key, parsed);
  changed.add(pieceOf(key));
}

/**
 * Runs a check, unless an earlier run with the same parts found nothing. The result must depend on the parts only.
 * @param check returns true if it finds nothing
 */
export function checkOnce(parts: readonly string[], check: () => boolean): boolean {
  const key = hash('sha256', JSON.stringify(parts), 'hex');
  if (current.sound.has(key)) return true;
  const isKnown = earlier?.sound.has(key) === true;
  if (!isKnown && !check()) return false;
  if (current.sound.size >= mostSound) current.sound.clear();
  current.sound.add(key);
  if (!isKnown) changed.add(pieceOf(key));
  return true;
}

/**
 * Compiles with the results of earlier processes for this folder, and stores new results. The cache is valid for one
 * version of the compiler's sources. A piece that is written contains only what this run has used.
 * @param folder contains the cache files
 */
export function withCompileCache<Result>(directory: string, compile: () => Result, folder = cache): Result {
  const own = digestOf(directory);
  // Its name binds a file to the compiler and the directory, wherever it lies.
  const fileOf = (piece: number): string => join(folder, own, `${own}-${piece}`);
  noteUse(join(folder, own));
  earlier = read(fileOf);
  current = { parsed: new Map(), sound: new Set() };
  changed.clear();
  try {
    return compile();
  } finally {
    write(fileOf);
    if (changed.size > 0) keepNewest(folder, mostKept);
    earlier = null;
    current.parsed.clear();
  }
}

function digestOf(directory: string): string {
  const require = createRequire(import.meta.url);
  const versions = packages.map((name) => (require(`${name}/package.json`) as { version: string }).version);
  const sources = digestSources(root, ['engine/config', 'engine/portal/values', 'schemas']);
  const parts = [process.version, ...versions, sources, resolve(directory)];
  return hash('sha256', JSON.stringify(parts), 'hex');
}

function pieceOf(key: string): number {
  return Number.parseInt(key.slice(0, 4), 16) % pieces;
}

function read(fileOf: (piece: number) => string): Work {
  const work: Work = { parsed: new Map(), sound: new Set() };
  for (let piece = 0; piece < pieces; piece++) {
    const body = readCacheFile(fileOf(piece));
    if (body === null) continue;
    const { parsed, sound } = JSON.parse(body.toString()) as {
      readonly parsed: Readonly<Record<string, ParsedText>>;
      readonly sound: readonly string[];
    };
    for (const [key, one] of Object.entries(parsed)) work.parsed.set(key, one);
    for (const key of sound) work.sound.add(key);
  }
  return work;
}

function write(fileOf: (piece: number) => string): void {
  const parsed = Map.groupBy(current.parsed, ([key]) => pieceOf(key));
  const sound = Map.groupBy(current.sound, pieceOf);
  for (const piece of changed) {
    const own = { parsed: Object.fromEntries(parsed.get(piece) ?? []), sound: sound.get(piece) ?? [] };
    writeCacheFile(fileOf(piece), JSON.stringify(own));
  }
}
