/** Values that a record shows from its ancestors, and values derived from its own answers. */
import type { WireAction } from '../../../contract/record.ts';
import type { Scope } from '../../../portal/conditions/scope.ts';
import { columnOf } from '../../../portal/conditions/derived-values.ts';
import {
  otherContexts,
  referencesOf,
  type ReferredValue,
  referredValue,
} from '../../../portal/forms/references.ts';
import { isDraft, type View, viewOf } from '../../../portal/access/access.ts';
import { holds, readFact } from '../../../portal/conditions/evaluate.ts';
import { contextOfRelative, type PortalRecord, type RecordContext } from '../../../portal/model/record.ts';
import { isShown, isVisible, visibleData } from '../../../portal/access/visible-data.ts';
import { labelsOfAnswers } from '../references/reference-labels.ts';
import type { RequestContext } from '../rows/request-context.ts';
import { columnValue, derivedColumns, shownPaths, splitPath } from '../../sql/shown-paths.ts';
import type { StoredRecord } from '../rows/read-record.ts';

/**
 * Keys are properties of the form or paths (`type.field`) of list columns. From an ancestor only what its reader may
 * see there, and what this record's own rules name for the reader or for everybody.
 * @param view of the record itself
 * @param columns of the list that shows the record; left out: of all lists of its type, and of its form
 */
export function shownValues(
  scope: RequestContext,
  stored: StoredRecord,
  view: View,
  columns: readonly string[] | null = null,
): Record<string, unknown> {
  const { context, above } = stored;
  const values: Record<string, unknown> = {};
  const named =
    columns === null
      ? shownPaths(scope.portal, context)
      : columns.filter((column) => column.includes('.')).map((path): [string, string] => [path, path]);
  const paths = Map.groupBy(named, ([, path]) => path);
  for (const [path, shown] of paths) {
    const referred = referredValue(scope.portal, context.record.type, path);
    if (referred !== null) {
      // Only lists read profiles.
      if (referred.keys === null && context.profiles === undefined) continue;
      const value = isVisible(view, referred.through) ? valueOfReferred(scope, context, referred) : null;
      for (const [name] of shown) values[name] = value;
      continue;
    }
    const { ancestor, name: field } = splitPath(context, path);
    const own = ancestor === null && view.fields === null ? ownName(context.record, path) : null;
    if (own !== null && isFact(scope, context.record, own)) {
      const derived = factOf(scope, stored, context.record, own);
      for (const [name] of shown) values[name] = derived;
    }
    const record = context.ancestors.find(({ type }) => type === ancestor);
    if (record === undefined) continue;
    const there = above.get(record.id) ?? null;
    const value =
      columnValue(context, path) ?? fieldOf(record, field) ?? factOf(scope, stored, record, field);
    const isGiven =
      !hasRule(scope, record, field) && shown.some(([name]) => isNamed(scope, stored, view, name));
    for (const [name] of shown) {
      if (there !== null && isShown(there, field)) values[name] = inView(there, field, value);
      else if (isGiven) values[name] = value;
    }
  }
  for (const name of derivedColumns(scope.portal, context.record.type)) {
    if (columns !== null && !columns.includes(name)) continue;
    if (view.fields === null || view.fields.includes(name))
      values[name] = factOf(scope, stored, context.record, name);
  }
  return values;
}

/**
 * A value of a record that an answer names, or of the owner's profile, as far as the visitor may see it there. Answers
 * in rows give a flat list.
 */
function valueOfReferred(scope: RequestContext, context: RecordContext, referred: ReferredValue): unknown {
  const values = otherContexts(context, referred).map((other) => valueOfOther(scope, other, referred));
  return referred.isInRows ? values.flat().filter((value) => value !== null) : (values[0] ?? null);
}

function valueOfOther(scope: RequestContext, other: RecordContext, { name }: ReferredValue): unknown {
  const { portal, visitor } = scope;
  const view = viewOf({ portal, visitor, context: other });
  if (view === null) return null;
  const { record } = other;
  const further = referredValue(portal, record.type, name);
  const [first = ''] = name.split('.');
  const through = further?.through ?? first;
  if (!isShown(view, through)) return null;
  // A masked answer does not tell which record it names.
  const isMasked = view.masked.includes(through);
  if (further !== null) return isMasked ? null : valueOfReferred(scope, other, further);
  const question = referencesOf(portal, record.type).find(({ keys }) => keys.join('.') === name);
  if (question !== undefined) {
    const labels = isMasked ? [] : labelsOfAnswers(scope, other, question);
    return question.isInRows ? labels : (labels[0] ?? null);
  }
  const value =
    columnOf(record, name) ?? fieldOf(record, name) ?? factOf(scope, { context: other }, record, name);
  return inView(view, name, value);
}

/** The values that the form of a step shows: for example, what it asks somebody to confirm. */
export function shownInStep(
  scope: RequestContext,
  stored: StoredRecord,
  view: View,
  step: string,
): Pick<WireAction, 'shown'> {
  const { record } = stored.context;
  const input = scope.portal.workflows[record.type]?.transitions[step]?.input ?? '';
  const from = Object.entries(scope.portal.forms[input]?.from ?? {});
  if (from.length === 0) return {};
  const paths = from.map(([, path]) => path);
  const values = shownValues(scope, stored, view, paths);
  const answers = visibleData(view, record.data);
  const valueAt = (path: string) => values[path] ?? answers[ownName(record, path) ?? ''] ?? null;
  return { shown: Object.fromEntries(from.map(([name, path]) => [name, valueAt(path)])) };
}

/** The name of a value of the record itself, if the path begins with its type (`type.field`). */
function ownName({ type }: PortalRecord, path: string): string | null {
  return path.startsWith(`${type}.`) ? path.slice(type.length + 1) : null;
}

function isFact({ portal }: Scope, { type }: PortalRecord, name: string): boolean {
  return Object.hasOwn(portal.recordTypes[type]?.derived ?? {}, name);
}

function inView(view: View, field: string, value: unknown): unknown {
  return view.masked.includes(field) ? visibleData(view, { [field]: value })[field] : value;
}

/** A field with its own rule keeps the rule wherever it is shown. */
function hasRule({ portal }: Scope, { type }: PortalRecord, field: string): boolean {
  return Object.hasOwn(portal.recordTypes[type]?.fields ?? {}, field);
}

/** Do the rules of the record itself name the property, for this visitor or for everybody? */
function isNamed({ portal, visitor }: Scope, { context }: StoredRecord, view: View, name: string): boolean {
  if (view.fields !== null) return view.fields.includes(name);
  const open = portal.recordTypes[context.record.type]?.access.public ?? null;
  if (open === null || open.masked.includes(name) || isDraft(portal, context.record)) return false;
  return open.fields.includes(name) && holds(open.when, { portal, visitor, context });
}

/**
 * A derived value of the record or an ancestor. A share is rounded down to a tenth, so it never reaches a limit by
 * rounding.
 */
function factOf(
  scope: RequestContext,
  { context }: Pick<StoredRecord, 'context'>,
  record: PortalRecord,
  name: string,
): unknown {
  const { portal, visitor } = scope;
  const facts = portal.recordTypes[record.type]?.derived ?? {};
  const derived = Object.hasOwn(facts, name) ? facts[name] : undefined;
  if (derived === undefined) return null;
  const value = readFact(name, { portal, visitor, context: contextFor(scope, context, record, name) });
  return derived.measure === 'percent' && typeof value === 'number'
    ? Math.floor(value * 10) / 10
    : (value ?? null);
}

/**
 * Counts over other records are known only for the record itself and the nearest ancestor that derives this value.
 */
function contextFor(
  { portal }: Scope,
  context: RecordContext,
  record: PortalRecord,
  name: string,
): RecordContext {
  if (record === context.record) return context;
  const ancestors = context.ancestors.slice(context.ancestors.indexOf(record) + 1);
  const family = [context.record, ...context.ancestors];
  const nearest = family.find(({ type }) => Object.hasOwn(portal.recordTypes[type]?.derived ?? {}, name));
  const isKnown = nearest === record && Object.hasOwn(context.facts, name);
  return { ...contextOfRelative(context, { record, ancestors }), facts: isKnown ? context.facts : {} };
}

/** Includes values that are not scalars, such as a list of rows. */
function fieldOf({ data }: PortalRecord, name: string): unknown {
  return Object.hasOwn(data, name) ? data[name] : null;
}
