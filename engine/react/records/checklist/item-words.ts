/** The words for the state of an item, and whether it waits for the office. */
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import type { State } from '../../../portal/model/workflow.ts';
import { text } from '../../language/text.ts';
import { isStillChecked } from '../status/record-holder.ts';

interface ItemWords {
  readonly text: string;
  readonly tone: State['tone'];
}

/** Computed on use, because the language is not known earlier. */
const wordsByState = {
  missing: { text: () => text(checklistMessages.stateMissing), tone: 'neutral' },
  filed: { text: () => text(checklistMessages.stateFiled), tone: 'info' },
  accepted: { text: () => text(checklistMessages.stateAccepted), tone: 'good' },
  returned: { text: () => text(checklistMessages.stateReturnedToYou), tone: 'warning' },
  waived: { text: () => text(checklistMessages.stateWaived), tone: 'neutral' },
  'asked-again': { text: () => text(checklistMessages.askedAgain), tone: 'warning' },
  expired: { text: () => text(checklistMessages.stateExpired), tone: 'bad' },
} as const satisfies Record<WireItem['state'], { text: () => string; tone: ItemWords['tone'] }>;

export function itemWords(item: WireItem): ItemWords {
  if (item.state === 'missing' && item.evidence === 'inspection')
    return { text: text(checklistMessages.stateInspectionDue), tone: 'neutral' };
  if (item.state === 'returned' && !item.editable)
    return { text: text(checklistMessages.stateReturned), tone: 'warning' };
  if (item.comes_from !== null) {
    const say = item.editable ? checklistMessages.stateNothingToDo : checklistMessages.stateToBeIssued;
    return { text: text(say), tone: 'neutral' };
  }
  if (item.undated) return { text: text(checklistMessages.stateUndated), tone: 'warning' };
  const { text: say, tone } = wordsByState[item.state];
  return { text: say(), tone };
}

export function remarkLabel({ state }: WireItem): string {
  if (state === 'asked-again') return text(checklistMessages.askedAgain);
  return state === 'waived' ? text(checklistMessages.waiverReason) : text(checklistMessages.officeRemark);
}

/** The item for the side that sent it: what the office has not handed back is sent, whatever the office thinks of it. */
export function asSent(item: WireItem, { waits_for: waiting }: WireRecord): WireItem {
  return isStillChecked(item, waiting) ? { ...item, state: 'filed', remark: null } : item;
}

/** An optional item without a file needs no review, and nor does a paper that another office will issue. */
export function waitsForOffice({ state, optional, evidence, comes_from: comesFrom }: WireItem): boolean {
  if (comesFrom !== null) return false;
  return (
    state === 'filed' ||
    ((state === 'missing' || (state === 'asked-again' && evidence === 'inspection')) && !optional)
  );
}
