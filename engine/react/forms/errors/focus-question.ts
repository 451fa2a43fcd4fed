/** Leads to the field of a question that is on the page. */
import { fieldId } from './errors.ts';

/** @returns false where the page does not show the question now */
export function focusQuestion(path: string): boolean {
  const element = document.getElementById(fieldId(path));
  if (element === null) return false;
  const inner = element.querySelector<HTMLElement>('input, select, textarea, button');
  const isField = element.matches('input, select, textarea');
  (isField ? element : (inner ?? element)).focus({ preventScroll: true });
  // With its label, and clear of what stands over the foot of the page.
  (element.closest('[data-error]') ?? element).scrollIntoView({ block: 'start' });
  return true;
}
