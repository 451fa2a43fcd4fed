/** What follows from a step, effect by effect: records, documents, assessments, notices, roles, accounts. */
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
import { plant } from './plant.ts';
import { type Actor, amend, setMember, tell, type DecisionDraft } from './work.ts';

/** The step that the effects belong to. */
export interface EffectContext {
  readonly id: string;
  readonly visitor: Visitor;
  readonly by: Actor;
  readonly input: Readonly<Record<string, unknown>>;
  /** Accounts that were chosen, by their slugs. */
  readonly picked: Readonly<Record<string, PickedAccount>>;
}

/** Adds to the work what the effects come to, in their order: a later one sees what an earlier one did. */
export function follow(
  work: DecisionDraft,
  doing: EffectContext,
  effects: readonly EffectDefinition[],
): void {
  for (const effect of effects) followOne(work, doing, effect);
}

function followOne(work: DecisionDraft, doing: EffectContext, effect: EffectDefinition): void {
  const context = contextOf(work, doing);
  switch (effect.effect) {
    case 'create':
      for (const one of createdBy(
        { portal: work.portal, visitor: doing.visitor, context },
        { ...effect, picked: doing.picked },
      )) {
        plant(work, doing.id, one, doing.by);
      }
      return;
    case 'document':
      return issue(work, context, effect);
    case 'revoke':
      return revoke(work, context, effect);
    case 'askAgain':
      return askAgain(work, doing, effect);
    case 'assess':
      return amend(work, assessed(work, context, effect));
    case 'notify':
      work.notices.push({ notice: effect.notice, to: effect.to, context });
      return;
    case 'assign': {
      const to = readOperand(effect.to, { portal: work.portal, visitor: doing.visitor, context });
      return assign(work, doing.id, { role: effect.role, to, picked: doing.picked });
    }
    case 'account':
      if (context.record.owner === null) return;
      work.accounts.push({ account: context.record.owner, does: effect.does });
  }
}

function contextOf({ portal, family }: DecisionDraft, { id, visitor, input }: EffectContext): RecordContext {
  return { ...contextIn({ portal, visitor }, family, id), input };
}

function assessed(
  work: DecisionDraft,
  context: RecordContext,
  { schedule }: EffectOf<'assess'>,
): RecordContext['record'] {
  const assessment = assess(work.portal, schedule, context, { today: context.today });
  return { ...context.record, data: { ...context.record.data, assessment } };
}

function issue(
  work: DecisionDraft,
  context: RecordContext,
  { document, variant }: EffectOf<'document'>,
): void {
  const { portal } = work;
  const { record, now } = context;
  const kind = record.kind === null ? undefined : portal.kinds[record.kind];
  const name = document ?? kind?.issues ?? null;
  if (name === null) return;
  const template = Object.hasOwn(portal.documents, name) ? portal.documents[name] : undefined;
  if (template === undefined) return;
  const { id } = work.tools.identity();
  const validUntil = lastDayOfDocument(portal, template, context);
  const { owner } = record;
  work.documents.push({
    id,
    record: record.id,
    document: name,
    variant,
    validUntil,
    issuedAt: now,
    owner,
    context,
  });
  const member = memberOf(work.family, record.id);
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
  setMember(work, { ...member, documents: [issued, ...member.documents] });
}

/** Of the record itself or of the nearest above it that has such a document. */
function revoke(
  work: DecisionDraft,
  { record, ancestors }: RecordContext,
  { document, as }: EffectOf<'revoke'>,
): void {
  const kind = record.kind === null ? undefined : work.portal.kinds[record.kind];
  const name = document ?? kind?.issues ?? null;
  if (name === null) return;
  for (const { id } of [record, ...ancestors]) {
    const member = memberOf(work.family, id);
    const meant = member.documents.filter((one) => one.document === name && one.state !== 'revoked');
    if (meant.length === 0) continue;
    setMember(work, standing(work, member, { ids: meant.map((one) => one.id), as }));
    return;
  }
}

function askAgain(
  work: DecisionDraft,
  { id, by }: EffectContext,
  { items: among, message: remark }: EffectOf<'askAgain'>,
): void {
  const items = itemsToAskAgain(work.portal, memberOf(work.family, id).record, among);
  askItemsAgain(work, { id, by }, { items, remark: { text: remark, kind: 'message' } });
}

/** An event for each item, so that the history says what was asked again and why. */
export function askItemsAgain(
  work: DecisionDraft,
  { id, by }: Pick<EffectContext, 'id' | 'by'>,
  { items, remark }: { readonly items: readonly string[]; readonly remark: Remark },
): void {
  for (const item of items) {
    const { record } = memberOf(work.family, id);
    const kept = record.items[item];
    if (kept === undefined) continue;
    const state = 'asked-again' as const;
    const now = { ...record, items: { ...record.items, [item]: { ...kept, state, remark } } };
    tell(work, now, { ...by, what: 'item', detail: { item, state, remark } });
  }
}

interface DocumentStateChange {
  readonly ids: readonly string[];
  readonly as: EffectOf<'revoke'>['as'];
}

function standing(work: DecisionDraft, member: Member, { ids, as }: DocumentStateChange): Member {
  for (const id of ids) work.standings.set(id, as);
  const documents = member.documents.map((one) => (ids.includes(one.id) ? { ...one, state: as } : one));
  return { ...member, documents };
}
