/** Computes what a visitor may create below a record in its present state. */
import type { RecordScope } from '../conditions/scope.ts';
import { isNever, may, mayBeginBelow } from '../access/access.ts';
import { initialState } from './new-records.ts';
import { onceForEach } from '../values/once-for-each.ts';
import type { Portal } from '../model/portal.ts';
import { knownVisitor } from '../access/visible-states.ts';
import { possible } from '../conditions/possible.ts';
import { blankRecord, contextOfChild } from '../model/record.ts';
import type { RecordType } from '../model/record-type.ts';
import { signedOut } from '../model/visitor.ts';

/** The record types, except those that need a kind first. */
export function beginnings(scope: RecordScope): string[] {
  const { portal, visitor, context } = scope;
  const types = typesBelow(portal).get(context.record.type) ?? [];
  if (types.length === 0 || !mayBeginBelow(scope)) return [];
  return types.filter((type) => {
    const state = initialState(portal, type);
    const child = blankRecord(type, { state, owner: visitor.account, parent: context.record.id });
    return may({ portal, visitor, context: contextOfChild(context, child) }, 'create', type);
  });
}

/**
 * Decides whether a visitor without an account may create such records if the parent and the day allow it. If so,
 * signing in does not help.
 */
export function isOpenToStrangers(portal: Portal, { parents, access }: RecordType): boolean {
  const known = knownVisitor({ portal, visitor: signedOut });
  const below = parents.map((parent) => portal.recordTypes[parent]?.access.below);
  const isBelowOpen =
    parents.length === 0 || below.some((one) => one !== undefined && possible(one, known).true);
  return isBelowOpen && possible(access.create, known).true;
}

/** The types that people may create, by the type of the parent. */
const typesBelow = onceForEach((portal: Portal) => {
  const begun = Object.values(portal.recordTypes).filter(
    ({ kinds, access }) => kinds.length === 0 && !isNever(access.create),
  );
  const below = new Map<string, string[]>();
  for (const { type, parents } of begun) {
    for (const parent of parents) below.set(parent, [...(below.get(parent) ?? []), type]);
  }
  return below;
});
