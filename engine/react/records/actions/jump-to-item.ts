/** Leads to an item of the checklist on the page. */
export function jumpToItem(id: string): void {
  const item = document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
  item?.scrollIntoView({ block: 'start' });
  item?.focus({ preventScroll: true });
}
