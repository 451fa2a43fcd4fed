/**
 * Keyboard shortcuts of a list: j and k move between rows, x selects the row, / focuses the search. Enter follows the
 * link.
 */
import { useEffect, type RefObject } from 'react';

export function useListKeys(rows: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('[data-list-search]')?.focus();
      }
      if (event.key === 'x') toggle();
      if (event.key === 'j' || event.key === 'k') move(rows.current, event.key === 'j' ? 1 : -1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [rows]);
}

function move(container: HTMLElement | null, step: 1 | -1): void {
  const links = [...(container?.querySelectorAll<HTMLAnchorElement>('[data-row-link]') ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1);
  links[next]?.focus();
}

/** The link keeps the focus, so that the next row can follow. */
function toggle(): void {
  document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('[data-select]')?.click();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
