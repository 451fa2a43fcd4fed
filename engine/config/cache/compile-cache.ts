/** Remembers earlier results of compiling: parsed texts, linked kinds, and checks without a finding. */
import { hash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { compilerSources, digestSources } from './digest-sources.ts';
import { keepNewest, noteUse, readCacheFile, writeCacheFile } from './cache-files.ts';
import type { ParsedText } from '../source/positions.ts';

/** A parsed text as JSON: of most files, nobody looks at the places, and at the values only in part. */
export interface KeptText {
  readonly value: string;
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

interface KeptLinks {
  /** The digest of everything else that the kinds were linked with. */
  readonly of: string;
  /** Linked kinds as JSON, by their digests. */
  readonly links: ReadonlyMap<string, string>;
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
let currentLinks: KeptLinks | null = null;
/** The pieces for which this run has something new. */
const changed = new Set<number>();

/** The digests of the texts of this run, which several stages ask for. */
const digests = new Map<string, string>();

/** Hexadecimal. */
export function digestOfText(text: string): string {
  const known = digests.get(text) ?? hash('sha256', text, 'hex');
  if (earlier !== null) digests.set(text, known);
  return known;
}

/** True if an earlier run has parsed the text, and found no mistake. */
export function isParsed(text: string): boolean {
  return keptParse(digestOfText(text)) !== null;
}

function keptParse(key: string): KeptText | null {
  return current.parsed.get(key) ?? earlier?.parsed.get(key) ?? null;
}

/** Returns the earlier result of parsing the text, if it had no mistake. It is read as far as it is looked at. */
export function cachedParse(text: string): ParsedText | null {
  if (earlier === null) return null;
  const key = digestOfText(text);
  const found = keptParse(key);
  if (found === null) return null;
  current.parsed.set(key, found);
  const value = lazily(() => JSON.parse(found.value) as unknown);
  const outline = lazily(() => JSON.parse(found.outline) as ParsedText['outline']);
  return {
    get value() {
      return value();
    },
    get outline() {
      return outline();
    },
  };
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

export function keptText({ value, outline }: ParsedText): KeptText {
  return { value: JSON.stringify(value), outline: JSON.stringify(outline) };
}

/** Remembers a text that was parsed without a mistake. */
export function keepParsed(text: string, kept: KeptText): void {
  if (earlier === null) return;
  const key = digestOfText(text);
  current.parsed.set(key, kept);
  changed.add(pieceOf(key));
}

/** True if this run is one of `withCompileCache`. */
export function isCaching(): boolean {
  return earlier !== null;
}

/**
 * The kinds that earlier runs have linked with the same surroundings, as JSON by the digests of their files.
 * @param of the digest of the surroundings
 */
export function cachedLinks(of: string): ReadonlyMap<string, string> {
  const kept = [...(earlier?.links.values() ?? [])].filter((one) => one.of === of);
  return new Map(kept.flatMap(({ links }) => [...links]));
}

/**
 * Remembers linked kinds: those of the first linking of a run, which is that of the folder as it is.
 * @param fresh the digests of those that no earlier run has linked
 */
export function cacheLinks(links: KeptLinks, fresh: Iterable<string>): void {
  if (earlier === null || currentLinks !== null) return;
  currentLinks = links;
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
    digests.clear();
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
    // JSON has no line breaks.
    const [own = '', ...lines] = body.toString().split('\n');
    const { parsed, sound, links } = JSON.parse(own) as PieceHeader;
    for (const [index, key] of parsed.entries())
      work.parsed.set(key, { value: lines[index * 2] ?? '', outline: lines[index * 2 + 1] ?? '' });
    for (const key of sound) work.sound.add(key);
    if (links === null) continue;
    const first = parsed.length * 2;
    const byKey = links.keys.map((key, index) => [key, lines[first + index] ?? ''] as const);
    work.links.set(piece, { of: links.of, links: new Map(byKey) });
  }
  return work;
}

/** The first line of a piece. Two lines for each text follow, with its value and its places, and one for each kind. */
interface PieceHeader {
  readonly parsed: readonly string[];
  readonly sound: readonly string[];
  readonly links: { readonly of: string; readonly keys: readonly string[] } | null;
}

/** The links of a piece: those of this run, or, if it has linked nothing, those that were there. */
function linksOf(piece: number): KeptLinks | null {
  if (currentLinks === null) return earlier?.links.get(piece) ?? null;
  const { of, links } = currentLinks;
  return { of, links: new Map([...links].filter(([key]) => pieceOf(key) === piece)) };
}

function write(fileOf: (piece: number) => string): void {
  const parsed = Map.groupBy(current.parsed, ([key]) => pieceOf(key));
  const sound = Map.groupBy(current.sound, pieceOf);
  for (const piece of changed) {
    const texts = parsed.get(piece) ?? [];
    const kept = linksOf(piece);
    const header: PieceHeader = {
      parsed: texts.map(([key]) => key),
      sound: sound.get(piece) ?? [],
      links: kept && { of: kept.of, keys: [...kept.links.keys()] },
    };
    const lines = [
      JSON.stringify(header),
      ...texts.flatMap(([, { value, outline }]) => [value, outline]),
      ...(kept?.links.values() ?? []),
    ];
    writeCacheFile(fileOf(piece), lines.join('\n'));
  }
}
