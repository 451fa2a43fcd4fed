/** Facts that count the children of an ancestor, passed to conditions with the facts of the record itself. */
import type { RecordScope } from './scope.ts';
import type { Value } from '../model/condition.ts';
import { countedFact } from './derived-values.ts';
import { lazyFacts } from './lazy-facts.ts';
import { contextOfChild, type PortalRecord } from '../model/record.ts';

/**
 * Facts of the record's ancestors that its own type does not declare; the nearest ancestor wins. Each is computed on
 * first use.
 * @param childrenOf the records below the ancestor with this id
 */
export function factsAbove(
  { portal, visitor, context }: RecordScope,
  childrenOf: (id: string) => readonly PortalRecord[],
): Record<string, Value> {
  const { record: own, ancestors } = context;
  const says = ({ type }: PortalRecord, name: string) =>
    Object.hasOwn(portal.recordTypes[type]?.derived ?? {}, name);
  const names = () => ancestors.flatMap(({ type }) => Object.keys(portal.recordTypes[type]?.derived ?? {}));
  return lazyFacts(names, (name) => {
    const at = says(own, name) ? -1 : ancestors.findIndex((one) => says(one, name));
    const record = ancestors[at];
    if (record === undefined) return undefined;
    const above = { ...contextOfChild(context, record), ancestors: ancestors.slice(at + 1) };
    return countedFact({ portal, visitor, context: { ...above, children: childrenOf(record.id) } }, name);
  });
}
