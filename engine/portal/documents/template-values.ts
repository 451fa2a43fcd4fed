/**
 * The values that a text about a record may use: its fields and columns, its ancestors, derived values, names of
 * people, answers.
 */
import { questionType, typeOfColumn } from '../forms/column-type.ts';
import type { IssuedDocument } from '../model/document.ts';
import { readFact } from '../conditions/evaluate.ts';
import { contextOfReferred, referredContext } from '../conditions/field-value.ts';
import { labelOfReferred } from './reference-label.ts';
import { otherContexts, referencesOf, referredValue } from '../forms/references.ts';
import { isMapping } from '../values/is-mapping.ts';
import type { Portal } from '../model/portal.ts';
import { blankRecord, type PortalRecord, type RecordContext } from '../model/record.ts';
import { speechOf } from '../text/text-format.ts';
import type { TemplateValues } from '../text/text-template.ts';
import { isAssessment, spokenData } from '../fees/assessment.ts';
import { labelIn } from '../forms/value-type.ts';
import { signedOut } from '../model/department.ts';
import { dueAsSaid } from '../time/working-days.ts';

/**
 * Every record has these, and they override a field of the same name. `record.number` has a value only after a number
 * was assigned.
 */
export const recordWords = [
  'number',
  'state',
  'kind',
  'office',
  'unit',
  'due',
  'created',
  'updated',
  'since',
] as const;
/** Values for every text, whatever its subject. `page` is the address of the record's page. */
export const commonWords = ['owner', 'today', 'now', 'portal', 'page'] as const;
export const documentWords = ['number', 'title', 'variant', 'code', 'issuedAt', 'validUntil'] as const;
export const bookingWords = ['from', 'to'] as const;

export interface TemplateSource {
  readonly portal: Portal;
  readonly context: RecordContext;
  /** Name of the person or department in a role of the record; `owner` is a role. */
  readonly people: Readonly<Record<string, string>>;
  /** The document that is being issued, or that the text is about. */
  readonly document?: IssuedDocument | null;
  /** Further values by their whole path: `page`, `link`. They override all others. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Reads the values for `fillTemplate`. The linker has already checked who may read them. */
export function templateValues(source: TemplateSource): TemplateValues {
  return {
    speech: speechOf(source.portal),
    read: (path) => readPath(source, path),
    label: (path, value) => labelOf(source, path, value),
    currency: (path) => currencyAt(source, path),
  };
}

function readPath(source: TemplateSource, path: string): unknown {
  const { more } = source;
  if (more !== undefined && Object.hasOwn(more, path)) return more[path];
  const found = locate(source, path).map((one) => readAt(source, one, path));
  return found.length === 1 ? found[0] : found.flat().filter((value) => value !== undefined);
}

function readAt(
  source: TemplateSource,
  { record, keys, isNamed, isReferred }: ResolvedPath,
  path: string,
): unknown {
  const { portal, context, people, document, more } = source;
  const [first = '', ...rest] = keys;
  if (record === context.record && !isNamed) {
    if (Object.hasOwn(people, first)) return people[first];
    if (more !== undefined && keys.length === 1 && Object.hasOwn(more, first)) return more[first];
    if (first === 'today' || first === 'now') return context[first];
    if (first === 'portal') return portal.title;
    if (first === 'document') return walk(document ?? context.documents[0], rest);
    if (first === 'booking') return walk(record.booking, rest);
    if (first === 'input') return walk(context.input, rest);
  }
  if (rest.length === 0 && isRecordWord(first)) return columnOf(portal, record, first);
  const data = keys[0] === 'assessment' ? spokenData(portal, record.data) : record.data;
  return walk(data, keys) ?? (isReferred ? undefined : factOf(source, record, path));
}

interface ResolvedPath {
  readonly record: PortalRecord;
  readonly keys: string[];
  /** The path names the record's type, so it does not mean the values for every text. */
  readonly isNamed: boolean;
  /** An answer names the record, so that its derived values are not known. */
  readonly isReferred?: true;
}

/**
 * `record.number` and `loan.record.number` always mean the built-in column, even if a question has the same name.
 * @returns one record, or several that answers in the rows of a list name
 */
function locate(source: TemplateSource, path: string): readonly ResolvedPath[] {
  const near = locateIn(source.context, path);
  const found = followed(source.portal, source.context, near) ?? [near];
  return found.map((one) => withWord(source, one));
}

function withWord({ people }: TemplateSource, located: ResolvedPath): ResolvedPath {
  const [first, word = '', ...rest] = located.keys;
  const ofText: readonly string[] = located.isNamed ? [] : [...commonWords, ...Object.keys(people)];
  const isWord = first === 'record' && rest.length === 0 && (isRecordWord(word) || ofText.includes(word));
  return isWord ? { ...located, keys: [word] } : located;
}

/** `berth.length` is read from the record that an answer names, or from a further one. Without it, it has no values. */
function followed(
  portal: Portal,
  context: RecordContext,
  { record, keys }: ResolvedPath,
): readonly ResolvedPath[] | null {
  const referred = referredValue(portal, record.type, keys.join('.'));
  if (referred === null) return null;
  const others = otherContexts({ ...context, record }, referred);
  const known = others.length === 0 ? [{ record: blankRecord(referred.type, {}) }] : others;
  return known.flatMap((other) => {
    const found: ResolvedPath = {
      record: other.record,
      keys: referred.name.split('.'),
      isNamed: true,
      isReferred: true,
    };
    const around = 'today' in other ? contextOfReferred(context, other) : context;
    return followed(portal, around, found) ?? [found];
  });
}

/**
 * `loan.number` is read from the record itself or the nearest ancestor of that type, unless the record has a field of
 * that name.
 */
function locateIn(context: RecordContext, path: string): ResolvedPath {
  const [first = '', ...rest] = path.split('.');
  const isField = Object.hasOwn(context.record.data, first);
  const isOwn = rest.length === 0 || isField;
  const above = isOwn ? undefined : context.ancestors.find(({ type }) => type === first);
  if (above !== undefined) return { record: above, keys: rest, isNamed: true };
  if (!isOwn && first === context.record.type) return { record: context.record, keys: rest, isNamed: true };
  return { record: context.record, keys: [first, ...rest], isNamed: false };
}

function columnOf(portal: Portal, record: PortalRecord, name: (typeof recordWords)[number]): unknown {
  switch (name) {
    case 'created':
      return record.createdAt;
    case 'updated':
      return record.updatedAt;
    case 'due':
      return record.due === null ? null : dueAsSaid(record.due, portal.timeZone);
    // A record without a number or kind is named by its type.
    case 'number':
      return record.number ?? portal.recordTypes[record.type]?.title;
    case 'kind':
      return record.kind ?? portal.recordTypes[record.type]?.title;
    default:
      return record[name];
  }
}

function factOf({ portal, context }: TemplateSource, record: PortalRecord, path: string): unknown {
  const name =
    record === context.record && !path.startsWith(`${record.type}.`)
      ? path
      : path.slice(path.indexOf('.') + 1);
  return readFact(name, { portal, visitor: signedOut, context });
}

/** A list on the path gives the value of each of its rows. */
function walk(value: unknown, keys: readonly string[]): unknown {
  let at = value;
  for (const key of keys) {
    if (Array.isArray(at)) at = at.flatMap((row) => walk(row, [key]) ?? []);
    else at = isMapping(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at ?? undefined;
}

/** The currency of an amount. A stored bill names its own. */
function currencyAt(source: TemplateSource, path: string): string | undefined {
  const [{ record, keys } = { record: source.context.record, keys: [] }] = locate(source, path);
  const { assessment } = record.data;
  if (keys[0] === 'assessment' && isAssessment(assessment)) return assessment.currency;
  if (keys[0] === 'input') return currencyOfInput(source, keys.slice(1));
  return typeOfColumn(source.portal, record.type, keys.join('.'), record.kind).currency;
}

/** The record whose step is taken is the one of the text, or above it. All steps ask for an answer in one currency. */
function currencyOfInput({ portal, context }: TemplateSource, keys: readonly string[]): string | undefined {
  const types = [context.record, ...context.ancestors].map(({ type }) => type);
  const steps = types.flatMap((type) => Object.values(portal.workflows[type]?.transitions ?? {}));
  const forms = steps.flatMap(({ input }) => portal.forms[input ?? ''] ?? []);
  return forms.map((form) => questionType(form, keys)).find((type) => type?.type === 'money')?.currency;
}

/** The label of a key. Names of people, days and the text's own values need no label. */
function labelOf(source: TemplateSource, path: string, value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const { portal, context, people, more } = source;
  if (more !== undefined && Object.hasOwn(more, path)) return null;
  const found = locate(source, path);
  for (const { record, keys } of found) {
    const named = labelOfAnswer(portal, context, { record, keys, slug: value });
    if (named !== null) return named;
  }
  const [{ record, keys } = locateIn(context, path)] = found;
  const [first = ''] = keys;
  if (record === context.record && (Object.hasOwn(people, first) || givenWords.includes(first))) return null;
  const type = typeOfColumn(portal, record.type, keys.join('.'), record.kind);
  return labelIn(type, value) ?? earlierLabel(portal, record, keys, String(value));
}

/** The name of the record with this slug, which an answer at these keys names; null: it names none. */
function labelOfAnswer(
  portal: Portal,
  context: RecordContext,
  { record, keys, slug }: Pick<ResolvedPath, 'record' | 'keys'> & { readonly slug: string | number },
): string | null {
  const question = referencesOf(portal, record.type).find((one) => one.keys.join('.') === keys.join('.'));
  const named = question && referredContext(context, { type: question.type, slug })?.record;
  return question === undefined || named === undefined ? null : labelOfReferred(portal, question, named);
}

/** These override an answer of the same name. */
const givenWords: readonly string[] = ['today', 'now', 'portal', 'document', 'booking', 'input'];

/** The label in the form with which the record was filled in. */
function earlierLabel(
  { forms }: Portal,
  record: PortalRecord,
  keys: readonly string[],
  value: string,
): string | null {
  if (keys.length === 1 && isRecordWord(keys[0] ?? '')) return null;
  const form = forms[record.form ?? ''];
  const type = form === undefined ? null : questionType(form, keys);
  return type === null ? null : labelIn(type, value);
}

function isRecordWord(name: string): name is (typeof recordWords)[number] {
  return recordWords.some((word) => word === name);
}
