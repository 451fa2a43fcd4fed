/** The state of an item in words, with its tone. */
import type { WireItem } from '../../../portal/wire.ts';
import type { State } from '../../../portal/workflow.ts';

interface ItemWords {
  readonly text: string;
  readonly tone: State['tone'];
}

const words = {
  missing: { text: 'Not there yet', tone: 'neutral' },
  filed: { text: 'There', tone: 'info' },
  accepted: { text: 'Accepted', tone: 'good' },
  returned: { text: 'Returned to you', tone: 'warning' },
  waived: { text: 'Waived', tone: 'neutral' },
  expired: { text: 'No longer valid', tone: 'bad' },
} as const satisfies Record<WireItem['state'], ItemWords>;

export function itemWords(item: WireItem): ItemWords {
  if (item.state === 'missing' && item.evidence === 'inspection')
    return { text: 'To be inspected', tone: 'neutral' };
  if (item.state === 'returned' && !item.editable) return { text: 'Returned', tone: 'warning' };
  return words[item.state];
}
