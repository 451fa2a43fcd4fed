/** Field paths: a field of the record or of a named ancestor, with at most one lookup column at the end. */
import type { ConditionSubject, FieldPath } from '../../../portal/model/condition.ts';
import { filterColumns } from '../../../portal/model/record-type.ts';
import type { AnswerPlace, ConditionPlace } from './condition-place.ts';
import { child, entries, isPresent, text, texts, type Cursor } from '../input/cursor.ts';
import {
  report,
  reportUnknown,
  type LinkContext,
  type Names,
  countUse,
  quietly,
} from '../input/link-context.ts';
import { unsavedStep, fieldsOfTransitions } from '../names/written-fields.ts';
import {
  below,
  isList,
  levelBelow,
  named,
  offeredLookup,
  referredType,
  TypeLevel,
} from '../names/properties.ts';
import { countQuestion } from '../names/question-uses.ts';

/**
 * Links a path such as `rooms`, `application.unit` or `lines.line.groups`.
 * @returns null (reported) if a part of it is unknown
 */
export function linkFieldPath(
  at: Cursor,
  context: LinkContext,
  place: Pick<ConditionPlace, 'type' | 'properties' | 'isFragment' | 'isReferred' | 'about'>,
): FieldPath | null {
  if (context.questionUses !== null && place.type === null) {
    for (const type of place.about ?? []) linkFieldPath(at, { ...context, diagnostics: [] }, { type });
  }
  const segments = (text(at) ?? '').split('.');
  const [first = '', ...rest] = segments;
  const names = (level: readonly Cursor[]) => named(level, first).length > 0;
  const stated = place.properties ?? [];
  const isWhole = place.type === null && stated.length > 0 && place.isFragment !== true;
  const isOpen = !isWhole && isOpenType(place.type, context);
  const source = shownFrom(first, stated);
  const own = propertiesOf(place.type, context);
  const above: Walk | null =
    rest.length > 0 && context.names.records.has(first)
      ? {
          ancestor: first,
          type: first,
          keys: rest,
          from: propertiesOf(first, context),
          isOpen: isOpenType(first, context),
        }
      : null;
  if (above !== null && !names(stated) && !names(own)) {
    countUse(context, 'type', at, { name: first });
    return walk(at, above, context);
  }
  const from = [stated, own].find(names) ?? [...stated, ...own];
  const quiet: LinkContext = { ...context, diagnostics: [] };
  const found =
    source === null
      ? walk(
          at,
          {
            ancestor: null,
            type: place.type,
            keys: segments,
            from,
            isOpen,
            referredBy: place.isReferred === true ? 'where' : null,
          },
          quiet,
        )
      : linkShown(
          { ...at, value: [source, ...rest].join('.') },
          { ...quiet, uses: null, questionUses: null },
          { type: place.type, properties: stated },
        );
  if (source !== null && context.questionUses !== null)
    countQuestion(
      context,
      at,
      first,
      [stated, own].flatMap((level) => named(level, first)),
    );
  const isHidden = found === null && above !== null && walk(at, above, quietly(context)) !== null;
  if (isHidden)
    report(context, 'record/hides-parent', at, {
      path: segments.join('.'),
      name: first,
      field: rest.join('.'),
    });
  else context.diagnostics.push(...quiet.diagnostics);
  return found;
}

/** The record that the question is shown from has the answer: one that an answer beside it names, or one above. */
function linkShown(
  at: Cursor,
  context: LinkContext,
  { type, properties }: Required<AnswerPlace>,
): FieldPath | null {
  const keys = (text(at) ?? '').split('.');
  const isReferred = named(properties, keys[0] ?? '').some((one) => isPresent(child(one, 'ref')));
  return isReferred
    ? walk(at, { ancestor: null, type, keys, from: properties, isOpen: false }, context)
    : linkFieldPath(at, context, { type });
}

/** The path of `from`, if this form only shows the question from another record. */
function shownFrom(name: string, levels: readonly Cursor[]): string | null {
  const [question] = named(levels, name);
  const from = question === undefined ? undefined : child(question, 'from');
  return from === undefined ? null : (text(child(from, 'field')) ?? text(from));
}

const known = new WeakMap<Names, Map<string, TypeLevel>>();

/** The `properties` of all forms of this record type, and the fields that transitions write. */
export function propertiesOf(type: string | null, context: LinkContext): readonly Cursor[] {
  const root = type === null ? undefined : context.names.records.get(type);
  if (type === null || root === undefined) return [];
  const { names } = context;
  const byType = known.get(names) ?? new Map<string, TypeLevel>();
  known.set(names, byType);
  let level = byType.get(type);
  if (level === undefined) {
    const all = names.log.unrecorded(() => gather(type, root, context));
    byType.set(type, (level = new TypeLevel(type, all, names.log)));
  }
  return level.properties;
}

function gather(type: string, root: Cursor, context: LinkContext): Cursor[] {
  const form = context.names.forms.get(text(child(root, 'form')) ?? '');
  const sets = texts(child(root, 'kind'));
  const kinds = [...context.names.kinds]
    .filter(([id]) => sets.some((set) => id.startsWith(`${set}/`)))
    .map(([, kind]) => child(child(kind, 'form'), 'properties'));
  const asked = [...(form === undefined ? [] : [child(form, 'properties')]), ...kinds];
  return [...asked, ...fieldsOfTransitions(type, context.names)].filter(isPresent);
}

/** The title of the field in its form, or null. */
export function titleOfField(path: string, type: string, context: LinkContext): string | null {
  const segments = path.split('.');
  const [first = ''] = segments;
  const referred = referredBy(path, type, context);
  if (referred !== null) return titleOfField(referred.name, referred.type, context);
  const isAncestor = segments.length > 1 && context.names.records.has(first);
  const key = isAncestor ? (segments[1] ?? '') : first;
  const [found] = named(propertiesOf(isAncestor ? first : type, context), key);
  return found === undefined ? null : text(child(found, 'title'));
}

interface ReferredName {
  readonly type: string;
  readonly name: string;
  /** Each row of a list names one. */
  readonly isInRows: boolean;
}

/** What a path reads of the record that an answer of the type names; null: it reads no such record. */
export function referredBy(path: string, type: string, context: LinkContext): ReferredName | null {
  const segments = path.split('.');
  let level = propertiesOf(type, context);
  let isInRows = false;
  for (const [depth, key] of segments.entries()) {
    const found = named(level, key);
    const referred = referredType(found);
    const name = segments.slice(depth + 1).join('.');
    if (referred !== null) return name === '' ? null : { type: referred, name, isInRows };
    isInRows ||= isList(found, context);
    level = levelBelow(found, context);
  }
  return null;
}

/** The last record that a path reads by following answers; null: it reads no such record. */
export function lastReferredBy(path: string, type: string, context: LinkContext): ReferredName | null {
  const referred = referredBy(path, type, context);
  if (referred === null) return null;
  const last = lastReferredBy(referred.name, referred.type, context) ?? referred;
  return { ...last, isInRows: last.isInRows || referred.isInRows };
}

/** The questions of a type, also in rows, whose answers name records of another type. */
export function questionsNaming(type: string, of: string, context: LinkContext): string[] {
  const namingIn = (level: readonly Cursor[]) =>
    level.flatMap(entries).flatMap(([name, at]) => (text(child(at, 'ref')) === type ? [name] : []));
  const own = propertiesOf(of, context);
  const lists = own.flatMap(entries).filter(([, at]) => isList([at], context));
  return [
    ...namingIn(own),
    ...lists.flatMap(([list, at]) => namingIn(below(at, context)).map((name) => `${list}.${name}`)),
  ];
}

interface Walk {
  readonly ancestor: string | null;
  /** The type of the record with these keys, if known. */
  readonly type: string | null;
  readonly keys: readonly string[];
  readonly from: readonly Cursor[];
  /** True if the form is unknown (several record types, or a built-in one): then any field may be named. */
  readonly isOpen: boolean;
  /** What reads the record, if an answer names it. */
  readonly referredBy?: 'path' | 'where' | null;
}

function isOpenType(type: string | null, { names }: LinkContext): boolean {
  const root = type === null ? undefined : names.records.get(type);
  if (root === undefined || isPresent(child(root, 'builtIn'))) return true;
  return lacksForm(root, names);
}

/** Returns true if it names an unknown form or set of kinds: then unknown fields are not reported again. */
export function lacksForm(record: Cursor, { forms, sets }: Pick<Names, 'forms' | 'sets'>): boolean {
  const form = text(child(record, 'form'));
  return (form !== null && !forms.has(form)) || texts(child(record, 'kind')).some((set) => !sets.has(set));
}

function walk(
  at: Cursor,
  { ancestor, type, keys, from, isOpen, referredBy: reader = null }: Walk,
  context: LinkContext,
): FieldPath | null {
  let level: readonly Cursor[] = from;
  let isInRows = false;
  for (const [depth, key] of keys.entries()) {
    const found = named(level, key);
    if (found.length === 0) {
      if (isOpen && depth === 0) return { ancestor, keys, lookup: null };
      const step = depth === 0 ? unsavedStep(type, keys, context.names) : null;
      const choices = new Set(level.flatMap((one) => entries(one).map(([name]) => name)));
      if (step !== null) report(context, 'record/unsaved-step', at, { path: text(at) ?? '', step });
      else if (reader !== null && type !== null && depth === 0)
        reportReferred(at, { name: key, choices, type, isPath: reader === 'path' }, context);
      else reportUnknown(context, 'condition/unknown-field', at, { name: key, choices });
      return null;
    }
    countQuestion(context, at, key, found, {
      path: { text: text(at) ?? '', fromEnd: keys.length - 1 - depth },
    });
    const column = keys[depth + 1];
    if (column === undefined) break;
    const lookup = offeredLookup(found);
    if (lookup !== null && depth + 2 === keys.length) {
      return joined(at, { ancestor, keys: keys.slice(0, -1), lookup, column }, context);
    }
    const referred = referredType(found);
    if (referred !== null) {
      const path = { ancestor, keys: keys.slice(0, depth + 1), lookup: null };
      return withReference(at, path, { type: referred, isInRows, keys: keys.slice(depth + 1) }, context);
    }
    isInRows ||= isList(found, context);
    level = levelBelow(found, context);
  }
  return { ancestor, keys, lookup: null };
}

interface ReferredField {
  readonly name: string;
  readonly choices: Iterable<string>;
  readonly type: string;
  readonly isPath: boolean;
}

function reportReferred(at: Cursor, { choices, ...unknown }: ReferredField, context: LinkContext): void {
  const all = [...choices, ...(unknown.isPath ? referredColumns : [])];
  report(context, 'condition/unknown-referred', at, { ...unknown, choices: all });
}

const referredColumns: readonly string[] = [...filterColumns, 'created'];

/** The path with a column or an answer of the record that its answer names, or of one that is named there. */
function withReference(
  at: Cursor,
  path: FieldPath,
  {
    type,
    isInRows,
    keys,
  }: { readonly type: string; readonly isInRows: boolean; readonly keys: readonly string[] },
  context: LinkContext,
): FieldPath | null {
  const [first = ''] = keys;
  const asked = propertiesOf(type, context);
  const column = keys.length === 1 && named(asked, first).length === 0 ? first : null;
  if (column !== null && isReferredColumn(column))
    return { ...path, reference: { type, isInRows, of: { from: 'record', name: column } } };
  const isOpen = isOpenType(type, context);
  const found = walk(at, { ancestor: null, type, keys, from: asked, isOpen, referredBy: 'path' }, context);
  if (found === null) return null;
  if (stepsIn(found) === mostSteps) {
    report(context, 'condition/reference-of-reference', at, { path: text(at) ?? '', type });
    return null;
  }
  return { ...path, reference: { type, isInRows, of: { from: 'field', path: found } } };
}

/** A path follows so many answers: the rules of each record there may follow as many, and all of them are read. */
const mostSteps = 2;

function stepsIn({ reference }: FieldPath): number {
  if (reference === undefined) return 0;
  return 1 + (reference.of.from === 'field' ? stepsIn(reference.of.path) : 0);
}

function isReferredColumn(name: string): name is Extract<ConditionSubject, { from: 'record' }>['name'] {
  return referredColumns.includes(name);
}

/** The properties at these keys; for a list those of its rows. */
export function propertiesBelow(
  type: string,
  keys: readonly string[],
  context: LinkContext,
): readonly Cursor[] {
  return keys.reduce<readonly Cursor[]>(
    (level, key) => levelBelow(named(level, key), context),
    propertiesOf(type, context),
  );
}

interface Column {
  readonly ancestor: string | null;
  readonly keys: readonly string[];
  readonly lookup: string;
  readonly column: string;
}

function joined(at: Cursor, { ancestor, keys, lookup, column }: Column, context: LinkContext) {
  const rows = child(context.names.lookups.get(lookup) ?? at, 'rows').value;
  const columns = new Set(Array.isArray(rows) ? rows.flatMap(columnsOf) : []);
  if (columns.size > 0 && !columns.has(column)) {
    reportUnknown(context, 'condition/unknown-field', at, { name: column, choices: columns });
    return null;
  }
  return { ancestor, keys, lookup: { name: lookup, column } };
}

function columnsOf(row: unknown): string[] {
  return typeof row === 'object' && row !== null ? Object.keys(row) : [];
}
