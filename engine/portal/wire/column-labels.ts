/**
 * Decides how titles of a column's keys reach the browser: in the portal's slice if they are few, otherwise with each
 * record.
 */
import { typeOfColumn } from '../forms/column-type.ts';
import type { Portal } from '../model/portal.ts';
import type { ListColumn, RecordType } from '../model/record-type.ts';
import type { WireColumn } from './slice.ts';
import { labelIn, type Labels, type ValueType } from '../forms/value-type.ts';

/** Longer lists stay on the server, to keep the slice small. */
const mostLabels = 30;

/** The slice already contains these titles for the record's own columns. */
const named: readonly string[] = ['state', 'kind', 'office'];

/** The column in the slice. */
export function wireColumn(portal: Portal, recordType: RecordType, column: ListColumn): WireColumn {
  const { labels, parts, ...type } = typeOfColumn(portal, recordType.type, column.value);
  return {
    ...column,
    ...type,
    ...(labels !== undefined && isInSlice(recordType, column.value, labels) && { labels }),
    ...(parts !== undefined && { parts }),
  };
}

function isInSlice({ kinds }: RecordType, column: string, labels: Labels): boolean {
  // Each kind may have its own title for an answer.
  return kinds.length === 0 && !named.includes(column) && Object.keys(labels).length <= mostLabels;
}

/**
 * Titles of keys in a record's list columns that the slice lacks: column → key → title.
 * @param read the value of a column, as far as the reader may see it
 * @param isSignedIn without an account the reader has no titles of departments
 */
export function recordLabels(
  portal: Portal,
  recordType: RecordType,
  {
    kind,
    isSignedIn,
    read,
  }: {
    readonly kind: string | null;
    readonly isSignedIn: boolean;
    readonly read: (column: string) => unknown;
  },
): Record<string, Labels> {
  const columns = new Set(
    Object.values(recordType.lists).flatMap((list) => list.columns.map(({ value }) => value)),
  );
  const found = [...columns].flatMap((column): [string, Labels][] => {
    if (named.includes(column) && (isSignedIn || column !== 'office')) return [];
    const type = typeOfColumn(portal, recordType.type, column, kind);
    if (type.labels === undefined || isInSlice(recordType, column, type.labels)) return [];
    const labels = labelsFor(type, read(column));
    return labels === null ? [] : [[column, labels]];
  });
  return Object.fromEntries(found);
}

function labelsFor(type: ValueType, value: unknown): Labels | null {
  const entries = [value].flat().flatMap((one): [string, string][] => {
    const label = typeof one === 'object' ? null : labelIn(type, one);
    return label === null ? [] : [[String(one), label]];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
