/**
 * The type of a field or a fact, as far as the configuration defines it, to reject comparisons that are never true.
 */
import type {
  ConditionSubject,
  FieldPath,
  Operator,
  ReferenceStep,
} from '../../../portal/model/condition.ts';
import type { ConditionPlace, AnswerPlace } from './condition-place.ts';
import {
  child,
  entries,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  text,
  type Cursor,
} from '../input/cursor.ts';
import { linkFieldPath, propertiesOf } from './field-path.ts';
import { report, type LinkContext, type Names } from '../input/link-context.ts';
import { isDate } from '../names/day-names.ts';
import { derivedValueAt } from '../names/derived-values.ts';
import type { KindReads } from '../input/kind-reads.ts';
import { wording } from '../names/written-fields.ts';
import { levelOfAnswers } from '../names/asked-answers.ts';
import { levelBelow, named } from '../names/properties.ts';

/** Null if unknown, or not always the same. */
type Shape = 'list' | 'number' | 'text' | 'date' | 'moment' | 'truth' | 'wording' | null;

const ofOne: ReadonlySet<Operator> = new Set([
  'is',
  'in',
  'above',
  'below',
  'atLeast',
  'atMost',
  'before',
  'after',
]);
const ofSeveral: ReadonlySet<Operator> = new Set(['has', 'hasAny']);
const ofNumbers: ReadonlySet<Operator> = new Set(['above', 'below', 'atLeast', 'atMost']);
const ofDates: ReadonlySet<Operator> = new Set(['before', 'after']);

/** The operators that are never true for a value of this type. */
const senseless: Readonly<Record<Exclude<Shape, null>, readonly ReadonlySet<Operator>[]>> = {
  list: [ofOne],
  number: [ofSeveral, ofDates],
  text: [ofSeveral, ofNumbers],
  date: [ofSeveral, ofNumbers],
  moment: [ofSeveral, ofNumbers],
  truth: [ofSeveral, ofNumbers, ofDates],
  wording: [ofOne, ofSeveral],
};

export interface SubjectComparison {
  readonly name: string;
  readonly subject: ConditionSubject;
  readonly operator: Operator;
  /** The right side of the comparison. */
  readonly operand: Cursor;
  /** Whether it compares each row. */
  readonly isEach: boolean;
}

/** Reports a comparison that is never true, whatever the value of the subject. */
export function checkShape(
  { name, subject, operator, operand, isEach }: SubjectComparison,
  context: LinkContext,
  place: ConditionPlace,
): void {
  if (ofNumbers.has(operator) && isWord(operand.value)) {
    report(context, 'condition/wrong-comparison', operand, { name, operator, shape: 'number' });
    return;
  }
  const shape = shapeOf(subject, context, place);
  if (shape === 'date') checkDays(operand, operator, context);
  const isDay = isMapping(operand.value) && isPresent(child(operand, 'today'));
  if (isDay && (shape === 'number' || shape === 'truth')) {
    report(context, 'condition/wrong-comparison', operand, { name, operator, shape });
    return;
  }
  if (shape === null || isEach || !senseless[shape].some((operators) => operators.has(operator))) return;
  report(context, 'condition/wrong-comparison', operand, { name, operator, shape });
}

/** Returns true if every value of the subject is a number, also where it has several. */
export function isNumeric(subject: ConditionSubject, context: LinkContext, place: ConditionPlace): boolean {
  if (subject.from === 'field')
    return shapeOfEach(subject.path, questionsAlong(subject.path, context, place), context) === 'number';
  if (subject.from !== 'input') return shapeOf(subject, context, place) === 'number';
  const { answers } = place;
  return (
    answers !== undefined && same(named(levelOfAnswers(answers), subject.name).map(shapeOfItem)) === 'number'
  );
}

/** The type of every value of the subject, also where it has several; null if it is unknown, or not always the same. */
export function typeOfValues(
  subject: ConditionSubject,
  context: LinkContext,
  place: ConditionPlace,
): 'number' | 'text' | null {
  if (subject.from === 'field') return typeOfAnswers(subject.path, context, place);
  if (subject.from === 'input')
    return typeOfQuestions(named(levelOfAnswers(place.answers ?? new Set()), subject.name));
  const shape = shapeOf(subject, context, place);
  return shape === 'number' || shape === 'text' ? shape : null;
}

function typeOfAnswers(path: FieldPath, context: LinkContext, place: AnswerPlace): 'number' | 'text' | null {
  const { lookup, reference } = path;
  if (reference !== undefined) {
    const { type, of } = reference;
    return of.from === 'field' ? typeOfAnswers(of.path, context, { type }) : null;
  }
  if (lookup === null) return typeOfQuestions(questionsAlong(path, context, place).at(-1) ?? []);
  const shape = shapeOfColumn(lookup, context);
  return shape === 'number' || shape === 'text' ? shape : null;
}

/** Money is compared as a number and stored as a text, so neither is expected. */
function typeOfQuestions(questions: readonly Cursor[]): 'number' | 'text' | null {
  const types = questions.map((one) => {
    const isList = child(one, 'type').value === 'array';
    const { value: type } = child(isList ? child(one, 'items') : one, 'type');
    if (type === 'integer' || type === 'number') return 'number';
    return type === 'string' && child(one, 'format').value !== 'money' ? 'text' : null;
  });
  const [first = null] = types;
  return types.every((one) => one === first) ? first : null;
}

/** Reports a day that does not exist, such as 31 February: nothing is before or after it. */
function checkDays(operand: Cursor, operator: Operator, context: LinkContext): void {
  if (operator === 'exists') return;
  const constant = isMapping(operand.value) ? text(child(operand, 'constant')) : null;
  const said =
    constant === null
      ? oneOrMore(operand).map(({ value }) => value)
      : [context.names.constants.get(constant)];
  for (const one of said) {
    if (typeof one === 'string' && !isDate(one)) report(context, 'calendar/no-day', operand, { name: one });
  }
}

function isWord(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && Number.isNaN(Number(value)));
}

const known = new WeakMap<Names, Map<string, { readonly result: Shape; readonly reads: KindReads }>>();

/** Caches the type, because the same subjects occur in many conditions. */
function remembered(key: string, { names }: LinkContext, find: () => Shape): Shape {
  const shapes = known.get(names) ?? new Map<string, { result: Shape; reads: KindReads }>();
  known.set(names, shapes);
  const shape = shapes.get(key);
  if (shape !== undefined) {
    names.log.repeat(shape.reads);
    return shape.result;
  }
  const found = names.log.record(find);
  shapes.set(key, found);
  return found.result;
}

function shapeOf(subject: ConditionSubject, context: LinkContext, place: ConditionPlace): Shape {
  if (subject.from === 'fact')
    return remembered(`fact ${subject.name}`, context, () => shapeOfFact(subject, context));
  if (subject.from !== 'field') return null;
  const find = () => shapeOfField(subject.path, context, place);
  // Properties that are passed in belong to no record type, so the result is not cached.
  return place.properties === undefined
    ? remembered(`${place.type} ${JSON.stringify(subject.path)}`, context, find)
    : find();
}

function shapeOfFact(subject: Extract<ConditionSubject, { from: 'fact' }>, context: LinkContext): Shape {
  const derived = [...context.names.records].map(
    ([type, root]) => [derivedValueAt(root, subject.name), type] as const,
  );
  return same(derived.filter(([at]) => isPresent(at)).map(([at, type]) => shapeOfDerived(at, type, context)));
}

/** The properties at each key of the path, in all forms of the record. */
export function questionsAlong(
  path: FieldPath,
  context: LinkContext,
  { type, properties: stated = [] }: AnswerPlace,
): (readonly Cursor[])[] {
  const [first = ''] = path.keys;
  const isStated = path.ancestor === null && named(stated, first).length > 0;
  let level: readonly Cursor[] = isStated ? stated : propertiesOf(path.ancestor ?? type, context);
  return path.keys.map((key) => {
    const found = named(level, key);
    level = levelBelow(found, context);
    return found;
  });
}

function shapeOfField(path: FieldPath, context: LinkContext, place: AnswerPlace): Shape {
  if (path.reference !== undefined)
    return path.reference.isInRows ? 'list' : shapeOfReferred(path.reference, context);
  const along = questionsAlong(path, context, place);
  const lists = along.map((found) => found.map((one) => child(one, 'type').value === 'array'));
  if (lists.some((all) => all.length > 0 && all.every(Boolean))) return 'list';
  if (lists.some((all) => all.length === 0 || all.some(Boolean))) return null;
  return shapeOfEach(path, along, context);
}

function shapeOfReferred({ type, of }: ReferenceStep, context: LinkContext): Shape {
  if (of.from === 'field') return shapeOfField(of.path, context, { type });
  return of.name === 'created' ? 'date' : 'text';
}

/** The type of each value, if the path has several: a list of texts has texts. */
function shapeOfEach(
  { lookup, reference }: FieldPath,
  along: readonly (readonly Cursor[])[],
  context: LinkContext,
): Shape {
  if (reference !== undefined) return shapeOfReferred(reference, context);
  return lookup === null ? same((along.at(-1) ?? []).map(shapeOfItem)) : shapeOfColumn(lookup, context);
}

function shapeOfItem(question: Cursor): Shape {
  const isList = child(question, 'type').value === 'array';
  return isList ? shapeOfItem(child(question, 'items')) : shapeOfQuestion(question);
}

function shapeOfQuestion(question: Cursor): Shape {
  const type = child(question, 'type').value;
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'truth';
  if (type === wording) return 'wording';
  const format = child(question, 'format').value;
  if (
    type !== 'string' ||
    format === 'money' ||
    format === 'location' ||
    isPresent(child(question, 'pattern'))
  )
    return null;
  if (format === 'date-time') return 'moment';
  return format === 'date' ? 'date' : 'text';
}

/** Digits in quotes are text, but can be compared like numbers. */
function shapeOfColumn({ name, column }: NonNullable<FieldPath['lookup']>, context: LinkContext): Shape {
  return remembered(`column ${name} ${column}`, context, () => {
    const lookup = context.names.lookups.get(name);
    const cells =
      lookup === undefined
        ? []
        : items(child(lookup, 'rows'))
            .map((row) => child(row, column))
            .filter(isPresent);
    return same(cells.map(({ value }) => (Array.isArray(value) ? 'list' : shapeOfValue(value))));
  });
}

function shapeOfValue(value: unknown): Shape {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'truth';
  return typeof value === 'string' && Number.isNaN(Number(value)) && !/^\d/.test(value) ? 'text' : null;
}

function shapeOfDerived(at: Cursor, type: string, context: LinkContext): Shape {
  if (isPresent(child(at, 'union'))) return 'list';
  if (isPresent(child(at, 'exists'))) return 'truth';
  if (['count', 'sum', 'percent'].some((measure) => isPresent(child(at, measure)))) return 'number';
  const results = [...items(child(at, 'cases')).map((one) => child(one, 'value')), child(at, 'else')].filter(
    isPresent,
  );
  return same(results.map((one) => shapeOfResult(one, type, context)));
}

function shapeOfResult(at: Cursor, type: string, context: LinkContext): Shape {
  if (!isMapping(at.value)) return Array.isArray(at.value) ? null : shapeOfValue(at.value);
  const path = isPresent(child(at, 'field'))
    ? linkFieldPath(child(at, 'field'), { ...context, diagnostics: [] }, { type })
    : null;
  return path === null ? null : shapeOfField(path, context, { type });
}

function same(shapes: readonly Shape[]): Shape {
  const [first = null] = shapes;
  return shapes.every((one) => one === first) ? first : null;
}

type DateCode = 'fee/no-date' | 'clock/no-date' | 'reminder/no-date';

/** Reports a field that is certainly not a date. Clocks and reminders count from a moment, too. */
export function checkDated(
  at: Cursor,
  path: FieldPath,
  context: LinkContext,
  place: AnswerPlace & { readonly code: DateCode },
): void {
  const shape = shapeOfField(path, context, place);
  const isDated = shape === 'date' || (shape === 'moment' && place.code !== 'fee/no-date');
  if (shape !== null && !isDated) report(context, place.code, at, { name: text(at) ?? '' });
}

/** Reports an end of validity that is certainly not a date. In a list, each row may have one. */
export function checkExpiry(at: Cursor, path: FieldPath, context: LinkContext, place: AnswerPlace): void {
  const shape = shapeOfEach(path, questionsAlong(path, context, place), context);
  if (shape !== null && shape !== 'date') report(context, 'document/no-date', at, { name: text(at) ?? '' });
}

/** Links the path of a field to compute with; reports one whose values are certainly not numbers. */
export function linkSummedPath(at: Cursor, context: LinkContext, place: AnswerPlace): FieldPath | null {
  const path = linkFieldPath(at, context, place);
  if (path === null) return null;
  // A step that writes the answer says nothing of what it is, and the form does.
  const along = questionsAlong(path, context, place).map((all) => {
    const asked = all.filter((one) => entries(one).length > 0);
    return asked.length === 0 ? all : asked;
  });
  const shape = shapeOfEach(path, along, context);
  if (shape !== null && shape !== 'list' && shape !== 'number')
    report(context, 'report/no-number', at, { name: text(at) ?? '' });
  return path;
}
