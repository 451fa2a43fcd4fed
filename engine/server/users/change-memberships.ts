/** Adds, changes and ends the memberships of an account, as far as the caller may manage accounts there. */
import type { ApiBody } from '../../contract/contract.ts';
import { message } from '../../locales/message.ts';
import { userMessages } from '../../locales/users.ts';
import { mayAddAccount, newAccount } from '../../portal/access/accounts.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import { initialFlags, ownVisitor } from '../accounts/account-flags.ts';
import { type Account, endStrandedDelegations } from '../accounts/accounts.ts';
import type { Membership } from '../accounts/memberships.ts';
import { runParts, type StatementPart } from '../database/statements.ts';
import { forbidden, impossible, notFound, unprocessable } from '../http/errors.ts';
import type { Application } from '../kernel/application.ts';
import { announceChanges } from '../live/changes.ts';
import type { HttpAnswer } from '../records/read/answer.ts';
import { todayIn } from '../sql/today.ts';
import {
  changedFlags,
  changeUser,
  requireWhole,
  type UserChangeCall,
  type UserDecision,
} from './change-user.ts';
import { requirePlace } from './invite-user.ts';
import { type LockedUser, mayChange, scopeIn } from './user-calls.ts';
import { endedMails } from './user-mails.ts';
import { stateOf } from './wire-user.ts';
import type { UserEvent } from './user-history.ts';

/** @throws HttpError 403 for another department or a flag that the caller may not grant, 422 */
export function addMembership(
  application: Application,
  call: UserChangeCall,
  wish: ApiBody<'POST /accounts/:slug/memberships'>,
): Promise<HttpAnswer> {
  return changeMemberships(application, call, (user) => {
    const { account, scope } = user;
    const { department, unit = null } = wish;
    const { portal, visitor } = scope;
    requirePlace({ portal, visitor }, { department, unit });
    const initial = initialFlags(portal, department);
    const context = newAccount(scope, department, unit);
    const granted = changedFlags({ portal, visitor, context }, initial, wish.flags ?? {});
    const set = Object.fromEntries(granted.map(({ name, value }) => [name, value]));
    const flags = { ...initial, ...set, ...signInFlag(portal, account) };
    const held = user.memberships.some(
      (one) => departmentKey(portal, one.department) === department && one.unit === unit,
    );
    if (held) throw unprocessable({ department: [message(userMessages.membershipExists)] });
    const position = wish.position?.trim() || null;
    const part = {
      name: 'added',
      text: 'INSERT INTO memberships (account, department, unit, position, flags) VALUES ($1, $2, $3, $4, $5)',
      values: [account.id, department, unit, position, JSON.stringify(flags)],
    };
    const changes = {
      ...placeChanges({ department, unit, position }, (value) => ({ before: null, after: value })),
      ...Object.fromEntries(
        granted.map(({ name, value }) => [`flags.${name}`, { before: !value, after: value }] as const),
      ),
    };
    return { event: { what: 'membership-added', state: stateOf(account), changes }, parts: [part] };
  });
}

/** Whether people have chosen their own sign-in details is the same in all their memberships. */
function signInFlag(portal: Portal, account: Account): Account['flags'] {
  const { credentialsFlag } = portal;
  if (credentialsFlag === null) return {};
  return { [credentialsFlag]: ownVisitor(portal, account)?.flags[credentialsFlag] ?? false };
}

/** Sessions that act in the membership go on in the oldest one that is left, from their next request on. */
export function endMembership(
  application: Application,
  call: UserChangeCall,
  id: string,
): Promise<HttpAnswer> {
  return changeMemberships(application, call, (user) => {
    const { account, memberships } = user;
    const ended = openMembership(user, id);
    const [next] = memberships.filter((one) => one !== ended);
    if (next === undefined) throw impossible('only-membership', message(userMessages.onlyMembership));
    const changes = placeChanges(ended, (value) => ({ before: value, after: null }));
    const parts = ended.isFirst ? [movePart(account.id, next), endPart(next.id)] : [endPart(id)];
    return { event: { what: 'membership-ended', state: stateOf(account), changes }, parts };
  });
}

function endPart(id: string): StatementPart {
  return { name: 'ended', text: 'DELETE FROM memberships WHERE id = $1', values: [id] };
}

/** The account's own row holds this membership from now on. */
function movePart(account: string, { id, department, unit, position, flags }: Membership): StatementPart {
  return {
    name: 'moved',
    text: `UPDATE accounts SET membership = $2, department = $3, unit = $4, position = $5, flags = $6::jsonb
      WHERE id = $1`,
    values: [account, id, department, unit, position, JSON.stringify(flags)],
  };
}

/**
 * Changes the name, and the position, unit and flags in a membership. What stays the same is not written.
 * @throws HttpError 403; 404 if the account has no such membership
 */
export function changeDetails(
  application: Application,
  call: UserChangeCall,
  wish: ApiBody<'PATCH /accounts/:slug'>,
): Promise<HttpAnswer> {
  return changeMemberships(application, call, (user) => {
    const { account, memberships } = user;
    const membership = openMembership(user, wish.membership ?? account.membership);
    const flags = changedFlags(scopeIn(user, membership), membership.flags, wish.flags ?? {});
    const before = { name: account.name, position: membership.position, unit: membership.unit };
    const next = {
      name: wish.name?.trim() ?? before.name,
      position: wish.position === undefined ? before.position : wish.position?.trim() || null,
      unit: wish.unit === undefined ? before.unit : wish.unit,
    };
    if (next.name !== before.name) requireWhole(user);
    if (next.unit !== before.unit) requireUnit(user, membership, next.unit);
    const fields = (['name', 'position', 'unit'] as const).filter((field) => next[field] !== before[field]);
    const changes = Object.fromEntries([
      ...fields.map((field) => [field, { before: before[field], after: next[field] }] as const),
      ...flags.map(({ name, value }) => [`flags.${name}`, { before: !value, after: value }] as const),
    ]);
    if (Object.keys(changes).length === 0) return null;
    const { department } = membership;
    const where = memberships.length > 1 && { department: { before: department, after: department } };
    const set = Object.fromEntries(flags.map(({ name, value }) => [name, value]));
    return {
      event: { what: 'changed', state: stateOf(account), changes: { ...where, ...changes } },
      parts: [
        {
          name: 'named',
          text: 'UPDATE accounts SET name = $2 WHERE id = $1',
          values: [account.id, next.name],
        },
        {
          name: 'changed',
          text: `UPDATE ${membership.isFirst ? 'accounts' : 'memberships'}
            SET position = $2, unit = $3, flags = flags || $4::jsonb WHERE ${membership.isFirst ? 'membership' : 'id'} = $1`,
          values: [membership.id, next.position, next.unit, JSON.stringify(set)],
        },
      ],
    };
  });
}

/** The account is also the address of records of its unit, so the caller must be allowed to add accounts there. */
function requireUnit(
  { scope: { portal, visitor }, memberships }: LockedUser,
  { department: named }: Membership,
  unit: string | null,
): void {
  const department = departmentKey(portal, named);
  if (!mayAddAccount({ portal, visitor }, department, unit))
    throw unprocessable({ unit: [message(userMessages.unitNotChoosable)] });
  const held = memberships.some(
    (one) => departmentKey(portal, one.department) === department && one.unit === unit,
  );
  if (held) throw unprocessable({ unit: [message(userMessages.membershipExists)] });
}

/** @throws HttpError 403; 404 if the account has no such membership */
function openMembership(user: LockedUser, id: string): Membership {
  const found = user.memberships.find((one) => one.id === id);
  if (found === undefined) throw notFound();
  if (!mayChange(user, found)) throw forbidden();
  return found;
}

/** Delegations that no longer fit end with the change. The pages of all concerned follow at once. */
async function changeMemberships(
  application: Application,
  call: UserChangeCall,
  decide: (user: LockedUser) => UserDecision | null,
): Promise<HttpAnswer> {
  const accounts: string[] = [];
  const answer = await changeUser(application, call, async (user) => {
    const { account, client, scope } = user;
    const decision = decide(user);
    if (decision === null) return null;
    for (const part of decision.parts) await runParts(client, [part]);
    const today = todayIn(scope.portal.timeZone, scope.now);
    const ended = await endStrandedDelegations(client, scope.portal, { account: account.id, today });
    accounts.push(account.id, ...ended.flatMap(({ officer, deputy }) => [officer.id, deputy.id]));
    return { ...decision, parts: endedMails(application, account.id, ended) };
  });
  announceChanges(application.database, { accounts });
  return answer;
}

function placeChanges(
  { department, unit, position }: Pick<Membership, 'department' | 'unit' | 'position'>,
  changeOf: (value: string) => NonNullable<UserEvent['changes']>[string],
): NonNullable<UserEvent['changes']> {
  const fields = Object.entries({ department, unit, position });
  return Object.fromEntries(
    fields.flatMap(([field, value]) => (value === null ? [] : [[field, changeOf(value)] as const])),
  );
}
