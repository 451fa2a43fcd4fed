/** Carries out the effects of a step in order: records, documents, assessments, notices, roles, accounts. */
import { itemsToAskAgain } from '../checklist/checklist.ts';
import { readOperand } from '../conditions/evaluate.ts';
import { lastDayOfDocument } from '../documents/document-validity.ts';
import { assess } from '../fees/assess.ts';
import type { EffectDefinition, EffectOf } from '../model/workflow.ts';
import {
  blankRecord,
  contextOfChild,
  type PortalRecord,
  type RecordContext,
  type Remark,
} from '../model/record.ts';
import { signedOut, type Visitor } from '../model/department.ts';
import { recordsToCreate, type NewRecord, type PickedAccount } from '../workflow/new-records.ts';
import { clocksOnEntering, dueOf } from './clocks.ts';
import {
  type Actor,
  addEvent,
  amend,
  type DecisionDraft,
  type PendingEffect,
  setMember,
  setRecord,
} from './decision-draft.ts';
import { childrenOf, contextIn, type Member, memberOf } from './family.ts';

interface Assignment {
  readonly role: string;
  /** Slugs of chosen accounts, or keys of departments; one or several. */
  readonly to: unknown;
  readonly picked: Readonly<Record<string, PickedAccount>>;
}

/**
 * Assigns the role and, if only one may hold it, replaces the holder. A record never loses its owner without a new
 * one.
 */
function assign(draft: DecisionDraft, id: string, { role, to, picked }: Assignment): void {
  const member = memberOf(draft.family, id);
  const given = [to].flat().flatMap((one) => partyOf(draft, one, { role, picked }));
  if (given.length === 0) return;
  if (role === 'owner') {
    const account = given[0]?.account ?? null;
    if (account !== null) amend(draft, { ...member.record, owner: account });
    return;
  }
  const isMany = draft.portal.recordTypes[member.record.type]?.parties[role]?.isMany ?? false;
  const left = isMany
    ? []
    : member.parties.filter((party) => party.role === role && !given.some((one) => isSame(one, party)));
  const joined = given.filter((party) => !member.parties.some((one) => isSame(one, party)));
  draft.left.push(...left.map((party) => ({ record: id, ...party })));
  draft.joined.push(...joined.map((party) => ({ record: id, ...party })));
  const parties = [...member.parties.filter((party) => !left.includes(party)), ...joined];
  setMember(draft, { ...member, parties });
}

type Party = RecordContext['parties'][number];

function isSame(a: Party, b: Party): boolean {
  return a.role === b.role && a.account === b.account && a.department === b.department;
}

function partyOf(
  { portal }: DecisionDraft,
  to: unknown,
  { role, picked }: Pick<Assignment, 'role' | 'picked'>,
): Party[] {
  if (typeof to !== 'string') return [];
  const chosen = Object.hasOwn(picked, to) ? picked[to] : undefined;
  if (chosen !== undefined)
    return [{ role, account: chosen.account, department: null, name: chosen.name ?? null }];
  return Object.hasOwn(portal.departments, to) ? [{ role, account: null, department: to }] : [];
}

/** @param parent id of its parent record */
export function createRecords(draft: DecisionDraft, parent: string, one: NewRecord, by: Actor): void {
  const above = contextIn({ portal: draft.portal, visitor: signedOut }, draft.family, parent);
  const { now } = draft.family;
  const { children, owner, parties = [], ...columns } = one;
  const bare = blankRecord(one.type, {
    ...columns,
    ...draft.tools.identity(),
    owner: owner === undefined ? above.record.owner : owner,
    parent,
    since: now,
    createdAt: now,
    updatedAt: now,
  });
  const record = { ...bare, form: draft.tools.form(contextOfChild(above, bare)) };
  draft.created.add(record.id);
  setMember(draft, { record, parties, documents: [], did: [], wallet: [], wake: null });
  draft.joined.push(...parties.map((party) => ({ record: record.id, ...party })));
  addEvent(draft, withInitialClocks(draft, record), { ...by, what: 'created', detail: {} });
  for (const child of children) createRecords(draft, record.id, child, by);
}

/** Includes the clocks that start in its first state. */
export function withInitialClocks(draft: DecisionDraft, record: PortalRecord): PortalRecord {
  setRecord(draft, record);
  if (Object.keys(draft.portal.workflows[record.type]?.clocks ?? {}).length === 0) return record;
  const clocks = clocksOnEntering(
    draft.portal,
    contextIn({ portal: draft.portal, visitor: signedOut }, draft.family, record.id),
  );
  return { ...record, clocks, due: dueOf(clocks) };
}

/** The step with these effects. */
export interface EffectContext {
  readonly id: string;
  readonly visitor: Visitor;
  readonly by: Actor;
  readonly input: Readonly<Record<string, unknown>>;
  /** Accounts that were chosen, by their slugs. */
  readonly picked: Readonly<Record<string, PickedAccount>>;
  /** The engine reminds people of a step. */
  readonly isReminder?: boolean;
}

/** Adds the results of the effects to the draft, in order: a later effect sees the results of an earlier one. */
export function applyEffects(
  draft: DecisionDraft,
  origin: EffectContext,
  effects: readonly EffectDefinition[],
): void {
  for (const effect of effects) applyEffect(draft, origin, effect);
}

function applyEffect(draft: DecisionDraft, origin: EffectContext, effect: EffectDefinition): void {
  const context = contextOf(draft, origin);
  switch (effect.effect) {
    case 'create':
      for (const one of recordsToCreate(
        { portal: draft.portal, visitor: origin.visitor, context },
        { ...effect, picked: origin.picked },
      )) {
        createRecords(draft, origin.id, one, origin.by);
      }
      return;
    case 'document':
      return issue(draft, context, effect);
    case 'revoke':
      return revoke(draft, context, effect);
    case 'askAgain':
      return askAgain(draft, origin, effect);
    case 'assess':
      return amend(draft, assessed(draft, context, effect));
    case 'notify':
      for (const about of aboutWhich(draft, origin, effect)) {
        draft.notices.push({
          notice: effect.notice,
          to: effect.to,
          context: contextOf(draft, about),
          ...(origin.isReminder === true && { isReminder: true }),
        });
      }
      return;
    case 'extension':
      draft.requests.push(requested(draft, origin, effect));
      return;
    case 'assign': {
      const to = readOperand(effect.to, { portal: draft.portal, visitor: origin.visitor, context });
      return assign(draft, origin.id, { role: effect.role, to, picked: origin.picked });
    }
    case 'account':
      if (context.record.owner === null) return;
      draft.accounts.push({ account: context.record.owner, does: effect.does });
      return;
    default:
      effect satisfies never;
  }
}

/** The record itself, or each of the children that are in the named states. */
function aboutWhich(
  { family }: DecisionDraft,
  origin: EffectContext,
  { children }: EffectOf<'notify'>,
): EffectContext[] {
  if (children === undefined) return [origin];
  const named = childrenOf(family, origin.id).filter(
    ({ type, state }) => type === children.type && children.states.includes(state),
  );
  return named.map(({ id }) => ({ ...origin, id }));
}

/** Its input, without what the record does not say. */
function requested(
  draft: DecisionDraft,
  origin: EffectContext,
  { name, input }: EffectOf<'extension'>,
): PendingEffect {
  const context = contextOf(draft, origin);
  const values = Object.entries(input)
    .map(([key, one]) => {
      return [key, readOperand(one, { portal: draft.portal, visitor: origin.visitor, context })] as const;
    })
    .filter(([, value]) => value !== null && value !== undefined);
  return { name, input: Object.fromEntries(values), record: context.record };
}

function contextOf({ portal, family }: DecisionDraft, { id, visitor, input }: EffectContext): RecordContext {
  return { ...contextIn({ portal, visitor }, family, id), input };
}

function assessed(
  draft: DecisionDraft,
  context: RecordContext,
  { schedule }: EffectOf<'assess'>,
): RecordContext['record'] {
  const assessment = assess(draft.portal, schedule, context, { today: context.today });
  return { ...context.record, data: { ...context.record.data, assessment } };
}

function issue(
  draft: DecisionDraft,
  context: RecordContext,
  { document, variant }: EffectOf<'document'>,
): void {
  const { portal } = draft;
  const { record, now } = context;
  const kind = record.kind === null ? undefined : portal.kinds[record.kind];
  const name = document ?? kind?.issues ?? null;
  if (name === null) return;
  const template = Object.hasOwn(portal.documents, name) ? portal.documents[name] : undefined;
  if (template === undefined) return;
  const { id } = draft.tools.identity();
  const validUntil = lastDayOfDocument(portal, template, context);
  const { owner } = record;
  draft.documents.push({
    id,
    record: record.id,
    document: name,
    variant,
    validUntil,
    issuedAt: now,
    owner,
    context,
  });
  const member = memberOf(draft.family, record.id);
  const issued = {
    id,
    code: '',
    document: name,
    number: null,
    variant,
    state: 'valid' as const,
    issuedAt: now,
    validUntil,
  };
  setMember(draft, { ...member, documents: [issued, ...member.documents] });
}

/** The document of the record itself, or of the nearest ancestor that has one. */
function revoke(
  draft: DecisionDraft,
  { record, ancestors }: RecordContext,
  { document, as }: EffectOf<'revoke'>,
): void {
  const kind = record.kind === null ? undefined : draft.portal.kinds[record.kind];
  const name = document ?? kind?.issues ?? null;
  if (name === null) return;
  for (const { id } of [record, ...ancestors]) {
    const member = memberOf(draft.family, id);
    const meant = member.documents.filter((one) => one.document === name && one.state !== 'revoked');
    if (meant.length === 0) continue;
    setMember(draft, standing(draft, member, { ids: meant.map((one) => one.id), as }));
    return;
  }
}

function askAgain(
  draft: DecisionDraft,
  { id, by }: EffectContext,
  { items: among, message: remark }: EffectOf<'askAgain'>,
): void {
  const items = itemsToAskAgain(draft.portal, memberOf(draft.family, id).record, among);
  askItemsAgain(draft, { id, by }, { items, remark: { text: remark, kind: 'message' } });
}

/** One event for each item, so that the history names each item and the reason. */
export function askItemsAgain(
  draft: DecisionDraft,
  { id, by }: Pick<EffectContext, 'id' | 'by'>,
  { items, remark }: { readonly items: readonly string[]; readonly remark: Remark },
): void {
  for (const item of items) {
    const { record } = memberOf(draft.family, id);
    const kept = record.items[item];
    if (kept === undefined) continue;
    const state = 'asked-again' as const;
    const now = { ...record, items: { ...record.items, [item]: { ...kept, state, remark } } };
    addEvent(draft, now, { ...by, what: 'item', detail: { item, state, remark } });
  }
}

function standing(
  draft: DecisionDraft,
  member: Member,
  { ids, as }: { readonly ids: readonly string[]; readonly as: EffectOf<'revoke'>['as'] },
): Member {
  for (const id of ids) draft.documentStates.set(id, as);
  const documents = member.documents.map((one) => (ids.includes(one.id) ? { ...one, state: as } : one));
  return { ...member, documents };
}
