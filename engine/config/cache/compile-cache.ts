/** Remembers earlier results of compiling: parsed texts, and checks without a finding. */
import { hash } from 'node:crypto';
import { createRequire } from 'node:module';

import { join, resolve } from 'node:path';
import { digestSources } from './digest-sources.ts';
import { readCacheFile, writeCacheFile } from './cache-files.ts';
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
/** The largest cache file, in characters. */
const largest = 64_000_000;
/** The number of digests that a process keeps in memory: enough for several large configurations. */
const mostSound = 50_000;
/** The packages that parse and validate. */
const packages = ['yaml', 'ajv', 'ajv-formats'];

/** The work of earlier processes on the folder that is being compiled; null if the cache is not in use. */
let earlier: Work | null = null;
/** What this run has used or done; parsed texts only if the cache is in use. */
let current: Work = { parsed: new Map(), sound: new Set() };
let isNew = false;

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
  current.parsed.set(hash('sha256', text, 'hex'), parsed);
  isNew = true;
}

/**
 * Runs a check, unless an earlier run with the same parts found nothing. The result must depend on the parts only.
 * @param check returns true if it finds nothing
 */
export function checkOnce(parts: readonly string[], check: () => boolean): boolean {
  const key = hash('sha256', JSON.stringify(parts), 'base64url');
  if (current.sound.has(key)) return true;
  const isKnown = earlier?.sound.has(key) === true;
  if (!isKnown && !check()) return false;
  if (current.sound.size >= mostSound) current.sound.clear();
  current.sound.add(key);
  isNew ||= !isKnown;
  return true;
}

/**
 * Compiles with the results of earlier processes for this folder, and stores new results. A cache file is valid for
 * one version of the compiler's sources, and contains only what this run has used.
 * @param folder contains the cache files
 */
export function withCompileCache<Result>(directory: string, compile: () => Result, folder = cache): Result {
  const file = join(folder, digestOf(directory));
  earlier = read(file);
  current = { parsed: new Map(), sound: new Set() };
  isNew = false;
  try {
    return compile();
  } finally {
    if (isNew) write(file);
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

function read(file: string): Work {
  const body = readCacheFile(file);
  const { parsed = {}, sound = [] } = (body === null ? {} : JSON.parse(body.toString())) as {
    readonly parsed?: Readonly<Record<string, ParsedText>>;
    readonly sound?: readonly string[];
  };
  return { parsed: new Map(Object.entries(parsed)), sound: new Set(sound) };
}

function write(file: string): void {
  const { parsed, sound } = current;
  const body = JSON.stringify({ parsed: Object.fromEntries(parsed), sound: [...sound] });
  if (body.length <= largest) writeCacheFile(file, body, mostKept);
}
