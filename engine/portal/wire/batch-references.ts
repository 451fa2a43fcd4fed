/** Reads of a batch that need an answer before them, such as the form that a record names. */
import { keysOf } from '../values/pointer.ts';

/** As in an address: `{/form@records/checklist/x}`, encoded. */
const reference = /%7B(%2F.+?)%40(.+?)%7D/g;

/**
 * Stands for a value of another answer of the batch, as a parameter of a path.
 * @param path of the other read, before this one
 * @param pointer JSON Pointer to a text or a number
 */
export function referenceTo(path: string, pointer: string): string {
  return `{${pointer}@${path}}`;
}

/**
 * The path with the values that it refers to.
 * @param bodyOf the answer to another read of the batch, by its path; undefined: there is none
 * @returns null if one of them is no text and no number
 */
export async function filledPath(path: string, bodyOf: (path: string) => unknown): Promise<string | null> {
  let filled = path;
  for (const [written, pointer = '', from = ''] of path.matchAll(reference)) {
    const value = valueAt(await bodyOf(decodeURIComponent(from)), decodeURIComponent(pointer));
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    filled = filled.replace(written, encodeURIComponent(value));
  }
  return filled;
}

function valueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const key of keysOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}
