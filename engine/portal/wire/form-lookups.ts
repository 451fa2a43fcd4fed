/** Removes the rows of public lookups from a form for the browser, which has already read them. */
import { isMapping } from '../values/is-mapping.ts';
import { onceForEach } from '../values/once-for-each.ts';
import type { LookupRow, Portal } from '../model/portal.ts';
import type { WireForm } from './slice.ts';

/** Reference to one column of a lookup: the lookup's name, the column, and the number of rows. */
interface ColumnReference {
  readonly $lookup: readonly [name: string, column: string, count: number];
}

type LookupRows = Readonly<Record<string, readonly LookupRow[]>>;

/** Shorter lists are sent in full. */
const SHORTEST = 4;

/** Identifies the rows in a browser: those of this portal in this language. */
export function lookupEdition({
  hash,
  language,
}: {
  readonly hash: string;
  readonly language: string;
}): string {
  return `${hash}.${language}`;
}

/** The public rows of the lookup, in order. */
export function publicRows(portal: Pick<Portal, 'lookups'>, name: string): readonly LookupRow[] | null {
  const lookup = Object.hasOwn(portal.lookups, name) ? portal.lookups[name] : undefined;
  return lookup?.isPublic ? lookup.rows.filter(({ retired }) => retired !== true) : null;
}

/** The form with a reference instead of each list that is a whole column of a public lookup. */
export function withoutLookupRows(portal: Portal, form: WireForm): WireForm {
  const columns = columnsOf(portal);
  return mapLists(form, (value) =>
    Array.isArray(value) && value.length >= SHORTEST ? columns.get(JSON.stringify(value)) : undefined,
  );
}

/**
 * Restores the form.
 * @param lookups rows by name, from `publicRows`
 * @returns null if a list differs from the one that was removed
 */
export function withLookupRows(form: WireForm, lookups: LookupRows): WireForm | null {
  let isWhole = true;
  const whole = mapLists(form, (value) => {
    if (!isReference(value)) return undefined;
    const [name, column, count] = value.$lookup;
    const rows = Object.hasOwn(lookups, name) ? (lookups[name] ?? []) : [];
    isWhole &&= rows.length === count;
    return rows.map((row) => row[column]);
  });
  return isWhole ? whole : null;
}

/** Each column, by its list as JSON. */
const columnsOf = onceForEach((portal: Portal): ReadonlyMap<string, ColumnReference> => {
  const columns = new Map<string, ColumnReference>();
  for (const name of Object.keys(portal.lookups)) {
    const rows = publicRows(portal, name) ?? [];
    for (const column of Object.keys(rows[0] ?? {})) {
      const list = rows.map((row) => row[column]);
      if (!list.every((value) => typeof value === 'string')) continue;
      const key = JSON.stringify(list);
      if (!columns.has(key)) columns.set(key, { $lookup: [name, column, rows.length] });
    }
  }
  return columns;
});

function isReference(value: unknown): value is ColumnReference {
  return isMapping(value) && Array.isArray(value['$lookup']);
}

function mapLists(form: WireForm, replace: (value: unknown) => unknown): WireForm {
  const map = (value: unknown): unknown => {
    const replaced = replace(value);
    if (replaced !== undefined) return replaced;
    if (Array.isArray(value)) return value.map(map);
    if (!isMapping(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(inner)]));
  };
  return { ...form, schema: mapMapping(form.schema, map), uiSchema: mapMapping(form.uiSchema, map) };
}

function mapMapping<T extends object>(mapping: T, map: (value: unknown) => unknown): T {
  return Object.fromEntries(Object.entries(mapping).map(([key, value]) => [key, map(value)])) as T;
}
