/** Inserts into YAML text. Every line that is not named stays as it is, with its comments and its layout. */
import { isMap, isNode, isScalar, isSeq, type Node, type Pair, parseDocument, Scalar, stringify } from 'yaml';

/** Keys of mappings and indices of lists, from the root. */
export type YamlPath = readonly (string | number)[];

/** Adds an entry to a list: behind the entry `after`, or at the end. */
export function addToList(text: string, path: YamlPath, entry: string, after?: string): string {
  const list = nodeAt(text, path);
  if (!isSeq(list)) throw new TypeError(`There is no list at ${path.join('/')}.`);
  const index = list.items.findIndex((one) => isScalar(one) && one.value === after);
  const last = index === -1 ? list.items.at(-1) : list.items[index];
  if (!isNode(last)) return splice(text, startOf(list) + 1, entry);
  if (list.flow) return insertBehind(text, last, entry);
  const dash = /^[ ]*/.exec(text.slice(lineStart(text, startOf(last))))?.[0] ?? '';
  return insertLines(text, endOf(last), `${dash}- ${entry}\n`);
}

/** Makes a list of a single value, and adds an entry. */
export function makeList(text: string, path: YamlPath, entry: string): string {
  const one = nodeAt(text, path);
  return splice(text, startOf(one), `[${text.slice(startOf(one), endOf(one))}, ${entry}]`, endOf(one));
}

/** Adds a key to a mapping that does not have it. The value is written on one line. */
export function addKey(text: string, path: YamlPath, key: string, value: string): string {
  const map = nodeAt(text, path);
  const last = isMap(map) ? map.items.at(-1) : undefined;
  if (!isMap(map) || last === undefined) throw new TypeError(`There is no mapping at ${path.join('/')}.`);
  if (map.flow) return insertBehind(text, lastNodeOf(last), `${key}: ${value}`, startOf(last.key));
  return insertLines(text, endOf(lastNodeOf(last)), `${indentOf(text, startOf(last.key))}${key}: ${value}\n`);
}

/**
 * Adds keys with their values to a mapping in block style: behind the key `after`, or at the end.
 * @param block lines without indentation
 */
export function addBlock(text: string, path: YamlPath, block: string, after?: string): string {
  const map = nodeAt(text, path);
  const pairs = isMap(map) ? map.items : [];
  const pair = pairs.find(({ key }) => isScalar(key) && String(key.value) === after) ?? pairs.at(-1);
  if (pair === undefined) throw new TypeError(`There is no mapping at ${path.join('/')}.`);
  const indent = indentOf(text, startOf(pair.key));
  const lines = block.replaceAll(/^(?=.)/gm, indent);
  return insertLines(text, endOf(lastNodeOf(pair)), lines);
}

/** The lines of a key and its value, without indentation; they end with a line break. */
export function blockOf(text: string, path: YamlPath): string {
  const pair = pairAt(text, path);
  const indent = indentOf(text, startOf(pair.key));
  const start = lineStart(text, startOf(pair.key));
  const lines = text.slice(start, lineEnd(text, endOf(lastNodeOf(pair)))).trimEnd();
  return `${lines.replaceAll(new RegExp(`^${indent}`, 'gm'), '')}\n`;
}

/** Leaves out a key of the root with its value, if it is there. */
export function withoutKey(text: string, key: string): string {
  const { contents } = parseDocument(text);
  if (!isMap(contents) || !contents.has(key)) return text;
  const pair = pairAt(text, [key]);
  return splice(text, lineStart(text, startOf(pair.key)), '', lineEnd(text, endOf(lastNodeOf(pair))));
}

interface ScalarPlace {
  readonly value: string;
  /** Of a key: the path of its value. */
  readonly path: YamlPath;
  readonly isKey: boolean;
}

/** Replaces scalars: `replace` returns the new value, or null to keep the text. */
export function replaceScalars(text: string, replace: (place: ScalarPlace) => string | null): string {
  const edits: { node: Scalar; value: string }[] = [];
  const visit = (node: unknown, path: YamlPath, isKey: boolean): void => {
    if (isScalar(node)) {
      const value = replace({ value: String(node.value), path, isKey });
      if (value !== null && value !== String(node.value)) edits.push({ node, value });
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
  return edits
    .toSorted((a, b) => startOf(b.node) - startOf(a.node))
    .reduce(
      (done, { node, value }) => splice(done, startOf(node), writeScalar(value, node), endOf(node)),
      text,
    );
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

/** Inserts an entry behind another one in braces or brackets, on a line of its own if the other one is. */
function insertBehind(text: string, last: Node, entry: string, start = startOf(last)): string {
  const before = text.slice(lineStart(text, start), start);
  return splice(text, endOf(last), before.trim() === '' ? `,\n${before}${entry}` : `, ${entry}`);
}

/** Inserts lines below the line of an offset. */
function insertLines(text: string, offset: number, lines: string): string {
  const at = lineEnd(text, offset);
  const isOpen = at === text.length && !text.endsWith('\n');
  return splice(text, at, isOpen ? `\n${lines}` : lines);
}

function nodeAt(text: string, path: YamlPath): Node {
  const document = parseDocument(text);
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  if (!isNode(node)) throw new TypeError(`There is nothing at ${path.join('/')}.`);
  return node;
}

function pairAt(text: string, path: YamlPath): Pair {
  const map = nodeAt(text, path.slice(0, -1));
  const pair = isMap(map)
    ? map.items.find(({ key }) => isScalar(key) && String(key.value) === String(path.at(-1)))
    : undefined;
  if (pair === undefined) throw new TypeError(`There is nothing at ${path.join('/')}.`);
  return pair;
}

function lastNodeOf({ key, value }: Pair): Node {
  return (isNode(value) ? value : key) as Node;
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function endOf(node: Node): number {
  return node.range?.[1] ?? 0;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The start of the line below. A text over several lines ends with its last line break. */
function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && text[at - 1] === '\n') at -= 1;
  const next = text.indexOf('\n', at);
  return next === -1 ? text.length : next + 1;
}

function indentOf(text: string, offset: number): string {
  return ' '.repeat(offset - lineStart(text, offset));
}

function splice(text: string, start: number, inserted: string, end = start): string {
  return text.slice(0, start) + inserted + text.slice(end);
}
