/** Facts that count the children of an ancestor, handed to conditions together with the record's own. */
import type { Value } from './condition.ts';
import { contextOfChild, countedFacts } from './derived-values.ts';
import type { Portal } from './portal.ts';
import type { PortalRecord, RecordContext } from './record.ts';
import type { Visitor } from './visitor.ts';

/**
 * What the record's ancestors say that its own type does not, the nearest first to say.
 * @param childrenOf the records below the ancestor with this id
 */
export function factsAbove(
  portal: Portal,
  visitor: Visitor,
  context: RecordContext,
  childrenOf: (id: string) => readonly PortalRecord[],
): Record<string, Value> {
  const known = new Set(Object.keys(portal.recordTypes[context.record.type]?.derived ?? {}));
  const facts: Record<string, Value> = {};
  context.ancestors.forEach((record, index) => {
    const bare = contextOfChild(context, record);
    const ancestors = context.ancestors.slice(index + 1);
    const children = childrenOf(record.id);
    const counted = countedFacts(portal, visitor, { ...bare, ancestors, children });
    for (const [name, value] of Object.entries(counted)) if (!known.has(name)) facts[name] = value;
    for (const name of Object.keys(portal.recordTypes[record.type]?.derived ?? {})) known.add(name);
  });
  return facts;
}
