/** The operand of a comparison: a literal, or a reference to a field, the visitor, today, a constant or a group. */
import type { DayShift, Operand, Value } from '../../../portal/model/condition.ts';
import type { ConditionPlace } from './condition-place.ts';
import { child, isMapping, text, texts, type Cursor } from '../input/cursor.ts';
import { groupOf } from '../names/department-names.ts';
import { keysOf } from '../../../portal/values/pointer.ts';
import { linkFieldPath } from './field-path.ts';
import { report, reportUnknown, type LinkContext, isKnown, countUse } from '../input/link-context.ts';
import { levelOfAnswers } from '../names/asked-answers.ts';
import { countQuestion } from '../names/question-uses.ts';
import { named } from '../names/properties.ts';

const nothing: Operand = { value: null };

export function linkOperand(at: Cursor, context: LinkContext, place: ConditionPlace): Operand {
  if (!isMapping(at.value)) return { value: literal(at) };
  const [word, ...more] = Object.keys(at.value);
  if (word === undefined || more.length > 0) return wrong(at, context);
  const inner = child(at, word);
  switch (word) {
    case 'field': {
      const field = linkFieldPath(inner, context, place);
      return field === null ? nothing : { field };
    }
    case 'visitor':
      return linkVisitor(inner, context);
    case 'today':
      return linkToday(inner, context);
    case 'group':
      return { value: groupOf(inner, context) };
    case 'constant':
      return linkConstant(inner, context);
    case 'office':
      return linkOfficeConstant(inner, context);
    case 'input': {
      const name = text(inner) ?? '';
      checkAnswer({ name, at: inner }, context, place);
      return { input: name };
    }
    default:
      return wrong(at, context);
  }
}

/** A literal of one cell; a list of other values is read as a list of texts. */
export function literal(at: Cursor): Value {
  const { value } = at;
  if (Array.isArray(value)) return texts(at);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

const visitorParts = ['department', 'unit', 'name', 'username'] as const;

function linkVisitor(at: Cursor, context: LinkContext): Operand {
  const visitor = visitorParts.find((part) => part === at.value);
  if (visitor !== undefined) return { visitor };
  return wrong(at, context);
}

/** Reports an answer that the transition does not ask for. */
export function checkAnswer(
  { name, at }: { readonly name: string; readonly at: Cursor },
  context: LinkContext,
  { answers = new Set() }: ConditionPlace,
): void {
  if (answers.has(name)) return countQuestion(context, at, name, named(levelOfAnswers(answers), name));
  reportUnknown(context, 'condition/unknown-answer', at, { name, choices: answers });
}

const units = { day: { days: 1 }, week: { days: 7 }, month: { months: 1 }, year: { months: 12 } } as const;

function linkToday(at: Cursor, context: LinkContext): Operand {
  const today = linkShift(at, context);
  return today === null ? nothing : { today };
}

/** `30 days`, `-2 weeks`, `6 months`, `-1 year`, or `true` for the day itself. Reports any other value. */
export function linkShift(at: Cursor, context: LinkContext): DayShift | null {
  const found = /^([+-]?\s?\d+)(?:\s+(day|week|month|year)s?)?$/.exec(
    at.value === true ? '0' : (text(at) ?? '0'),
  );
  if (found === null) {
    report(context, 'condition/not-understood', at, { name: keysOf(at.pointer).at(-1) ?? '' });
    return null;
  }
  const count = Number(found[1]?.replace(/\s/, ''));
  const { days = 0, months = 0 }: { days?: number; months?: number } =
    units[(found[2] ?? 'day') as keyof typeof units];
  // A cached portal is read from JSON, which has no negative zero.
  return { days: days === 0 ? 0 : count * days, ...(months !== 0 && { months: count * months }) };
}

function linkConstant(at: Cursor, context: LinkContext): Operand {
  const name = text(at) ?? '';
  const value = context.names.constants.get(name);
  if (value !== undefined) countUse(context, 'constant', at, { name });
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return { value };
  }
  const choices = context.names.constants.keys();
  reportUnknown(context, 'condition/unknown-constant', at, { name, choices });
  return nothing;
}

function linkOfficeConstant(at: Cursor, context: LinkContext): Operand {
  const name = text(at) ?? '';
  const choices = context.names.officeConstants;
  return isKnown(context, 'condition/unknown-constant', at, { name, choices })
    ? { officeConstant: name }
    : nothing;
}

function wrong(at: Cursor, context: LinkContext): Operand {
  const operator = keysOf(at.pointer).at(-1) ?? '';
  report(context, 'condition/not-understood', { ...at, value: null }, { name: operator });
  return nothing;
}
