/**
 * Access rules as SQL, so that lists, counts and searches show only what `may` and `viewOf` allow, also of ancestors.
 */
import { draftState } from '../../portal/access/access.ts';
import { hasReach } from '../../portal/access/deputies.ts';
import { actorsOf } from '../../portal/conditions/persons.ts';
import { quorumStepsIn } from '../../portal/conditions/quorum.ts';
import { type Detour, detourOf, signersIn } from '../../portal/access/turns.ts';
import { isAlwaysShown } from '../../portal/access/visible-data.ts';
import { inStates } from '../../portal/conditions/possible.ts';
import type { Condition } from '../../portal/model/condition.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { RecordType } from '../../portal/model/record-type.ts';
import type { Visitor } from '../../portal/model/department.ts';
import type { State } from '../../portal/model/workflow.ts';
import { conditionSql } from './condition-sql.ts';
import type { ReferredValue } from '../../portal/forms/references.ts';
import {
  aliasBelow,
  aliasReferred,
  ancestorId,
  and,
  type Clause,
  complete,
  constant,
  createParameters,
  not,
  or,
  profileId,
  quoted,
  type SqlScope,
  toSql,
} from './sql.ts';
import { fieldSql, isReferredSql } from './value-sql.ts';

/** A condition over the row `r` of `records`, with its values. */
export function accessSql(
  condition: Condition,
  scope: {
    readonly portal: Portal;
    readonly visitor: Visitor;
    readonly type: string;
    readonly today: string;
  },
): { readonly text: string; readonly values: readonly unknown[] } {
  const parameters = createParameters();
  const place: SqlScope = { ...scope, parameters, alias: 'r', isRelative: false };
  return complete(toSql(conditionSql(condition, place)), parameters);
}

/** May the visitor read the whole row? Only its owner may read a draft. */
export function mayReadSql(recordType: RecordType, place: SqlScope): Clause {
  if (!hasReach(place, recordType.type)) return false;
  const read = ruleSql(recordType.access.read, place);
  const draft = draftOf(recordType, place);
  if (draft === null) return read;
  const state = constant(draft, 'text', place.parameters);
  return or([
    and([`${place.alias}.state <> ${state}`, read]),
    and([`${place.alias}.state = ${state}`, ownerSql(place)]),
  ]);
}

/** The row belongs to the visitor themself. A deputy owns nothing in the place of somebody else. */
export function ownerSql(place: SqlScope): Clause {
  return place.visitor.actsFor === undefined && conditionSql({ test: 'self' }, place);
}

/** A rule about the row, without the tests of its state that are known to have one result. */
function ruleSql(rule: Condition, place: SqlScope): Clause {
  const states = knownStates(place);
  return conditionSql(states === null ? rule : inStates(rule, states), place);
}

function knownStates({ alias, known }: SqlScope): readonly string[] | null {
  return known?.alias === alias ? known.states : null;
}

/** The draft state of the type; null if the row cannot be a draft. */
function draftOf({ type }: RecordType, place: SqlScope): string | null {
  const draft = draftState(place.portal, type);
  return draft === null || (knownStates(place)?.includes(draft) ?? true) ? draft : null;
}

/** Does the visitor have something to do about the row? The same rule as `isToDo`. */
export function isToDoSql({ type }: RecordType, place: SqlScope): Clause {
  return or(
    toDoStates(type, place).map(({ who, states }) =>
      and([who, `${place.alias}.state = ANY(${place.parameters.add([...states], 'text[]')})`]),
    ),
  );
}

interface ToDoStates {
  /** For whom the records in these states wait; null: for nobody outside them. */
  readonly role: string | null;
  readonly states: readonly string[];
  /** The row waits for the visitor. */
  readonly who: Clause;
}

/** The states of a type in which records wait, by those for whom they wait. */
export function toDoStates(type: string, place: SqlScope): ToDoStates[] {
  const states = Object.values(place.portal.workflows[type]?.states ?? {}).filter(
    ({ isFinal, isSettled }) => !isFinal && !isSettled,
  );
  const isSigned = ({ key }: State) => signersIn(place.portal, type, key) !== null;
  const hasDetour = ({ key }: State) => detourOf(place.portal, type, key) !== null;
  const byRole = Map.groupBy(
    states.filter((state) => !hasDetour(state) && !isSigned(state)),
    ({ waitsFor }) => waitsFor,
  );
  return [
    ...Array.from(byRole, ([role, waiting]) => ({
      role,
      states: waiting.map(({ key }) => key),
      who: waitsForVisitorSql(role, place),
    })),
    ...states.filter(isSigned).flatMap((state) => signedStates(type, state, place)),
    ...states
      .filter((state) => hasDetour(state) && !isSigned(state))
      .flatMap((state) => detouredStates(type, state, place)),
  ];
}

/** The same for a state in which several people take a step: each of them, until they have. */
function signedStates(type: string, { key, waitsFor }: State, place: SqlScope): ToDoStates[] {
  const who = waitsForVisitorSql(waitsFor, place);
  const signers = signersIn(place.portal, type, key) ?? [];
  const others = or(signers.map((role) => waitsForVisitorSql(role, place)));
  const steps = quorumStepsIn(place.portal, { type, state: key }).flatMap(({ quorum }) => quorum.steps);
  const unsigned = unsignedSql(steps, place);
  // Each row once, also for a visitor with several roles.
  const entries = [
    { role: waitsFor, states: [key], who: and([who, unsigned]) },
    { role: null, states: [key], who: and([others, not(who), unsigned]) },
  ];
  return entries.filter((entry) => entry.who !== false);
}

/** The visitor has not taken their part of one of the steps: the same rule as `signatureOf`. */
function unsignedSql(steps: readonly string[], { visitor, parameters, alias }: SqlScope): Clause {
  const people = actorsOf(visitor).filter((account) => account !== null);
  return and(
    people.flatMap((account) =>
      steps.map((step) => {
        const signature = JSON.stringify([{ step, by: [account] }]);
        return `NOT ${alias}.signatures @> ${parameters.add(signature, 'jsonb')}`;
      }),
    ),
  );
}

/** The same for a state in which the parts of a record decide for whom it waits. */
function detouredStates(type: string, { key, waitsFor }: State, place: SqlScope): ToDoStates[] {
  const detour = detourOf(place.portal, type, key);
  if (detour === null) return [];
  const isKeptBack = () => isKeptBackSql(detour, place);
  const isLacking = () =>
    detour.asksPapers &&
    place.lacking !== undefined &&
    `${place.alias}.id = ANY(${place.parameters.add([...place.lacking], 'uuid[]')})`;
  const entry = (role: string | null, when: () => Clause): ToDoStates[] => {
    const who = waitsForVisitorSql(role, place);
    return who === false ? [] : [{ role, states: [key], who: and([who, when()]) }];
  };
  return [
    ...entry(waitsFor, () => or([not(isKeptBack()), isLacking()])),
    ...entry(detour.waitsFor, isKeptBack),
  ];
}

/** Its parts keep back every step on. */
function isKeptBackSql({ keptBack }: Detour, place: SqlScope): Clause {
  return and(
    keptBack.map((parts) =>
      or(
        parts.map((part) =>
          isBelowSql(
            place,
            part.type,
            (below) => `${below.alias}.state = ANY(${place.parameters.add([...part.states], 'text[]')})`,
          ),
        ),
      ),
    ),
  );
}

/**
 * Rows that wait for their parts, and for the visitor as soon as a paper of their own is missing. SQL knows no items:
 * whoever asks for what is to be done looks these up before, as `lacking`.
 */
export function maybeLackingSql(type: string, place: SqlScope): Clause {
  const states = Object.values(place.portal.workflows[type]?.states ?? {});
  return or(
    states.map(({ key, waitsFor }) => {
      const detour = detourOf(place.portal, type, key);
      if (detour?.asksPapers !== true) return false;
      const who = waitsForVisitorSql(waitsFor, place);
      if (who === false) return false;
      const isThere = `${place.alias}.type = ${quoted(type)} AND ${place.alias}.state = ${quoted(key)}`;
      return and([who, isThere, isKeptBackSql(detour, place)]);
    }),
  );
}

function waitsForVisitorSql(role: string | null, place: SqlScope): Clause {
  const { portal, visitor, parameters, alias } = place;
  if (role === null || role === 'children') return false;
  if (role === 'office')
    return visitor.department !== null && `${alias}.office = ${parameters.add(visitor.department, 'text')}`;
  if (Object.hasOwn(portal.departments, role)) return role === visitor.department;
  return conditionSql({ test: 'party', role }, place);
}

/** May the visitor see the row in a list, whole or as a summary? Only the lists of `maySeeSql` show public views. */
export function mayListSql(recordType: RecordType, place: SqlScope): Clause {
  const read = mayReadSql(recordType, place);
  return or([read, summarySql(recordType, place)]);
}

/** May the visitor see the row in a public list: whole, as a summary or as its public view? */
export function maySeeSql(recordType: RecordType, place: SqlScope): Clause {
  const { public: open } = recordType.access;
  const inPublic = open !== null && and([sentSql(recordType, place), ruleSql(open.when, place)]);
  return or([mayListSql(recordType, place), inPublic]);
}

/**
 * May the visitor see the row, whole or in part, with this column or field unmasked? Combines `viewOf` and `isShown`.
 */
export function mayShowSql(recordType: RecordType, name: string, place: SqlScope): Clause {
  const { summary, public: open } = recordType.access;
  const shows = (fields: readonly string[], masked: readonly string[] = []): boolean =>
    isAlwaysShown(name) || (fields.includes(name) && !masked.includes(name) && !isMasked(recordType, name));
  const inSummary = summarySql(recordType, place);
  const inPublic =
    open !== null &&
    shows(open.fields, open.masked) &&
    and([sentSql(recordType, place), not(inSummary), ruleSql(open.when, place)]);
  const inPart = summary !== null && shows(summary.fields) && inSummary;
  return and([fieldRuleSql(recordType, name, place), or([mayReadSql(recordType, place), inPart, inPublic])]);
}

/** Does each row that `mayListSql` admits show this column or field, and if not, which rows do? */
export function mayShowListedSql(recordType: RecordType, name: string, place: SqlScope): Clause {
  const rule = fieldRuleSql(recordType, name, place);
  const { summary } = recordType.access;
  const isInAll =
    summary === null ||
    isAlwaysShown(name) ||
    (summary.fields.includes(name) && !isMasked(recordType, name)) ||
    summarySql(recordType, place) === false;
  return isInAll ? rule : and([rule, mayReadSql(recordType, place)]);
}

/** A rule of the field itself. A column may have one too. */
export function fieldRuleSql({ fields }: RecordType, name: string, place: SqlScope): Clause {
  const rule = Object.hasOwn(fields, name) && !isAlwaysShown(name) ? fields[name] : undefined;
  return rule === undefined || conditionSql(rule.read, place);
}

function summarySql(recordType: RecordType, place: SqlScope): Clause {
  const { summary } = recordType.access;
  if (summary === null) return false;
  return and([sentSql(recordType, place), ruleSql(summary.to, place)]);
}

function sentSql(recordType: RecordType, place: SqlScope): Clause {
  if (!hasReach(place, recordType.type)) return false;
  const draft = draftOf(recordType, place);
  return draft === null || `${place.alias}.state <> ${constant(draft, 'text', place.parameters)}`;
}

function isMasked({ fields }: RecordType, name: string): boolean {
  return Object.hasOwn(fields, name) && (fields[name]?.isMasked ?? false);
}

/** The nearest ancestor of this type satisfies `that`. */
export function isAboveSql(
  place: SqlScope,
  type: string,
  that: (above: SqlScope, recordType: RecordType) => Clause,
): Clause {
  const recordType = place.portal.recordTypes[type];
  if (recordType === undefined) return false;
  const where = that(placeOfRelative(place, type), recordType);
  return where !== false && `EXISTS ${ofAboveSql(place, type, () => ({ value: '1', where }))}`;
}

/** A child of this type satisfies `that`. */
export function isBelowSql(
  place: SqlScope,
  type: string,
  that: (below: SqlScope, recordType: RecordType) => Clause,
): Clause {
  const recordType = place.portal.recordTypes[type];
  if (recordType === undefined) return false;
  const below = placeOfRelative(place, type);
  const where = and([
    `${below.alias}.parent = ${place.alias}.id`,
    `${below.alias}.type = ${place.parameters.add(type, 'text')}`,
    that(below, recordType),
  ]);
  return where !== false && `EXISTS (SELECT 1 FROM records ${below.alias} WHERE ${toSql(where)})`;
}

/** A value of the nearest ancestor of this type; null if `where` is false for it. */
export function ofAboveSql(
  place: SqlScope,
  type: string,
  of: (above: SqlScope) => { readonly value: string; readonly where: Clause },
): string {
  const above = placeOfRelative(place, type);
  const { value, where } = of(above);
  return `(SELECT ${value} FROM records ${above.alias} WHERE ${above.alias}.id = ${ancestorId(place, type)} AND ${toSql(where)})`;
}

/**
 * A value of the record that the row's answer names, or of its owner's profile; null if `where` is false for it. Of
 * several records in the rows of a list it gives several.
 */
export function ofReferredSql(
  place: SqlScope,
  { type, keys, isInRows }: Pick<ReferredValue, 'type' | 'keys' | 'isInRows'>,
  of: (referred: SqlScope) => { readonly value: string; readonly where: Clause },
): string {
  const referred: SqlScope = { ...place, alias: aliasReferred(place), type, isRelative: false };
  const { value, where } = of(referred);
  const isOther =
    keys === null
      ? `${referred.alias}.id = ${profileId(place, type)}`
      : isReferredSql(fieldSql({ ancestor: null, keys, lookup: null }, place), { type, isInRows }, place);
  return `(SELECT ${value} FROM records ${referred.alias} WHERE ${isOther} AND ${toSql(where)})`;
}

function placeOfRelative(place: SqlScope, type: string): SqlScope {
  return { ...place, alias: aliasBelow(place), type, isRelative: false };
}

/** If there is an ancestor of this type, it shows the visitor all these columns and fields. */
export function showsAboveSql(place: SqlScope, type: string, names: readonly string[]): Clause {
  const shows = isAboveSql(place, type, (above, recordType) =>
    and([...new Set(names.map((name) => mayShowSql(recordType, name, above)))]),
  );
  return or([shows, `${ancestorId(place, type)} IS NULL`]);
}
