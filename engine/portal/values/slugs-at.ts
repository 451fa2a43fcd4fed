/** Reads answers that name records. */
import { isMapping } from './is-mapping.ts';

/** A slug, and the path of the answer that it is: `lines.0.item`. */
export interface PlacedSlug {
  readonly slug: string;
  readonly path: string;
}

/** The answers to the question with these keys: one, or one for each row of a list on the way. */
export function placedSlugsAt(
  data: unknown,
  keys: readonly string[],
  at: readonly string[] = [],
): PlacedSlug[] {
  if (Array.isArray(data))
    return data.flatMap((row: unknown, index) => placedSlugsAt(row, keys, [...at, String(index)]));
  const [key, ...rest] = keys;
  if (key !== undefined)
    return isMapping(data) && Object.hasOwn(data, key) ? placedSlugsAt(data[key], rest, [...at, key]) : [];
  return typeof data === 'string' && data !== '' ? [{ slug: data, path: at.join('.') }] : [];
}

/** The same without their places, each once. */
export function slugsAt(data: Readonly<Record<string, unknown>>, keys: readonly string[]): string[] {
  return [...new Set(placedSlugsAt(data, keys).map(({ slug }) => slug))];
}

/** The data without the answers at these paths: `lines.0.item`. */
export function withoutPaths<T>(data: T, paths: readonly string[], at: readonly string[] = []): T {
  if (paths.length === 0) return data;
  if (Array.isArray(data))
    return data.map((row: unknown, index) => withoutPaths(row, paths, [...at, String(index)])) as T;
  if (!isMapping(data)) return data;
  const kept = Object.entries(data).filter(([key]) => !paths.includes([...at, key].join('.')));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutPaths(value, paths, [...at, key])])) as T;
}
