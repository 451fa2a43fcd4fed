/** A schedule in a currency without decimals, such as yen, has whole amounts only. */
import type { FeeRow, FeeSchedule, FeeLine, FeeValue } from '../../../portal/model/fee.ts';
import { child, type Cursor, isPresent, items } from '../input/cursor.ts';
import { type LinkContext, report } from '../input/link-context.ts';

type ScheduleAmounts = Pick<FeeSchedule, 'lines' | 'tables' | 'round'>;

/** Reports amounts and a rounding with decimals. Limits of brackets may count something else than money. */
export function checkWhole(
  root: Cursor,
  { lines, tables, round }: ScheduleAmounts,
  context: LinkContext,
): void {
  const check = (at: Cursor, digits: readonly (string | null)[]) => {
    const written = digits.find((one) => one !== null && !isWhole(one));
    if (written !== undefined && written !== null) report(context, 'currency/no-decimals', at, { written });
  };
  const to = child(child(root, 'round'), 'to');
  if (isPresent(to)) check(to, [round.to]);
  for (const [index, at] of items(child(root, 'lines')).entries()) {
    const line = lines[index];
    if (line !== undefined) check(at, amountsOfLine(line));
  }
  for (const [name, { rows }] of Object.entries(tables)) {
    for (const [index, at] of items(child(child(child(root, 'tables'), name), 'rows')).entries()) {
      const row = rows[index];
      if (row !== undefined) check(at, amountsOfRow(row));
    }
  }
}

function isWhole(digits: string): boolean {
  return /^\d+(\.0+)?$/.test(digits);
}

function amountsOfLine({ rate, min, max }: FeeLine): readonly (string | null)[] {
  if (rate.by === 'limits') return [rate.atLeast, rate.atMost];
  return [...(rate.by === 'amount' ? valuesOf(rate.amount) : []), min, max];
}

function amountsOfRow({ rate, min, max }: FeeRow): readonly (string | null)[] {
  return ['amount' in rate ? rate.amount : null, min, max];
}

/** The values in the file; none for a field, which has the decimals of its question. */
export function valuesOf(value: FeeValue): readonly string[] {
  if ('value' in value) return [value.value];
  if ('byGroup' in value) return Object.values(value.byGroup);
  return 'field' in value ? [] : [...value.cases.map((one) => one.value), value.otherwise];
}
