/** Keyboard shortcuts of a review: j and k move between items, a accepts, r returns the focused item. */
import { useEffect, type RefObject } from 'react';

export function useItemKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === 'j' || event.key === 'k') move(list.current, event.key === 'j' ? 1 : -1);
      if (event.key === 'a') pressButton(event, '[data-accept]');
      if (event.key === 'r') pressButton(event, '[data-return]');
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [list]);
}

function move(list: HTMLElement | null, step: 1 | -1): void {
  const items = [...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const next = items[at === -1 ? 0 : Math.min(Math.max(at + step, 0), items.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function pressButton(event: KeyboardEvent, selector: string): void {
  const item = document.activeElement?.closest('[data-item]');
  const button = item?.querySelector<HTMLButtonElement>(selector);
  if (item === undefined || item === null || button === null || button === undefined) return;
  event.preventDefault();
  button.click();
  // The button disappears with the new state, so the item keeps the focus.
  if (item instanceof HTMLElement && selector === '[data-accept]') item.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
