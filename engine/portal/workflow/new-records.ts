/** Computes the records that a transition creates below its own, and what a visitor may create below a record. */
import { isNever, may, mayBeginBelow } from '../access/access.ts';
import { truthForVisitor } from '../access/visible-data.ts';
import { holds, readOperand } from '../conditions/evaluate.ts';
import { readField } from '../conditions/field-value.ts';
import { possible } from '../conditions/possible.ts';
import type { EvaluationScope, RecordScope } from '../conditions/scope.ts';
import type { Condition } from '../model/condition.ts';
import type { EffectDefinition } from '../model/workflow.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordType } from '../model/record-type.ts';
import { blankRecord, contextOfChild, type PortalRecord, type RecordContext } from '../model/record.ts';
import type { RequirementKind } from '../model/requirement.ts';
import { signedOut } from '../model/department.ts';
import { isMapping } from '../values/is-mapping.ts';
import { onceForEach } from '../values/once-for-each.ts';

/** The built-in record type: one checklist of a requirement kind, below the record of its set. */
export const checklistType = 'checklist';

/** A record to create, with the records to create below it. */
export interface NewRecord {
  readonly type: string;
  readonly kind: string | null;
  readonly state: string;
  readonly office: string | null;
  readonly unit: string | null;
  readonly form: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly children: readonly NewRecord[];
  /** Account id; absent: the owner of the parent. */
  readonly owner?: string | null;
  readonly parties?: RecordContext['parties'];
}

/** An account chosen by the user who takes the step. */
export interface PickedAccount {
  readonly account: string;
  readonly department: string;
  /** If it was read. */
  readonly name?: string;
}

type CreateEffect = Extract<EffectDefinition, { effect: 'create' }> & {
  /** By slug. */
  readonly picked?: Readonly<Record<string, PickedAccount>>;
};

/**
 * The records of one `create` effect. A kind that already has a record gets no second one when the record is sent
 * again.
 */
export function recordsToCreate(scope: RecordScope, effect: CreateEffect): NewRecord[] {
  const { portal, context } = scope;
  const { type } = effect;
  if (effect.forEachInput !== null) return createdForEach(scope, effect);
  const data = dataOf(effect, scope);
  if (effect.forEachKindOf === null) {
    // A record created with answers is always a new one.
    const isThere =
      Object.keys(data).length === 0 &&
      context.children.some((child) => child.type === type && !isEnded(portal, child));
    return isThere ? [] : [withChecklists(scope, { type, kind: null, data })];
  }
  return kindsOfSet(portal, effect.forEachKindOf)
    .filter(({ isRetired, applies }) => !isRetired && holds(applies, scope))
    .filter((kind) => !hasChild(portal, context, { type, kind: kind.id }))
    .map((kind) => withChecklists(scope, { type, kind, data }));
}

/**
 * One for each row of an answer, which becomes its data, or for each chosen account that owns none yet, which becomes
 * a party of it.
 */
function createdForEach(scope: RecordScope, effect: CreateEffect): NewRecord[] {
  const { portal, visitor, context } = scope;
  const answer = context.input[effect.forEachInput ?? ''];
  // Owners are chosen by filters, so the answer does not name them.
  const rows: readonly unknown[] = Array.isArray(answer) ? answer : Object.keys(effect.picked ?? {});
  const isNew = (row: unknown): boolean =>
    typeof row !== 'string' || !isOwnerBelow(context, effect.type, effect.picked?.[row]?.account);
  return rows.filter(isNew).map((row) => {
    const fields = isMapping(row) ? row : {};
    const input = { ...context.input, ...fields };
    const data = { ...fields, ...dataOf(effect, { portal, visitor, context: { ...context, input } }) };
    const made = withChecklists(scope, { type: effect.type, kind: null, data });
    const account = typeof row === 'string' ? effect.picked?.[row] : undefined;
    return account === undefined ? made : { ...made, ...partOf(portal, effect.type, account) };
  });
}

/** Decides whether the account already owns a record of this type below. It gets no second one. */
export function isOwnerBelow(
  { children }: Pick<RecordContext, 'children'>,
  type: string,
  account: string | undefined,
): boolean {
  return account !== undefined && children.some((child) => child.type === type && child.owner === account);
}

function partOf(portal: Portal, type: string, { account, department }: PickedAccount): Partial<NewRecord> {
  const { owner, ...others } = portal.recordTypes[type]?.parties ?? {};
  if (owner?.departments.includes(department)) return { owner: account };
  const role = Object.entries(others).find(([, { departments }]) => departments.includes(department))?.[0];
  return role === undefined ? {} : { parties: [{ role, account, department: null }] };
}

function dataOf({ data }: CreateEffect, scope: EvaluationScope): Record<string, unknown> {
  const read = Object.entries(data).map(([name, operand]) => [name, readOperand(operand, scope)] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** The missing checklists of this record: one for each kind that applies, from every set for its type and office. */
export function checklistsOf(scope: RecordScope): NewRecord[] {
  const { portal, context } = scope;
  if (!Object.hasOwn(portal.recordTypes, checklistType)) return [];
  const { record } = context;
  return kindsBelow(portal, record)
    .filter(({ isRetired, applies }) => !isRetired && holds(applies, scope))
    .filter(({ id }) => !hasChild(portal, context, { type: checklistType, kind: id }))
    .map((kind) => newRecord(scope, { type: checklistType, kind, data: {} }));
}

interface NewPlace {
  readonly kind: RequirementKind | null;
  readonly parent: PortalRecord | null;
  /** Department of the person who creates the record; null: the engine creates it. */
  readonly creator: string | null;
}

/** The office of a new record of this type. */
export function officeOf(portal: Portal, type: string, { kind, parent, creator }: NewPlace): string | null {
  const rule = portal.recordTypes[type]?.office ?? null;
  if (rule === null) return type === checklistType ? (kind?.office ?? null) : null;
  if (rule === 'kind') return kind?.office ?? null;
  if (rule === 'owner') return creator;
  return rule === 'parent' ? (parent?.office ?? null) : rule.department;
}

/** The unit of the record: its parent's, its creator's, or the first answer among its unit fields; null: none. */
export function unitOf(scope: RecordScope): string | null {
  const { portal, visitor, context } = scope;
  const rule = portal.recordTypes[context.record.type]?.unit ?? [];
  if (rule === 'owner') {
    const { unit, owner } = context.record;
    return unit ?? (owner !== null && owner === visitor.account ? (visitor.unit ?? null) : null);
  }
  if (rule === 'parent') return context.ancestors[0]?.unit ?? null;
  const values = rule.map((path) => readField(path, scope));
  return values.find((value) => typeof value === 'string') ?? null;
}

/** The initial state of this record type. */
export function initialState(portal: Portal, type: string): string {
  return portal.workflows[type]?.initial ?? 'recorded';
}

interface NewChild {
  readonly type: string;
  readonly kind: RequirementKind | null;
  readonly data: Readonly<Record<string, unknown>>;
}

function withChecklists(scope: RecordScope, wanted: NewChild): NewRecord {
  const { portal, visitor, context } = scope;
  const made = newRecord(scope, wanted);
  return { ...made, children: checklistsOf({ portal, visitor, context: contextOfNew(context, made) }) };
}

function newRecord({ portal, visitor, context }: RecordScope, wanted: NewChild): NewRecord {
  const { type, kind, data } = wanted;
  const made: NewRecord = {
    type,
    kind: kind?.id ?? null,
    state: initialState(portal, type),
    office: officeOf(portal, type, { kind, parent: context.record, creator: visitor.department }),
    unit: null,
    form: kind?.form ?? portal.recordTypes[type]?.form ?? null,
    data,
    children: [],
  };
  return { ...made, unit: unitOf({ portal, visitor, context: contextOfNew(context, made) }) };
}

function contextOfNew(context: RecordContext, made: NewRecord): RecordContext {
  const { type, kind, state, office, unit, form, data } = made;
  const owner = context.record.owner;
  return contextOfChild(context, blankRecord(type, { kind, state, office, unit, form, data, owner }));
}

export function kindsOfSet({ sets, kinds }: Portal, set: string): RequirementKind[] {
  return (sets[set]?.kinds ?? []).map((id) => kinds[id]).filter((kind) => kind !== undefined);
}

/** The kinds with checklists for records of this type at this office, whether or not they apply. */
export function kindsBelow(portal: Portal, { type, office }: PortalRecord): readonly RequirementKind[] {
  return kindsByPlace(portal).get(`${type} ${office}`) ?? [];
}

const kindsByPlace = onceForEach((portal: Portal) => {
  const kinds = Object.values(portal.sets).flatMap(({ key }) => kindsOfSet(portal, key));
  return Map.groupBy(kinds, ({ set, office }) => `${portal.sets[set]?.under} ${office}`);
});

function hasChild(
  portal: Portal,
  context: RecordContext,
  { type, kind }: { readonly type: string; readonly kind: string },
): boolean {
  return context.children.some(
    (child) => child.type === type && child.kind === kind && !isDropped(portal, child),
  );
}

/** Closed because its kind did not apply. If the kind applies again, the record gets a new checklist. */
function isDropped(portal: Portal, { type, state }: PortalRecord): boolean {
  const transitions = Object.values(portal.workflows[type]?.transitions ?? {});
  return transitions.some(({ to, trigger }) => to === state && trigger !== null && asksApplies(trigger));
}

function asksApplies(condition: Condition): boolean {
  if (condition.test === 'all' || condition.test === 'any') return condition.of.some(asksApplies);
  return condition.test === 'applies' && !condition.is;
}

function isEnded(portal: Portal, record: PortalRecord): boolean {
  return portal.workflows[record.type]?.states[record.state]?.isFinal ?? false;
}

/** The record types, except those that need a kind first. */
export function typesToCreate(scope: RecordScope): string[] {
  const { portal, visitor, context } = scope;
  const types = typesBelow(portal).get(context.record.type) ?? [];
  if (types.length === 0 || !mayBeginBelow(scope)) return [];
  return types.filter((type) => {
    const state = initialState(portal, type);
    const child = blankRecord(type, { state, owner: visitor.account, parent: context.record.id });
    return may({ portal, visitor, context: contextOfChild(context, child) }, 'create', type);
  });
}

/**
 * Decides whether a visitor without an account may create such records if the parent and the day allow it. If so,
 * signing in does not help.
 */
export function isOpenToStrangers(portal: Portal, { parents, access }: RecordType): boolean {
  const known = truthForVisitor({ portal, visitor: signedOut });
  const below = parents.map((parent) => portal.recordTypes[parent]?.access.below);
  const isBelowOpen =
    parents.length === 0 || below.some((one) => one !== undefined && possible(one, known).true);
  return isBelowOpen && possible(access.create, known).true;
}

/** The types that people may create, by the type of the parent. */
const typesBelow = onceForEach((portal: Portal) => {
  const begun = Object.values(portal.recordTypes).filter(
    ({ kinds, access }) => kinds.length === 0 && !isNever(access.create),
  );
  const below = new Map<string, string[]>();
  for (const { type, parents } of begun) {
    for (const parent of parents) below.set(parent, [...(below.get(parent) ?? []), type]);
  }
  return below;
});
