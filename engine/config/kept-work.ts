/** What compiling has found out before: texts that were parsed, and what was checked without a mistake. */
import { hash } from 'node:crypto';
import { createRequire } from 'node:module';

import { join, resolve } from 'node:path';
import { digestSources } from './digest-sources.ts';
import { readKept, writeKept } from './kept-files.ts';
import type { ParsedText } from './parse/positions.ts';

interface Work {
  /** By digest of the text. */
  readonly parsed: Map<string, ParsedText>;
  /** Digests of what was checked. */
  readonly sound: Set<string>;
}

const root = join(import.meta.dirname, '../..');
const cache = join(root, '.cache/compiled');
/** Folders of configurations whose work is kept. */
const mostKept = 8;
/** Characters of one file. */
const largest = 64_000_000;
/** Digests in the memory of a process: those of a large configuration several times over. */
const mostSound = 50_000;
/** The packages that parse and check. */
const packages = ['yaml', 'ajv', 'ajv-formats'];

/** Work of earlier processes on the folder that is compiled now; null where nobody asks for it. */
let earlier: Work | null = null;
/** What was used or done since; parsed texts only where they will be kept. */
let current: Work = { parsed: new Map(), sound: new Set() };
let isNew = false;

/** What the text was parsed to before, if it had no mistake. */
export function parsedBefore(text: string): ParsedText | null {
  if (earlier === null) return null;
  const key = hash('sha256', text, 'hex');
  const found = current.parsed.get(key) ?? earlier.parsed.get(key) ?? null;
  if (found !== null) current.parsed.set(key, found);
  return found;
}

/** To be called with what has no mistake. */
export function rememberParsed(text: string, parsed: ParsedText): void {
  if (earlier === null) return;
  current.parsed.set(hash('sha256', text, 'hex'), parsed);
  isNew = true;
}

/**
 * Runs a check whose result follows from the parts alone, unless it found nothing wrong with the same parts before.
 * @param check answers whether nothing is wrong
 */
export function onceSound(parts: readonly string[], check: () => boolean): boolean {
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
 * Compiles with what earlier processes found out about this folder, and keeps what is new for later ones. The file
 * counts only for the same sources of the compiler, and holds only what this run has used.
 * @param folder has the files
 */
export function withKeptWork<Result>(directory: string, compile: () => Result, folder = cache): Result {
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
  const body = readKept(file);
  const { parsed = {}, sound = [] } = (body === null ? {} : JSON.parse(body.toString())) as {
    readonly parsed?: Readonly<Record<string, ParsedText>>;
    readonly sound?: readonly string[];
  };
  return { parsed: new Map(Object.entries(parsed)), sound: new Set(sound) };
}

function write(file: string): void {
  const { parsed, sound } = current;
  const body = JSON.stringify({ parsed: Object.fromEntries(parsed), sound: [...sound] });
  if (body.length <= largest) writeKept(file, body, mostKept);
}
