/** Reads the inputs of a fee line: the groups of rows, the base and the factors. */
import type { AssessedLine } from './assessment.ts';
import type { FeeLine, FeeValue, LineRate, Quantity, RowPath, RowTest } from '../model/fee.ts';
import { holds } from '../conditions/evaluate.ts';
import { readField } from '../conditions/field-value.ts';
import { isMapping } from '../values/is-mapping.ts';
import type { Portal } from '../model/portal.ts';
import type { EvaluationScope } from '../conditions/scope.ts';
import { add, amountOf, zero, type Amount } from './amounts.ts';

type AnswerRow = Readonly<Record<string, unknown>>;

/** The inputs of one computation of a line. */
export interface LineScope {
  readonly scope: EvaluationScope & { readonly portal: Portal };
  /** Null for a line that is computed once. */
  readonly group: RowGroup | null;
  /** The lines before this one. */
  readonly before: readonly AssessedLine[];
}

export interface RowGroup {
  /** '' if the rows do not name a group. */
  readonly key: string;
  readonly label: string;
  readonly rows: readonly AnswerRow[];
}

/** The groups in the order in which they first occur; one null for a line without rows. */
export function groupsOf(
  { forEach }: FeeLine,
  scope: EvaluationScope & { readonly portal: Portal },
): (RowGroup | null)[] {
  if (forEach === null) return [null];
  const rows = rowsOf(readField(forEach.rows, scope));
  const { groupBy, labels } = forEach;
  if (groupBy === null)
    return rows.map((row, at) => ({ key: String(at + 1), label: String(at + 1), rows: [row] }));
  const groups = new Map<string, AnswerRow[]>();
  for (const row of rows) {
    const key = String(readRow(row, groupBy, scope.portal) ?? '');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].map(([key, of]) => ({
    key,
    label: (Object.hasOwn(labels, key) ? labels[key] : undefined) ?? key,
    rows: of,
  }));
}

function rowsOf(value: unknown): AnswerRow[] {
  return Array.isArray(value) ? value.filter(isMapping) : [];
}

function readRow(row: AnswerRow, { keys, lookup }: RowPath, portal: Portal): unknown {
  const value = keys.reduce<unknown>(
    (at, key) => (isMapping(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    row,
  );
  if (lookup === null) return value;
  return portal.lookups[lookup.name]?.rows.find((one) => one.value === value)?.[lookup.column];
}

/** The sum of the quantities; null if all are unknown. */
export function sumOf(quantities: readonly Quantity[], line: LineScope): Amount | null {
  const amounts = quantities.flatMap((one) => quantityOf(one, line) ?? []);
  return amounts.length === 0 ? null : add(amounts);
}

/** @returns null if its source is missing */
export function quantityOf(quantity: Quantity, { scope, group, before }: LineScope): Amount | null {
  if ('number' in quantity) return amountOf(quantity.number);
  if ('field' in quantity) return amountOf(readField(quantity.field, scope));
  if ('lines' in quantity)
    return add(linesOf(quantity.lines, before).flatMap(({ amount }) => amountOf(amount) ?? []));
  if ('sumOf' in quantity) return known([readField(quantity.sumOf, scope)].flat());
  const { portal } = scope;
  const counted = (group?.rows ?? []).filter(
    (row) =>
      quantity.where.every((test) => passes(row, test, portal)) &&
      !quantity.except.some((test) => passes(row, test, portal)),
  );
  return known(counted.map((row) => readRow(row, quantity.sum, portal)));
}

/** Money is digits in a text, or a sum of lines. Numbers count people, rooms or square metres. */
export function isMoneyIn(quantities: readonly Quantity[], { scope }: LineScope): boolean {
  return quantities.some((one) => {
    if ('field' in one) return typeof readField(one.field, scope) === 'string';
    if ('sumOf' in one)
      return [readField(one.sumOf, scope)].flat().some((value) => typeof value === 'string');
    return !('number' in one);
  });
}

function known(values: readonly unknown[]): Amount | null {
  const amounts = values.flatMap((value) => amountOf(value) ?? []);
  return amounts.length === 0 ? null : add(amounts);
}

function passes(row: AnswerRow, { path, in: choices }: RowTest, portal: Portal): boolean {
  return [readRow(row, path, portal)].flat().some((value) => choices.some((choice) => choice === value));
}

/** The lines with one of these tags or ids. The group is not part of the id. */
export function linesOf(names: readonly string[], lines: readonly AssessedLine[]): AssessedLine[] {
  return lines.filter(
    ({ id, tags }) => names.includes(id.split('/')[0] ?? id) || tags.some((tag) => names.includes(tag)),
  );
}

/** The table's name, percentage or amount of a rate; null: the line only keeps a sum within limits. */
export function valueOfRate(rate: LineRate): FeeValue | null {
  switch (rate.by) {
    case 'table':
      return rate.table;
    case 'percent':
      return rate.percent;
    case 'amount':
      return rate.amount;
    case 'limits':
      return null;
  }
}

/** @returns null if this group has none, or the field is empty */
export function valueOf(value: FeeValue, { scope, group }: LineScope, base: Amount | null): string | null {
  if ('value' in value) return value.value;
  if ('byGroup' in value) {
    const key = group?.key ?? '';
    return Object.hasOwn(value.byGroup, key) ? (value.byGroup[key] ?? null) : null;
  }
  if ('field' in value) {
    return amountOf(readField(value.field, scope))?.toFixed() ?? null;
  }
  const inner = withLine(scope, group, base);
  return (value.cases.find((one) => holds(one.when, inner)) ?? { value: value.otherwise }).value;
}

/** In the conditions of a fee line, `base` and `group` are the line's own inputs. */
export function withLine(
  scope: LineScope['scope'],
  group: RowGroup | null,
  base: Amount | null,
): LineScope['scope'] {
  if (scope.context === undefined) return scope;
  const input = { base: base?.toFixed(), group: group?.key };
  return { ...scope, context: { ...scope.context, input } };
}

/** A missing quantity counts as zero. If no quantity is declared, it is one. */
export function productOf(quantities: readonly Quantity[], line: LineScope): Amount {
  return quantities.reduce((total, one) => total.times(quantityOf(one, line) ?? zero), zero.plus(1));
}
