/** Carries out the effects of a step in order: records, documents, assessments, notices, roles, accounts. */
import { assess } from '../fees/assess.ts';
import { lastDayOfDocument } from '../documents/document-validity.ts';
import { readOperand } from '../conditions/evaluate.ts';
import { createdBy, type PickedAccount } from '../workflow/new-records.ts';
import type { RecordContext, Remark } from '../model/record.ts';
import type { Visitor } from '../model/visitor.ts';
import type { EffectDefinition, EffectOf } from '../model/effect.ts';
import { itemsToAskAgain } from '../checklist/checklist.ts';
import { assign } from './assign.ts';
import { contextIn, type Member, memberOf } from './family.ts';
import { createRecords } from './create-records.ts';
import {
  type Actor,
  amend,
  setMember,
  addEvent,
  type DecisionDraft,
  type EffectRequest,
} from './decision-draft.ts';

/** The step with these effects. */
export interface EffectContext {
  readonly id: string;
  readonly visitor: Visitor;
  readonly by: Actor;
  readonly input: Readonly<Record<string, unknown>>;
  /** Accounts that were chosen, by their slugs. */
  readonly picked: Readonly<Record<string, PickedAccount>>;
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
      for (const one of createdBy(
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
      draft.notices.push({ notice: effect.notice, to: effect.to, context });
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
  }
}

/** Its input, without what the record does not say. */
function requested(
  draft: DecisionDraft,
  origin: EffectContext,
  { name, input }: EffectOf<'extension'>,
): EffectRequest {
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
