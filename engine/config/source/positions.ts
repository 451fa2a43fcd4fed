/** Finds the position of the value or the key at a JSON Pointer. */
import { isAlias, isMap, isPair, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import type { SourceSpan } from './source.ts';
import { keysOf } from '../../portal/values/pointer.ts';

/** Start and end offset. */
type TextRange = readonly [start: number, end: number];

/** The positions of a value and its parts, as plain JSON; `null` if nothing is written. */
type Outline =
  | null
  | readonly [...TextRange]
  | readonly [...TextRange, entries: readonly Outline[] | Readonly<Record<string, OutlineEntry>>];

type OutlineEntry = readonly [key: TextRange | null, value: Outline];

/** The result of parsing a text, as plain JSON. */
export interface ParsedText {
  readonly value: unknown;
  readonly outline: Outline;
}

export interface SourceTree {
  readonly file: string;
  readonly text: string;
  readonly lines: LineMap;
}

/** @param node null for a file without content */
export function outlineOf(node: unknown): Outline {
  if (!isNodeLike(node)) return null;
  const [start, end] = rangeOf(node) ?? [0, 0];
  if (isSeq(node)) return [start, end, node.items.map(outlineOf)];
  // A node from another place (an alias) is not a scalar here.
  if (isAlias(node)) return [start, end, []];
  if (!isMap(node)) return [start, end];
  const entries: Record<string, OutlineEntry> = Object.create(null);
  for (const pair of node.items) {
    if (isPair(pair)) entries[textOfKey(pair.key)] = [rangeOf(pair.key), outlineOf(pair.value)];
  }
  return [start, end, entries];
}

/** The range of a node. A map over several lines is marked at its first key. Null if there is none. */
export function rangeOf(node: unknown): TextRange | null {
  if (!isNodeLike(node)) return null;
  const { range } = (isMap(node) && node.flow !== true && firstKey(node)) || node;
  return range ? [range[0], range[1]] : null;
}

function firstKey(map: YAMLMap): Node | null {
  const key = map.items[0]?.key;
  return isNodeLike(key) ? key : null;
}

/** The span of the nearest existing part; `''` means the start of the content. */
export function spanAt(
  tree: SourceTree,
  root: Outline,
  { pointer, part }: { readonly pointer: string; readonly part: 'key' | 'value' },
): SourceSpan {
  const { outline, key } = walk(root, keysOf(pointer));
  const value = outline ?? key;
  return spanOf(tree, part === 'key' && key !== null ? key : (value ?? root));
}

/** The range of the value at the pointer if it is a scalar, else null. */
export function scalarAt(root: Outline, pointer: string): TextRange | null {
  const keys = keysOf(pointer);
  const { outline, depth } = walk(root, keys);
  return depth === keys.length && outline !== null && outline.length === 2 ? outline : null;
}

/** The range of the key at the pointer; null in a list, or if there is none. */
export function keyAt(root: Outline, pointer: string): TextRange | null {
  const keys = keysOf(pointer);
  const { key, depth } = walk(root, keys);
  return depth === keys.length ? key : null;
}

/** The place of a range. It ends with its line, because a mark covers one line. */
export function spanOf({ file, text, lines }: SourceTree, range: TextRange | Outline): SourceSpan {
  const [start, end] = range ?? firstLine(text);
  const line = text.slice(start, end).split('\n', 1)[0] ?? '';
  return { file, ...lines.lineOf(start), length: Math.max(1, line.trimEnd().length) };
}

/** The start of the first line that is not a comment. */
function firstLine(text: string): TextRange {
  const begin = /^(?![ \t\r]*(?:#|$)).+$/m.exec(text)?.index ?? 0;
  return [begin, begin];
}

interface OutlineAtPath {
  readonly outline: Outline;
  /** The key of the value, or null in a list. */
  readonly key: TextRange | null;
  /** Number of keys that exist. */
  readonly depth: number;
}

function walk(root: Outline, keys: readonly string[]): OutlineAtPath {
  let found: OutlineAtPath = { outline: root, key: null, depth: 0 };
  for (const key of keys) {
    const next = step(found, key);
    if (next === null) return found;
    found = next;
  }
  return found;
}

function step({ outline, depth }: OutlineAtPath, key: string): OutlineAtPath | null {
  const entries = outline?.[2];
  if (entries === undefined) return null;
  if (Array.isArray(entries)) {
    const item: Outline = entries[Number(key)] ?? null;
    return item === null ? null : { outline: item, key: null, depth: depth + 1 };
  }
  if (!Object.hasOwn(entries, key)) return null;
  const [range, value] = (entries as Readonly<Record<string, OutlineEntry>>)[key] ?? [null, null];
  return { outline: value, key: range, depth: depth + 1 };
}

/** A key as it is written, even if YAML reads it as another type: `012`, `true`. */
export function textOfKey(key: unknown): string {
  if (!isScalar(key)) return '';
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function isNodeLike(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'range' in value;
}

interface LineMap {
  readonly lineOf: (offset: number) => { readonly line: number; readonly column: number };
  /** The text of a line without its line break; empty if the line does not exist. */
  readonly textOf: (line: number) => string;
}

/** Line starts are computed on first use. */
export function createLineMap(text: string): LineMap {
  let known: readonly number[] | null = null;
  const starts = (): readonly number[] => (known ??= findStarts(text));
  return {
    lineOf(offset) {
      const found = lastAtMost(starts(), offset);
      return { line: found + 1, column: offset - (starts()[found] ?? 0) + 1 };
    },
    textOf(line) {
      const start = starts()[line - 1];
      if (start === undefined) return '';
      return text.slice(start, starts()[line]).replace(/\r?\n$/, '');
    },
  };
}

function findStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Index of the last number that is not greater than the target. */
function lastAtMost(sorted: readonly number[], searched: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= searched) low = middle;
    else high = middle - 1;
  }
  return low;
}
