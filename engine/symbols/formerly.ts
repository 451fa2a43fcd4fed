/** Writes the earlier name of something under `formerly`, without touching what else the file says. */
import { isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { originOf } from '../config/source/origin.ts';
import type { Cursor } from '../config/link/input/cursor.ts';
import type { SymbolKind } from '../config/link/input/symbol-use.ts';
import { keysOf } from '../portal/values/pointer.ts';
import type { Declaration } from '../config/link/names/declarations.ts';
import type { TextEdit } from './text-edit.ts';

/** What data is stored under, so that it must know its earlier names. */
const remembering: ReadonlySet<SymbolKind> = new Set([
  'department',
  'type',
  'kind',
  'question',
  'item',
  'paper',
  'row',
  'lookup',
  'document',
  'state',
  'step',
  'clock',
  'role',
]);

/**
 * Adds the earlier name. If the new name is an earlier one, the rename is taken back: then that one is removed instead.
 * @param symbol before it is renamed
 * @returns null if nothing is stored under such names, or if the value cannot say it where it is
 */
export function formerlyEdit({ kind, key, at, part }: Declaration, to: string): TextEdit | null {
  if (!remembering.has(kind)) return null;
  const { file, pointer } = originOf(at);
  const { text } = file;
  const node = nodeAt(at, part === 'value' ? 1 : 0);
  if (isMap(node)) {
    const known = node.items.find((pair) => isScalar(pair.key) && pair.key.value === 'formerly');
    if (known === undefined) return inMap(node, `formerly: ${key}`, text);
    const names = namesIn(known);
    const rest = names.filter((one) => one !== to);
    if (rest.length === 0) return removed(node, known, text);
    return replaced(known, rest.length < names.length ? rest : [...rest, key], text);
  }
  if (part !== 'key') return null;
  const range = file.rangeOf(pointer, 'key');
  const colon = range === null ? -1 : text.indexOf(':', range[1]);
  if (at.value === null || at.value === undefined)
    return { start: colon + 1, end: colon + 1, text: ` { formerly: ${key} }` };
  return kind === 'role' ? aroundDepartments(node, key, text) : null;
}

/** A further key of a mapping; null if there is no mapping here. */
export function addedKey(at: Cursor, said: string): TextEdit | null {
  const node = nodeAt(at, 0);
  return isMap(node) ? inMap(node, said, originOf(at).file.text) : null;
}

/** @param above levels above the cursor */
function nodeAt(at: Cursor, above: number): unknown {
  const { file, pointer } = originOf(at);
  const keys = keysOf(pointer);
  return parseDocument(file.text, { uniqueKeys: false }).getIn(keys.slice(0, keys.length - above), true);
}

/** After the first entry, because a comment above it belongs to what it says. */
function inMap(map: YAMLMap, said: string, text: string): TextEdit | null {
  const [first] = map.items;
  if (map.flow === true) {
    const last = rangeOf(map.items.at(-1)?.value) ?? rangeOf(map.items.at(-1)?.key);
    const [start] = rangeOf(map) ?? [0];
    return last === null
      ? { start: start + 1, end: start + 1, text: ` ${said} ` }
      : { start: last[1], end: last[1], text: `, ${said}` };
  }
  const key = rangeOf(first?.key);
  const value = rangeOf(first?.value) ?? key;
  if (key === null || value === null) return null;
  const indent = ' '.repeat(key[0] - text.lastIndexOf('\n', key[0] - 1) - 1);
  const after = text[value[1] - 1] === '\n' ? value[1] - 1 : text.indexOf('\n', value[1]);
  const end = after === -1 ? text.length : after;
  return { start: end, end, text: `\n${indent}${said}` };
}

function namesIn({ value }: Pair): string[] {
  const names = isSeq(value) ? value.items : [value];
  return names.map((one) => (isScalar(one) ? String(one.value) : ''));
}

/** Without the key, and without the mapping if it has no other. */
function removed(map: YAMLMap, pair: Pair, text: string): TextEdit | null {
  const [key, value, whole] = [rangeOf(pair.key), rangeOf(pair.value), rangeOf(map)];
  if (key === null || value === null || whole === null) return null;
  const end = text[value[1] - 1] === '\n' ? value[1] - 1 : value[1];
  if (map.items.length === 1)
    return { start: text.slice(0, whole[0]).trimEnd().length, end: whole[1], text: '' };
  if (map.flow !== true) return { start: text.lastIndexOf('\n', key[0]), end, text: '' };
  const isFirst = map.items[0] === pair;
  const next = rangeOf(map.items[1]?.key)?.[0] ?? end;
  return isFirst
    ? { start: key[0], end: next, text: '' }
    : { start: text.lastIndexOf(',', key[0]), end, text: '' };
}

/** The earlier names, laid out as they were. */
function replaced({ value }: Pair, all: readonly string[], text: string): TextEdit | null {
  const range = rangeOf(value);
  if (range === null) return null;
  const isBlock = isSeq(value) && value.flow !== true;
  if (!isBlock) {
    const put = all.length === 1 ? (all[0] ?? '') : `[${all.join(', ')}]`;
    return { start: range[0], end: range[1], text: put };
  }
  const indent = range[0] - text.lastIndexOf('\n', range[0] - 1) - 1;
  const put = all.map((one) => `- ${one}`).join(`\n${' '.repeat(indent)}`);
  return { start: range[0], end: text[range[1] - 1] === '\n' ? range[1] - 1 : range[1], text: put };
}

/** A role that only lists its departments. */
function aroundDepartments(node: unknown, key: string, text: string): TextEdit | null {
  const range = rangeOf(node);
  if (range === null || (isSeq(node) && node.flow !== true)) return null;
  const put = `{ department: ${text.slice(...range)}, formerly: ${key} }`;
  return { start: range[0], end: range[1], text: put };
}

function rangeOf(node: unknown): readonly [number, number] | null {
  const range = isMap(node) || isSeq(node) || isScalar(node) ? node.range : null;
  return range ? [range[0], range[1]] : null;
}
