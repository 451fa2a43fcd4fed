/**
 * Handles a change of verified answers: papers accepted for the old answers are requested again, and accounts wait
 * for their new name.
 */
import { itemsToAskAgain, approvedStates } from '../checklist/checklist.ts';
import { holds } from '../conditions/evaluate.ts';
import type { RecordType } from '../model/record-type.ts';
import type { PortalRecord } from '../model/record.ts';
import type { Visitor } from '../model/visitor.ts';
import { askItemsAgain } from './effects.ts';
import { contextIn, type Family, memberOf } from './family.ts';
import type { Actor, DecisionDraft } from './decision-draft.ts';
import { checklistMessages } from '../../locales/checklist.ts';
import { message } from '../../locales/message.ts';

/** Requests every paper again that was accepted or waived for other answers, unless the verifier made this change. */
export function requestPapersAgain(
  draft: DecisionDraft,
  before: Family,
  { visitor, by }: { readonly visitor: Visitor; readonly by: (record: PortalRecord) => Actor },
): void {
  const { portal } = draft;
  for (const [id, { record: was }] of before.members) {
    const { record } = memberOf(draft.family, id);
    const verified = portal.recordTypes[record.type]?.verified ?? null;
    if (verified === null || verified.fields.every((field) => isSame(was.data[field], record.data[field])))
      continue;
    if (holds(verified.by, { portal, visitor, context: contextIn({ portal, visitor }, before, id) }))
      continue;
    const items = itemsToAskAgain(portal, record, null, approvedStates);
    const remark = message(checklistMessages.answersChanged);
    askItemsAgain(draft, { id, by: by(record) }, { items, remark });
  }
}

/** @returns the account's new name; null if it keeps its name */
export function newNameOf(
  type: RecordType | undefined,
  was: PortalRecord,
  record: PortalRecord,
): string | null {
  const field = type?.account?.name;
  const name = field === undefined ? undefined : record.data[field];
  if (field === undefined || typeof name !== 'string' || name.trim() === '') return null;
  const isOther = name !== was.data[field];
  const verified = type?.verified?.fields.includes(field) === true ? type.verified : null;
  if (verified === null) return isOther ? name.trim() : null;
  const [isVerified, wasVerified] = [record, was].map(({ state }) => verified.states.includes(state));
  return isVerified === true && (isOther || wasVerified === false) ? name.trim() : null;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
