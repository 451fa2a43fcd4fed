/** The answer at a dotted path; undefined if there is none. */
import { isMapping } from '../../../portal/values/is-mapping.ts';

export function fieldAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (isMapping(at) && Object.hasOwn(at, key) ? at[key] : undefined), data);
}
