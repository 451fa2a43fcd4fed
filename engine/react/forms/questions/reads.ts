/** The answers that a question reads besides its own: a change of another answer does not draw it again. */
import { type Answers, namesOf } from '../../../portal/forms/form-conditions.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';

const none: readonly string[] = [];

/** @param path without the numbers of rows: `lines.units` */
export function readsOf(form: WireForm, path: string): readonly string[] {
  return allReads(form).get(path) ?? none;
}

/** All properties are the same, and of the answers those to these questions. */
export function isSameFor<Props extends { readonly answers: Answers }>(
  before: Props,
  after: Props,
  names: readonly string[],
): boolean {
  const keys = Object.keys(after) as (keyof Props)[];
  if (keys.some((key) => key !== 'answers' && before[key] !== after[key])) return false;
  return names.every((name) => before.answers[name] === after.answers[name]);
}

const allReads = onceForEach((form: WireForm): ReadonlyMap<string, readonly string[]> => {
  const reads = new Map<string, string[]>();
  // A group is drawn again for the questions in it.
  const add = (keys: readonly string[], names: readonly string[]) =>
    keys.forEach((_, index) => {
      const path = keys.slice(0, index + 1).join('.');
      reads.set(path, [...(reads.get(path) ?? []), ...names]);
    });
  for (const { property, when } of form.conditions) add(property.split('.'), namesOf(when));
  const walk = (ui: unknown, keys: readonly string[]) => {
    if (!isMapping(ui)) return;
    const within = ui['ui:within'];
    if (isMapping(within)) add(keys, [String(within['field'])]);
    for (const [key, inner] of Object.entries(ui))
      if (!key.startsWith('ui:')) walk(inner, key === 'items' ? keys : [...keys, key]);
  };
  walk(form.uiSchema, []);
  return reads;
});
