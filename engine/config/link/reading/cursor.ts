/** A value of a parsed file together with where it stands, so that whatever is wrong with it can be pointed at. */
import { isMapping } from '../../../portal/values/is-mapping.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { ParsedFile, SourceSpan } from '../../source.ts';

export { isMapping } from '../../../portal/values/is-mapping.ts';

export interface Cursor {
  readonly file: ParsedFile;
  /** JSON pointer. */
  readonly pointer: string;
  /** Undefined where the file says nothing. */
  readonly value: unknown;
}

/** Where it stands: a mapping is pointed at by the key that it belongs to, all else by itself. */
export function spanOf({ file, pointer, value }: Cursor): SourceSpan {
  return file.positions(pointer, isMapping(value) ? 'key' : 'value');
}

/** Where it begins, as a portal in force remembers it. */
export function placeOf(cursor: Cursor): Place {
  const { file, line, column } = spanOf(cursor);
  return { file, line, column };
}

export function rootOf(file: ParsedFile): Cursor {
  return { file, pointer: '', value: file.value };
}

/** What stands under this key; its value is undefined where nothing does, and it can still be pointed at. */
export function child(cursor: Cursor, key: string | number): Cursor {
  const { file, pointer, value } = cursor;
  return { file, pointer: `${pointer}/${escape(key)}`, value: valueAt(value, key) };
}

/** The keys of a mapping with their values; empty for anything else. */
export function entries(cursor: Cursor): [string, Cursor][] {
  if (!isMapping(cursor.value)) return [];
  return Object.keys(cursor.value).map((key) => [key, child(cursor, key)]);
}

/** The parts of a list; empty for anything else. */
export function items(cursor: Cursor): Cursor[] {
  if (!Array.isArray(cursor.value)) return [];
  return cursor.value.map((_, at) => child(cursor, at));
}

/** The parts of a list, or the one value that stands in place of a list; empty where nothing is said. */
export function oneOrMore(cursor: Cursor): Cursor[] {
  if (cursor.value === undefined || cursor.value === null) return [];
  return Array.isArray(cursor.value) ? items(cursor) : [cursor];
}

/** `null`, as a key without a value reads, says nothing. */
export function isSaid(cursor: Cursor): boolean {
  return cursor.value !== undefined && cursor.value !== null;
}

/** A text; numbers and booleans are read as they are written, all else is null (the schema has said so already). */
export function text(cursor: Cursor): string | null {
  const { value } = cursor;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** The texts of a list, or the one in its place; what is no text is left out. */
export function texts(cursor: Cursor): string[] {
  return oneOrMore(cursor).flatMap((one) => text(one) ?? []);
}

/** Nothing but `true` is true. */
export function truth(cursor: Cursor): boolean {
  return cursor.value === true;
}

export function number(cursor: Cursor): number | null {
  return typeof cursor.value === 'number' ? cursor.value : null;
}

/** Most keys have nothing to escape, and there are very many. */
function escape(key: string | number): string | number {
  if (typeof key === 'number' || !(key.includes('/') || key.includes('~'))) return key;
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function valueAt(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
