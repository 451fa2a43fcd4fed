/** Decides who is told of a notice: the parties of the record, and colleagues in the departments that it names. */
import { viewOf } from '../access/access.ts';
import { signatureOf } from '../conditions/quorum.ts';
import type { Scope } from '../conditions/scope.ts';
import type { PendingNotice } from '../model/notice.ts';
import type { RecordContext } from '../model/record.ts';
import { decide } from '../routing/decide.ts';

export interface NoticeOfStep extends Pick<PendingNotice, 'to' | 'context' | 'isReminder'> {
  /** The account that took the step; null: the engine. */
  readonly actor: string | null;
}

/** The owner, and the other roles of the record. */
export function rolesOf({ record, parties }: RecordContext): RecordContext['parties'] {
  return [{ role: 'owner', account: record.owner, department: null }, ...parties];
}

/** The departments whose members are told. */
export function departmentsToTell({
  to,
  context,
}: Pick<NoticeOfStep, 'to' | 'context'>): ReadonlySet<string> {
  return new Set([
    ...to.departments,
    ...(to.isOffice && context.record.office !== null ? [context.record.office] : []),
    ...rolesOf(context).flatMap(({ role, department }) =>
      to.parties.includes(role) ? (department ?? []) : [],
    ),
  ]);
}

/**
 * A party is always told, but nobody is reminded of a step that they have taken already. Of an office only members who
 * may enter the portal and see the record, without the actor.
 */
export function isTold({ portal, visitor }: Scope, notice: NoticeOfStep): boolean {
  const { to, context, actor, isReminder = false } = notice;
  if (isReminder && signatureOf({ portal, visitor }, context.record) !== null) return false;
  const isParty = rolesOf(context).some(
    ({ role, account }) => account !== null && account === visitor.account && to.parties.includes(role),
  );
  if (isParty) return true;
  if (visitor.department === null || !departmentsToTell(notice).has(visitor.department)) return false;
  if (visitor.account === actor) return false;
  return mayEnter({ portal, visitor }) && viewOf({ portal, visitor, context }) !== null;
}

/** May this account enter the home page of its department? */
function mayEnter(scope: Scope): boolean {
  const { portal, visitor } = scope;
  const home = portal.departments[visitor.department ?? '']?.landings.home;
  const route = portal.routes.find(({ name }) => name === home);
  if (route === undefined) return false;
  const decision = decide(scope, route.path);
  return decision.outcome === 'show' || (decision.outcome === 'go' && !decision.signOut);
}
