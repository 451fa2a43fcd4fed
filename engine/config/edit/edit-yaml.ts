/** Inserts into YAML text. Every line that is not named stays as it is, with its comments and its layout. */
import { isMap, isScalar, isSeq, parseDocument, type Pair, Scalar, stringify } from 'yaml';
import {
  columnOf,
  lineEnd,
  linesBelow,
  lineStart,
  nodeAt,
  pairOf,
  rangeOf,
  rangeOfPair,
  splice,
  type TextSplice,
  type YamlPath,
} from './yaml-places.ts';

export type { YamlPath } from './yaml-places.ts';

/** Makes a list of a single value, and adds an entry. */
export function makeList(text: string, path: YamlPath, entry: string): string {
  const one = nodeAt(text, path);
  if (one === null) throw new TypeError(`There is nothing at ${path.join('/')}.`);
  const [start, end] = rangeOf(text, one);
  return splice(text, { start, end, text: `[${text.slice(start, end)}, ${writeScalar(entry)}]` });
}

/**
 * Adds keys with their values to a mapping in block style: behind the key `after`, or at the end.
 * @param block lines without indentation
 */
export function addBlock(text: string, path: YamlPath, block: string, after?: string): string {
  const map = nodeAt(text, path);
  const pair = isMap(map) ? (pairOf(map, after ?? '') ?? map.items.at(-1)) : undefined;
  if (pair === undefined) throw new TypeError(`There is no mapping at ${path.join('/')}.`);
  const [start, end] = rangeOfPair(text, pair);
  const indent = ' '.repeat(columnOf(text, start));
  return splice(text, linesBelow(text, end, block.replaceAll(/^(?=.)/gm, indent)));
}

/** The lines of a key and its value, without indentation; they end with a line break. */
export function blockOf(text: string, path: YamlPath): string {
  const [start, end] = rangeOfPair(text, pairAt(text, path));
  const lines = text.slice(lineStart(text, start), lineEnd(text, end)).trimEnd();
  return `${lines.replaceAll(new RegExp(`^ {${columnOf(text, start)}}`, 'gm'), '')}\n`;
}

/** Leaves out a key of the root with its value, if it is there. */
export function withoutKey(text: string, key: string): string {
  const { contents } = parseDocument(text);
  const pair = isMap(contents) ? pairOf(contents, key) : null;
  if (pair === null) return text;
  const [start, end] = rangeOfPair(text, pair);
  return splice(text, { start: lineStart(text, start), end: lineEnd(text, end), text: '' });
}

interface ScalarPlace {
  readonly value: string;
  /** Of a key: the path of its value. */
  readonly path: YamlPath;
  readonly isKey: boolean;
}

/** Replaces scalars: `replace` returns the new value, or null to keep the text. */
export function replaceScalars(text: string, replace: (place: ScalarPlace) => string | null): string {
  const edits: TextSplice[] = [];
  const visit = (node: unknown, path: YamlPath, isKey: boolean): void => {
    if (isScalar(node)) {
      const value = replace({ value: String(node.value), path, isKey });
      const [start, end] = rangeOf(text, node);
      if (value !== null && value !== String(node.value))
        edits.push({ start, end, text: writeScalar(value, node) });
    } else if (isSeq(node)) {
      node.items.forEach((item, index) => visit(item, [...path, index], false));
    } else if (isMap(node)) {
      for (const { key, value } of node.items) {
        const below = [...path, isScalar(key) ? String(key.value) : ''];
        visit(key, below, true);
        visit(value, below, false);
      }
    }
  };
  visit(parseDocument(text).contents, [], false);
  return edits.toSorted((a, b) => b.start - a.start).reduce(splice, text);
}

/** A text as YAML, in quotes if it needs them, also for older readers that take `yes` for true. */
export function writeScalar(value: string, like?: Scalar): string {
  if (like?.type === Scalar.QUOTE_DOUBLE) return JSON.stringify(value);
  // Braces need no quotes where the text before had none.
  const isPlain =
    !inBrackets.test(value) || (like?.type === Scalar.PLAIN && inBrackets.test(String(like.value)));
  return isPlain && like?.type !== Scalar.QUOTE_SINGLE
    ? stringify(value, { lineWidth: 0, singleQuote: true, compat: 'yaml-1.1' }).trimEnd()
    : `'${value.replaceAll("'", "''")}'`;
}

/** What has a meaning between brackets. */
const inBrackets = /[,[\]{}]/;

function pairAt(text: string, path: YamlPath): Pair {
  const map = nodeAt(text, path.slice(0, -1));
  const pair = isMap(map) ? pairOf(map, String(path.at(-1))) : null;
  if (pair === null) throw new TypeError(`There is nothing at ${path.join('/')}.`);
  return pair;
}
