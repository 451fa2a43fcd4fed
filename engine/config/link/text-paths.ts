/** Texts with `{path}` and `{path:format}`: every path is looked up, for the record types that the text may be about. */
import type { FieldPath } from '../../portal/condition.ts';
import { bookingWords, commonWords, documentWords, recordWords } from '../../portal/template-values.ts';
import { textFormats } from '../../portal/text-format.ts';
import { parseTemplate } from '../../portal/text-template.ts';
import { child, entries, isSaid, text, texts, type Cursor } from './cursor.ts';
import { below, lacksForm, linkFieldPath, named, propertiesOf } from './field-path.ts';
import { report, type Linking } from './linking.ts';
import { rolesOf } from './recipients.ts';

export interface TextPlace {
  /** Record types that the text may be about; what one of them has may be named. */
  readonly types: readonly string[];
  /** What may be named besides, by whole path or by its first word and a dot: `link`, `input.`. */
  readonly more: readonly string[];
  /** The properties of what a line stands for, before those of the record. */
  readonly rows?: readonly Cursor[];
}

/** A field of a record that a text shows. */
export interface ShownField {
  readonly type: string;
  readonly field: string;
  /** A form says of the question, or of one that it stands in, that the answer is personal. */
  readonly isPersonal: boolean;
  /** Of a row of a list: the rules of the record's fields are not about it. */
  readonly isOfRow: boolean;
}

/**
 * Links a text.
 * @returns the fields that it shows, for whoever has to know who may read them
 */
export function linkText(at: Cursor, place: TextPlace, linking: Linking): ShownField[] {
  const said = text(at) ?? '';
  const { paths, odd } = parseTemplate(said);
  const lone = /[{}][^{}\n]{0,30}/.exec(said.replaceAll(/\{[^{}\n]*\}/g, ''));
  if (lone !== null) report(linking, 'text/odd-braces', at, { text: lone[0] });
  for (const { text: written, format } of odd) {
    if (format === null) report(linking, 'text/odd-braces', at, { text: written });
    else report(linking, 'text/unknown-format', at, { text: written, format, choices: textFormats });
  }
  return paths.flatMap((path) => linkPath(path, { at, place, linking }) ?? []);
}

interface Looking {
  readonly at: Cursor;
  readonly place: TextPlace;
  readonly linking: Linking;
}

function linkPath(path: string, looking: Looking): ShownField[] | null {
  const { at, place, linking } = looking;
  const [first = '', ...rest] = path.split('.');
  if (place.more.some((word) => path === word || (word.endsWith('.') && path.startsWith(word)))) return null;
  if (place.rows?.some((one) => isSaid(child(one, first))) === true) {
    const isPersonal = isPersonalIn(place.rows, [first, ...rest], linking);
    const [type = 'a row'] = place.types;
    return isPersonal ? [{ type, field: path, isPersonal, isOfRow: true }] : null;
  }
  if (isCommon(first, rest)) return null;
  const found = place.types.flatMap((type) => readIn(type, path, looking) ?? []);
  const isFound = place.types.some((type) => readIn(type, path, looking) !== null);
  // Of a record type that does not exist nothing more is to be said.
  const { rows, types } = place;
  const isKnown = rows !== undefined ? rows.length > 0 : types.length > 0 && types.every((type) => isWhole(type, linking));
  if (!isFound && isKnown) {
    const type = place.types.join(' or ');
    // One text may be about records of several types, one after the other.
    const { file, pointer } = at;
    const { line } = file.positions(pointer);
    const isTold = linking.diagnostics.some(
      (one) => one.code === 'text/unknown-path' && one.file === file.path && one.line === line && one.message.startsWith(`"{${path}}"`),
    );
    if (isTold) return found;
    const isHidden = types.some((one) => hidesParent(one, path, looking));
    if (isHidden) report(linking, 'record/hides-parent', at, { path, name: first, field: rest.join('.') });
    else report(linking, 'text/unknown-path', at, { path, type, choices: choicesOf(looking) });
  }
  return found;
}

/** The record type and all that it may stand below exist, and their forms. */
function isWhole(type: string, linking: Linking): boolean {
  const { names } = linking;
  return [type, ...typesAbove(type, linking)].every((one) => {
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

/** What the path reads in a record of this type: its fields, `[]` where it reads none; null where it names nothing. */
function readIn(type: string, path: string, { at, linking }: Looking): ShownField[] | null {
  const [first = '', ...rest] = path.split('.');
  // A field may bear the name of a record type: the record's own comes first.
  const isField = named(propertiesOf(type, linking), first).length > 0;
  const isAbove = !isField && rest.length > 0 && [type, ...typesAbove(type, linking)].includes(first);
  const owner = isAbove ? first : type;
  const own = isAbove ? rest : [first, ...rest];
  const [name = ''] = own;
  const isWord = recordWords.some((word) => word === name) || (owner === type && rolesOf(type, linking).includes(name));
  if (own.length === 1 && (isWord || factsOf(owner, linking).includes(name))) return [];
  if (propertiesOf(owner, linking).length === 0) return null;
  const quiet: Linking = { ...linking, diagnostics: [] };
  const field = linkFieldPath({ ...at, value: own.join('.') }, quiet, { type: owner });
  // A row's column of a lookup is read by conditions only.
  if (field === null || field.lookup !== null) return null;
  const isPersonal = isPersonalIn(propertiesOf(owner, linking), own, linking) || isPersonalAt(field, owner, linking);
  return [{ type: owner, field: name, isPersonal, isOfRow: false }];
}

/** Does a question on this way say that it is personal? */
function isPersonalIn(properties: readonly Cursor[], keys: readonly string[], linking: Linking): boolean {
  const [key = '', ...rest] = keys;
  const found = properties.map((one) => child(one, key)).filter(isSaid);
  if (found.some((one) => saysPersonal(child(one, 'personal')))) return true;
  return rest.length > 0 && found.length > 0 && isPersonalIn(found.flatMap((one) => below(one, linking)), rest, linking);
}

/** Where the answer stands that a question is shown from: its own form or record type may say so. */
function isPersonalAt({ ancestor, keys }: FieldPath, owner: string, linking: Linking): boolean {
  const type = ancestor ?? owner;
  const root = linking.names.records.get(type);
  const rule = root === undefined ? null : child(child(child(root, 'fields'), keys[0] ?? ''), 'personal');
  return (rule !== null && saysPersonal(rule)) || isPersonalIn(propertiesOf(type, linking), keys, linking);
}

export function saysPersonal(at: Cursor): boolean {
  return isSaid(at) && at.value !== false;
}

/** Would the path name something of the record above, if no question had the name of its type? */
function hidesParent(type: string, path: string, looking: Looking): boolean {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0 || !typesAbove(type, looking.linking).includes(first)) return false;
  return readIn(first, rest.join('.'), looking) !== null;
}

/** All types that a record of this type may stand below, at any height. */
export function typesAbove(type: string, { names }: Linking): string[] {
  const found = new Set<string>();
  const walk = (one: string): void => {
    for (const parent of parentsOf(one, names.records)) {
      if (found.has(parent)) continue;
      found.add(parent);
      walk(parent);
    }
  };
  walk(type);
  return [...found];
}

function parentsOf(type: string, records: ReadonlyMap<string, Cursor>): string[] {
  const root = records.get(type);
  return root === undefined ? [] : texts(child(root, 'parent'));
}

function factsOf(type: string, { names }: Linking): string[] {
  const root = names.records.get(type);
  return root === undefined ? [] : entries(child(root, 'derived')).map(([name]) => name);
}

function choicesOf({ place, linking }: Looking): string[] {
  const [type = ''] = place.types;
  const fields = [...(place.rows ?? []), ...propertiesOf(type, linking)].flatMap((one) =>
    entries(one).map(([name]) => name),
  );
  const above = typesAbove(type, linking).map((one) => `${one}.…`);
  return [...new Set([...fields, ...factsOf(type, linking), ...recordWords, ...commonWords, ...above, ...place.more])];
}
