/** The keys of a review. */
import type { RefObject } from 'react';
import { checklistMessages } from '../../../locales/checklist.ts';
import { listMessages } from '../../../locales/lists.ts';
import { text } from '../../language/text.ts';
import { useKeys } from '../../page/use-keys.ts';
import type { Review } from './use-review.ts';

/** In the order of the help. */
export const keysOfReview = () =>
  (
    [
      ['j', checklistMessages.keyNextItem],
      ['k', checklistMessages.keyPreviousItem],
      ['a', checklistMessages.keyAccept],
      ['r', checklistMessages.keyReturn],
      ['w', checklistMessages.keyWaive],
      ['1 – 9', checklistMessages.keyRemark],
      ['e', checklistMessages.keyOwnWords],
      ['z', checklistMessages.keyUndo],
      ['f', checklistMessages.keyFile],
      ['+  −  0', checklistMessages.keyZoom],
      ['t', checklistMessages.keyTurn],
      ['?', listMessages.keyHelp],
    ] as const
  ).map(([key, does]) => [key, text(does)] as const);

/** @param place contains the buttons of the paper that keys press */
export function useReviewKeys(review: Review, place: RefObject<HTMLElement | null>, help: () => void): void {
  useKeys((event) => {
    if (isCovered(place.current)) return;
    const act = actionOf(review, event.key) ?? viewOf(place.current, event.key);
    if (event.key === '?') help();
    else if (act !== null) {
      event.preventDefault();
      act();
    }
  });
}

/** A dialog above the review takes the keys. */
function isCovered(place: HTMLElement | null): boolean {
  const open = [...document.querySelectorAll('dialog[open], [role=dialog]')];
  return open.some((dialog) => place === null || !(dialog.contains(place) || place.contains(dialog)));
}

function actionOf(review: Review, key: string): (() => void) | null {
  if (key === 'z') return review.undo;
  // Keys would leave the remark that somebody is writing.
  if (review.asked !== null) return null;
  switch (key) {
    case 'j':
      return () => void review.move(1);
    case 'k':
      return () => void review.move(-1);
    case 'a':
      return review.accept;
    case 'r':
      return () => review.ask('returned');
    case 'w':
      return () => review.ask('waived');
    default:
      return null;
  }
}

/** What the viewer of the paper does. */
function viewOf(place: HTMLElement | null, key: string): (() => void) | null {
  if (key === 'f') return () => nextFile(place);
  const tool = place?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key === '=' ? '+' : key)}"]`);
  return tool === null || tool === undefined ? null : () => tool.click();
}

function nextFile(place: HTMLElement | null): void {
  const files = [...(place?.querySelectorAll<HTMLElement>('[data-file]') ?? [])];
  const at = files.findIndex((file) => file.ariaPressed === 'true');
  files[(at + 1) % files.length]?.click();
}
