/** Links the files of fees/: tables, lines, instalments and late charges. */
import { createHash } from 'node:crypto';
import type { FieldPath } from '../../../portal/model/condition.ts';
import type { FeeLine, FeeRow, FeeSchedule, FeeTable } from '../../../portal/model/fee.ts';
import { type Rounding, roundModes } from '../../../portal/values/rounding.ts';
import { certaintyOf } from '../checklists/checklist-items.ts';
import { child, type Cursor, entries, isPresent, items, placeOf, text, written } from '../input/cursor.ts';
import { linkCurrency } from '../input/currencies.ts';
import { type JoinedAmount, type LinkContext, report, isKnown } from '../input/link-context.ts';
import { currencyIn, currencyOf } from '../../../portal/values/currency.ts';
import { checkWhole, valuesOf } from './fee-decimals.ts';
import { checkBrackets } from './brackets.ts';
import { linkMoney, linkMoneyOrNone, linkPercent } from './fee-amounts.ts';
import { checkIds, linkFeeLines } from './fee-lines.ts';
import { linkPayments, linkWaivers } from './fee-records.ts';
import { linkDue, linkInstalments, linkLate } from './fee-terms.ts';

export function linkFees(context: LinkContext): Record<string, FeeSchedule> {
  return Object.fromEntries(
    [...context.names.fees].map(([name, root]) => [name, linkSchedule(name, root, context)]),
  );
}

function linkSchedule(name: string, root: Cursor, context: LinkContext): FeeSchedule {
  const before = context.diagnostics.length;
  const of = linkType(child(root, 'of'), context);
  const titles = entries(child(root, 'tags')).map(([tag, title]) => [tag, text(title) ?? tag] as const);
  const tables = {
    ...sharedTables(child(root, 'tablesOf'), context),
    ...linkFeeTables(child(root, 'tables'), context),
  };
  const tags = new Set(titles.map(([tag]) => tag));
  const place = { context, of, tags, tables: new Set(Object.keys(tables)) };
  const lines = linkFeeLines(child(root, 'lines'), place);
  checkIds(lines, child(root, 'lines'), context);
  // A mistake may be the reason why a name is not used.
  if (context.diagnostics.length === before) checkUsed(root, { name, lines }, context);
  checkLate(root, context);
  const currency = linkCurrency(child(root, 'currency'), context);
  const { decimals } = currencyOf(currency, currencyIn(Object.fromEntries(context.names.constants)));
  const round = linkRounding(child(root, 'round'), decimals, context);
  if (decimals === 0) checkWhole(root, { lines, tables, round }, context);
  const places = items(child(root, 'lines'));
  for (const [index, line] of lines.entries())
    context.amounts.push({ at: places[index] ?? root, parts: [{ currency }, ...amountsOfLine(line, of)] });
  const terms = { context, of, currency, names: new Set([...tags, ...lines.map(({ id }) => id)]) };
  return {
    name,
    title: text(child(root, 'title')) ?? name,
    version: text(child(root, 'version')) ?? digestOf(root),
    of,
    ...(currency !== undefined && { currency }),
    round,
    tags: Object.fromEntries(titles),
    tables,
    lines,
    instalments: linkInstalments(child(root, 'instalments'), terms),
    due: isPresent(child(root, 'due')) ? linkDue(child(root, 'due'), terms) : null,
    late: linkLate(child(root, 'late'), terms),
    payments: linkPayments(child(root, 'payments'), terms),
    refunds: linkPayments(child(root, 'refunds'), terms),
    waivers: linkWaivers(child(root, 'waivers'), terms),
    source: text(child(root, 'source')),
    certainty: certaintyOf(root),
    place: placeOf(root),
  };
}

/** The answers that a line reads. */
function amountsOfLine({ base, per, less, rate, forEach }: FeeLine, type: string): JoinedAmount[] {
  const given = rate.by === 'amount' && 'field' in rate.amount ? [rate.amount.field] : [];
  const read = [...base, ...per, ...less].flatMap((one): FieldPath[] => {
    if ('field' in one) return [one.field];
    if ('sumOf' in one) return [one.sumOf];
    if (!('sum' in one) || forEach === null) return [];
    const { keys, lookup } = one.sum;
    return [{ ...forEach.rows, keys: [...forEach.rows.keys, ...keys], lookup }];
  });
  return [...given, ...read].map((path) => ({ type, path }));
}

/** Reports tags and tables that no line has. Other schedules may use the tables of this one. */
function checkUsed(
  root: Cursor,
  { name, lines }: Pick<FeeSchedule, 'name' | 'lines'>,
  context: LinkContext,
): void {
  const tags = new Set(lines.flatMap((line) => line.tags));
  for (const [tag, at] of entries(child(root, 'tags'))) {
    if (!tags.has(tag)) report(context, 'name/unused', at, { kind: 'tag', name: tag });
  }
  const isShared = [...context.names.fees.values()].some((other) => text(child(other, 'tablesOf')) === name);
  const tables = new Set(lines.flatMap(({ rate }) => (rate.by === 'table' ? valuesOf(rate.table) : [])));
  for (const [table, at] of isShared ? [] : entries(child(root, 'tables'))) {
    if (!tables.has(table)) report(context, 'name/unused', at, { kind: 'table', name: table });
  }
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

function linkRounding(at: Cursor, decimals: number, context: LinkContext): Rounding {
  const to = child(at, 'to');
  if (isPresent(to) && Number(written(to)) === 0) report(context, 'fee/no-step', to, {});
  const mode = roundModes.find((one) => one === text(child(at, 'mode'))) ?? 'half up';
  const usual = decimals === 0 ? '1' : '0.01';
  return { to: isPresent(to) ? linkMoney(to, context) : usual, mode };
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
  const mode = text(child(at, 'mode')) === 'marginal' ? 'marginal' : 'flat';
  if (mixed === undefined) checkBrackets(rows, { name, mode, bound, rows: linked }, context);
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
