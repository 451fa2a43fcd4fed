/** Gives a record the names of the configuration in force, where it still has those of an earlier one. */
import type { NamedKind } from '../model/place.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord } from '../model/record.ts';
import type { Transition } from '../model/workflow.ts';
import { renamingsOf } from '../workflow/state-renames.ts';
import { transitionOf } from '../workflow/transition.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { answerScopeOf, answerScopesOf, partsOfName } from './names-in.ts';
import { lookupOf, renameKeys, succeedAnswers } from './succeed-answers.ts';
import { unitLookupsOf } from './unit-lookups.ts';

/** Earlier name → later name, by what they name. */
export interface Successions {
  readonly departments: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, string>;
  readonly kinds: ReadonlyMap<string, string>;
  readonly documents: ReadonlyMap<string, string>;
  readonly lookups: ReadonlyMap<string, string>;
  /** By lookup. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By record type. */
  readonly states: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly clocks: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly roles: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly steps: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By kind, or by the type whose own checklist has the item. */
  readonly items: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By scope: the path of the question → the path that took its place. */
  readonly questions: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By scope: the paths of questions whose choices have other names now → the names. */
  readonly choices: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;
}

export const successionsOf = onceForEach((portal: Portal): Successions => {
  const of = (kind: NamedKind) =>
    portal.formerNames.flatMap((one) =>
      one.kind === kind && one.successor !== null ? [[one.name, one.successor] as const] : [],
    );
  const byOwner = (kind: NamedKind) =>
    nested(of(kind).map(([from, to]) => [partsOfName(from), partsOfName(to).part]));
  const rows = byOwner('row');
  return {
    departments: new Map(of('department')),
    types: new Map(of('type')),
    kinds: new Map(of('kind')),
    documents: new Map(of('document')),
    lookups: new Map(of('lookup')),
    rows,
    states: nested(renamingsOf(portal).map(({ type, from, to }) => [{ owner: type, part: from }, to])),
    clocks: byOwner('clock'),
    roles: byOwner('role'),
    steps: byOwner('step'),
    items: byOwner('item'),
    questions: byOwner('question'),
    choices: new Map(
      answerScopesOf(portal).map(({ name, questions }) => [
        name,
        new Map(
          questions.flatMap(({ path, uiSchema }) => {
            const names = rows.get(lookupOf(uiSchema) ?? '');
            return names === undefined ? [] : [[path, names] as const];
          }),
        ),
      ]),
    ),
  };
});

function nested(
  all: readonly (readonly [{ readonly owner: string; readonly part: string }, string])[],
): Map<string, Map<string, string>> {
  const byOwner = Map.groupBy(all, ([{ owner }]) => owner);
  return new Map(
    Array.from(byOwner, ([owner, some]) => [owner, new Map(some.map(([{ part }, to]) => [part, to]))]),
  );
}

function renamed(names: ReadonlyMap<string, string> | undefined, name: string): string {
  return names?.get(name) ?? name;
}

/**
 * The record under its present names. Its form is as it was.
 * @returns the same record if it has none of an earlier configuration
 */
export function succeedRecord(portal: Portal, record: PortalRecord): PortalRecord {
  const successions = successionsOf(portal);
  const type = renamed(successions.types, record.type);
  const kind = record.kind && renamed(successions.kinds, record.kind);
  const office = record.office && renamed(successions.departments, record.office);
  const next: PortalRecord = {
    ...record,
    type,
    kind,
    office,
    unit: record.unit && renamedUnit(portal, type, record.unit),
    state: presentName(portal, { of: 'states', type }, record.state),
    booking: succeedBooking(record.booking, successions.departments),
    clocks: renameKeys(record.clocks, successions.clocks.get(type)),
    items: renameItems(portal, { type, kind }, record.items),
    data: presentAnswers(portal, { type, kind }, record.data),
  };
  const isSame = (Object.keys(next) as (keyof PortalRecord)[]).every((key) => next[key] === record[key]);
  return isSame ? record : next;
}

/** Answers to the form of a record under the present names of its questions; a page may have been opened before. */
export function presentAnswers(
  portal: Portal,
  record: Pick<PortalRecord, 'type' | 'kind'>,
  answers: PortalRecord['data'],
): PortalRecord['data'] {
  const scope = answerScopeOf(portal, record);
  const { questions, choices } = successionsOf(portal);
  return succeedAnswers(answers, {
    questions: questions.get(scope) ?? new Map(),
    choices: choices.get(scope) ?? new Map(),
  });
}

function renamedUnit(portal: Portal, type: string, unit: string): string {
  const { rows } = successionsOf(portal);
  if (rows.size === 0) return unit;
  const names = Array.from(unitLookupsOf(portal, type), (lookup) => rows.get(lookup)?.get(unit) ?? unit);
  return names.find((name) => name !== unit) ?? unit;
}

function succeedBooking(
  booking: PortalRecord['booking'],
  departments: ReadonlyMap<string, string>,
): PortalRecord['booking'] {
  const office = departments.get(booking?.office ?? '');
  return booking === null || office === undefined ? booking : { ...booking, office };
}

function renameItems(
  portal: Portal,
  record: Pick<PortalRecord, 'type' | 'kind'>,
  items: PortalRecord['items'],
): PortalRecord['items'] {
  const names = Object.keys(items).map((id) => [id, presentItem(portal, record, id)] as const);
  return renameKeys(items, new Map(names.filter(([id, to]) => id !== to)));
}

/** The present id of an item of such a record. A repeating item has the id of its row after a dot. */
export function presentItem(
  portal: Portal,
  { type, kind }: Pick<PortalRecord, 'type' | 'kind'>,
  item: string,
): string {
  const [id = ''] = item.split('.', 1);
  return `${renamed(successionsOf(portal).items.get(kind ?? type), id)}${item.slice(id.length)}`;
}

/** The present name of a state or step of a record type. Events keep the names of their time. */
export function presentName(
  portal: Portal,
  { of, type }: { readonly of: 'states' | 'steps'; readonly type: string },
  name: string,
): string {
  return renamed(successionsOf(portal)[of].get(type), name);
}

/** The step of this name, or the one that had it: a page may have been opened before. Null: there is none. */
export function presentStep(portal: Portal, type: string, name: string): Transition | null {
  return transitionOf(portal, type, presentName(portal, { of: 'steps', type }, name));
}

/** The present name of a department or document. */
export function presentNameIn(portal: Portal, of: 'departments' | 'documents', name: string): string {
  return renamed(successionsOf(portal)[of], name);
}
