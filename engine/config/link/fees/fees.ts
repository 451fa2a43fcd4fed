/** Links the files of fees/: tables, lines, instalments and late charges. */
import { createHash } from 'node:crypto';
import {
  type FeeRow,
  type FeeSchedule,
  type FeeTable,
  type Rounding,
  roundModes,
} from '../../../portal/model/fee.ts';
import { certaintyOf } from '../checklists/checklist-items.ts';
import { child, type Cursor, entries, isPresent, items, placeOf, text } from '../input/cursor.ts';
import { type LinkContext, report, isKnown } from '../input/link-context.ts';
import { linkMoney, linkMoneyOrNone, linkPercent, written } from './fee-amounts.ts';
import { linkFeeLines } from './fee-lines.ts';
import { linkDue, linkInstalments, linkLate, linkPayments } from './fee-terms.ts';

export function linkFees(context: LinkContext): Record<string, FeeSchedule> {
  return Object.fromEntries(
    [...context.names.fees].map(([name, root]) => [name, linkSchedule(name, root, context)]),
  );
}

function linkSchedule(name: string, root: Cursor, context: LinkContext): FeeSchedule {
  const of = linkType(child(root, 'of'), context);
  const titles = entries(child(root, 'tags')).map(([tag, title]) => [tag, text(title) ?? tag] as const);
  const tables = {
    ...sharedTables(child(root, 'tablesOf'), context),
    ...linkFeeTables(child(root, 'tables'), context),
  };
  const tags = new Set(titles.map(([tag]) => tag));
  const place = { context, of, tags, tables: new Set(Object.keys(tables)) };
  const lines = linkFeeLines(child(root, 'lines'), place);
  checkLate(root, context);
  const terms = { context, of, names: new Set([...tags, ...lines.map(({ id }) => id)]) };
  return {
    name,
    title: text(child(root, 'title')) ?? name,
    version: text(child(root, 'version')) ?? digestOf(root),
    of,
    round: linkRounding(child(root, 'round'), context),
    tags: Object.fromEntries(titles),
    tables,
    lines,
    instalments: linkInstalments(child(root, 'instalments'), terms),
    due: isPresent(child(root, 'due')) ? linkDue(child(root, 'due'), terms) : null,
    late: linkLate(child(root, 'late'), terms),
    payments: linkPayments(child(root, 'payments'), terms),
    source: text(child(root, 'source')),
    certainty: certaintyOf(root),
    place: placeOf(root),
  };
}

/** Late charges need a due day. */
function checkLate(root: Cursor, context: LinkContext): void {
  const isDue = ['instalments', 'due'].some((word) => isPresent(child(root, word)));
  if (isPresent(child(root, 'late')) && !isDue) report(context, 'fee/never-late', child(root, 'late'), {});
}

/** The tables of another schedule, so that several schedules can share rates. */
function sharedTables(at: Cursor, context: LinkContext): FeeSchedule['tables'] {
  if (!isPresent(at)) return {};
  const name = text(at) ?? '';
  const { fees } = context.names;
  isKnown(context, 'fee/unknown', at, { name, choices: fees });
  const root = fees.get(name);
  return root === undefined ? {} : linkFeeTables(child(root, 'tables'), context);
}

function linkType(at: Cursor, context: LinkContext): string {
  const name = text(at) ?? '';
  const choices = context.names.records;
  isKnown(context, 'record/unknown-type', at, { name, choices });
  return name;
}

function linkRounding(at: Cursor, context: LinkContext): Rounding {
  const to = child(at, 'to');
  if (isPresent(to) && Number(written(to)) === 0) report(context, 'fee/no-step', to, {});
  const mode = roundModes.find((one) => one === text(child(at, 'mode'))) ?? 'half up';
  return { to: isPresent(to) ? linkMoney(to, context) : '0.01', mode };
}

/** A fee schedule is identified by its content, not by its layout. */
function digestOf({ value }: Cursor): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}

function linkFeeTables(at: Cursor, context: LinkContext): Record<string, FeeTable> {
  return Object.fromEntries(entries(at).map(([name, table]) => [name, linkTable(name, table, context)]));
}

function linkTable(name: string, at: Cursor, context: LinkContext): FeeTable {
  const rows = items(child(at, 'rows'));
  const hasEnds = rows.some((row) => isPresent(child(row, 'upTo')));
  const bound = hasEnds ? 'upTo' : 'from';
  const mixed = rows.find((row) => isPresent(child(row, hasEnds ? 'from' : 'upTo')));
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
    rate: isPresent(amount)
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

/** All rows have a limit except one open end, which must exist. */
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

/** Limits are compared as whole centavos, with fifteen digits before the decimal point and two after it. */
function isBelow(one: string, other: string): boolean {
  return centavos(one) < centavos(other);
}

function centavos(money: string): bigint {
  const [whole = '0', rest = ''] = money.split('.');
  return BigInt(whole + rest.padEnd(2, '0'));
}
