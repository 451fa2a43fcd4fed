/** Words for values, types and places, for the diagnostics of a file's shape. */
import type { ParsedFile } from '../source/source.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { keysOf } from '../../portal/values/pointer.ts';

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  null: 'nothing',
};

/** Keys whose maps have names that the author chooses. */
const mapsOfNames: ReadonlySet<string> = new Set(
  'routes guards chains groups flags derived states transitions clocks properties lists fields parties params $defs'.split(
    ' ',
  ),
);

/** Lists types in words: `text or a list`. */
export function typesInWords(expected: string | readonly string[]): string {
  const words = [expected].flat().map((type) => types[type] ?? type);
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`;
}

/** Describes a value, to end the sentence "but this is …". */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string'
    ? 'text'
    : `the ${types[typeof value] === 'a number' ? 'number' : 'value'} ${String(value)}`;
}

interface MistypedValue {
  readonly file: ParsedFile;
  readonly pointer: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly error: { readonly data?: unknown };
}

/** The remedy for a value of the wrong type. */
export function typeRemedy(
  { file, pointer, schema, error }: MistypedValue,
  expected: readonly string[],
): string {
  const { pattern, description } = schema;
  // A map or a list has no words that could be put in quotes.
  if (expected.includes('string') && typeof description === 'string' && isStructured(error.data))
    return description;
  const written = file.sourceOf(pointer);
  if (written === null || written === '') {
    if (expected.includes('array') && !expected.includes('string')) return 'Write a list: [first, second].';
    if (expected.includes('object') && !expected.includes('string'))
      return 'Write a map: keys with values, indented below.';
    return expected.includes('string') || written === ''
      ? 'Write a value after the colon, or remove the key.'
      : `Write ${typesInWords(expected)}.`;
  }
  if (expected.includes('string')) {
    const isTextLike = typeof pattern !== 'string' || new RegExp(pattern, 'u').test(written);
    if (isTextLike || typeof description !== 'string') return `Put it in quotes: "${written}".`;
    return description;
  }
  if (expected.includes('array')) return `Write a list: [${written}].`;
  if (expected.includes('object')) return 'Write a map: keys with values, indented below.';
  return `Write ${typesInWords(expected)}, without quotes.`;
}

function isStructured(value: unknown): boolean {
  return isMapping(value) || Array.isArray(value);
}

/** The name of a value: `"title"`, `An entry of "guards"`, `The file`. */
export function subjectOf(pointer: string): string {
  const keys = keysOf(pointer);
  const last = keys.at(-1);
  if (last === undefined) return 'The file';
  if (!isIndex(last)) return `"${last}"`;
  const name = keys.findLast((key) => !isIndex(key));
  return name === undefined ? 'An entry' : `An entry of "${name}"`;
}

/** The name of a map: `Route "desk.index"`, `This rule`, `The file`. */
export function mapAt(pointer: string, title: string | undefined): string {
  const keys = keysOf(pointer);
  const last = keys.at(-1);
  if (last === undefined) return 'The file';
  const noun = title ?? 'Map';
  if (mapsOfNames.has(keys.at(-2) ?? '') || (title === 'Paper' && keys.length === 1))
    return `${noun} "${last}"`;
  return `This ${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
}

/** A value as it is written in the file, shortened. */
export function writtenAt(file: ParsedFile, pointer: string, value: unknown): string {
  return (file.sourceOf(pointer) ?? (JSON.stringify(value) || '')).slice(0, 80);
}

function isIndex(key: string): boolean {
  return /^\d+$/.test(key);
}
