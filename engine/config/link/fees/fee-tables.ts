/** Tables of brackets: complete from nothing to without end, since rows say where they begin or where they end, and never both. */
import type { FeeRow, FeeTable } from '../../../portal/model/fee.ts';
import { child, entries, isSaid, items, text, type Cursor } from '../reading/cursor.ts';
import { linkMoney, linkMoneyOrNone, linkPercent } from './fee-amounts.ts';
import { report, type LinkContext } from '../reading/link-context.ts';
import { certaintyOf } from '../checklists/papers.ts';

export function linkFeeTables(at: Cursor, context: LinkContext): Record<string, FeeTable> {
  return Object.fromEntries(entries(at).map(([name, table]) => [name, linkTable(name, table, context)]));
}

function linkTable(name: string, at: Cursor, context: LinkContext): FeeTable {
  const rows = items(child(at, 'rows'));
  const hasEnds = rows.some((row) => isSaid(child(row, 'upTo')));
  const bound = hasEnds ? 'upTo' : 'from';
  const mixed = rows.find((row) => isSaid(child(row, hasEnds ? 'from' : 'upTo')));
  if (mixed !== undefined) report(context, 'fee/mixed-limits', mixed, { name });
  const linked = rows.map((row) => linkRow(row, bound, context));
  if (mixed === undefined) {
    checkOrder(rows, linked, { bound, name }, context);
    checkEnds(rows, linked, { bound, name }, context);
  }
  const mode = text(child(at, 'mode')) === 'marginal' ? 'marginal' : 'flat';
  return {
    name,
    title: text(child(at, 'title')) ?? name,
    mode,
    bound,
    rows: linked,
    source: text(child(at, 'source')),
    certainty: certaintyOf(at),
  };
}

function linkRow(at: Cursor, bound: FeeTable['bound'], context: LinkContext): FeeRow {
  const amount = child(at, 'amount');
  return {
    limit: linkMoneyOrNone(child(at, bound), context),
    rate: isSaid(amount)
      ? { amount: linkMoney(amount, context) }
      : { percent: linkPercent(child(at, 'percent'), context) },
    min: linkMoneyOrNone(child(at, 'min'), context),
    max: linkMoneyOrNone(child(at, 'max'), context),
  };
}

interface Table {
  readonly bound: FeeTable['bound'];
  readonly name: string;
}

function checkOrder(
  rows: readonly Cursor[],
  linked: readonly FeeRow[],
  { bound }: Table,
  context: LinkContext,
): void {
  for (const [at, { limit }] of linked.entries()) {
    const before = linked[at - 1]?.limit;
    const row = rows[at];
    if (limit === null || before == null || row === undefined || isBelow(before, limit)) continue;
    report(context, 'fee/not-ascending', child(row, bound), { written: limit, before });
  }
}

/** Every row but an open end has a limit, and an end is open. */
function checkEnds(
  rows: readonly Cursor[],
  linked: readonly FeeRow[],
  { bound, name }: Table,
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

/** Fifteen digits before the point and two after it are compared as whole centavos. */
function isBelow(one: string, other: string): boolean {
  return centavos(one) < centavos(other);
}

function centavos(money: string): bigint {
  const [whole = '0', rest = ''] = money.split('.');
  return BigInt(whole + rest.padEnd(2, '0'));
}
