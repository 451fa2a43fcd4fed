/** Cuts a record's data down to what a view shows, and masks what is shown in part only. */
import type { View } from './access.ts';

/** The fields of `data` that this view shows; hidden ones are left out, masked ones keep their first letters. */
export function visibleData(
  view: View,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (view.fields === null && view.hidden.length === 0) return data;
  const entries = Object.entries(data).filter(
    ([name]) => (view.fields === null || view.fields.includes(name)) && !view.hidden.includes(name),
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name, view.masked.includes(name) ? masked(value) : value]),
  );
}

/** May this column of the row (`number`, `state`, `due` …) be shown? */
export function isVisible(view: View, column: string): boolean {
  return (view.fields === null || view.fields.includes(column)) && !view.hidden.includes(column);
}

/** Where a record stands and since when is told to whoever sees it at all. */
const alwaysShown: readonly string[] = ['state', 'created', 'updated', 'slug'];

/** The same of any column or field, as texts about the record name them. */
export function isShown(view: View, name: string): boolean {
  return isAlwaysShown(name) || isVisible(view, name);
}

export function isAlwaysShown(name: string): boolean {
  return alwaysShown.includes(name);
}

/** "Ana Reyes" → "A•• R••••"; what is no text is not shown at all. */
function masked(value: unknown): unknown {
  return typeof value === 'string' ? maskedText(value) : null;
}

/** The first letter of each word; the others are hidden. */
export function maskedText(text: string): string {
  return text.replace(/(\S)(\S*)/g, (_, first: string, rest: string) => first + '•'.repeat(rest.length));
}
