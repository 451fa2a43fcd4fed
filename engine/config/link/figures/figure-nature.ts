/** Finds the unit, the decimals and the range of a figure, and reports parts that it cannot be computed from. */
import { computationIn } from '../../../portal/forms/computed-answers.ts';
import { isGathering, operationIn, spanIn } from '../../../portal/forms/figures.ts';
import { levelOf, propertiesOf, schemaAt } from '../../../portal/forms/form-levels.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Computation, Figure, FiguresOperation, JsonSchema } from '../../../portal/model/form.ts';
import type { PlacedQuestion } from '../../../portal/succession/form-questions.ts';
import { isNeverLater } from '../../logic/day-limits.ts';
import { follows } from '../../logic/satisfiability.ts';
import { child, type Cursor, isPresent, items } from '../input/cursor.ts';
import { quietly, report } from '../input/link-context.ts';
import { anything, around, rangeAfter, rangeRounded } from '../../logic/figure-ranges.ts';
import {
  answerThrough,
  decimalsOf,
  type FigureNature,
  limit,
  type NamedSurroundings,
  natureOfAnswer,
  natureOfNamed,
  notFigure,
} from './answer-nature.ts';
import { anyUnit, type Units, unitsAfter } from './figure-units.ts';

/** What a figure may read. */
export interface FigureSurroundings extends NamedSurroundings {
  readonly schema: JsonSchema;
  /** Questions at the root that are only shown from another record. */
  readonly shown: ReadonlySet<string>;
  /** When questions apply, by path. */
  readonly conditions: readonly { readonly property: string; readonly when: Condition }[];
  /** What is true whenever the figure is computed. */
  readonly given: readonly Condition[];
  /** Paths of the questions whose figures are being looked at. */
  readonly inside: readonly string[];
}

const wholeNumber: FigureNature = { units: ['number'], decimals: 0, range: anything };

/** @returns null if it cannot be computed, which is reported */
export function natureOfFigure(
  computation: Computation,
  at: Cursor,
  scope: FigureSurroundings,
): FigureNature | null {
  const nature = natureOfOperation(computation, at, scope);
  const { round } = computation;
  if (nature === null || round === undefined) return nature;
  // The schema reports a step that is not above zero.
  if (Number(round.to) <= 0) return null;
  return { ...nature, decimals: decimalsOf(round.to), range: rangeRounded(nature.range, round) };
}

function natureOfOperation(
  computation: Computation,
  at: Cursor,
  scope: FigureSurroundings,
): FigureNature | null {
  const { cases, otherwise = null, count } = computation;
  if (cases !== undefined) return natureOfCases({ cases, otherwise }, at, scope);
  if (count !== undefined) {
    const place = below(at, 'count');
    const list = questionAt(count, place, scope);
    if (list === null) return null;
    if (list.schema.type === 'array') return { ...wholeNumber, range: { least: 0, most: Infinity } };
    const problem = 'is not a list, so it has no rows to count';
    report(scope.context, 'form/odd-sum', place, { name: count, problem });
    return null;
  }
  const span = spanIn(computation);
  if (span !== null) return natureOfSpan(span, at, scope);
  return natureOfParts(computation, at, scope);
}

/** A figure in the file; where it is in another one, the place around it. */
function below(at: Cursor, key: string, index?: number): Cursor {
  const found = child(at, key);
  const part = index === undefined ? undefined : items(found)[index];
  return [part, found].find((one) => one !== undefined && isPresent(one)) ?? at;
}

function natureOfCases(
  { cases, otherwise }: Required<Pick<Computation, 'cases' | 'otherwise'>>,
  at: Cursor,
  scope: FigureSurroundings,
): FigureNature | null {
  const branches = cases.map(({ when, value }, index) => ({
    figure: value,
    at: below(below(at, 'cases', index), 'value'),
    given: [...cases.slice(0, index).map((one) => not(one.when)), when],
  }));
  const last = { figure: otherwise, at: below(at, 'else'), given: cases.map((one) => not(one.when)) };
  const natures = [...branches, last].flatMap(({ figure, at: place, given }) =>
    figure === null ? [] : [natureOfPart(figure, place, { ...scope, given: [...scope.given, ...given] })],
  );
  if (natures.includes(null)) return null;
  const known = natures.filter((one) => one !== null);
  if (known.length === 0) {
    report(scope.context, 'form/empty-figure', at, { cause: 'cases' });
    return null;
  }
  const units = unitsOf('cases', known, { at, scope });
  return (
    units && { units, decimals: decimalsAfter('max', known), range: around(known.map(({ range }) => range)) }
  );
}

function not(of: Condition): Condition {
  return { test: 'not', of };
}

interface PartNature extends FigureNature {
  /** How many values it has at most. */
  readonly count: number;
  /** It always has a value. */
  readonly isSure: boolean;
}

function natureOfParts(computation: Computation, at: Cursor, scope: FigureSurroundings): FigureNature | null {
  const { operation, of } = operationIn(computation);
  // The schema reports this.
  if (of.length === 0) return null;
  const read = isGathering(operation) ? natureOfValues : natureOfPart;
  const natures = of.map((figure, index) => read(figure, placeOfPart(at, operation, index), scope));
  if (natures.includes(null)) return null;
  const parts = natures.filter((one) => one !== null);
  const [first, second] = parts;
  if (operation === 'rate' && first !== undefined && !first.units.includes('percent')) {
    const [is = 'number'] = first.units;
    report(scope.context, 'form/other-unit', below(at, 'rate'), { name: 'rate', is, needs: 'percent' });
    return null;
  }
  const divisor = operation === 'quotient' || operation === 'percent' ? second : undefined;
  if (divisor?.range.least === 0 && divisor.range.most === 0) {
    report(scope.context, 'form/empty-figure', at, { cause: 'divisor' });
    return null;
  }
  const units = unitsOf(operation, parts, { at, scope });
  if (units === null) return null;
  const ranges = parts.map(({ range, count, isSure }) => ({ ...range, count, isSure }));
  return { units, decimals: decimalsAfter(operation, parts), range: rangeAfter(operation, ranges) };
}

function placeOfPart(at: Cursor, operation: FiguresOperation, index: number): Cursor {
  if (operation === 'percent' || operation === 'rate') return below(at, index === 0 ? operation : 'of');
  return below(at, operation, index);
}

/** @returns null (reported) if they do not go together */
function unitsOf(
  operation: FiguresOperation | 'cases',
  parts: readonly FigureNature[],
  { at, scope }: { readonly at: Cursor; readonly scope: FigureSurroundings },
): Units | null {
  const units = unitsAfter(
    operation === 'cases' ? 'min' : operation,
    parts.map((one) => one.units),
  );
  if (units.length > 0) return units;
  const found = parts.map((one) => one.units[0] ?? 'number');
  report(scope.context, 'form/odd-units', at, { operation, units: found });
  return null;
}

function decimalsAfter(operation: FiguresOperation, parts: readonly FigureNature[]): number {
  const decimals = parts.map((one) => one.decimals);
  const all = decimals.reduce((sum, one) => sum + one, 0);
  switch (operation) {
    case 'average':
    case 'quotient':
    case 'percent':
      return Infinity;
    case 'product':
      return all;
    case 'rate':
      return all + 2;
    default:
      return Math.max(0, ...decimals);
  }
}

function natureOfValues(figure: Figure, at: Cursor, scope: FigureSurroundings): PartNature | null {
  if (typeof figure === 'string') return natureOfAnswers(figure, at, scope);
  if ('number' in figure) {
    const value = Number(figure.number);
    const range = { least: value, most: value };
    const others = [...scope.questions.values()].flatMap((one) => natureOfAnswer(one)?.units ?? []);
    return { units: anyUnit(others), decimals: decimalsOf(figure.number), range, count: 1, isSure: true };
  }
  const nature = natureOfFigure(figure, at, scope);
  return nature && { ...nature, count: 1, isSure: false };
}

function natureOfAnswers(path: string, at: Cursor, scope: FigureSurroundings): PartNature | null {
  const lists = listsOn(path, scope);
  const count = lists.length === 0 ? 1 : lists.reduce((all, most) => all * most, 1);
  const named = answerThrough(path, scope);
  if (named !== null) {
    const nature = natureOfNamed(named, path, at, scope);
    return nature && { ...nature, count, isSure: false };
  }
  const question = questionAt(path, at, scope);
  if (question === null) return null;
  const nature = natureOfAnswer(question);
  if (nature === null) {
    report(scope.context, 'form/odd-sum', at, { name: path, problem: notFigure });
    return null;
  }
  return { ...nature, ...computedNature(question, { own: nature, at, scope }), count, isSure: false };
}

/** The largest number of rows of each list on the way to an answer. */
function listsOn(path: string, { schema, above }: FigureSurroundings): number[] {
  const keys = path.split('.');
  return keys.slice(0, -1).flatMap((_, index) => {
    const list = schemaAt(schema, [...above, ...keys.slice(0, index + 1)]);
    return list?.type === 'array' ? [limit(list.maxItems, Infinity)] : [];
  });
}

/** A computed number of days stays one, and a figure may have a smaller range than its question. */
function computedNature(
  { path, uiSchema }: PlacedQuestion,
  { own, at, scope }: { readonly own: FigureNature; readonly at: Cursor; readonly scope: FigureSurroundings },
): Partial<FigureNature> {
  const computation = computationIn(uiSchema);
  if (computation === null || 'district' in computation || scope.inside.includes(path)) return {};
  const figure = natureOfFigure(computation, at, {
    ...scope,
    // It is reported at its own place.
    context: quietly(scope.context),
    above: path.split('.').slice(0, -1),
    inside: [...scope.inside, path],
  });
  if (figure === null) return {};
  const range = {
    least: Math.max(own.range.least, figure.range.least),
    most: Math.min(own.range.most, figure.range.most),
  };
  const isOfDays = own.units.includes('number') && !figure.units.includes('number');
  return { range, ...(isOfDays && { units: figure.units }) };
}

function questionAt(path: string, at: Cursor, scope: FigureSurroundings): PlacedQuestion | null {
  const { context, schema, questions, shown, above } = scope;
  const found = questions.get([...above, ...path.split('.')].join('.'));
  const [first = ''] = path.split('.');
  if (
    found === undefined &&
    above.some((_, index) => questions.has([...above.slice(0, index), path].join('.')))
  ) {
    report(context, 'form/question-above', at, { name: path });
    return null;
  }
  if (found === undefined) {
    const level = levelOf(schemaAt(schema, above) ?? schema);
    report(context, 'form/unknown-property', at, { name: path, choices: Object.keys(propertiesOf(level)) });
    return null;
  }
  if (above.length > 0 || !shown.has(first)) return found;
  report(context, 'form/empty-figure', at, { cause: 'shown' });
  return null;
}

/** A date that comes after the other by its limits gives no number below zero. */
function natureOfSpan(
  { unit, from, to }: NonNullable<ReturnType<typeof spanIn>>,
  at: Cursor,
  scope: FigureSurroundings,
): FigureNature | null {
  const place = below(at, unit);
  const ends = [from, to].map((path, index) =>
    dateAt(path, below(place, ['from', 'to'][index] ?? ''), scope),
  );
  const [first, last] = ends;
  if (!first || !last) return null;
  if (isInOrder(to, from, scope)) report(scope.context, 'form/backward-span', place, { unit, from, to });
  return {
    units: [unit === 'days' ? 'days' : 'number'],
    decimals: 0,
    range: isInOrder(from, to, scope) ? { least: 0, most: Infinity } : anything,
  };
}

/** Returns true if the first of two dates of one level is never after the second. */
function isInOrder(one: string, other: string, { questions, above }: FigureSurroundings): boolean {
  const level = one.slice(0, one.lastIndexOf('.') + 1);
  if (level !== other.slice(0, other.lastIndexOf('.') + 1)) return false;
  const start = [...above, level].join('.');
  const wordsOf = (name: string) => questions.get(start + name)?.uiSchema;
  return isNeverLater(one.slice(level.length), other.slice(level.length), wordsOf);
}

function dateAt(path: string, at: Cursor, scope: FigureSurroundings): PlacedQuestion | null {
  const found = questionAt(path, at, scope);
  if (found === null) return null;
  if (found.schema.format !== 'date') {
    report(scope.context, 'form/odd-sum', at, { name: path, problem: 'is not a date' });
    return null;
  }
  if (listsOn(path, scope).length > 0) {
    report(scope.context, 'form/odd-sum', at, { name: path, problem: 'has a value in each row of a list' });
    return null;
  }
  reportUnasked(path, at, scope);
  return found;
}

/** Warns of a part that is not asked while the figure is: there is no figure then. */
function reportUnasked(
  path: string,
  at: Cursor,
  { context, conditions, above, given }: FigureSurroundings,
): void {
  const keys = path.split('.');
  for (const [index] of keys.entries()) {
    const property = [...above, ...keys.slice(0, index + 1)].join('.');
    for (const one of conditions) {
      if (one.property === property && !follows(one.when, given))
        report(context, 'form/unsure-part', at, { name: path });
    }
  }
}

/** One value, which a joining operation needs. */
function natureOfPart(figure: Figure, at: Cursor, scope: FigureSurroundings): PartNature | null {
  const part = natureOfValues(figure, at, scope);
  if (part === null || typeof figure !== 'string') return part;
  if (listsOn(figure, scope).length > 0) {
    const problem = 'has a value in each row of a list';
    report(scope.context, 'form/odd-sum', at, { name: figure, problem });
    return null;
  }
  reportUnasked(figure, at, scope);
  return part;
}
