/** Finds the unit, the decimals and the range of an answer: of the form, or of a record that an answer names. */
import { offeredRecords } from '../../../portal/forms/references.ts';
import { decimalsOfAmount, typeOfQuestion } from '../../../portal/forms/value-type.ts';
import type { PlacedQuestion } from '../../../portal/succession/form-questions.ts';
import { withoutExponent } from '../../../portal/values/decimal.ts';
import { around, type FigureRange } from '../../logic/figure-ranges.ts';
import { hasRule, isMaskedIn } from '../conditions/columns.ts';
import type { Cursor } from '../input/cursor.ts';
import { type LinkContext, report } from '../input/link-context.ts';
import { type Units, unitOfMoney } from './figure-units.ts';

export interface FigureNature {
  readonly units: Units;
  readonly decimals: number;
  readonly range: FigureRange;
}

type CompiledQuestion = Pick<PlacedQuestion, 'schema' | 'uiSchema'>;

/** Where answers are found. */
export interface NamedSurroundings {
  readonly context: LinkContext;
  /** Of the form, by path. */
  readonly questions: ReadonlyMap<string, PlacedQuestion>;
  /** Keys from the root to the level of the figure. */
  readonly above: readonly string[];
  /** The questions of this name in the forms of a record type. */
  readonly elsewhere: (type: string, name: string) => readonly CompiledQuestion[];
}

/** More decimals than these are not a number to the portal. */
const mostDecimals = 10;

/** The nature of an answer by its question; null: it is not a figure. */
export function natureOfAnswer({ schema, uiSchema }: CompiledQuestion): FigureNature | null {
  const { type, pattern, multipleOf } = schema;
  const decimalsOfMoney = decimalsOfAmount(pattern);
  if (type === 'string' && decimalsOfMoney !== null) {
    const { currency } = typeOfQuestion(schema, uiSchema);
    return { units: [unitOfMoney(currency)], decimals: decimalsOfMoney, range: { least: 0, most: 1e15 } };
  }
  if (type !== 'integer' && type !== 'number') return null;
  const decimals =
    typeof multipleOf === 'number' ? decimalsOf(withoutExponent(String(multipleOf))) : mostDecimals;
  return {
    units: [uiSchema['ui:unit'] === '%' ? 'percent' : 'number'],
    decimals: type === 'integer' ? 0 : decimals,
    range: {
      least: Math.max(limit(schema.minimum, -Infinity), limit(schema.exclusiveMinimum, -Infinity)),
      most: Math.min(limit(schema.maximum, Infinity), limit(schema.exclusiveMaximum, Infinity)),
    },
  };
}

/** A number that the schema says. */
export function limit(said: unknown, otherwise: number): number {
  return typeof said === 'number' ? said : otherwise;
}

export function decimalsOf(digits: string): number {
  return digits.split('.')[1]?.replace(/0+$/, '').length ?? 0;
}

/** What is wrong with an answer that is not a figure. */
export const notFigure = 'is neither a number nor an amount';

interface NamedAnswer {
  /** The record type that an answer of the form names. */
  readonly type: string;
  /** What the figure reads there. */
  readonly name: string;
}

/** What the path reads of a record that an answer names; null: it reads answers of this form. */
export function answerThrough(path: string, { questions, above }: NamedSurroundings): NamedAnswer | null {
  const keys = path.split('.');
  for (const [index] of keys.slice(1).entries()) {
    const question = questions.get([...above, ...keys.slice(0, index + 1)].join('.'));
    const offered = question && offeredRecords(question.uiSchema);
    if (offered) return { type: offered.type, name: keys.slice(index + 1).join('.') };
  }
  return null;
}

/** The nature of what a figure reads of a named record; null (reported): it is no figure. */
export function natureOfNamed(
  { type, name }: NamedAnswer,
  path: string,
  at: Cursor,
  { context, elsewhere }: NamedSurroundings,
): FigureNature | null {
  const natures = elsewhere(type, name).map(natureOfAnswer);
  const known = natures.filter((one) => one !== null);
  const [first] = known;
  const secret = secrecyOf(type, name, context);
  const problem = secret
    ? `${secret} in "${type}", and a figure would tell it`
    : natures.length === 0
      ? `is not a question of "${type}"`
      : notFigure;
  const isOfOneUnit = known.every(({ units }) => units.join() === first?.units.join());
  if (first === undefined || known.length < natures.length || !isOfOneUnit || secret !== null) {
    report(context, 'form/odd-sum', at, { name: path, problem });
    return null;
  }
  return {
    units: first.units,
    decimals: Math.max(...known.map(({ decimals }) => decimals)),
    range: around(known.map(({ range }) => range)),
  };
}

/** What keeps the answer from some readers of its record; null: nothing. */
function secrecyOf(type: string, name: string, context: LinkContext): string | null {
  if (hasRule(type, name, context)) return 'has a `read` of its own';
  return isMaskedIn(type, name, context) ? 'is `masked`' : null;
}
