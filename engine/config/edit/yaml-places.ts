/** Where the parts of YAML text are, and how something is written behind them. */
import { isMap, isNode, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';

/** Keys of mappings and indices of lists, from the root. */
export type YamlPath = readonly (string | number)[];

export interface TextSplice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function splice(text: string, { start, end, text: inserted }: TextSplice): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

/** The value at a path; null: there is none. */
export function nodeAt(text: string, path: YamlPath): Node | null {
  return path.reduce<Node | null>(childOf, parseDocument(text).contents);
}

export function childOf(node: unknown, step: string | number): Node | null {
  const child = isSeq(node)
    ? node.items[Number(step)]
    : isMap(node)
      ? pairOf(node, String(step))?.value
      : null;
  return isNode(child) ? child : null;
}

export function pairOf(map: YAMLMap, key: string): Pair | null {
  return map.items.find((pair) => nameOf(pair.key) === key) ?? null;
}

export function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}

/** From the key to the end of the value. */
export function rangeOfPair(text: string, { key, value }: Pair): [start: number, end: number] {
  const [start, end] = rangeOf(text, key as Node);
  return [start, isNode(value) ? rangeOf(text, value)[1] : end];
}

/** Without the line break at the end of a text over several lines. */
export function rangeOf(text: string, node: Node): [start: number, end: number] {
  const [start = 0, end = 0] = node.range ?? [];
  return [start, start + text.slice(start, end).trimEnd().length];
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The start of the line below. */
export function lineEnd(text: string, offset: number): number {
  const next = text.indexOf('\n', offset);
  return next === -1 ? text.length : next + 1;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Lines below the line of an offset. */
export function linesBelow(text: string, offset: number, lines: string): TextSplice {
  const at = lineEnd(text, offset);
  const isOpen = at === text.length && !text.endsWith('\n');
  return { start: at, end: at, text: isOpen ? `\n${lines}` : lines };
}

/** An entry behind another one in braces or brackets, on a line of its own if the other one is. */
export function entryBehind(
  text: string,
  [start, end]: readonly [start: number, end: number],
  entry: string,
): TextSplice {
  const before = text.slice(lineStart(text, start), start);
  return { start: end, end, text: before.trim() === '' ? `,\n${before}${entry}` : `, ${entry}` };
}
