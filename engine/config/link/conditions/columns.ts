/** Columns that every record has besides its fields. */
import { usualMessages } from '../../../locales/usual.ts';
import { filterColumns, sortColumns } from '../../../portal/model/record-type.ts';
import { child, isPresent, oneOrMore, text, texts, truth, entries, type Cursor } from '../input/cursor.ts';
import { lacksForm, lastReferredBy, propertiesOf, referredBy } from './field-path.ts';
import { report, reportUnknown, type LinkContext, countUse } from '../input/link-context.ts';
import { derivedValuesOf } from '../names/derived-values.ts';
import { parentsOf, typesAbove, typesShown } from '../names/workflow-names.ts';
import { countQuestion } from '../names/question-uses.ts';
import { named } from '../names/properties.ts';

/** The heading of a column that every record has. */
export const columnTitles: Readonly<Record<string, string>> = {
  number: usualMessages.number.english,
  state: usualMessages.state.english,
  office: usualMessages.office.english,
  kind: usualMessages.kind.english,
  due: usualMessages.due.english,
  booking: usualMessages.booking.english,
  created: usualMessages.created.english,
  updated: usualMessages.updated.english,
  owner: usualMessages.owner.english,
  unit: usualMessages.unit.english,
  department: usualMessages.department.english,
  name: usualMessages.name.english,
  username: usualMessages.username.english,
};

/** Reports names that are not a column, a field or a derived value of this record type. */
export function checkFields(at: Cursor, type: string, context: LinkContext): void {
  for (const one of oneOrMore(at)) checkField(one, text(one) ?? '', { type, context });
}

/** @param name the text at this place, or its key */
export function checkField(
  at: Cursor,
  name: string,
  { type, context }: { readonly type: string; readonly context: LinkContext },
): void {
  const [first = '', second] = name.split('.');
  const properties = propertiesOf(type, context);
  const found = named(properties, first);
  const isField = found.length > 0;
  if (isField) countQuestion(context, at, first, found);
  countReferred(at, name, { type, context });
  const isType = !isField && context.names.records.has(first);
  if (isType) {
    countUse(context, 'type', at, { name: first });
    if (second !== undefined) countQuestion(context, at, second, named(propertiesOf(first, context), second));
    if (second !== undefined) countUse(context, 'fact', at, { name: second, of: first });
  }
  if (isField || isType || Object.hasOwn(columnTitles, first)) return;
  const derived = derivedOf(type, context);
  if (derived.includes(first)) countUse(context, 'fact', at, { name: first, of: type });
  const record = context.names.records.get(type);
  if (record !== undefined && lacksForm(record, context.names)) return;
  if (properties.length === 0 || derived.includes(first)) return;
  const fields = properties.flatMap((one) => entries(one).map(([field]) => field));
  const choices = new Set([...fields, ...derived, ...Object.keys(columnTitles)]);
  reportUnknown(context, 'record/unknown-field', at, { name, choices });
}

/** Counts the questions of the records that the path reads by following answers. */
function countReferred(
  at: Cursor,
  path: string,
  { type, context }: { readonly type: string; readonly context: LinkContext },
): void {
  const referred = referredBy(path, type, context);
  if (referred === null) return;
  const [first = ''] = referred.name.split('.');
  countQuestion(context, at, first, named(propertiesOf(referred.type, context), first));
  countReferred(at, referred.name, { type: referred.type, context });
}

/** Returns true for `berth.length`: a column or an answer of the record that an answer names. */
function isOfReferred(name: string, type: string, { context, common }: Columns): boolean {
  const referred = lastReferredBy(name, type, context);
  return referred !== null && isOneOf(referred.name, referred.type, { context, common, derived: [] });
}

/** Returns true if the path names a derived value of the record type, or (`type.value`) of one above it. */
export function namesDerived(path: string, type: string, context: LinkContext): boolean {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return derivedOf(type, context).includes(first);
  return rest.length === 1 && derivedOf(first, context).includes(rest[0] ?? '');
}

/**
 * Reports filters of a list that are neither in `filterColumns` nor a field: of the record, of one above it, of its
 * owner's profile or of its children.
 */
export function checkFilters(at: Cursor, type: string, context: LinkContext): void {
  for (const one of oneOrMore(at)) {
    const name = text(one) ?? '';
    checkField(one, name, { type, context });
    const columns = { context, common: filterColumns, derived: [] };
    const isFilter = [isOfReferred, isColumn, isRelated].some((is) => is(name, type, columns));
    if (!isFilter && !isInRows(name, type, context)) report(context, 'list/no-filter', one, { name });
  }
}

/**
 * Reports a column of a record that is neither above nor the owner's profile: a row has several others, or none. A row
 * shows nothing of the records that answers above it name.
 */
export function checkColumn(at: Cursor, type: string, context: LinkContext): void {
  const name = text(at) ?? '';
  const [first = '', ...rest] = name.split('.');
  const [field] = rest;
  const isOther = field !== undefined && first !== type && context.names.records.has(first);
  const isQuestion = named(propertiesOf(type, context), first).length > 0;
  if (!isQuestion && field !== undefined && context.names.records.has(first)) {
    countUse(context, 'type', at, { name: first });
    countUse(context, 'fact', at, { name: field, of: first });
  }
  if (field === undefined) countUse(context, 'fact', at, { name: first, of: type });
  if (!isOther || isQuestion) return;
  const isThroughAnswer =
    typesAbove(type, context).includes(first) && referredBy(rest.join('.'), first, context) !== null;
  if (isThroughAnswer || !typesShown(type, context).includes(first))
    report(context, 'list/no-column', at, { name, isThroughAnswer });
}

/**
 * Reports sort keys without an order: neither in `sortColumns` nor a field or a derived value of the record, of one
 * above it or of its owner's profile.
 */
export function checkSort(at: Cursor, type: string, context: LinkContext): void {
  const name = text(at)?.replace(/^-/, '') ?? null;
  if (name === null) return;
  const told = context.diagnostics.length;
  checkField(at, name, { type, context });
  if (context.diagnostics.length > told) return;
  const [own = '', before = type] = name.split('.').toReversed();
  const referred = lastReferredBy(name, type, context);
  const above = referred?.type ?? before;
  const columns = { context, common: sortColumns, derived: derivedOf(above, context) };
  const isSound =
    (isOfReferred(name, type, columns) || isColumn(name, type, columns)) &&
    own !== 'owner' &&
    referred?.isInRows !== true;
  // Sorting would reveal the values that the `read` rule hides.
  const [first = ''] = name.split('.');
  const isRuled = hasRule(above, own, context) || (above !== type && hasRule(type, first, context));
  if (!isSound || isRuled) report(context, 'list/no-sort', at, { name });
}

/** Returns true if a rule of its own decides who reads the answer. */
export function hasRule(type: string, field: string, { names }: LinkContext): boolean {
  const record = names.records.get(type);
  return record !== undefined && isPresent(child(child(child(record, 'fields'), field), 'read'));
}

/** Returns true if some readers see only the first letters of the answer. */
export function isMaskedIn(type: string, field: string, { names }: LinkContext): boolean {
  const record = names.records.get(type);
  if (record === undefined) return false;
  const open = child(child(record, 'access'), 'public');
  return (
    truth(child(child(child(record, 'fields'), field), 'masked')) ||
    texts(child(open, 'masked')).includes(field)
  );
}

/** Returns true for `lines.line`: a question in the rows of a list question. */
function isInRows(name: string, type: string, context: LinkContext): boolean {
  const [first = '', field = '', ...rest] = name.split('.');
  const lists = named(propertiesOf(type, context), first).map((one) => child(one, 'items'));
  return rest.length === 0 && lists.some((one) => isPresent(child(child(one, 'properties'), field)));
}

interface Columns {
  readonly context: LinkContext;
  /** The columns that every record has. */
  readonly common: readonly string[];
  /** Derived values of the record; empty if only stored columns are allowed. */
  readonly derived: readonly string[];
}

function isColumn(name: string, type: string, columns: Columns): boolean {
  const { context } = columns;
  const { records } = context.names;
  const record = records.get(type);
  // An unknown type is already reported.
  if (record === undefined || isPresent(child(record, 'builtIn')) || lacksForm(record, context.names))
    return true;
  const [first = '', field, ...rest] = name.split('.');
  if (field === undefined) return !Object.hasOwn(columnTitles, name) || isOneOf(name, type, columns);
  const above = records.get(first);
  if (above === undefined) return false;
  if (lacksForm(above, context.names)) return true;
  return rest.length === 0 && typesShown(type, context).includes(first) && isOneOf(field, first, columns);
}

/** Returns true for `type.name` and `type.lines.line`: of a record above, of the owner's profile, or of the children. */
function isRelated(name: string, type: string, columns: Columns): boolean {
  const [first = '', ...rest] = name.split('.');
  const { context } = columns;
  const { records } = context.names;
  const record = records.get(first);
  const isChild = first !== type && parentsOf(first, records).includes(type);
  if (record === undefined || !(isChild || typesShown(type, context).includes(first))) return false;
  const field = rest.join('.');
  return (
    lacksForm(record, context.names) || isOneOf(field, first, columns) || isInRows(field, first, context)
  );
}

function isOneOf(name: string, type: string, { context, common, derived }: Columns): boolean {
  const isQuestion = named(propertiesOf(type, context), name).length > 0;
  return isQuestion || common.includes(name) || derived.includes(name);
}

function derivedOf(type: string, { names }: LinkContext): string[] {
  const root = names.records.get(type);
  return root === undefined ? [] : derivedValuesOf(root).map(([name]) => name);
}
