/** The state of an item in words, with its tone. */
import type { WireItem } from '../../../portal/wire/wire.ts';
import type { State } from '../../../portal/model/workflow.ts';
import { text } from '../../text.ts';
import { checklistMessages } from '../../../locales/checklist.ts';

interface ItemWords {
  readonly text: string;
  readonly tone: State['tone'];
}

/** Said when asked for: the language is known only then. */
const words = {
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
  const { text: say, tone } = words[item.state];
  return { text: say(), tone };
}
