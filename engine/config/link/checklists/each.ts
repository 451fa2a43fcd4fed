/** What a checklist item repeats for: rows of an answer, records, or the last months. */
import type { ChecklistItem } from '../../../portal/model/requirement.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import { namedType } from '../conditions/condition-children.ts';
import type { ConditionPlace } from '../conditions/condition-place.ts';
import { child, entries, isPresent, number, rootOf, text, type Cursor } from '../input/cursor.ts';
import { linkFieldPath, propertiesOf } from '../conditions/field-path.ts';
import { report, reportUnknown, type LinkContext } from '../input/link-context.ts';
import { named } from '../names/properties.ts';

/** @param place where the fields of the item are resolved */
export function linkEach(at: Cursor, context: LinkContext, place: ConditionPlace): ChecklistItem['each'] {
  if (isPresent(child(at, 'field'))) return linkAnswer(at, context, place);
  if (isPresent(child(at, 'record'))) return linkRecord(at, context, place);
  const lastMonths = number(child(at, 'lastMonths'));
  return lastMonths === null ? null : { lastMonths };
}

function linkAnswer(at: Cursor, context: LinkContext, place: ConditionPlace): ChecklistItem['each'] {
  const field = child(at, 'field');
  const path = linkFieldPath(field, context, place);
  if (path === null) return null;
  const [key = ''] = path.keys;
  const [own] = path.ancestor === null ? named(place.properties ?? [], key) : [];
  const property = own ?? named(propertiesOf(path.ancestor ?? place.type, context), key)[0];
  if (property !== undefined && !canRepeat(property)) report(context, 'kind/no-rows', field, { name: key });
  const rows = property === undefined ? [] : rowsOf(property, context);
  return {
    field: path.ancestor === null ? path.keys.join('.') : [path.ancestor, ...path.keys].join('.'),
    where: linkOptional(child(at, 'where'), context, {
      where: 'access',
      type: null,
      properties: rows,
      absent: always,
    }),
    title: titleOf(child(at, 'title'), rows, context),
  };
}

function linkRecord(at: Cursor, context: LinkContext, place: ConditionPlace): ChecklistItem['each'] {
  const record = child(at, 'record');
  const type = namedType(record, context);
  if (place.type !== null && isApart(type, place.type, context)) {
    report(context, 'kind/no-records', record, { name: type, type: place.type });
  }
  const where = linkOptional(child(at, 'where'), context, { where: 'access', type, absent: always });
  const hidden = new Set(entries(child(context.names.records.get(type) ?? at, 'fields')).flatMap(hiddenName));
  const shown = propertiesOf(type, context)
    .flatMap(entries)
    .filter(([name]) => !hidden.has(name));
  const said = text(child(at, 'title'));
  return { record: type, where, title: said ?? shown.find(isPlainText)?.[0] ?? null };
}

function hiddenName([name, rule]: readonly [string, Cursor]): string[] {
  return isPresent(child(rule, 'read')) ? [name] : [];
}

/** A list has rows, and a whole number is the number of rows. */
function canRepeat(property: Cursor): boolean {
  const { value } = child(property, 'type');
  return value === undefined || [value].flat().some((one) => one === 'array' || one === 'integer');
}

function rowsOf(property: Cursor, { names }: LinkContext): Cursor[] {
  const rows = child(property, 'items');
  const fragment = names.forms.get(text(child(rows, '$ref')) ?? '');
  const root = fragment === undefined ? rows : rootOf(fragment.file);
  return [child(root, 'properties')].filter(isPresent);
}

/** The answer that labels a row: the named one, else the first free text. */
function titleOf(at: Cursor, rows: readonly Cursor[], context: LinkContext): string | null {
  const answers = rows.flatMap(entries);
  const said = text(at);
  if (said === null) return answers.find(isPlainText)?.[0] ?? null;
  if (rows.length > 0 && !answers.some(([name]) => name === said)) {
    reportUnknown(context, 'condition/unknown-field', at, {
      name: said,
      choices: answers.map(([name]) => name),
    });
  }
  return said;
}

function isPlainText([, property]: readonly [string, Cursor]): boolean {
  const isChosen = ['enum', 'lookup', 'format', 'from', 'filledBy'].some((word) =>
    isPresent(child(property, word)),
  );
  return child(property, 'type').value === 'string' && !isChosen;
}

/**
 * Returns true if the applicants with this checklist have no part in these records, and the records are not below
 * theirs.
 */
function isApart(type: string, checklist: string, context: LinkContext): boolean {
  const { records } = context.names;
  const root = records.get(type);
  if (root === undefined) return false;
  const line = lineOf(checklist, context);
  if (namesIn(child(root, 'parent')).some((parent) => line.has(parent))) return false;
  const owners = new Set(
    [...line].flatMap((one) => partyDepartments(child(records.get(one) ?? root, 'parties'), 'owner')),
  );
  const taking = entries(child(root, 'parties')).flatMap(([role]) =>
    partyDepartments(child(root, 'parties'), role),
  );
  return owners.size > 0 && taking.length > 0 && !taking.some((one) => owners.has(one));
}

/** The type and all types that can be above it. */
function lineOf(type: string, { names }: LinkContext): Set<string> {
  const line = new Set([type]);
  for (const one of line) {
    const parents = names.records.get(one);
    for (const parent of parents === undefined ? [] : namesIn(child(parents, 'parent'))) line.add(parent);
  }
  return line;
}

function namesIn({ value }: Cursor): string[] {
  return [value].flat().filter((one) => typeof one === 'string');
}

function partyDepartments(parties: Cursor, role: string): string[] {
  const said = child(parties, role);
  return namesIn(isPresent(child(said, 'department')) ? child(said, 'department') : said);
}
