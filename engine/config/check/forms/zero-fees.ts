/** Reports lines of fee schedules that are zero for every answer. */
import { valueOfRate } from '../../../portal/fees/quantities.ts';
import type { FeeLine, FeeSchedule, FeeTable, FeeValue } from '../../../portal/model/fee.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { baseName } from '../../link/input/files.ts';
import type { SourceSpan } from '../../source/source.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkZeroFees(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const schedule of Object.values(context.portal.fees)) {
    for (const [at, line] of schedule.lines.entries()) {
      const key = isExemption(line) ? null : zeroKey(line, schedule);
      if (key === null) continue;
      const table = key === 'table' ? emptyTable(line, schedule) : null;
      const place =
        table === null
          ? spanIn(context, { kind: 'fee', name: schedule.name }, 'lines', at, key)
          : placeOfTable(context, schedule, table);
      findings.add('fee/always-zero', place, { name: line.id, key });
    }
  }
  return findings.all();
}

/** With `percent: 0` a schedule shows people what they need not pay. */
export function isExemption({ rate }: FeeLine): boolean {
  return rate.by === 'percent' && 'value' in rate.percent && isZero(rate.percent.value);
}

type ZeroKey = 'max' | 'per' | 'share' | FeeLine['rate']['by'];

/** The key of the line that makes it zero; null: some answers may give another amount. */
function zeroKey({ max, min, per, share, rate }: FeeLine, { tables }: FeeSchedule): ZeroKey | null {
  if (max !== null && isZero(max)) return 'max';
  if (per.some((one) => 'number' in one && isZero(one.number))) return 'per';
  if (min !== null && !isZero(min)) return null;
  if (share !== null && isAlways(share, isZero)) return 'share';
  const value = valueOfRate(rate);
  if (value === null) return null;
  const isNothing = rate.by === 'table' ? (name: string) => isZeroTable(tables[name]) : isZero;
  return isAlways(value, isNothing) ? rate.by : null;
}

function isZero(digits: string): boolean {
  return Number(digits) === 0;
}

/** Returns true if the value has the property for every answer. */
function isAlways(value: FeeValue, isIt: (one: string) => boolean): boolean {
  if ('value' in value) return isIt(value.value);
  if ('field' in value) return false;
  if ('cases' in value) return [...value.cases.map((one) => one.value), value.otherwise].every(isIt);
  const groups = Object.values(value.byGroup);
  return groups.length > 0 && groups.every(isIt);
}

function isZeroTable(table: FeeTable | undefined): boolean {
  return (
    table?.rows.every(
      ({ rate, min, max }) =>
        (max !== null && isZero(max)) ||
        (isZero('amount' in rate ? rate.amount : rate.percent) && (min === null || isZero(min))),
    ) ?? false
  );
}

/** The only table of the line; null: it has several. */
function emptyTable({ rate }: FeeLine, { tables }: FeeSchedule): string | null {
  return rate.by === 'table' && 'value' in rate.table && Object.hasOwn(tables, rate.table.value)
    ? rate.table.value
    : null;
}

/** A table is in the file of its schedule, or in the one that the schedule names in `tablesOf`. */
function placeOfTable(context: CheckContext, { name }: FeeSchedule, table: string): SourceSpan {
  const file = context.files.find((one) => one.kind === 'fee' && baseName(one) === name);
  const { tables, tablesOf } = mappingOf(file?.value);
  const isOwn = Object.hasOwn(mappingOf(tables), table);
  return spanIn(context, { kind: 'fee', name: isOwn ? name : String(tablesOf) }, 'tables', table);
}
