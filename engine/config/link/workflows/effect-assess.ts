/** The effect `assess`: which schedule is computed, and whether its record stands at or above the one that keeps the result. */
import type { EffectDefinition } from '../../../portal/model/effect.ts';
import { child, text, texts, type Cursor } from '../reading/cursor.ts';
import { report, reportUnknown, type LinkContext } from '../reading/link-context.ts';

/** @param of record type of the workflow */
export function linkAssess(
  at: Cursor,
  of: string,
  context: LinkContext,
): Extract<EffectDefinition, { effect: 'assess' }> {
  const schedule = text(at) ?? '';
  const { fees, records } = context.names;
  const root = fees.get(schedule);
  if (root === undefined) {
    reportUnknown(context, 'fee/unknown', at, { name: schedule, choices: fees.keys() });
    return { effect: 'assess', schedule };
  }
  const assessed = text(child(root, 'of')) ?? '';
  if (records.has(assessed) && !atOrAbove(of, context).has(assessed)) {
    report(context, 'fee/not-above', at, { name: schedule, of: assessed, type: of });
  }
  return { effect: 'assess', schedule };
}

/** The type itself and every type that a record of it may stand below. */
function atOrAbove(type: string, { names }: LinkContext): ReadonlySet<string> {
  const found = new Set([type]);
  for (const one of found) {
    const root = names.records.get(one);
    for (const parent of root === undefined ? [] : texts(child(root, 'parent'))) found.add(parent);
  }
  return found;
}
