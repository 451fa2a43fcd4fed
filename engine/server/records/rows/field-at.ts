/** The answer at a dotted path; undefined if there is none. */
import { isFields } from './sound-json.ts';

export function fieldAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (isFields(at) && Object.hasOwn(at, key) ? at[key] : undefined), data);
}
