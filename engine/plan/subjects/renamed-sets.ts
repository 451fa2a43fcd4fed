/** Sets of requirement kinds have no data, so nobody says their earlier name: their kinds do. */
import type { Portal } from '../../portal/model/portal.ts';

/** A set is renamed by its kinds. @returns earlier name → later name */
export function renamedSets(before: Portal, after: Portal): ReadonlyMap<string, string> {
  const sets = after.formerNames.flatMap(({ kind, name, successor }) =>
    kind === 'kind' && successor !== null ? [[setOf(name), setOf(successor)] as const] : [],
  );
  return movedNames(sets, before.sets, after.sets);
}

/** @param kind `set/kind` */
export function setOf(kind: string): string {
  return kind.slice(0, kind.indexOf('/'));
}

/** The pairs of names that each belong to one of the configurations only. */
export function movedNames(
  pairs: readonly (readonly [from: string, to: string])[],
  before: object,
  after: object,
): ReadonlyMap<string, string> {
  return new Map(pairs.filter(([from, to]) => isOnlyIn(from, before, after) && isOnlyIn(to, after, before)));
}

function isOnlyIn(name: string, one: object, other: object): boolean {
  return Object.hasOwn(one, name) && !Object.hasOwn(other, name);
}
