/** Finds where the value or the key at a JSON Pointer stands in the text. */
import { isMap, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import { keysOf, type SourceSpan } from '../source.ts';
import type { LineMap } from './line-map.ts';

export interface SourceTree {
  readonly root: Node | null;
  readonly file: string;
  readonly text: string;
  readonly lines: LineMap;
}

/** The span of the nearest part that exists; `''` is the first thing in the file. */
export function spanAt(located: SourceTree, pointer: string, part: 'key' | 'value'): SourceSpan {
  const { node, pair } = walk(located.root, keysOf(pointer));
  const key = pair !== null && isNodeLike(pair.key) ? pair.key : null;
  const value = node ?? key;
  return spanOf(located, part === 'key' && key !== null ? key : (value ?? located.root));
}

/** The text of a scalar as it is written. */
export function sourceAt(located: SourceTree, pointer: string): string | null {
  const keys = keysOf(pointer);
  const { node, depth } = walk(located.root, keys);
  if (depth !== keys.length || !isScalar(node)) return null;
  return node.source ?? null;
}

/** The place of a node; it ends with its line, since a mark does not run over several. */
export function spanOf({ file, text, lines }: SourceTree, node: Node | null): SourceSpan {
  const [start, end] = rangeOf(node, text);
  const line = text.slice(start, end).split('\n', 1)[0] ?? '';
  return { file, ...lines.lineOf(start), length: Math.max(1, line.trimEnd().length) };
}

function rangeOf(node: Node | null, text: string): readonly [number, number] {
  const first = isMap(node) && node.flow !== true ? firstKey(node) : node;
  const range = (first ?? node)?.range;
  if (range) return [range[0], range[1]];
  const begin = /^(?![ \t\r]*(?:#|$)).+$/m.exec(text)?.index ?? 0;
  return [begin, begin];
}

function firstKey(map: YAMLMap): Node | null {
  const key = map.items[0]?.key;
  return isNodeLike(key) ? key : null;
}

interface NodeAtPath {
  readonly node: Node | null;
  /** The pair that the node is the value of, or null in a list. */
  readonly pair: Pair | null;
  /** Keys that were followed. */
  readonly depth: number;
}

function walk(root: Node | null, keys: readonly string[]): NodeAtPath {
  let found: NodeAtPath = { node: root, pair: null, depth: 0 };
  for (const key of keys) {
    const next = step(found, key);
    if (next === null) return found;
    found = next;
  }
  return found;
}

function step({ node, depth }: NodeAtPath, key: string): NodeAtPath | null {
  if (isSeq(node)) {
    const item = node.items[Number(key)];
    return isNodeLike(item) ? { node: item, pair: null, depth: depth + 1 } : null;
  }
  if (!isMap(node)) return null;
  const pair = pairsOf(node).get(key);
  if (pair === undefined) return null;
  return { node: isNodeLike(pair.value) ? pair.value : null, pair, depth: depth + 1 };
}

/** Pairs by key, kept for maps that are asked again and again. */
const pairsOf = onceForEach((map: YAMLMap) => {
  const pairs = new Map<string, Pair>();
  for (const pair of map.items) if (isPair(pair)) pairs.set(textOfKey(pair.key), pair);
  return pairs;
});

/** A key as text, as it is written where it is no text: `012`, `true`. */
export function textOfKey(key: unknown): string {
  if (!isScalar(key)) return '';
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function isNodeLike(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'range' in value;
}
