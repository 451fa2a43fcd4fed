/**
 * Decides what the server reads to answer the rows of a list: the parts of a record that its columns show and that the
 * rules about its row ask. Everything else stays in the database.
 */
import { draftState } from '../../../portal/access/access.ts';
import { referencesOf } from '../../../portal/forms/references.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { List, RecordType } from '../../../portal/model/record-type.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { profilesShown } from '../../sql/shown-paths.ts';
import { type ContextNeeds, countingTypes, type RowNeeds } from '../rows/context-rows.ts';

/** A page of rows reads so much. Null: the rows need whole records. */
export function rowNeedsOf(portal: Portal, recordType: RecordType, list: List | null): RowNeeds | null {
  if (recordType.builtIn === 'user') return null;
  const known = needsByList(portal);
  const key = `${recordType.type} ${list?.name ?? ''}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const needs = computeNeeds(portal, recordType, columnsOf(recordType, list));
  known.set(key, needs);
  return needs;
}

const needsByList = onceForEach<Portal, Map<string, RowNeeds | null>>(() => new Map());

/** The columns of the list, or of all lists of the type. */
export function columnsOf({ lists }: RecordType, list: List | null): readonly string[] {
  const shown = list === null ? Object.values(lists) : [list];
  return [...new Set(shown.flatMap(({ columns }) => columns.map(({ value }) => value)))];
}

/** The answers that decide who sees a record of this type. */
export function fieldsOfRules(portal: Portal, type: string): readonly string[] {
  const known = fieldsByType(portal);
  const found = known.get(type);
  if (found !== undefined) return found;
  const needs = noNeeds(null);
  const recordType = portal.recordTypes[type];
  if (recordType !== undefined) collect(portal, needs, rulesOfView(recordType));
  const fields = [...needs.fields].sort();
  known.set(type, fields);
  return fields;
}

const fieldsByType = onceForEach<Portal, Map<string, readonly string[]>>(() => new Map());

interface FoundNeeds {
  /** Null: several types. */
  readonly of: RecordType | null;
  readonly relatives: Set<ContextNeeds['relatives'] extends ReadonlySet<infer One> ? One : never>;
  readonly fields: Set<string>;
  /** Derived values that have been followed. */
  readonly facts: Set<string>;
  isWhole: boolean;
  /** The row changes with time, with a record that an answer names, or that names it, or with its owner's profile. */
  isTimed: boolean;
}

function computeNeeds(portal: Portal, recordType: RecordType, columns: readonly string[]): RowNeeds | null {
  const own = noNeeds(recordType);
  const above = noNeeds(null);
  collect(portal, own, rulesOfRow(portal, recordType));
  // The rules of a draft ask whose turn it is.
  if (draftState(portal, recordType.type) !== null) own.relatives.add('parties');
  for (const column of columns) {
    const [head = '', ...rest] = column.split('.');
    if (referencesOf(portal, recordType.type).some(({ keys }) => keys[0] === head)) {
      own.fields.add(head);
      own.isTimed = true;
      continue;
    }
    if (profilesShown(portal, recordType.type, [column]).length > 0) {
      own.isTimed = true;
      continue;
    }
    const type = rest.length > 0 ? portal.recordTypes[head] : undefined;
    if (type === undefined || type === recordType) {
      collectValue(portal, own, type === undefined ? head : (rest[0] ?? ''));
      continue;
    }
    collect(portal, above, rulesOfView(type));
    collectValue(portal, above, rest[0] ?? '');
    // The record itself knows the facts of its ancestors.
    collectFact(portal, own, rest[0] ?? '');
  }
  const fields = new Set([...own.fields, ...above.fields]);
  if (own.isWhole || above.isWhole) return null;
  const kept = [...fields].sort();
  const all = [own, above];
  const paths = columns.filter((column) => column.includes('.'));
  const shown = [...new Set(paths.map((path) => path.split('.')[0] ?? ''))];
  const parents = [
    ...(above.relatives.has('children') ? shown : []),
    ...(all.some(({ facts }) => facts.size > 0) ? countingTypes(portal) : []),
  ];
  return {
    isLasting: !all.some(({ isTimed }) => isTimed),
    shown,
    parents: [...new Set(parents)],
    profiles: profilesShown(portal, recordType.type, columns),
    own: needsOf(portal, own, kept),
    above: needsOf(portal, above, kept),
  };
}

function noNeeds(of: RecordType | null): FoundNeeds {
  return { of, relatives: new Set(), fields: new Set(), facts: new Set(), isWhole: false, isTimed: false };
}

function needsOf(
  portal: Portal,
  { relatives, facts }: FoundNeeds,
  fields: ContextNeeds['fields'],
): ContextNeeds {
  const columns = columnsOnly(portal.forms);
  return { relatives, facts: facts.size > 0, fields, answers: fields.filter((name) => !columns.has(name)) };
}

/** The columns of records that no form of the portal asks as a question. */
const columnsOnly = onceForEach((forms: Portal['forms']): ReadonlySet<string> => {
  const schemas = JSON.stringify(Object.values(forms).map(({ schema }) => schema));
  return new Set(recordColumns.filter((name) => !schemas.includes(`${JSON.stringify(name)}:`)));
});

const recordColumns = [
  'number',
  'state',
  'kind',
  'office',
  'unit',
  'parent',
  'due',
  'booking',
  'created',
  'updated',
];

/** What decides how much of a record a visitor sees. */
function rulesOfView({ access: { read, summary, public: open }, fields }: RecordType): unknown[] {
  return [read, summary, open, fields];
}

/** Besides, what a visitor may do in a list: continue a draft, claim a record, and take a step for several. */
function rulesOfRow({ workflows }: Portal, recordType: RecordType): unknown[] {
  const workflow = Object.hasOwn(workflows, recordType.type) ? workflows[recordType.type] : undefined;
  const bulk = Object.values(workflow?.transitions ?? {}).filter((transition) => transition.bulk);
  // The form of a step may depend on any part of the record, and a quorum on who has signed it.
  const steps = bulk.map(({ by, input, quorum, extends: clock }) =>
    input === null && quorum === null ? [by, clock !== null && { test: 'lapsed' }] : { test: 'form' },
  );
  return [...rulesOfView(recordType), recordType.access.update, recordType.claim, ...steps];
}

/** A column or an answer, or a derived value of any type. */
function collectValue(portal: Portal, needs: FoundNeeds, name: string): void {
  needs.fields.add(name);
  collectFact(portal, needs, name);
}

function collectFact(portal: Portal, needs: FoundNeeds, name: string): void {
  if (needs.facts.has(name)) return;
  const derived = Object.values(portal.recordTypes).flatMap(({ derived: facts }) =>
    Object.hasOwn(facts, name) ? [facts[name]] : [],
  );
  if (derived.length === 0) return;
  needs.facts.add(name);
  // Facts of an ancestor count its children, which are read for all rows together.
  if (needs.of === null || Object.hasOwn(needs.of.derived, name)) needs.relatives.add('children');
  collect(portal, needs, derived);
}

/** Walks through compiled rules, whatever they consist of. */
function collect(portal: Portal, needs: FoundNeeds, value: unknown): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(portal, needs, one);
    return;
  }
  if (!isMapping(value)) return;
  if (typeof value['test'] === 'string') collectTest(portal, needs, value['test']);
  // The path of a field.
  if (Array.isArray(value['keys'])) needs.fields.add(String(value['keys'][0]));
  if (isMapping(value['reference']) || Array.isArray(value['through'])) needs.isTimed = true;
  // What a summary or a public view shows.
  if (Array.isArray(value['fields'])) for (const field of value['fields']) needs.fields.add(String(field));
  if (value['from'] === 'fact') collectFact(portal, needs, String(value['name']));
  // The columns that the newest or oldest child is found by and gives.
  if (typeof value['by'] === 'string' && isMapping(value['give']))
    for (const name of [value['by'], ...Object.values(value['give'])]) needs.fields.add(String(name));
  if (value['from'] === 'document') needs.relatives.add('documents');
  for (const part of Object.values(value)) collect(portal, needs, part);
}

/** Tests of the row and of its ancestors, which every row has. */
const ofRow = [
  'always',
  'all',
  'any',
  'not',
  'compare',
  'self',
  'link',
  'unseen',
  'between',
  'lapsed',
  'parent',
];

function collectTest(portal: Portal, needs: FoundNeeds, test: string): void {
  if (test === 'lapsed') {
    needs.fields.add('clocks');
    needs.isTimed = true;
  }
  if (test === 'party') needs.relatives.add('parties');
  else if (test === 'did') needs.relatives.add('did').add('deputyDid');
  else if (test === 'children') needs.relatives.add('children');
  else if (test === 'expired') needs.relatives.add('documents');
  else if (test === 'applies')
    collect(
      portal,
      needs,
      Object.values(portal.kinds).map(({ applies }) => applies),
    );
  // A complete form, a finished checklist and any test that is added later read the whole record.
  else if (!ofRow.includes(test)) needs.isWhole = true;
}
