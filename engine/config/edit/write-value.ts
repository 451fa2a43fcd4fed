/**
 * Writes a value into YAML text. What is equal keeps its text: comments, order, quotes and layout. Entries of a list are
 * added, removed and moved with the comments above them.
 */
import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { NumberText, render, renderEntry, renderPair, renderScalar } from './render-value.ts';
import {
  childOf,
  columnOf,
  entryBehind,
  lineEnd,
  linesBelow,
  lineStart,
  nameOf,
  nodeAt,
  pairOf,
  rangeOf,
  rangeOfPair,
  splice,
  type TextSplice,
  type YamlPath,
} from './yaml-places.ts';

/** One value has at most this many differences: each is an edit of its own. */
const mostEdits = 2000;

/**
 * @param value undefined: the key or the entry is removed. A missing key is added behind the key before it in the value
 * @throws TypeError if there is nothing at the path above
 */
export function writeValue(text: string, path: YamlPath, value: unknown): string {
  let now = text;
  for (let round = 0; round < mostEdits; round += 1) {
    const edit = nextEdit(now, path, value);
    if (edit === null) return now;
    now = splice(now, edit);
    // Another entry has its index now.
    if (value === undefined) return now;
  }
  throw new RangeError('The value differs in too many places.');
}

/** Inserts an entry into a list. @throws TypeError if there is no list */
export function insertEntry(text: string, path: YamlPath, index: number, value: unknown): string {
  return splice(text, insertion(text, listAt(text, path), { index, value }));
}

/** Inserts an entry into a list: behind the entry `after`, or at the end. @throws TypeError if there is no list */
export function addToList(text: string, path: YamlPath, value: unknown, after?: string): string {
  const list = listAt(text, path);
  const behind = list.items.findIndex((one) => isScalar(one) && one.value === after);
  const index = behind === -1 ? list.items.length : behind + 1;
  return splice(text, insertion(text, list, { index, value }));
}

/** Exchanges an entry of a list with the one behind it. @throws TypeError if there are no two such entries */
export function exchangeEntries(text: string, path: YamlPath, index: number): string {
  const list = nodeAt(text, path);
  const [first, second] = isSeq(list) ? [list.items[index], list.items[index + 1]] : [];
  if (!isSeq(list) || !isNode(first) || !isNode(second))
    throw new TypeError(`There are no two entries at ${path.join('/')}.`);
  const [a, b] = list.flow
    ? [rangeOf(text, first), rangeOf(text, second)]
    : [linesOfEntry(text, first), linesOfEntry(text, second)];
  const [left, right] = [text.slice(...a), withBreak(text.slice(...b))];
  return (
    text.slice(0, a[0]) +
    (list.flow ? right.trimEnd() : right) +
    text.slice(a[1], b[0]) +
    left +
    text.slice(b[1])
  );
}

function nextEdit(text: string, path: YamlPath, value: unknown): TextSplice | null {
  const { contents } = parseDocument(text);
  let node: unknown = contents;
  let isBetween = false;
  for (const [at, step] of path.entries()) {
    isBetween ||= isFlow(node);
    const child = childOf(node, step);
    if (child === null)
      return value === undefined ? null : additionTo(text, node, nest(path.slice(at), value));
    if (at === path.length - 1 && value === undefined) return removal(text, node, step);
    node = child;
  }
  return difference(text, node, { value, isBetween });
}

/** The missing levels above the value. */
function nest([key, ...below]: YamlPath, value: unknown): Readonly<Record<string, unknown>> {
  return { [String(key)]: below.length === 0 ? value : nest(below, value) };
}

function additionTo(text: string, node: unknown, added: Readonly<Record<string, unknown>>): TextSplice {
  const [[key, value] = ['', null]] = Object.entries(added);
  if (!isMap(node)) throw new TypeError(`There is no mapping for "${key}".`);
  return addition(text, node, { key, value, after: null });
}

interface WantedValue {
  readonly value: unknown;
  /** It is between brackets or braces. */
  readonly isBetween: boolean;
}

/** The first edit that brings the node closer to the value; null: it has the value. */
function difference(text: string, node: unknown, { value, isBetween }: WantedValue): TextSplice | null {
  if (isSame(node, value)) return null;
  const isInner = isBetween || isFlow(node);
  if (isMap(node) && isMapping(value)) return mapDifference(text, node, { value, isBetween: isInner });
  if (isSeq(node) && Array.isArray(value)) return listDifference(text, node, { value, isBetween: isInner });
  return replacement(text, node, { value, isBetween });
}

function mapDifference(
  text: string,
  map: YAMLMap,
  { value, isBetween }: WantedValue & { readonly value: Readonly<Record<string, unknown>> },
): TextSplice | null {
  let after: string | null = null;
  for (const [key, one] of Object.entries(value)) {
    const pair = pairOf(map, key);
    if (pair === null) return addition(text, map, { key, value: one, after });
    const edit = isNode(pair.value)
      ? difference(text, pair.value, { value: one, isBetween })
      : emptyValue(text, pair, one);
    if (edit !== null) return edit;
    after = key;
  }
  const extra = map.items.find(({ key }) => !Object.hasOwn(value, nameOf(key)));
  return extra === undefined ? null : removal(text, map, nameOf(extra.key));
}

function listDifference(
  text: string,
  list: YAMLSeq,
  { value: values, isBetween }: WantedValue & { readonly value: readonly unknown[] },
): TextSplice | null {
  const { items } = list;
  const start = items.findIndex((item, index) => index >= values.length || !isSame(item, values[index]));
  if (start === -1) return insertion(text, list, { index: items.length, value: values[items.length] });
  if (start >= values.length) return removal(text, list, start);
  const surplus = items.length - values.length;
  // What follows is the same once entries are removed or inserted here.
  if (surplus > 0 && isSame(items[start + surplus], values[start])) return removal(text, list, start);
  if (surplus < 0 && isSame(items[start], values[start - surplus]))
    return insertion(text, list, { index: start, value: values[start] });
  return difference(text, items[start], { value: values[start], isBetween });
}

interface AddedPair {
  readonly key: string;
  readonly value: unknown;
  /** The key behind which it is written; null: at the end. */
  readonly after: string | null;
}

function addition(text: string, map: YAMLMap, { key, value, after }: AddedPair): TextSplice {
  const pair = (after === null ? null : pairOf(map, after)) ?? map.items.at(-1);
  if (pair === undefined) {
    const [start, end] = rangeOf(text, map);
    return { start, end, text: render({ [key]: value }) };
  }
  const range = rangeOfPair(text, pair);
  if (map.flow) return entryBehind(text, range, renderPair(key, value, null));
  const indent = columnOf(text, range[0]);
  return linesBelow(text, range[1], `${' '.repeat(indent)}${renderPair(key, value, indent)}\n`);
}

function insertion(
  text: string,
  list: YAMLSeq,
  { index, value }: { readonly index: number; readonly value: unknown },
): TextSplice {
  const [before, next] = [list.items[index - 1], list.items[index]];
  const neighbour = isNode(next) ? next : before;
  if (!isNode(neighbour)) {
    const [start, end] = rangeOf(text, list);
    return { start, end, text: render([value]) };
  }
  if (list.flow && isNode(before)) return entryBehind(text, rangeOf(text, before), render(value));
  const [start, end] = rangeOf(text, neighbour);
  if (list.flow) return { start, end: start, text: `${render(value)}, ` };
  const indent = dashOf(text, neighbour);
  const lines = `${' '.repeat(indent)}${renderEntry(value, indent)}\n`;
  if (!isNode(next)) return linesBelow(text, end, lines);
  const [above] = linesOfEntry(text, next);
  return { start: above, end: above, text: lines };
}

function removal(text: string, parent: unknown, step: string | number): TextSplice {
  if (isSeq(parent)) {
    const node = parent.items[Number(step)] as Node;
    if (parent.items.length === 1) return emptied(text, parent, '[]');
    return parent.flow ? removedFromFlow(text, rangeOf(text, node)) : toEdit(linesOfEntry(text, node));
  }
  const map = parent as YAMLMap;
  const pair = pairOf(map, String(step)) as Pair;
  if (map.items.length === 1) return emptied(text, map, '{}');
  const [start, end] = rangeOfPair(text, pair);
  if (map.flow) return removedFromFlow(text, [start, end]);
  const isAlone = text.slice(lineStart(text, start), start).trim() === '';
  if (isAlone) return toEdit([withCommentsAbove(text, lineStart(text, start)), lineEnd(text, end)]);
  // The next key takes its place behind the dash.
  const next = map.items[map.items.indexOf(pair) + 1] as Pair;
  return toEdit([start, rangeOf(text, next.key as Node)[0]]);
}

function toEdit([start, end]: readonly [number, number]): TextSplice {
  return { start, end, text: '' };
}

/** An empty list or mapping is written behind its key. */
function emptied(text: string, node: YAMLMap | YAMLSeq, empty: string): TextSplice {
  const [start, end] = rangeOf(text, node);
  if (node.flow) return { start, end, text: empty };
  const behind = text.slice(0, withCommentsAbove(text, lineStart(text, start))).trimEnd().length;
  const isBelow = text.slice(lineStart(text, start), start).trim() === '' || isSeq(node);
  return isBelow ? { start: behind, end, text: ` ${empty}` } : { start, end, text: empty };
}

/** With the comma behind it, or else with the one before it. */
function removedFromFlow(text: string, [start, end]: readonly [number, number]): TextSplice {
  const behind = /^\s*,\s*/.exec(text.slice(end));
  if (behind !== null) return { start, end: end + behind[0].length, text: '' };
  const before = /,\s*$/.exec(text.slice(0, start));
  return { start: start - (before?.[0].length ?? 0), end, text: '' };
}

function replacement(text: string, node: unknown, { value, isBetween }: WantedValue): TextSplice {
  if (!isNode(node)) return { start: 0, end: text.length, text: `${render(value)}\n` };
  const [start, end] = rangeOf(text, node);
  if (isScalar(node) && !isCollection(value)) {
    const indent = indentOfLine(text, start) + 2;
    return { start, end, text: renderScalar(value, { like: node, indent, isBetween }) };
  }
  const head = text.slice(lineStart(text, start), start);
  const isBelowKey = head.trim() === '' && !isScalar(node);
  if (!isBelowKey) return { start, end, text: render(value) };
  return { start: text.slice(0, start).trimEnd().length, end, text: ` ${render(value)}` };
}

/** A key without a value. */
function emptyValue(text: string, { key }: Pair, value: unknown): TextSplice {
  const at = text.indexOf(':', rangeOf(text, key as Node)[1]) + 1;
  return { start: at, end: at, text: ` ${render(value)}` };
}

function isFlow(node: unknown): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}

function isCollection(value: unknown): boolean {
  return Array.isArray(value) || isMapping(value);
}

function isSame(node: unknown, value: unknown): boolean {
  if (isMap(node)) {
    if (!isMapping(value) || value instanceof NumberText) return false;
    const keys = Object.keys(value);
    return (
      keys.length === node.items.length && keys.every((key) => isSame(pairOf(node, key)?.value, value[key]))
    );
  }
  if (isSeq(node)) {
    return (
      Array.isArray(value) &&
      value.length === node.items.length &&
      node.items.every((item, index) => isSame(item, value[index]))
    );
  }
  if (!isScalar(node)) return false;
  return value instanceof NumberText ? node.source === value.text : node.value === value;
}

function listAt(text: string, path: YamlPath): YAMLSeq {
  const list = nodeAt(text, path);
  if (!isSeq(list)) throw new TypeError(`There is no list at ${path.join('/')}.`);
  return list;
}

/** The lines of an entry, with the comments above it. */
function linesOfEntry(text: string, node: Node): [start: number, end: number] {
  const [start, end] = rangeOf(text, node);
  return [withCommentsAbove(text, lineStart(text, start)), lineEnd(text, end)];
}

/** The start of the comments directly above a line. */
function withCommentsAbove(text: string, start: number): number {
  let at = start;
  while (at > 0) {
    const above = lineStart(text, at - 1);
    if (!/^[ ]*#(?! yaml-language-server)/.test(text.slice(above, at))) return at;
    at = above;
  }
  return at;
}

function withBreak(lines: string): string {
  return lines.endsWith('\n') ? lines : `${lines}\n`;
}

/** The column of the dash before an entry. */
function dashOf(text: string, node: Node): number {
  return indentOfLine(text, rangeOf(text, node)[0]);
}

function indentOfLine(text: string, offset: number): number {
  return /^[ ]*/.exec(text.slice(lineStart(text, offset)))?.[0].length ?? 0;
}
