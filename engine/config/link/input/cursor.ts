/** A cursor is a value of a parsed file with its position, so that diagnostics can point to it. */
import { isMapping } from '../../../portal/values/is-mapping.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { ParsedFile, SourceSpan } from '../../source/source.ts';

export { isMapping } from '../../../portal/values/is-mapping.ts';

export interface Cursor {
  readonly file: ParsedFile;
  /** JSON Pointer. */
  readonly pointer: string;
  /** Undefined if the key is missing. */
  readonly value: unknown;
}

/** The place of the value: a mapping is marked at its key, any other value at itself. */
export function spanOf({ file, pointer, value }: Cursor): SourceSpan {
  return file.positions(pointer, isMapping(value) ? 'key' : 'value');
}

/** The start of the value, for the portal. */
export function placeOf(cursor: Cursor): Place {
  const { file, line, column } = spanOf(cursor);
  return { file, line, column };
}

export function rootOf(file: ParsedFile): Cursor {
  return { file, pointer: '', value: file.value };
}

/** The value of this key. If the key is missing the value is undefined, but the cursor still has a place. */
export function child(cursor: Cursor, key: string | number): Cursor {
  const { file, pointer, value } = cursor;
  return { file, pointer: `${pointer}/${escape(key)}`, value: valueAt(value, key) };
}

/** The keys of a mapping with their values; empty for any other value. */
export function entries(cursor: Cursor): [string, Cursor][] {
  if (!isMapping(cursor.value)) return [];
  return Object.keys(cursor.value).map((key) => [key, child(cursor, key)]);
}

/** The entries of a list; empty for any other value. */
export function items(cursor: Cursor): Cursor[] {
  if (!Array.isArray(cursor.value)) return [];
  return cursor.value.map((_, at) => child(cursor, at));
}

/** The entries of a list, or the single value in place of a list; empty if the key is missing. */
export function oneOrMore(cursor: Cursor): Cursor[] {
  if (cursor.value === undefined || cursor.value === null) return [];
  return Array.isArray(cursor.value) ? items(cursor) : [cursor];
}

/** Returns false for `null`, which is a key without a value. */
export function isPresent(cursor: Cursor): boolean {
  return cursor.value !== undefined && cursor.value !== null;
}

/** A text; numbers and booleans become text as written, any other value is null (the schema reports it). */
export function text(cursor: Cursor): string | null {
  const { value } = cursor;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** The texts of a list, or the single text; other values are left out. */
export function texts(cursor: Cursor): string[] {
  return oneOrMore(cursor).flatMap((one) => text(one) ?? []);
}

/** The scalar as written in the file, without quotes. */
export function written(at: Cursor): string {
  const source = at.file.sourceOf(at.pointer);
  return (typeof at.value === 'string' ? at.value : (source ?? text(at) ?? '')).trim();
}

/** Only `true` is true. */
export function truth(cursor: Cursor): boolean {
  return cursor.value === true;
}

export function number(cursor: Cursor): number | null {
  return typeof cursor.value === 'number' ? cursor.value : null;
}

/** Most keys need no escaping, and there are many, so this quick test comes first. */
function escape(key: string | number): string | number {
  if (typeof key === 'number' || !(key.includes('/') || key.includes('~'))) return key;
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function valueAt(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
