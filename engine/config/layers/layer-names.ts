/**
 * Names of the files of a layered configuration: its own are `lookups/branch.yaml`, those of a base beside it
 * `../province/lookups/branch.yaml`.
 */
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';

const beside = String.raw`\.\.\/[a-z0-9]+(?:[-_][a-z0-9]+)*`;
const basePattern = new RegExp(`^${beside}$`);
const namePattern = new RegExp(`^(${beside})/(.+)$`);

/** True for `../province`: the name of a folder beside the configuration. */
export function isBaseName(written: string): boolean {
  return basePattern.test(written);
}

/** The name of a folder for a copy of a configuration: the copy of a base lies beside it, and never has this name. */
export const nameOfCopy = '_config';

export interface LayeredName {
  /** The base, such as `../province`; null: the configuration itself. */
  readonly base: string | null;
  /** The name below the folder of its layer. */
  readonly name: string;
}

/** Splits the name of a file into its layer and its name there. */
export function layeredName(name: string): LayeredName {
  const [, base = null, below = name] = namePattern.exec(name) ?? [];
  return { base, name: below };
}

/** True for the name of a file that belongs to a base, and not to the configuration itself. */
export function isOfBase(name: string): boolean {
  return layeredName(name).base !== null;
}

export interface WrittenBase {
  /** As written, without quotes. */
  readonly written: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** The base that the text of a portal.yaml names; null if it extends nothing. The text need not be valid YAML. */
export function baseIn(text: string): WrittenBase | null {
  const found = /^(extends:[ \t]*)("[^"\n]*"|'[^'\n]*'|[^\s#]*)/m.exec(text);
  if (found === null) return baseInDocument(text);
  const [, key = '', value = ''] = found;
  return {
    written: value.replaceAll(/^["']|["']$/g, ''),
    line: text.slice(0, found.index).split('\n').length,
    column: key.length + 1,
    length: Math.max(1, value.length),
  };
}

/** However YAML may write it: with a quoted key, or in braces. */
function baseInDocument(text: string): WrittenBase | null {
  if (!text.includes('extends')) return null;
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines });
  const value = isMap(contents) ? contents.get('extends', true) : undefined;
  if (!isScalar(value) || value.range == null) return null;
  const [start, end] = value.range;
  const { line, col } = lines.linePos(start);
  return { written: String(value.value ?? ''), line, column: col, length: Math.max(1, end - start) };
}

/** The bases that these files extend, as `../province`, the nearest first. */
export function basesOf(files: readonly { readonly name: string; readonly text: string }[]): string[] {
  const bases: string[] = [];
  for (let portal = 'portal.yaml'; ;) {
    const text = files.find(({ name }) => name === portal)?.text ?? '';
    const base = baseIn(text)?.written ?? '';
    if (!isBaseName(base) || bases.includes(base)) return bases;
    bases.push(base);
    portal = `${base}/portal.yaml`;
  }
}

/** The file of this name in the nearest base that has one. */
export function fileInBase<File extends { readonly name: string; readonly text: string }>(
  files: readonly File[],
  name: string,
): File | undefined {
  const names = basesOf(files).map((base) => `${base}/${name}`);
  return names.map((one) => files.find((file) => file.name === one)).find((file) => file !== undefined);
}
