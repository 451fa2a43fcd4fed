/** Checks the brackets of a fee table: their order, that they cover every amount, and that a larger base pays more. */
import { type Amount, money, percentOf, toAmount } from '../../../portal/fees/amounts.ts';
import { clampAmount } from '../../../portal/fees/tables.ts';
import type { FeeRow, FeeTable } from '../../../portal/model/fee.ts';
import { child, type Cursor } from '../input/cursor.ts';
import { type LinkContext, report } from '../input/link-context.ts';

type Table = Pick<FeeTable, 'name' | 'mode' | 'bound' | 'rows'>;

/** @param rows the rows of the table in the file */
export function checkBrackets(rows: readonly Cursor[], table: Table, context: LinkContext): void {
  const before = context.diagnostics.length;
  checkOrder(rows, table, context);
  checkEnds(rows, table, context);
  const isOrdered = context.diagnostics.length === before;
  if (isOrdered && table.mode === 'flat') checkRates(rows, table, context);
}

function checkOrder(rows: readonly Cursor[], { rows: linked, bound }: Table, context: LinkContext): void {
  for (const [at, { limit }] of linked.entries()) {
    const before = linked[at - 1]?.limit;
    const row = rows[at];
    if (limit === null || before == null || row === undefined || toAmount(before).lt(limit)) continue;
    report(context, 'fee/not-ascending', child(row, bound), { written: limit, before });
  }
}

/** All rows have a limit except one open end, which must exist. */
function checkEnds(
  rows: readonly Cursor[],
  { rows: linked, bound, name }: Table,
  context: LinkContext,
): void {
  const open = bound === 'from' ? -1 : linked.length - 1;
  for (const [at, { limit }] of linked.entries()) {
    const row = rows[at];
    const isFirst = bound === 'from' && at === 0 && limit !== null && Number(limit) > 0;
    if (row !== undefined && (isFirst || (limit === null) !== (at === open)))
      report(context, 'fee/gap', row, { name });
  }
}

/** Compares the amounts on both sides of each limit. In a marginal table each part of the base only adds to them. */
function checkRates(rows: readonly Cursor[], { rows: linked, bound }: Table, context: LinkContext): void {
  for (const [at, row] of linked.entries()) {
    const above = linked[at - 1];
    const limit = bound === 'from' ? row.limit : above?.limit;
    const place = rows[at];
    if (above === undefined || limit == null || place === undefined) continue;
    const [before, after] = [above, row].map((one) => amountAt(one, toAmount(limit)));
    if (before === undefined || after === undefined || after.gte(before)) continue;
    report(context, 'fee/falling', place, { limit, before: money(before), after: money(after) });
  }
}

function amountAt({ rate, ...bounds }: FeeRow, base: Amount): Amount {
  return 'amount' in rate
    ? toAmount(rate.amount)
    : clampAmount(percentOf(base, toAmount(rate.percent)), bounds);
}
