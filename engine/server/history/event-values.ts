/** The values that an event changed, each with its own salt. An erased value leaves a digest that reveals nothing. */
import { hash, randomUUID } from 'node:crypto';

/** By field: the salt and the value as JSON; after erasure the entry's digest (hexadecimal). */
export type Entries = Readonly<Record<string, readonly [salt: string, json: string] | string>>;

/** @param values by field, such as `data.phone` */
export function sealValues(values: ReadonlyMap<string, unknown>): Entries {
  const entries: Record<string, readonly [string, string]> = {};
  for (const [field, value] of values) entries[field] = [randomUUID(), JSON.stringify(value) ?? 'null'];
  return entries;
}

/** Digest of all entries (hexadecimal), the same before and after some of them are erased. */
export function digestOf(entries: Entries): string {
  const fields = Object.keys(entries).sort();
  return hash(
    'sha256',
    fields.map((field) => `${field}\n${digestOfEntry(field, entries[field])}\n`).join(''),
  );
}

/** The SQL function `sealed_entry` computes the same. */
function digestOfEntry(field: string, entry: Entries[string] = ''): string {
  return typeof entry === 'string' ? entry : hash('sha256', `${field}\n${entry[0]}\n${entry[1]}`);
}

/** The value of an entry; undefined if it was erased. */
export function valueOf(entry: Entries[string]): unknown {
  return typeof entry === 'string' ? undefined : JSON.parse(entry[1]);
}
