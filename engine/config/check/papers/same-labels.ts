/** Reports rows of a lookup that look the same to the person who chooses. */
import type { LookupRow } from '../../../portal/model/portal.ts';
import { isMapping, mappingOf } from '../../../portal/values/is-mapping.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ParsedFile } from '../../source/source.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkSameLabels(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const { name, rows } of Object.values(context.portal.lookups)) {
    const repeated = repeatedRows(rows, ['group']);
    if (repeated.length === 0) continue;
    // A question may offer only the rows that fit another answer.
    const narrowing = context.files.flatMap(narrowingIn).filter(({ lookup }) => lookup === name);
    const columns = [...new Set(narrowing.map(({ column }) => column))];
    for (const { row, other } of repeatedRows(rows, ['group', ...columns])) {
      const place = spanIn(context, { kind: 'lookup', name }, 'rows', rows.indexOf(row), 'label');
      findings.add('lookup/same-label', place, { name: row.label, values: [other.value, row.value] });
    }
  }
  return findings.all();
}

interface RepeatedRow {
  readonly row: LookupRow;
  /** The first row with the same label. */
  readonly other: LookupRow;
}

/** Rows that are offered and have the label and these columns in common with one above. */
function repeatedRows(rows: readonly LookupRow[], columns: readonly string[]): RepeatedRow[] {
  const offered = rows.filter(({ retired }) => retired !== true);
  const alike = Map.groupBy(offered, (row) =>
    JSON.stringify([row.label, ...columns.map((column) => row[column])]),
  );
  return [...alike.values()].flatMap(([other, ...more]) =>
    other === undefined ? [] : more.map((row) => ({ row, other })),
  );
}

interface NarrowedLookup {
  readonly lookup: unknown;
  readonly column: string;
}

/** The columns by which questions of the file narrow the rows of lookups. */
const narrowingIn = onceForEach(({ value }: ParsedFile): readonly NarrowedLookup[] =>
  partsOf(value).flatMap(({ lookup, within }) => {
    const { column } = mappingOf(within);
    return typeof column === 'string' ? [{ lookup, column }] : [];
  }),
);

/** All mappings in a value. */
function partsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(partsOf);
  if (!isMapping(value)) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}
