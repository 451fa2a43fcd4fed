/** Keyboard shortcuts of a page: they are ignored while somebody types or holds a modifier key. */
import { useEffect, type RefObject } from 'react';

/** What takes letters. A checkbox does not. */
const typed = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

export function useKeys(press: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest(typed) !== null;
      if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) press(event);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [press]);
}

/** j focuses the next element that matches the selector, k the one before it; from anywhere in its row. */
function moveFocus({ key }: KeyboardEvent, container: HTMLElement | null, selector: string): void {
  if (key !== 'j' && key !== 'k') return;
  const elements = [...(container?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const at = elements.findIndex((element) =>
    (element.closest('tr') ?? element).contains(document.activeElement),
  );
  const place = at + (key === 'j' ? 1 : -1);
  const next = elements[at === -1 ? 0 : Math.min(Math.max(place, 0), elements.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** In a list, x also selects the row, / focuses the search, and ? calls `help`. Enter follows the link. */
export function useListKeys(rows: RefObject<HTMLElement | null>, help: () => void): void {
  useKeys((event) => {
    if (event.key === '/') {
      event.preventDefault();
      document.querySelector<HTMLInputElement>('[data-list-search]')?.focus();
    }
    if (event.key === '?') help();
    // The link keeps the focus, so that the next row can follow.
    if (event.key === 'x')
      document.activeElement?.closest('tr, li')?.querySelector<HTMLInputElement>('[data-select]')?.click();
    moveFocus(event, rows.current, '[data-row-link]');
  });
}
