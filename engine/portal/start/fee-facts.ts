/** Decides whether the facts of a fee line are known: its rows, its quantities, its rate and its condition. */
import { possible } from '../conditions/possible.ts';
import { groupsOf, type RowGroup, sumOf, valueOfRate } from '../fees/quantities.ts';
import type { FieldPath } from '../model/condition.ts';
import { signedOut } from '../model/department.ts';
import type { DueDay, FeeLine, Quantity, RowPath } from '../model/fee.ts';
import type { RecordContext } from '../model/record.ts';
import { type OpenScope, openTitles, questionsBehind } from './open-questions.ts';

export type FeeFacts = OpenScope;

interface LineState {
  /** The titles of the questions that decide whether it applies, and how much it is. */
  readonly dependsOn: readonly string[];
  /** All its quantities are known. */
  readonly isComputable: boolean;
}

/** @returns null if the line certainly does not apply */
export function stateOfLine(line: FeeLine, scope: FeeFacts): LineState | null {
  const open = openPaths(line, scope);
  const groups = groupScopes(line, scope);
  const may = groups.filter((group) => possible(line.when, truthOf(scope, group)).true);
  if (may.length === 0) return null;
  const undecided = may.filter((group) => possible(line.when, truthOf(scope, group)).false);
  const behindWhen = undecided.flatMap((context) => questionsBehind(line.when, { ...scope, context }));
  const behindPaths = open.flatMap((path) => openTitles(path, scope));
  const behindRate = ratesOf(line).flatMap(({ when }) => questionsBehind(when, scope));
  const isOpen = open.length > 0 || behindRate.length > 0;
  // Whether it applies may depend on something that no question asks, such as a decision of an office.
  const dependsOn = [...new Set([...behindWhen, ...behindPaths, ...behindRate])];
  return { dependsOn, isComputable: !isOpen && (undecided.length === 0 || dependsOn.length > 0) };
}

function truthOf({ partial }: FeeFacts, context: RecordContext) {
  return partial.truthFor(context);
}

/** The context of each group of rows, with the base and the group as far as they are known. */
function groupScopes(line: FeeLine, scope: FeeFacts): RecordContext[] {
  const { portal, partial, context } = scope;
  const reading = { portal, visitor: signedOut, context };
  const areRowsKnown = rowPaths(line).every((path) => partial.isFieldSettled(path, context));
  const groups: readonly (RowGroup | null)[] = areRowsKnown ? groupsOf(line, reading) : [null];
  const isBaseKnown =
    areRowsKnown &&
    line.base.every(
      (one) => !('lines' in one) && pathsOf(one, line).every((path) => partial.isFieldSettled(path, context)),
    );
  return groups.map((group) => {
    const base = isBaseKnown ? sumOf(line.base, { scope: reading, group, before: [] }) : null;
    const input = {
      ...(isBaseKnown && { base: base?.toFixed() }),
      ...(areRowsKnown && { group: group?.key }),
    };
    return { ...context, input };
  });
}

function rowPaths({ forEach }: FeeLine): FieldPath[] {
  if (forEach === null) return [];
  return [forEach.groupBy === null ? forEach.rows : below(forEach.rows, forEach.groupBy)];
}

function openPaths(line: FeeLine, { partial, context }: FeeFacts): FieldPath[] {
  const value = valueOfRate(line.rate);
  const { proRata } = line;
  const paths = [
    ...rowPaths(line),
    ...(proRata === null ? [] : [proRata.from, proRata.to].flatMap(dateBehind)),
    ...[...line.base, ...line.per, ...line.less].flatMap((one) => pathsOf(one, line)),
    ...(value !== null && 'field' in value ? [value.field] : []),
  ];
  return paths.filter((path) => !partial.isFieldSettled(path, context));
}

function ratesOf({ rate, share }: FeeLine) {
  return [valueOfRate(rate), share].flatMap((one) => (one !== null && 'cases' in one ? one.cases : []));
}

function dateBehind(day: DueDay): FieldPath[] {
  return 'from' in day && day.from !== null ? [day.from] : [];
}

function pathsOf(quantity: Quantity, { forEach }: FeeLine): FieldPath[] {
  if ('field' in quantity) return [quantity.field];
  if ('sumOf' in quantity) return [quantity.sumOf];
  if (!('sum' in quantity) || forEach === null) return [];
  const rows = [
    quantity.sum,
    ...quantity.where.map(({ path }) => path),
    ...quantity.except.map(({ path }) => path),
  ];
  return rows.map((row) => below(forEach.rows, row));
}

function below(rows: FieldPath, { keys, lookup }: RowPath): FieldPath {
  return { ...rows, keys: [...rows.keys, ...keys], lookup };
}
