/**
 * Decides how titles of a column's keys reach the browser: in the portal's slice if they are few, otherwise with each
 * record.
 */
import { typeOfColumn } from '../forms/column-type.ts';
import type { Portal } from '../model/portal.ts';
import type { ListColumn, RecordType } from '../model/record-type.ts';
import type { WireColumn } from './slice.ts';
import { onceForEach } from '../values/once-for-each.ts';
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
  const found: Record<string, Labels> = {};
  for (const [column, type] of labelledColumns(portal, recordType, kind)) {
    if (named.includes(column) && (isSignedIn || column !== 'office')) continue;
    const labels = labelsFor(type, read(column));
    if (labels !== null) found[column] = labels;
  }
  return found;
}

type LabelledColumns = readonly (readonly [column: string, type: ValueType])[];

const labelledKept = onceForEach<Portal, Map<string, LabelledColumns>>(() => new Map());

/** The list columns of a type, for records of this kind, whose titles are not in the slice. */
function labelledColumns(portal: Portal, recordType: RecordType, kind: string | null): LabelledColumns {
  const known = labelledKept(portal);
  const key = `${recordType.type} ${kind ?? ''}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const columns = Object.values(recordType.lists).flatMap((list) => list.columns.map(({ value }) => value));
  const found = [...new Set(columns)].flatMap((column): LabelledColumns => {
    const type = typeOfColumn(portal, recordType.type, column, kind);
    const isMissing = type.labels !== undefined && !isInSlice(recordType, column, type.labels);
    return isMissing ? [[column, type]] : [];
  });
  known.set(key, found);
  return found;
}

function labelsFor(type: ValueType, value: unknown): Labels | null {
  const entries = [value].flat().flatMap((one): [string, string][] => {
    const label = typeof one === 'object' ? null : labelIn(type, one);
    return label === null ? [] : [[String(one), label]];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
