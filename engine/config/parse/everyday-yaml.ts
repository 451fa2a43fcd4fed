/**
 * Reads YAML as people mostly write it into the nodes that the yaml package makes of it, ten times as fast: block maps
 * and lists, flow, text with and without quotes, comments. Of all else it says null, and the package reads it.
 */
import { Pair, Scalar, YAMLMap, YAMLSeq, type Node } from 'yaml';
import { deepest, readFlow, type Around } from './everyday-flow.ts';
import { readBlockKey, readLines, readPlain, readQuoted } from './everyday-scalars.ts';
import { putRange, toContent, toNextLine, Unusual, type TextReader } from './everyday-reader.ts';

/** Tabs, carriage returns, and what nobody sees. */
// oxlint-disable-next-line no-control-regex
const unseen = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\uFEFF]/;

/** @returns null where anything at all is unusual, mistakes included */
export function readEverydayYaml(text: string): Node | null {
  if (unseen.test(text)) return null;
  const reader: TextReader = { text, at: 0, indent: -1, end: 0, kept: new Map() };
  try {
    toContent(reader);
    if (reader.indent !== 0) return null;
    const root = readBlock(reader, { parent: -1, depth: 0 });
    return isAtEnd(reader) && !(root instanceof Scalar) ? root : null;
  } catch (error) {
    if (error instanceof Unusual) return null;
    throw error;
  }
}

/** What begins a line, or a line's rest after a dash. */
function readBlock(reader: TextReader, around: Around): Node {
  const { depth } = around;
  if (depth > deepest) throw new Unusual();
  if (isDash(reader)) return readSequence(reader, depth);
  const key = readBlockKey(reader);
  return key === null ? readValue(reader, around) : readMapping(reader, key, depth);
}

function isAtEnd({ indent }: TextReader): boolean {
  return indent === -1;
}

function isDash({ text, at }: TextReader): boolean {
  return text[at] === '-' && text[at + 1] === ' ';
}

function readSequence(reader: TextReader, depth: number): YAMLSeq {
  const { at: start, indent } = reader;
  const list = new YAMLSeq();
  do {
    reader.at += 2;
    reader.indent = indent + 2;
    if (isDash(reader)) throw new Unusual();
    list.items.push(readBlock(reader, { parent: indent, depth: depth + 1 }));
  } while (reader.indent === indent && isDash(reader));
  if (reader.indent > indent) throw new Unusual();
  return putRange(list, start, reader.end);
}

function readMapping(reader: TextReader, first: Scalar, depth: number): YAMLMap {
  const { indent } = reader;
  const map = new YAMLMap();
  let key = first;
  for (;;) {
    map.items.push(new Pair(key, readMapped(reader, indent, depth)));
    if (reader.indent > indent) throw new Unusual();
    if (reader.indent < indent || isDash(reader)) break;
    const next = readBlockKey(reader);
    if (next === null) throw new Unusual();
    key = next;
  }
  return putRange(map, first.range?.[0] ?? 0, reader.end);
}

/** What follows a key and its colon, in the same line or below. */
function readMapped(reader: TextReader, indent: number, depth: number): Node {
  if (!toNextLine(reader)) {
    while (reader.text[reader.at] === ' ') reader.at += 1;
    return readValue(reader, { parent: indent, depth: depth + 1 });
  }
  const isBelow = reader.indent > indent || (reader.indent === indent && isDash(reader));
  if (!isBelow) throw new Unusual();
  return readBlock(reader, { parent: indent, depth: depth + 1 });
}

/** What is neither a list with dashes nor a map with a key in each line. */
function readValue(reader: TextReader, around: Around): Node {
  const { parent } = around;
  const first = reader.text[reader.at];
  if (first === '|' || first === '>') return readLines(reader, parent);
  if (first === '{' || first === '[') {
    const node = readFlow(reader, around);
    if (!toNextLine(reader)) throw new Unusual();
    return node;
  }
  if (first === '"' || first === "'") {
    const node = readQuoted(reader, parent);
    if (!toNextLine(reader)) throw new Unusual();
    return node;
  }
  return readPlain(reader, parent);
}
