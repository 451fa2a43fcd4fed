/** The state of an item in words, with its tone. */
import type { WireItem } from '../../../portal/wire.ts';
import type { State } from '../../../portal/workflow.ts';
import { text } from '../../text.ts';

interface ItemWords {
  readonly text: string;
  readonly tone: State['tone'];
}

/** Said when asked for: the language is known only then. */
const words = {
  missing: { text: () => text('Not there yet'), tone: 'neutral' },
  filed: { text: () => text('There'), tone: 'info' },
  accepted: { text: () => text('Accepted'), tone: 'good' },
  returned: { text: () => text('Returned to you'), tone: 'warning' },
  waived: { text: () => text('Waived'), tone: 'neutral' },
  'asked-again': { text: () => text('Asked again'), tone: 'warning' },
  expired: { text: () => text('No longer valid'), tone: 'bad' },
} as const satisfies Record<WireItem['state'], { text: () => string; tone: ItemWords['tone'] }>;

export function itemWords(item: WireItem): ItemWords {
  if (item.state === 'missing' && item.evidence === 'inspection')
    return { text: text('To be inspected'), tone: 'neutral' };
  if (item.state === 'returned' && !item.editable) return { text: text('Returned'), tone: 'warning' };
  const { text: say, tone } = words[item.state];
  return { text: say(), tone };
}
