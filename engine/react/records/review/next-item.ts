/** Which item an officer looks at next. */
import type { WireItem } from '../../../contract/record.ts';
import { waitsForOffice } from '../checklist/item-words.ts';

/** The next item that waits for the office, after this one and then from the top; null: none is left. */
export function nextOpen(items: readonly WireItem[], after: string | null): WireItem | null {
  const at = items.findIndex(({ id }) => id === after);
  const inTurn = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
  return inTurn.find(waitsForOffice) ?? null;
}

/** The item so many places below; the first or the last one at the ends. */
export function itemBeside(items: readonly WireItem[], id: string, step: number): WireItem | undefined {
  const at = items.findIndex((item) => item.id === id) + step;
  return items[Math.min(Math.max(at, 0), items.length - 1)];
}

/** A paper that was not sent cannot be accepted; what the office sees on site can. */
export function canBeAccepted({ state, evidence }: WireItem): boolean {
  return (
    state !== 'accepted' && ((state !== 'missing' && state !== 'asked-again') || evidence === 'inspection')
  );
}
