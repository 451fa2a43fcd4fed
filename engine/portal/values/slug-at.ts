/** Reads an answer that names a record. */
import { mappingOf } from './is-mapping.ts';

/** The answer to the question with these keys; null if there is none. */
export function slugAt(data: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null {
  const value = keys.reduce<unknown>((at, key) => mappingOf(at)[key], data);
  return typeof value === 'string' && value !== '' ? value : null;
}
