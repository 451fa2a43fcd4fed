/** Compiles conditions: resolves every name, and checks that every key is allowed at its place. */
import { type Condition, isOperator, isSubject, type Operand } from '../../../portal/model/condition.ts';
import { createDiagnostic } from '../../diagnostics/diagnostic.ts';
import { contradictsItself } from '../../logic/satisfiability.ts';
import { departmentsOf, groupOf } from '../names/department-names.ts';
import {
  child,
  type Cursor,
  entries,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  texts,
} from '../input/cursor.ts';
import { type LinkContext, report, isKnown } from '../input/link-context.ts';
import { noteCondition } from '../input/noted-conditions.ts';
import { linkComparisons } from './comparison.ts';
import { type ConditionPlace, wordsAllowedIn } from './condition-place.ts';
import { linkRecordWord } from './condition-record.ts';
import { isUnknownHere } from './condition-relative.ts';

export const always: Condition = { test: 'always' };
/** An invalid condition compiles to one that is never true. */
export const never: Condition = { test: 'not', of: always };

/**
 * Links a condition; several keys must all be true.
 * @param at the mapping; an invalid part is reported and is never true
 * @param place decides which keys are allowed
 * @param ignore keys that do not belong to the condition, such as `message`
 */
export function linkCondition(
  at: Cursor,
  context: LinkContext,
  place: ConditionPlace,
  ignore: readonly string[] = [],
): Condition {
  const told = context.diagnostics.length;
  const condition = linkParts(at, context, place, ignore);
  const isSound = context.diagnostics.length === told;
  if (isSound && condition.test === 'all' && contradictsItself(condition))
    report(context, 'condition/never', at, {});
  noteAt(at, context, { ...place, condition });
  return condition;
}

/** Notes a place for a condition where none is written. */
export function noteAbsent(at: Cursor, context: LinkContext, place: ConditionPlace): void {
  noteAt(at, context, { ...place, condition: null });
}

function noteAt(
  at: Cursor,
  context: LinkContext,
  { condition, ...place }: ConditionPlace & { readonly condition: Condition | null },
): void {
  const { where, type, about = [], properties = [], answers = new Set() } = place;
  const mayRead = (word: string, name: string): boolean =>
    wordsAllowedIn(where).has(word) && !isUnknownHere(word, { ...at, value: name }, { context, place });
  noteCondition(context, at, { type, about, properties, answers, condition, mayRead });
}

function linkParts(
  at: Cursor,
  context: LinkContext,
  place: ConditionPlace,
  ignore: readonly string[],
): Condition {
  if (Array.isArray(at.value)) {
    return joined('all', items(at), context, place);
  }
  if (!isMapping(at.value) || Object.keys(at.value).length === 0) {
    report(context, 'condition/not-understood', { ...at, value: null }, { name: 'nothing' });
    return never;
  }
  const keys = entries(at).filter(([key]) => !ignore.includes(key));
  const parts = keys.flatMap(([key, value]) => linkKey({ key, value, at, context, place }));
  return all(parts);
}

/** Links an optional condition. */
export function linkOptional(
  at: Cursor,
  context: LinkContext,
  place: ConditionPlace & { readonly absent: Condition },
): Condition {
  if (isPresent(at)) return linkCondition(at, context, place);
  noteAbsent(at, context, place);
  return place.absent;
}

interface ConditionKey {
  readonly key: string;
  readonly value: Cursor;
  /** The mapping that contains it. */
  readonly at: Cursor;
  readonly context: LinkContext;
  readonly place: ConditionPlace;
}

function linkKey({ key, value, at, context, place }: ConditionKey): Condition[] {
  if (key === 'all' || (key === 'any' && Array.isArray(value.value))) {
    return [joined(key, items(value), context, place)];
  }
  if (key === 'not') return [{ test: 'not', of: linkCondition(value, context, place) }];
  if (isUnknownHere(key, value, { context, place })) {
    reportUnknownHere({ key, value, at, context, place });
    return [never];
  }
  if (isSubject(key)) return [linkSubject({ key, value, at, context, place })];
  if (isPartOfAnother(key, at)) return [];
  const words = wordsAllowedIn(place.where);
  if (!words.has(key)) {
    reportWord({ key, value, at, context, place });
    return [never];
  }
  if (visitorWords.has(key)) return [linkVisitorWord(key, value, context)];
  return [linkRecordWord({ word: key, value, at, context, place, linkCondition })];
}

/**
 * Comparisons, `every` and `any` belong to the subject beside them; `every`, `any`, `atLeast` and `count` also to
 * `children`.
 */
function isPartOfAnother(key: string, at: Cursor): boolean {
  if (!isMapping(at.value)) return false;
  const holders = Object.keys(at.value);
  if (['every', 'any', 'atLeast', 'count'].includes(key) && holders.includes('children')) return true;
  const isBeside = isOperator(key) || key === 'every' || key === 'any';
  return isBeside && holders.some((holder) => isSubject(holder));
}

function linkSubject({ key, value, at, context, place }: ConditionKey): Condition {
  const others = entries(at).filter(([other]) => isSubject(other));
  if (others.length > 1) {
    if (others[0]?.[0] === key) {
      report(context, 'condition/two-subjects', at, { names: others.map(([other]) => other) });
    }
    return never;
  }
  if (!wordsAllowedIn(place.where).has(key)) {
    reportWord({ key, value, at, context, place });
    return never;
  }
  return all(linkComparisons({ word: key, value, at, context, place }));
}

/** The schema reports this too. This is the fallback if the schema is incomplete. */
function reportWord({ key, at, context }: ConditionKey): void {
  const { file, pointer } = child(at, key);
  const place = file.positions(pointer, 'key');
  context.diagnostics.push(createDiagnostic('condition/not-understood', place, { name: key }));
}

function reportUnknownHere({ key, value, at, context }: ConditionKey): void {
  const { file, pointer } = child(at, key);
  const name = isSubject(key) ? `${key}: ${String(value.value)}` : key;
  context.diagnostics.push(
    createDiagnostic('condition/not-of-relative', file.positions(pointer, 'key'), { name }),
  );
}

function joined(
  test: 'all' | 'any',
  parts: readonly Cursor[],
  context: LinkContext,
  place: ConditionPlace,
): Condition {
  return { test, of: parts.map((part) => linkCondition(part, context, place)) };
}

function all(parts: readonly Condition[]): Condition {
  const [only, ...more] = parts;
  if (only === undefined) return never;
  return more.length === 0 ? only : { test: 'all', of: parts };
}

const visitorWords: ReadonlySet<string> = new Set(['signedIn', 'department', 'can', 'self']);

function linkVisitorWord(word: string, at: Cursor, context: LinkContext): Condition {
  switch (word) {
    case 'signedIn':
      return compareVisitor('signedIn', { value: at.value === true });
    case 'self':
      return at.value === false ? { test: 'not', of: { test: 'self' } } : { test: 'self' };
    case 'can': {
      const flags = oneOrMore(at).map((one) => linkCan(one, context));
      return flags.length === 1 && flags[0] !== undefined ? flags[0] : { test: 'all', of: flags };
    }
    default:
      return linkDepartment(at, context);
  }
}

function compareVisitor(name: 'signedIn' | 'department', operand: Operand): Condition {
  const isSet = 'value' in operand && Array.isArray(operand.value);
  return {
    test: 'compare',
    subject: { from: 'visitor', name },
    operator: isSet ? 'in' : 'is',
    operand,
  };
}

/** `can: x` is short for `flag: x, is: true`. */
function linkCan(at: Cursor, context: LinkContext): Condition {
  const name = String(at.value);
  isKnown(context, 'condition/unknown-flag', at, { name, choices: context.names.flags });
  return {
    test: 'compare',
    subject: { from: 'flag', name },
    operator: 'is',
    operand: { value: true },
  };
}

function linkDepartment(at: Cursor, context: LinkContext): Condition {
  const is = child(at, 'is');
  if (is.value === 'area') return compareVisitor('department', { area: true });
  const group = child(child(at, 'in'), 'group');
  if (isPresent(group)) return compareVisitor('department', { value: groupOf(group, context) });
  const direct = child(at, 'group');
  if (isPresent(direct)) return compareVisitor('department', { value: groupOf(direct, context) });
  const list = isPresent(is) ? is : isPresent(child(at, 'in')) ? child(at, 'in') : at;
  const keys = departmentsOf(list, context);
  if (keys.length === 0 && texts(list).length === 0)
    report(context, 'condition/not-understood', at, { name: 'department' });
  return compareVisitor('department', { value: keys.length === 1 ? (keys[0] ?? '') : keys });
}
