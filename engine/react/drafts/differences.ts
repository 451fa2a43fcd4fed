/** The differences between two sets of answers, in the form that the server takes. */
import type { Answers } from '../../portal/forms/form-conditions.ts';
import type { FieldTexts } from '../api/problem.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';

/** The changes that turn one into the other; null clears a field. */
export function differences(saved: Answers, wanted: Answers): Answers {
  const names = new Set([...Object.keys(saved), ...Object.keys(wanted)]);
  const changed = [...names].filter((name) => written(saved[name]) !== written(wanted[name]));
  return Object.fromEntries(changed.map((name) => [name, wanted[name] ?? null]));
}

export function withoutEmptied(data: Answers): Answers {
  return Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Removes groups and rows without answers: a form shows them empty, and they are not saved. */
export function withoutBlank(data: Answers): Answers {
  const kept = Object.entries(data).filter(([, value]) => !isBlank(value));
  return kept.length === Object.keys(data).length ? data : Object.fromEntries(kept);
}

/** A list without rows is an answer: there are none. */
function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isBlank);
  if (isMapping(value)) return Object.values(value).every(isBlank);
  return value === undefined || value === null || value === '';
}

/** Names of the questions with these errors. */
export function namesIn(errors: FieldTexts): ReadonlySet<string> {
  return new Set(Object.keys(errors).map(rootOf));
}

/** `lines.0.units` belongs to `lines`. */
export function rootOf(path: string): string {
  return path.split('.', 1)[0] ?? path;
}

/** An empty text is no answer, and the order of keys does not matter. */
function written(value: unknown): string {
  if (value === '' || value === undefined) return 'null';
  return JSON.stringify(value, (_, each: unknown) => (isMapping(each) ? sorted(each) : each));
}

function sorted(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
