/** Reduces a record's data to the fields that a view shows, and masks the fields that it shows in part. */
import type { View } from './access.ts';

/**
 * The fields of `data` that this view shows, without hidden fields; masked fields keep the first letter of each word.
 */
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

/** Decides whether the view shows this column of the row (`number`, `state`, `due` …). */
export function isVisible(view: View, column: string): boolean {
  return (view.fields === null || view.fields.includes(column)) && !view.hidden.includes(column);
}

/** The state of a record and its date are visible to everybody who sees the record at all. */
const alwaysShown: readonly string[] = ['state', 'created', 'updated', 'slug'];

/** The same for any column or field, by the name that texts about the record use. */
export function isShown(view: View, name: string): boolean {
  return isAlwaysShown(name) || isVisible(view, name);
}

export function isAlwaysShown(name: string): boolean {
  return alwaysShown.includes(name);
}

/** "Ana Reyes" → "A•• R••••". A value that is not text is hidden. */
function masked(value: unknown): unknown {
  return typeof value === 'string' ? maskedText(value) : null;
}

/** The first letter of each word; the others are hidden. */
export function maskedText(text: string): string {
  return text.replace(/(\S)(\S*)/g, (_, first: string, rest: string) => first + '•'.repeat(rest.length));
}
