/** Remembers earlier results of compiling: parsed texts, linked kinds, and checks without a finding. */
import { hash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { compilerSources, digestSources } from './digest-sources.ts';
import { keepNewest, noteUse, readCacheFile, writeCacheFile } from './cache-files.ts';
import type { ParsedText } from '../source/positions.ts';

/** A parsed text, with the places as JSON: those of most files are never looked up. */
interface KeptText {
  readonly value: unknown;
  readonly outline: string;
}

interface Work {
  /** Key: the digest of the text. */
  readonly parsed: Map<string, KeptText>;
  /** Digests of checks without a finding. */
  readonly sound: Set<string>;
  /** Of each piece. */
  readonly links: Map<number, KeptLinks>;
}

/** Linked kinds as JSON, by their digests. */
interface KeptLinks {
  /** The digest of everything else that they were linked with. */
  readonly of: string;
  readonly text: string;
}

interface CurrentLinks {
  readonly of: string;
  readonly links: ReadonlyMap<string, unknown>;
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
/** The work of earlier processes on the folder that is being compiled; null if the cache is not in use. */
let earlier: Work | null = null;
/** What this run has used or done; parsed texts only if the cache is in use. */
let current: Pick<Work, 'parsed' | 'sound'> = { parsed: new Map(), sound: new Set() };
/** The kinds that this run has linked, or found; null: it has not linked any yet. */
let currentLinks: CurrentLinks | null = null;
/** The pieces for which this run has something new. */
const changed = new Set<number>();

/** Returns the earlier result of parsing the text, if it had no mistake. */
export function cachedParse(text: string): ParsedText | null {
  if (earlier === null) return null;
  const key = hash('sha256', text, 'hex');
  const found = current.parsed.get(key) ?? earlier.parsed.get(key) ?? null;
  if (found === null) return null;
  current.parsed.set(key, found);
  let outline: ParsedText['outline'] | undefined;
  return {
    value: found.value,
    get outline() {
      return (outline ??= JSON.parse(found.outline) as ParsedText['outline']);
    },
  };
}

/** Remembers a text that was parsed without a mistake. */
export function cacheParse(text: string, { value, outline }: ParsedText): void {
  if (earlier === null) return;
  const key = hash('sha256', text, 'hex');
  current.parsed.set(key, { value, outline: JSON.stringify(outline) });
  changed.add(pieceOf(key));
}

/** True if this run is one of `withCompileCache`. */
export function isCaching(): boolean {
  return earlier !== null;
}

/**
 * The kinds that earlier runs have linked with the same surroundings, as plain JSON by the digests of their files.
 * @param of the digest of the surroundings
 */
export function cachedLinks(of: string): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const kept of earlier?.links.values() ?? []) {
    if (kept.of !== of) continue;
    for (const [key, link] of Object.entries(JSON.parse(kept.text) as object)) found.set(key, link);
  }
  return found;
}

/**
 * Remembers linked kinds: those of the first linking of a run, which is that of the folder as it is.
 * @param fresh the digests of those that no earlier run has linked
 */
export function cacheLinks({ of, links }: CurrentLinks, fresh: Iterable<string>): void {
  if (earlier === null || currentLinks !== null) return;
  currentLinks = { of, links };
  for (const key of fresh) changed.add(pieceOf(key));
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
  currentLinks = null;
  changed.clear();
  try {
    return compile();
  } finally {
    write(fileOf);
    if (changed.size > 0) keepNewest(folder, mostKept);
    earlier = null;
    currentLinks = null;
    current.parsed.clear();
  }
}

function digestOf(directory: string): string {
  const parts = [process.version, digestSources(root, compilerSources), resolve(directory)];
  return hash('sha256', JSON.stringify(parts), 'hex');
}

function pieceOf(key: string): number {
  return Number.parseInt(key.slice(0, 4), 16) % pieces;
}

function read(fileOf: (piece: number) => string): Work {
  const work: Work = { parsed: new Map(), sound: new Set(), links: new Map() };
  for (let piece = 0; piece < pieces; piece++) {
    const body = readCacheFile(fileOf(piece));
    if (body === null) continue;
    const [own = '', links = ''] = body.toString().split('\n');
    const { parsed, sound, of } = JSON.parse(own) as {
      readonly parsed: Readonly<Record<string, KeptText>>;
      readonly sound: readonly string[];
      readonly of: string | null;
    };
    if (of !== null) work.links.set(piece, { of, text: links });
    for (const [key, one] of Object.entries(parsed)) work.parsed.set(key, one);
    for (const key of sound) work.sound.add(key);
  }
  return work;
}

/** The links of a piece: those of this run, or, if it has linked nothing, those that were there. */
function linksOf(piece: number): KeptLinks | null {
  if (currentLinks === null) return earlier?.links.get(piece) ?? null;
  const { of, links } = currentLinks;
  const own = [...links].filter(([key]) => pieceOf(key) === piece);
  return { of, text: JSON.stringify(Object.fromEntries(own)) };
}

function write(fileOf: (piece: number) => string): void {
  const parsed = Map.groupBy(current.parsed, ([key]) => pieceOf(key));
  const sound = Map.groupBy(current.sound, pieceOf);
  for (const piece of changed) {
    const kept = linksOf(piece);
    const own = {
      parsed: Object.fromEntries(parsed.get(piece) ?? []),
      sound: sound.get(piece) ?? [],
      of: kept?.of ?? null,
    };
    // JSON has no line breaks.
    writeCacheFile(fileOf(piece), `${JSON.stringify(own)}\n${kept?.text ?? ''}`);
  }
}
