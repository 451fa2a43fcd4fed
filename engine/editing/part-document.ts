/** A part of a file's text: its value as it is written, and where it is. */
import { createHash } from 'node:crypto';
import { isMap, isNode, isScalar, isSeq, type Document, type Node, parseDocument } from 'yaml';
import type { YamlPath } from '../config/edit/edit-yaml.ts';
import type { SourceFile } from '../config/source/source.ts';
import { keysOf } from '../portal/values/pointer.ts';

const parsed = new Map<string, { readonly text: string; readonly document: Document }>();
/** Files that stay parsed. */
const mostParsed = 40;

/** The document of a file; each text is parsed once. */
export function documentOf({ name, text }: Pick<SourceFile, 'name' | 'text'>): Document {
  const known = parsed.get(name);
  if (known?.text === text) return known.document;
  const document = parseDocument(text);
  parsed.delete(name);
  parsed.set(name, { text, document });
  const [oldest] = parsed.keys();
  if (parsed.size > mostParsed && oldest !== undefined) parsed.delete(oldest);
  return document;
}

/** The keys of a pointer in a document: an index of a list is a number. */
export function pathIn(document: Document, pointer: string): YamlPath {
  let node: unknown = document.contents;
  return keysOf(pointer).map((key) => {
    const step = isSeq(node) && /^\d+$/.test(key) ? Number(key) : key;
    node = childOf(node, step);
    return step;
  });
}

/** @returns null: there is nothing */
export function nodeIn(document: Document, path: YamlPath): Node | null {
  const node = path.reduce<unknown>(childOf, document.contents);
  return isNode(node) ? node : null;
}

export function childOf(node: unknown, step: string | number): unknown {
  if (isSeq(node)) return node.items[Number(step)] ?? null;
  if (!isMap(node)) return null;
  return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))?.value ?? null;
}

/** The plain value; undefined: there is nothing. */
export function valueOf(node: Node | null, document: Document): unknown {
  return node === null ? undefined : (node.toJS(document, { maxAliasCount: 0 }) as unknown);
}

/** The lines of a value as they are written, without their indentation. */
export function linesOf(node: Node, text: string): string {
  const [start = 0, end = 0] = node.range ?? [];
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  return text
    .slice(start, end)
    .trimEnd()
    .replaceAll(new RegExp(`\\n {1,${Math.max(column, 1)}}`, 'g'), '\n');
}

/** Changes with every change of the part. */
export function editionOf(node: Node | null, text: string): string {
  const [start = 0, end = 0] = node?.range ?? [];
  return createHash('sha256').update(text.slice(start, end)).digest('base64url');
}

/** The pointer to the innermost part around an offset. */
export function partAt(document: Document, offset: number): YamlPath {
  const path: (string | number)[] = [];
  let node: unknown = document.contents;
  for (;;) {
    const step = stepAround(node, offset);
    if (step === null) return path;
    path.push(step);
    node = childOf(node, step);
  }
}

function stepAround(node: unknown, offset: number): string | number | null {
  const isAround = (start: unknown, end: unknown): boolean => {
    const from = isNode(start) ? (start.range?.[0] ?? 0) : 0;
    const to = isNode(end) ? (end.range?.[1] ?? 0) : isNode(start) ? (start.range?.[1] ?? 0) : 0;
    return from <= offset && offset <= to;
  };
  if (isSeq(node)) {
    const index = node.items.findIndex((item) => isAround(item, item));
    return index === -1 ? null : index;
  }
  if (!isMap(node)) return null;
  const pair = node.items.find(({ key, value }) => isAround(key, value));
  return pair !== undefined && isScalar(pair.key) ? String(pair.key.value) : null;
}
