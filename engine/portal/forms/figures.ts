/** Computes figures from the answers of one level of a form, exactly. Browser and server use the same code. */
import type { Condition } from '../model/condition.ts';
import {
  type Computation,
  type DateSpan,
  type Figure,
  gatheringOperations,
  type GatheringOperation,
  joiningOperations,
  type FiguresOperation,
  type SpanOperation,
  spanOperations,
} from '../model/form.ts';
import { daysBetween, monthsBetween } from '../time/spans.ts';
import { isDate } from '../time/working-days.ts';
import {
  dividedBy,
  type Fraction,
  fractionOf,
  isLess,
  minus,
  plus,
  rounded,
  times,
} from '../values/fraction.ts';
import { mappingOf } from '../values/is-mapping.ts';
import { type Answers, holdsFor } from './form-conditions.ts';

/** The answers of records that answers name, by slug. */
export type NamedAnswers = ReadonlyMap<string, Answers>;

/** The answers that apply at the level of the figure, and those of the levels above. */
export interface FigureScope {
  readonly level: Answers;
  readonly above: Answers;
  readonly named: NamedAnswers;
}

/** Returns false if the computation reads a record that an answer names and that is not known here. */
export function knowsNamed(computation: Computation, scope: FigureScope): boolean {
  return readBy(computation).paths.every((path) => {
    const keys = path.split('.');
    return keys.slice(0, -1).every((_, at) =>
      answersAt(scope.level, keys.slice(0, at + 1).join('.'), scope.named)
        .flat()
        .every((one) => typeof one !== 'string' || one === '' || scope.named.has(one)),
    );
  });
}

/** @returns undefined while an answer is missing that it needs, or is not a number */
export function figureOf(computation: Computation, scope: FigureScope): Fraction | undefined {
  return valuesOf(computation, scope)[0] ?? undefined;
}

/** Null in the place of an answer that is not a number: that answer has its own error. */
type FoundValues = readonly (Fraction | null)[];

function valuesOf(figure: Figure, scope: FigureScope): FoundValues {
  if (typeof figure === 'string') return answersAt(scope.level, figure, scope.named).map(fractionOf);
  if ('number' in figure) return [fractionOf(figure.number)];
  const found = computed(figure, scope);
  const { round } = figure;
  return round === undefined ? found : found.map((one) => one && rounded(one, round));
}

function computed(computation: Computation, scope: FigureScope): FoundValues {
  const { cases, otherwise = null, count } = computation;
  if (cases !== undefined) {
    const answers = { ...scope.above, ...scope.level };
    const hit = cases.find(({ when }) => holdsFor(when, answers));
    const chosen = hit === undefined ? otherwise : hit.value;
    return chosen === null ? [] : valuesOf(chosen, scope);
  }
  if (count !== undefined) {
    const lists = answersAt(scope.level, count, scope.named).filter((found) => Array.isArray(found));
    return lists.length === 0 ? [] : [fractionOf(lists.flat().length)];
  }
  const span = spanIn(computation);
  if (span !== null) return lengthOf(span, scope);
  const { operation, of } = operationIn(computation);
  const parts = of.map((part) => valuesOf(part, scope));
  const values = parts.flat();
  if (values.includes(null)) return [null];
  const isWhole = isGathering(operation) ? values.length > 0 : parts.every(({ length }) => length === 1);
  const result = isWhole ? operations[operation](values.filter((value) => value !== null)) : undefined;
  return result === undefined ? [] : [result];
}

/** Each gets at least one value. */
const operations: Readonly<Record<FiguresOperation, (values: readonly Fraction[]) => Fraction | undefined>> =
  {
    sum: (values) => values.reduce(plus),
    average: (values) =>
      dividedBy(values.reduce(plus), { numerator: BigInt(values.length), denominator: 1n }),
    min: (values) => values.reduce((least, value) => (isLess(value, least) ? value : least)),
    max: (values) => values.reduce((most, value) => (isLess(most, value) ? value : most)),
    product: (values) => values.reduce(times),
    difference: (values) => values.reduce(minus),
    quotient: ([of = nothing, by = nothing]) => dividedBy(of, by),
    percent: ([part = nothing, whole = nothing]) => dividedBy(times(part, hundred), whole),
    rate: ([percentage = nothing, whole = nothing]) => dividedBy(times(percentage, whole), hundred),
  };

const nothing: Fraction = { numerator: 0n, denominator: 1n };
const hundred: Fraction = { numerator: 100n, denominator: 1n };

export function isGathering(operation: FiguresOperation): operation is GatheringOperation {
  return gatheringOperations.some((one) => one === operation);
}

/** The operation of a computation that is neither a count, nor a span, nor of cases. */
export function operationIn(computation: Computation): {
  readonly operation: FiguresOperation;
  readonly of: readonly Figure[];
} {
  const operation =
    [...gatheringOperations, ...joiningOperations].find((one) => computation[one] !== undefined) ?? 'sum';
  return { operation, of: computation[operation] ?? [] };
}

interface NamedSpan extends DateSpan {
  readonly unit: SpanOperation;
}

/** Null: the computation is none of days, months or years. */
export function spanIn(computation: Computation): NamedSpan | null {
  for (const unit of spanOperations) {
    const span = computation[unit];
    if (span !== undefined) return { ...span, unit };
  }
  return null;
}

/** A date that does not exist has its own error. */
function lengthOf({ unit, from, to }: NamedSpan, scope: FigureScope): FoundValues {
  const [first] = answersAt(scope.level, from);
  const [last] = answersAt(scope.level, to);
  if (!isDate(first) || !isDate(last)) return [];
  if (unit === 'days') return [fractionOf(daysBetween(first, last))];
  const months = monthsBetween(first, last);
  return [fractionOf(unit === 'months' ? months : Math.trunc(months / 12))];
}

/** The answers at this path: one for each row of a list on the way. It goes on in a record that an answer names. */
export function answersAt(level: Answers, path: string, named: NamedAnswers = noNamedAnswers): unknown[] {
  const below = (one: unknown): Answers => mappingOf(typeof one === 'string' ? named.get(one) : one);
  return path
    .split('.')
    .reduce<unknown[]>((found, key) => found.flat().map((one) => below(one)[key]), [level])
    .filter((answer) => answer !== undefined);
}

const noNamedAnswers: NamedAnswers = new Map();

export interface FigureNames {
  readonly name: (path: string) => string;
  readonly when: (condition: Condition) => Condition;
}

/** The figure with other names of the questions that it reads, also in conditions. */
export function withNames<T extends Figure>(figure: T, names: FigureNames): T;
export function withNames(figure: Figure, names: FigureNames): Figure {
  if (typeof figure === 'string') return names.name(figure);
  if ('number' in figure) return figure;
  const { cases, otherwise = null, count } = figure;
  if (count !== undefined) return { ...figure, count: names.name(count) };
  if (cases !== undefined) {
    const renamed = (value: Figure | null) => value && withNames(value, names);
    return {
      ...figure,
      cases: cases.map(({ when, value }) => ({ when: names.when(when), value: renamed(value) })),
      otherwise: renamed(otherwise),
    };
  }
  const span = spanIn(figure);
  if (span !== null) {
    return { ...figure, [span.unit]: { from: names.name(span.from), to: names.name(span.to) } };
  }
  const { operation, of } = operationIn(figure);
  return { ...figure, [operation]: of.map((one) => withNames(one, names)) };
}

/** The paths of the answers that a figure reads, and the conditions of its cases. */
export function readBy(figure: Figure): {
  readonly paths: readonly string[];
  readonly conditions: readonly Condition[];
} {
  const paths: string[] = [];
  const conditions: Condition[] = [];
  withNames(figure, {
    name: (path) => {
      paths.push(path);
      return path;
    },
    when: (condition) => {
      conditions.push(condition);
      return condition;
    },
  });
  return { paths, conditions };
}
