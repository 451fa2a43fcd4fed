/** Reads of a batch that need an answer before them, such as the form that a record names. */
import { keysOf } from '../values/pointer.ts';

/** The marks of `{/form@records/checklist/x}` in an address. */
const [opening, middle, end] = ['%7B%2F', '%40', '%7D'] as const;

/** Of one path: the parameters of a path are few. */
const mostReferences = 4;

/** The most characters of a value, which is a key, a slug or a number. */
const longestValue = 200;

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
 * @returns null if one of them is no short text and no number, or if there are too many
 */
export async function filledPath(path: string, bodyOf: (path: string) => unknown): Promise<string | null> {
  const references = referencesIn(path);
  if (references.length > mostReferences) return null;
  let filled = path;
  for (const { written, pointer, from } of references) {
    const value = valueAt(await bodyOf(from), pointer);
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    if (String(value).length > longestValue) return null;
    filled = filled.replace(written, () => encodeURIComponent(value));
  }
  return filled;
}

interface BatchReference {
  /** The encoded text in the path. */
  readonly written: string;
  readonly pointer: string;
  readonly from: string;
}

/** Looks at each character once, whatever somebody sends. */
function referencesIn(path: string): BatchReference[] {
  const found: BatchReference[] = [];
  for (let start = path.indexOf(opening); start !== -1;) {
    const at = path.indexOf(middle, start);
    const stop = at === -1 ? -1 : path.indexOf(end, at);
    if (stop === -1) break;
    const pointer = decoded(path.slice(start + opening.length, at));
    const from = decoded(path.slice(at + middle.length, stop));
    const written = path.slice(start, stop + end.length);
    if (pointer !== null && from !== null) found.push({ written, pointer: `/${pointer}`, from });
    start = path.indexOf(opening, stop);
  }
  return found;
}

/** Null: it is not encoded as addresses are. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function valueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const key of keysOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}
