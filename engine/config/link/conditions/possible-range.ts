/** Finds comparisons that are not true because of the limits that the question of their subject sets. */
import type { ConditionSubject, FieldPath, Operand, Operator } from '../../../portal/model/condition.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { anything, around, type FigureRange } from '../../logic/figure-ranges.ts';
import { child, type Cursor, entries, isPresent, text } from '../input/cursor.ts';
import { type LinkContext, report } from '../input/link-context.ts';
import { levelOfAnswers } from '../names/asked-answers.ts';
import { named } from '../names/properties.ts';
import type { AnswerPlace, ConditionPlace } from './condition-place.ts';
import { questionsAlong } from './subject-shape.ts';

interface LimitedComparison {
  readonly name: string;
  readonly subject: ConditionSubject;
  readonly operator: Operator;
  readonly operand: Operand;
  /** The operand in the file. */
  readonly at: Cursor;
}

/**
 * Reports a number, or a text, that is outside the limits of the question, so that the comparison is never true, or
 * only for records whose answers are older than the limits.
 */
export function checkLimits(
  { name, subject, operator, operand, at }: LimitedComparison,
  context: LinkContext,
  place: ConditionPlace,
): void {
  // A migration reads answers to questions that had other limits.
  if (place.where === 'migration') return;
  const questions = questionsOf(subject, context, place);
  const code = isGivenNow(subject, place) ? 'condition/outside-limits' : 'condition/only-earlier-answers';
  const given = givenBy(operand);
  const length = operator === 'is' || operator === 'in' ? lengthOf(questions) : null;
  if (length !== null && given.length > 0 && given.every((one) => !isWithin(lengthIn(one), length)))
    return report(context, code, at, {
      name,
      ...length,
      unit: 'characters',
    });
  const range = rangeOf(questions);
  const other = 'field' in operand ? rangeOf(questionsAt(operand.field, context, place)) : rangeIn(given);
  if (range === null || other === null || canBe(operator, range, other)) return;
  report(context, code, at, { name, ...range, unit: null });
}

/** Returns true if forms and steps ask for the answer now: others were stored, some of them before these limits. */
function isGivenNow(subject: ConditionSubject, { where, isRelative = false }: ConditionPlace): boolean {
  if (subject.from !== 'field') return true;
  const { reference, ancestor } = subject.path;
  return where === 'needs' && !isRelative && reference === undefined && ancestor === null;
}

function questionsOf(
  subject: ConditionSubject,
  context: LinkContext,
  place: ConditionPlace,
): readonly Cursor[] {
  if (subject.from === 'field') return questionsAt(subject.path, context, place);
  return subject.from === 'input' && place.answers !== undefined
    ? named(levelOfAnswers(place.answers), subject.name)
    : [];
}

/** The questions whose answer the path reads, in all forms. */
function questionsAt(path: FieldPath, context: LinkContext, place: AnswerPlace): readonly Cursor[] {
  const { reference, lookup } = path;
  if (lookup !== null) return [];
  if (reference !== undefined)
    return reference.of.from === 'field'
      ? questionsAt(reference.of.path, context, { type: reference.type })
      : [];
  return questionsAlong(path, context, place).at(-1) ?? [];
}

/** A list accepts what its rows accept. A step that writes the answer says nothing of what it is, and the form does. */
function answersOf(questions: readonly Cursor[]): readonly Cursor[] {
  return questions.filter((one) => entries(one).length > 0).map(rowsOf);
}

function rowsOf(question: Cursor): Cursor {
  const rows = child(question, 'items');
  return isPresent(rows) ? rowsOf(rows) : question;
}

/** The range of the numbers that these questions accept; null if one of them may have another answer. */
const rangeOf = onceForEach((questions: readonly Cursor[]): FigureRange | null => {
  const ranges = answersOf(questions).map(rangeOfQuestion);
  const known = ranges.filter((one) => one !== null);
  return known.length === 0 || known.length < ranges.length ? null : around(known);
});

function rangeOfQuestion(question: Cursor): FigureRange | null {
  const type = text(child(question, 'type'));
  if (type === 'string' && text(child(question, 'format')) === 'money') return { ...anything, least: 0 };
  if (type !== 'integer' && type !== 'number') return null;
  return {
    least: Math.max(...limits(question, ['minimum', 'exclusiveMinimum'], -Infinity)),
    most: Math.min(...limits(question, ['maximum', 'exclusiveMaximum'], Infinity)),
  };
}

/** The lengths of the texts that these questions accept; null if one of them may have another answer. */
const lengthOf = onceForEach((questions: readonly Cursor[]): FigureRange | null => {
  const answers = answersOf(questions);
  if (answers.length === 0 || !answers.every(isText)) return null;
  return around(
    answers.map((one) => ({
      least: Math.max(...limits(one, ['minLength'], 0)),
      most: Math.min(...limits(one, ['maxLength'], Infinity)),
    })),
  );
});

/** Its answer is a free text. */
function isText(question: Cursor): boolean {
  const isOther = ['format', 'enum'].some((word) => isPresent(child(question, word)));
  return text(child(question, 'type')) === 'string' && !isOther;
}

function limits(question: Cursor, words: readonly string[], otherwise: number): number[] {
  return words.map((word) => {
    const { value } = child(question, word);
    return typeof value === 'number' ? value : otherwise;
  });
}

/** The literals of the operand; none if it is read from elsewhere. */
function givenBy(operand: Operand): unknown[] {
  return 'value' in operand ? [operand.value].flat() : [];
}

/** Null if one of them is no number. */
function rangeIn(given: readonly unknown[]): FigureRange | null {
  const numbers = given.map((one) =>
    typeof one === 'boolean' || one === null || one === '' ? NaN : Number(one),
  );
  return numbers.length === 0 || numbers.some(Number.isNaN)
    ? null
    : { least: Math.min(...numbers), most: Math.max(...numbers) };
}

/** A value that is no text has no length that matters here: other checks report it. */
function lengthIn(value: unknown): number {
  return typeof value === 'string' ? [...value].length : NaN;
}

function isWithin(length: number, { least, most }: FigureRange): boolean {
  return Number.isNaN(length) || (length >= least && length <= most);
}

/** Returns true if the comparison is true for some numbers of the two ranges. */
function canBe(operator: Operator, one: FigureRange, other: FigureRange): boolean {
  switch (operator) {
    case 'above':
      return one.most > other.least;
    case 'atLeast':
      return one.most >= other.least;
    case 'below':
      return one.least < other.most;
    case 'atMost':
      return one.least <= other.most;
    case 'is':
    case 'in':
      return one.most >= other.least && one.least <= other.most;
    default:
      return true;
  }
}
