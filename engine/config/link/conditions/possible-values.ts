/**
 * The possible values of a field or a fact, if the configuration lists all of them: choices, booleans, lookup rows,
 * cases.
 */
import type { FieldPath, ReferenceStep } from '../../../portal/model/condition.ts';
import type { AnswerPlace } from './condition-place.ts';
import {
  child,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  text,
  type Cursor,
  texts,
  written,
} from '../input/cursor.ts';
import { linkFieldPath, propertiesOf } from './field-path.ts';
import { report, type LinkContext, quietly } from '../input/link-context.ts';
import { derivedValueAt } from '../names/derived-values.ts';
import { lookupsOf } from '../names/question-uses.ts';
import { levelBelow, named } from '../names/properties.ts';
import { stateNames } from '../names/workflow-names.ts';

type PossibleValues = readonly unknown[];
interface ComparedValues {
  readonly name: string;
  readonly values: PossibleValues | null;
  /** The type of every value of the subject; null if unknown. */
  readonly type: 'number' | 'text' | null;
}

/** Reports each literal that is never a value of the subject, or that has another type than its values. */
export function checkLiterals(
  operand: Cursor,
  { name, values, type }: ComparedValues,
  context: LinkContext,
): void {
  const unknown = literalsNotIn(operand, values);
  for (const one of unknown)
    report(context, 'condition/unknown-value', one, { name, value: one.value, values: values ?? [] });
  if (isMapping(operand.value) || type === null) return;
  const isInList = Array.isArray(operand.value);
  for (const one of oneOrMore(operand)) {
    const meant = type === 'text' ? textMeant(one, isInList) : isInList ? null : numberMeant(one);
    if (meant !== null && !unknown.includes(one))
      report(context, 'condition/unknown-value', one, { name, value: one.value, values: [meant] });
  }
}

/** The text that an author means by a number; null if it is none, or is read as this text: a list is read as texts. */
function textMeant(at: Cursor, isInList: boolean): string | null {
  if (typeof at.value !== 'number') return null;
  const source = written(at);
  return isInList && source === String(at.value) ? null : source;
}

/** The number that an author means by digits in quotes; null for any other value. */
function numberMeant({ value }: Cursor): number | null {
  return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))
    ? Number(value)
    : null;
}

/** The literals that are not among the values; empty if `values` is null, because any value is allowed then. */
export function literalsNotIn(at: Cursor, values: PossibleValues | null): Cursor[] {
  if (values === null || values.length === 0 || isMapping(at.value)) return [];
  return oneOrMore(at).filter((one) => !values.some((value) => isSame(value, one.value)));
}

/** A number may be written as text, but a boolean may not. */
function isSame(value: unknown, literal: unknown): boolean {
  const isTruth = typeof value === 'boolean' || typeof literal === 'boolean';
  return isTruth ? value === literal : String(value) === String(literal);
}

/** All possible values of the field, or null if they are unknown. */
export function valuesOfField(
  path: FieldPath,
  context: LinkContext,
  place: AnswerPlace,
): PossibleValues | null {
  if (path.lookup !== null) return valuesOfColumn(path.lookup.name, path.lookup.column, context);
  if (path.reference !== undefined) return valuesOfReferred(path.reference, context);
  return together(questionsAt(path, context, place).map((one) => valuesOfQuestion(one, context)));
}

function valuesOfReferred({ type, of }: ReferenceStep, context: LinkContext): PossibleValues | null {
  if (of.from === 'field') return valuesOfField(of.path, context, { type });
  return of.name === 'state' ? [...stateNames(type, context.names)] : null;
}

/** The lookups whose rows the field may name. */
export function lookupsOfField(path: FieldPath, context: LinkContext, place: AnswerPlace): string[] {
  const { reference } = path;
  if (reference !== undefined)
    return reference.of.from === 'field'
      ? lookupsOfField(reference.of.path, context, { type: reference.type })
      : [];
  if (path.lookup === null) return questionsAt(path, context, place).flatMap(lookupsOf);
  const { name, column } = path.lookup;
  const root = context.names.lookups.get(name);
  if (column === 'value') return [name];
  return column === 'group' && root !== undefined ? texts(child(root, 'groups')) : [];
}

function questionsAt(
  path: FieldPath,
  context: LinkContext,
  { type, properties: stated = [] }: AnswerPlace,
): readonly Cursor[] {
  const [first = ''] = path.keys;
  const own = propertiesOf(path.ancestor ?? type, context);
  const isStated = path.ancestor === null && named(stated, first).length > 0;
  let level: readonly Cursor[] = isStated ? stated : own;
  let found: readonly Cursor[] = [];
  for (const key of path.keys) {
    found = named(level, key);
    level = levelBelow(found, context);
  }
  return found;
}

export function valuesOfQuestion(question: Cursor, context: LinkContext): PossibleValues | null {
  const choices = child(question, 'enum');
  if (Array.isArray(choices.value)) return choices.value;
  const only = child(question, 'const').value;
  if (only !== undefined) return [only];
  const lookup = text(child(question, 'lookup'));
  if (lookup !== null) return valuesOfColumn(lookup, 'value', context);
  const type = child(question, 'type').value;
  if (type === 'boolean') return [true, false];
  const rows = child(question, 'items');
  return type === 'array' && isPresent(rows) ? valuesOfQuestion(rows, context) : null;
}

/** People can add rows to an editable lookup, so only the form of its rows can limit the values of a column. */
function valuesOfColumn(name: string, column: string, context: LinkContext): PossibleValues | null {
  const lookup = context.names.lookups.get(name);
  if (lookup === undefined) return null;
  const kept = child(lookup, 'edit');
  if (isPresent(kept)) {
    const form = context.names.forms.get(text(child(kept, 'form')) ?? '');
    const question = form === undefined ? undefined : child(child(form, 'properties'), column);
    return question === undefined || !isPresent(question) ? null : valuesOfQuestion(question, context);
  }
  return items(child(lookup, 'rows')).flatMap((row) =>
    oneOrMore(child(row, column)).map(({ value }) => value),
  );
}

/** The lookups whose rows a derived value of this name may list. */
export function lookupsOfFact(name: string, context: LinkContext): string[] {
  return [...context.names.records].flatMap(([type, root]) => {
    const union = child(derivedValueAt(root, name), 'union');
    const path = isPresent(union) ? linkFieldPath(union, quietly(context), { type }) : null;
    return path === null ? [] : lookupsOfField(path, context, { type });
  });
}

/** All possible values of a derived value of this name, in any record type. */
export function valuesOfFact(name: string, context: LinkContext): PossibleValues | null {
  const derived = [...context.names.records].flatMap(([type, root]) => {
    const at = derivedValueAt(root, name);
    return isPresent(at) ? [valuesOfDerived(at, context, type)] : [];
  });
  return together(derived);
}

function valuesOfDerived(at: Cursor, context: LinkContext, type: string): PossibleValues | null {
  if (isPresent(child(at, 'exists'))) return [true, false];
  if (isPresent(child(at, 'union'))) return valuesAt(child(at, 'union'), context, type);
  if (!isPresent(child(at, 'cases'))) return null;
  const results = [...items(child(at, 'cases')).map((one) => child(one, 'value')), child(at, 'else')].filter(
    isPresent,
  );
  return together(
    results.map((one) => {
      if (!isMapping(one.value)) return [one.value];
      return isPresent(child(one, 'field')) ? valuesAt(child(one, 'field'), context, type) : null;
    }),
  );
}

function valuesAt(at: Cursor, context: LinkContext, type: string): PossibleValues | null {
  const path = linkFieldPath(at, quietly(context), { type });
  return path === null ? null : valuesOfField(path, context, { type });
}

/** Combines the values of all alternatives; null if one of them is unknown. */
function together(all: readonly (PossibleValues | null)[]): PossibleValues | null {
  const known = all.filter((one) => one !== null);
  return all.length === 0 || known.length < all.length ? null : [...new Set(known.flat())];
}
