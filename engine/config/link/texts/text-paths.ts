/**
 * Links texts with `{path}` and `{path:format}`: resolves every path for the record types that the text can be about.
 */
import type { FieldPath } from '../../../portal/model/condition.ts';
import {
  bookingWords,
  commonWords,
  documentWords,
  recordWords,
} from '../../../portal/documents/template-values.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { textFormats } from '../../../portal/text/text-format.ts';
import { parseTemplate } from '../../../portal/text/text-template.ts';
import { child, entries, isPresent, text, texts, type Cursor } from '../input/cursor.ts';
import { type DerivedSource, sourcesOfDerived } from '../derived/derived.ts';
import {
  lacksForm,
  linkFieldPath,
  propertiesBelow,
  propertiesOf,
  referredBy,
} from '../conditions/field-path.ts';
import { report, type LinkContext, quietly } from '../input/link-context.ts';
import { derivedValueAt, derivedValuesOf } from '../names/derived-values.ts';
import { rolesOf } from '../names/recipients.ts';
import { unsavedStep } from '../names/written-fields.ts';
import { typesAbove } from '../names/workflow-names.ts';
import { countPath } from '../names/question-uses.ts';
import { levelOfAnswers } from '../names/asked-answers.ts';
import { levelBelow, named, referredType, type RowLevel } from '../names/properties.ts';

export interface TextPlace {
  /** Record types that the text can be about; a path needs to exist in one of them. */
  readonly types: readonly string[];
  /** Further names, as a whole path or as a first word with a dot: `link`, `input.`. */
  readonly more: readonly string[];
  /** The questions in the rows of a list, which take precedence over those of the record. */
  readonly rows?: RowLevel;
  /** The answers of the step that the text is about, which it shows as `input.…`. */
  readonly answers?: ReadonlySet<string>;
  /** Questions of the record besides those of its type: from the kinds that issue a document. */
  readonly asked?: readonly Cursor[];
}

/** A field of a record that a text shows. */
export interface ShownField {
  readonly type: string;
  readonly field: string;
  /** True if the question, or one that contains it, is marked as personal. */
  readonly isPersonal: boolean;
  /** True for a field of a list row, to which the rules of the record's fields do not apply. */
  readonly isOfRow: boolean;
  /** The path in the text, if it is a derived value or a question that shows the field. */
  readonly through?: string;
}

/**
 * Links a text.
 * @returns the fields that it shows, to check who may read them
 */
export function linkText(at: Cursor, place: TextPlace, context: LinkContext): ShownField[] {
  const said = text(at) ?? '';
  const { paths, odd } = parseTemplate(said);
  const lone = /[{}][^{}\n]{0,30}/.exec(said.replaceAll(/\{[^{}\n]*\}/g, ''));
  if (lone !== null) report(context, 'text/odd-braces', at, { text: lone[0] });
  for (const { text: written, format } of odd) {
    if (format === null) report(context, 'text/odd-braces', at, { text: written });
    else report(context, 'text/unknown-format', at, { text: written, format, choices: textFormats });
  }
  return paths.flatMap((path) => linkPath(path, { at, place, context }) ?? []);
}

interface PathLookup {
  readonly at: Cursor;
  readonly place: TextPlace;
  readonly context: LinkContext;
}

function linkPath(path: string, looking: PathLookup): ShownField[] | null {
  const { at, place, context } = looking;
  const [first = '', ...rest] = path.split('.');
  if (first === 'input') countAnswerPath(path, looking);
  if (place.more.some((word) => path === word || (word.endsWith('.') && path.startsWith(word)))) return null;
  if (place.rows !== undefined && named(place.rows.properties, first).length > 0)
    return linkInRow(path, place.rows, looking);
  countNames(path, looking);
  for (const type of place.types) {
    if (!hidesQuestion(type, path, looking)) continue;
    const { owner, own, isWord } = ownerOf(type, path, context);
    const word = isWord ? null : [...path.split('.').slice(0, -1), 'record', ...own].join('.');
    const answer = isWord || recordWords.some((one) => one === own[0]) ? null : `${type}.${path}`;
    report(context, 'text/hidden-question', at, { path, type: owner, word, answer });
    break;
  }
  if (isCommon(first, rest)) return null;
  const found = place.types.flatMap((type) => shownIn(type, path, looking) ?? []);
  const isFound = place.types.some((type) => readIn(type, path, looking) !== null);
  // Unknown record types are already reported.
  const { rows, types } = place;
  const isWholeType = types.length > 0 && types.every((type) => isWhole(type, context));
  const isKnown = rows === undefined ? isWholeType : rows.properties.length > 0;
  if (!isFound && isKnown) {
    const type = place.types.join(' or ');
    // A text that can be about several types is linked several times, but reported once.
    const { file, pointer } = at;
    const { line } = file.positions(pointer);
    const isTold = context.diagnostics.some(
      (one) =>
        one.code === 'text/unknown-path' &&
        one.file === file.path &&
        one.line === line &&
        one.message.startsWith(`"{${path}}"`),
    );
    if (isTold) return found;
    const isHidden = types.some((one) => hidesParent(one, path, looking));
    const steps = types
      .map((one) => ownerOf(one, path, context))
      .map(({ owner, own }) => unsavedStep(owner, own, context.names));
    const step = steps.find((one) => one !== null) ?? null;
    if (step !== null) report(context, 'record/unsaved-step', at, { path, step });
    else if (isHidden)
      report(context, 'record/hides-parent', at, { path, name: first, field: rest.join('.') });
    else report(context, 'text/unknown-path', at, { path, type, choices: choicesOf(looking) });
  }
  return found;
}

/** `quantity` or `supply.price`: an answer in the row, or a value of the record that it names. */
function linkInRow(path: string, { properties, type, list }: RowLevel, looking: PathLookup): ShownField[] {
  const { at, context } = looking;
  // Counts the names in it.
  linkFieldPath({ ...at, value: path }, { ...context, diagnostics: [] }, { type: null, properties });
  const keys = path.split('.');
  if (keys.length > 1) {
    const shown = shownIn(type, [...list, ...keys].join('.'), looking);
    if (shown === null) report(context, 'text/unknown-path', at, { path, type, choices: choicesOf(looking) });
    return shown ?? [];
  }
  const isPersonal = isPersonalIn(properties, keys, context);
  return isPersonal ? [{ type: 'a row', field: path, isPersonal, isOfRow: true }] : [];
}

/** `input.ground`: an answer of the step. */
function countAnswerPath(path: string, looking: PathLookup): void {
  const [, ...keys] = path.split('.');
  countPath(looking.context, looking.at, keys, {
    from: levelOfAnswers(looking.place.answers ?? new Set()),
    path,
  });
}

/** Counts the names in the path as uses of what they name. */
function countNames(path: string, looking: PathLookup): void {
  const { at, place, context } = looking;
  if (context.uses === null) return;
  const [first = '', ...rest] = path.split('.');
  for (const type of place.types) {
    const { owner, own, isNamed, isWord, followed } = ownerOf(type, path, context);
    if (followed.length > 0) {
      linkFieldPath({ ...at, value: path }, { ...context, diagnostics: [] }, { type });
      continue;
    }
    const [name = ''] = own;
    const within = { text: path, fromEnd: own.length - 1 };
    if (isNamed)
      context.uses.push({
        at,
        kind: 'type',
        of: null,
        name: first,
        path: { text: path, fromEnd: rest.length },
      });
    if (isWord) continue;
    const asked = owner === type ? (place.asked ?? []) : [];
    if (rolesOf(owner, context).includes(name))
      context.uses.push({ at, kind: 'role', of: owner, name, path: within });
    else if (factsOf(owner, context).includes(name))
      context.uses.push({ at, kind: 'fact', of: owner, name, path: within });
    else countPath(context, at, own, { from: [...propertiesOf(owner, context), ...asked], path });
  }
}

/** Returns true if the path reads a value that every text has, although the record has a question of that name. */
function hidesQuestion(type: string, path: string, { at, place, context }: PathLookup): boolean {
  const { names } = context;
  const { owner, own, isNamed, isWord: isSaidToBeWord } = ownerOf(type, path, context);
  const [name = ''] = own;
  if (isSaidToBeWord) {
    return linkFieldPath({ ...at, value: `record.${name}` }, quietly(context), { type: owner }) !== null;
  }
  const isWord = recordWords.some((one) => one === name);
  const isOfText = [...commonWords, ...rolesOf(type, context)].includes(name);
  if (own.length !== 1 || !(isWord || (isOfText && !isNamed))) return false;
  const root = names.records.get(owner);
  const form = root === undefined ? undefined : names.forms.get(text(child(root, 'form')) ?? '');
  const asked = owner === type ? (place.asked ?? []) : [];
  const isInForm = form !== undefined && isPresent(child(child(form, 'properties'), name));
  return isInForm || named(asked, name).length > 0;
}

/** Returns true if the record type, all types above it and their forms exist. */
function isWhole(type: string, context: LinkContext): boolean {
  const { names } = context;
  return [type, ...typesAbove(type, context)].every((one) => {
    const root = names.records.get(one);
    return root !== undefined && !lacksForm(root, names);
  });
}

function isCommon(first: string, rest: readonly string[]): boolean {
  const [second = ''] = rest;
  if (first === 'document') return documentWords.some((word) => word === second);
  if (first === 'booking') return bookingWords.some((word) => word === second);
  return rest.length === 0 && commonWords.some((word) => word === first);
}

/** All fields that the path shows, also through derived values and questions that are shown from elsewhere. */
function shownIn(type: string, path: string, looking: PathLookup): ShownField[] | null {
  const own = readIn(type, path, looking);
  if (own === null) return null;
  const seen = new Set<string>();
  const follow = (of: string, at: string): ShownField[] => {
    if (seen.has(`${of} ${at}`)) return [];
    seen.add(`${of} ${at}`);
    return sourcesIn(of, at, looking).flatMap((source) => [
      ...fieldsAt(source.type, source.path, looking),
      ...follow(source.type, source.path),
    ]);
  };
  return [...own, ...follow(type, path).map((field) => ({ ...field, through: path }))];
}

/** The sources of the value of a path; empty for a question that is asked. */
function sourcesIn(type: string, path: string, { context }: PathLookup): DerivedSource[] {
  const { owner, own, isWord } = ownerOf(type, path, context);
  if (isWord) return [];
  const [name = '', ...rest] = own;
  const root = context.names.records.get(owner);
  const derived = rest.length > 0 || root === undefined ? null : derivedValueAt(root, name);
  const asked = named(propertiesOf(owner, context), name).flatMap((question) => {
    const from = child(question, 'from');
    const source = text(child(from, 'field')) ?? text(from);
    return source === null ? [] : [{ type: owner, path: [source, ...rest].join('.') }];
  });
  return [...asked, ...(derived === null ? [] : sourcesOfDerived(derived, owner, context))];
}

interface PathOwner {
  readonly owner: string;
  readonly own: readonly string[];
  /** True if the path names the type, so that it can only mean a value of that record. */
  readonly isNamed: boolean;
  /** True for `record.number`, which means the column of every record and not a question. */
  readonly isWord: boolean;
  /** The answers that lead to the record, each with the type that has it; empty if no answer names the record. */
  readonly followed: readonly Pick<PathOwner, 'owner' | 'own'>[];
}

/** The record type that the path reads (its own or one above it), and the rest of the path. */
function ownerOf(type: string, path: string, context: LinkContext): PathOwner {
  const [first = '', ...rest] = path.split('.');
  // A field may have the name of a record type: the record's own field takes precedence.
  const isField = named(propertiesOf(type, context), first).length > 0;
  const isAbove = !isField && rest.length > 0 && [type, ...typesAbove(type, context)].includes(first);
  const own = isAbove ? rest : [first, ...rest];
  const owner = isAbove ? first : type;
  const last = followAnswers(owner, own, context);
  if (last.followed.length > 0) return { ...last, isNamed: true, isWord: false };
  const [word = ''] = own.slice(1);
  const words = isAbove ? recordWords : [...recordWords, ...commonWords, ...rolesOf(type, context)];
  const isWord = own.length === 2 && own[0] === 'record' && words.some((one) => one === word);
  return { owner, own: isWord ? [word] : own, isNamed: isAbove, isWord, followed: [] };
}

/** The last record that the path reads by following answers, and these answers. */
function followAnswers(
  owner: string,
  own: readonly string[],
  context: LinkContext,
): Pick<PathOwner, 'owner' | 'own' | 'followed'> {
  const referred = referredBy(own.join('.'), owner, context);
  if (referred === null) return { owner, own, followed: [] };
  const names = referred.name.split('.');
  const last = followAnswers(referred.type, names, context);
  return { ...last, followed: [{ owner, own: own.slice(0, -names.length) }, ...last.followed] };
}

/**
 * The fields that the path reads in a record of this type; `[]` if it reads no field, null if the path is unknown.
 */
function readIn(type: string, path: string, looking: PathLookup): ShownField[] | null {
  const { context } = looking;
  const found = ownerOf(type, path, context);
  const { owner, own, isNamed, isWord: isSaidToBeWord, followed } = found;
  const [name = ''] = own;
  const isWord =
    isSaidToBeWord ||
    recordWords.some((word) => word === name) ||
    (!isNamed && rolesOf(type, context).includes(name));
  const isFact = followed.length === 0 && factsOf(owner, context).includes(name);
  if (own.length === 1 && (isWord || isFact)) return fieldsAround(path, found, looking);
  const field = fieldOf(found, looking);
  // Only conditions may read a lookup column.
  return field === null || field.isOfLookup ? null : [field, ...fieldsAround(path, found, looking)];
}

interface FoundField extends ShownField {
  /** True for a column of the lookup that the answer comes from. */
  readonly isOfLookup: boolean;
}

/** The field that the path names, if it exists, and those around it. */
function fieldsAt(type: string, path: string, looking: PathLookup): ShownField[] {
  const found = ownerOf(type, path, looking.context);
  const field = found.isWord ? null : fieldOf(found, looking);
  return [...(field === null ? [] : [field]), ...fieldsAround(path, found, looking)];
}

/** The answers that lead to the field of the path, and what names the record if that is another such answer. */
function fieldsAround(path: string, { owner, own, followed }: PathOwner, looking: PathLookup): ShownField[] {
  const { context } = looking;
  const asked = named(propertiesBelow(owner, own.slice(0, -1), context), own.at(-1) ?? '');
  const other = referredType(asked);
  const label = other === null ? [] : asked.flatMap((one) => texts(child(one, 'label')));
  const around = [...followed, ...label.map((name) => ({ owner: other ?? '', own: [name] }))];
  return around.flatMap((one) => {
    const field = fieldOf(one, looking);
    return field === null ? [] : [{ ...field, through: path }];
  });
}

function fieldOf(
  { owner, own }: Pick<PathOwner, 'owner' | 'own'>,
  { at, context }: PathLookup,
): FoundField | null {
  const [name = ''] = own;
  if (propertiesOf(owner, context).length === 0) return null;
  const field = linkFieldPath({ ...at, value: own.join('.') }, quietly(context), { type: owner });
  if (field === null) return null;
  const isPersonal =
    isPersonalIn(propertiesOf(owner, context), own, context) || isPersonalAt(field, owner, context);
  return { type: owner, field: name, isPersonal, isOfRow: false, isOfLookup: field.lookup !== null };
}

/** Returns true if a question on this path is marked as personal. */
function isPersonalIn(properties: readonly Cursor[], keys: readonly string[], context: LinkContext): boolean {
  const [key = '', ...rest] = keys;
  const found = named(properties, key);
  if (hasMark(found)) return true;
  return rest.length > 0 && found.length > 0 && isPersonalIn(levelBelow(found, context), rest, context);
}

const hasMark = onceForEach((questions: readonly Cursor[]): boolean =>
  questions.some((one) => isMarkedPersonal(child(one, 'personal'))),
);

/** Returns true if the record type's `fields`, or a question on the path, mark the field as personal. */
export function isPersonalAt({ ancestor, keys }: FieldPath, owner: string, context: LinkContext): boolean {
  const type = ancestor ?? owner;
  const root = context.names.records.get(type);
  const rule = root === undefined ? null : child(child(child(root, 'fields'), keys[0] ?? ''), 'personal');
  return (
    (rule !== null && isMarkedPersonal(rule)) || isPersonalIn(propertiesOf(type, context), keys, context)
  );
}

export function isMarkedPersonal(at: Cursor): boolean {
  return isPresent(at) && at.value !== false;
}

/** Returns true if the path would name a value of the record above, if no question had the name of its type. */
function hidesParent(type: string, path: string, looking: PathLookup): boolean {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0 || !typesAbove(type, looking.context).includes(first)) return false;
  return readIn(first, rest.join('.'), looking) !== null;
}

function factsOf(type: string, { names }: LinkContext): string[] {
  const root = names.records.get(type);
  return root === undefined ? [] : derivedValuesOf(root).map(([name]) => name);
}

function choicesOf({ place, context }: PathLookup): string[] {
  const [type = ''] = place.types;
  const fields = [...(place.rows?.properties ?? []), ...propertiesOf(type, context)].flatMap((one) =>
    entries(one).map(([name]) => name),
  );
  const above = typesAbove(type, context).map((one) => `${one}.…`);
  return [
    ...new Set([
      ...fields,
      ...factsOf(type, context),
      ...recordWords,
      ...commonWords,
      ...above,
      ...place.more,
    ]),
  ];
}
