/** Moves the focus to the field of a question on the page. */
import { fieldId } from './errors.ts';

/** @returns false if the page does not show the question now */
export function focusQuestion(path: string): boolean {
  const element = document.getElementById(fieldId(path));
  if (element === null) return false;
  const inner = element.querySelector<HTMLElement>('input, select, textarea, button');
  const isField = element.matches('input, select, textarea');
  (isField ? element : (inner ?? element)).focus({ preventScroll: true });
  // Scrolls so that the label is visible and the page's sticky footer covers nothing.
  (element.closest('[data-error]') ?? element).scrollIntoView({ block: 'start' });
  return true;
}
