/** The effect `askAgain`: which items of the checklist are asked again, and why. */
import type { EffectDefinition } from '../../../portal/model/effect.ts';
import { child, items, oneOrMore, text, type Cursor } from '../reading/cursor.ts';
import { report, reportUnknown, type LinkContext } from '../reading/link-context.ts';

type AskAgain = Extract<EffectDefinition, { effect: 'askAgain' }>;

/** @param of record type of the workflow */
export function linkAskAgain(at: Cursor, of: string, context: LinkContext): AskAgain {
  const asked = child(at, 'askAgain');
  const message = text(child(at, 'message')) ?? '';
  const choices = itemsOf(of, context);
  if (choices.size === 0) report(context, 'effect/no-checklist', asked, { name: of });
  if (asked.value === 'all') return { effect: 'askAgain', items: null, message };
  const named = oneOrMore(asked);
  for (const one of choices.size === 0 ? [] : named) {
    const name = text(one) ?? '';
    if (!choices.has(name)) reportUnknown(context, 'effect/unknown-item', one, { name, choices });
  }
  return { effect: 'askAgain', items: named.flatMap((one) => text(one) ?? []), message };
}

/** Ids of the items in the checklists of this type: its own, or those of its kinds. */
function itemsOf(type: string, { names }: LinkContext): ReadonlySet<string> {
  const root = names.records.get(type);
  if (root === undefined) return new Set();
  const sets = oneOrMore(child(root, 'kind')).flatMap((one) => text(one) ?? []);
  const kinds = [...names.kinds].flatMap(([id, kind]) =>
    sets.includes(id.split('/')[0] ?? '') ? [kind] : [],
  );
  const lists = [child(child(root, 'checklist'), 'items'), ...kinds.map((kind) => child(kind, 'checklist'))];
  return new Set(
    lists.flatMap((list) =>
      items(list).flatMap((item) => text(child(item, 'id')) ?? text(child(item, 'paper')) ?? []),
    ),
  );
}
