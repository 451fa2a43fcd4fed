/** Maps and lists of everyday YAML between braces and brackets. */
import { Pair, YAMLMap, YAMLSeq, type Node } from 'yaml';
import { putRange, Unusual, type TextReader } from './everyday-reader.ts';
import { readFlowKey, readFlowWords, readQuoted } from './everyday-scalars.ts';

export interface Around {
  /** Column that further lines must stay right of. */
  readonly parent: number;
  /** Maps and lists around it. */
  readonly depth: number;
}

/** Deeper than anybody writes; the package has a limit of its own. */
export const deepest = 40;

export function readFlow(reader: TextReader, around: Around): Node {
  if (around.depth > deepest) throw new Unusual();
  const start = reader.at;
  const collection = reader.text[start] === '{' ? readMap(reader, around) : readList(reader, around);
  collection.flow = true;
  reader.end = reader.at;
  return putRange(collection, start, reader.end);
}

function readMap(reader: TextReader, around: Around): YAMLMap {
  const map = new YAMLMap();
  readEntries(reader, { close: '}', parent: around.parent }, () => {
    const key = readFlowKey(reader);
    while (reader.text[reader.at] === ' ') reader.at += 1;
    map.items.push(new Pair(key, readFlowValue(reader, around)));
  });
  return map;
}

function readList(reader: TextReader, around: Around): YAMLSeq {
  const list = new YAMLSeq();
  readEntries(reader, { close: ']', parent: around.parent }, () =>
    list.items.push(readFlowValue(reader, around)),
  );
  return list;
}

interface Bounds {
  readonly close: string;
  readonly parent: number;
}

function readEntries(reader: TextReader, { close, parent }: Bounds, readEntry: () => void): void {
  const { text } = reader;
  reader.at += 1;
  skipSpace(reader, parent);
  while (text[reader.at] !== close) {
    readEntry();
    skipSpace(reader, parent);
    if (text[reader.at] === close) break;
    if (text[reader.at] !== ',') throw new Unusual();
    reader.at += 1;
    skipSpace(reader, parent);
  }
  reader.at += 1;
}

function readFlowValue(reader: TextReader, { parent, depth }: Around): Node {
  const first = reader.text[reader.at];
  if (first === '{' || first === '[') return readFlow(reader, { parent, depth: depth + 1 });
  return first === '"' || first === "'" ? readQuoted(reader, null) : readFlowWords(reader);
}

const space = / *(?:\n( *))*/y;

function skipSpace(reader: TextReader, parent: number): void {
  space.lastIndex = reader.at;
  const column = space.exec(reader.text)?.[1]?.length ?? Infinity;
  if (column <= parent) throw new Unusual();
  reader.at = space.lastIndex;
}
