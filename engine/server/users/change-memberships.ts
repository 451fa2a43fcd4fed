/** Adds and ends the other memberships of an account, as far as the caller may manage accounts there. */
import type { ApiBody } from '../../contract/contract.ts';
import { message } from '../../locales/message.ts';
import { userMessages } from '../../locales/users.ts';
import { mayUpdateAccount, newAccount } from '../../portal/access/accounts.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import { initialFlags, ownVisitor } from '../accounts/account-flags.ts';
import type { Account } from '../accounts/accounts.ts';
import { type Membership, otherMemberships } from '../accounts/memberships.ts';
import { forbidden, notFound, unprocessable } from '../http/errors.ts';
import type { Application } from '../kernel/application.ts';
import { announceChanges } from '../live/changes.ts';
import type { HttpAnswer } from '../records/read/answer.ts';
import { changedFlags, changeUser, type UserChangeCall, type UserDecision } from './change-user.ts';
import { requirePlace } from './invite-user.ts';
import type { LockedUser } from './user-calls.ts';
import { stateOf } from './wire-user.ts';
import type { UserEvent } from './user-history.ts';

/** @throws HttpError 403 for another department or a flag that the caller may not grant, 422 */
export function addMembership(
  application: Application,
  call: UserChangeCall,
  wish: ApiBody<'POST /accounts/:slug/memberships'>,
): Promise<HttpAnswer> {
  return changeMemberships(application, call, async ({ account, scope, client }) => {
    const { department, unit = null } = wish;
    const { portal, visitor } = scope;
    requirePlace({ portal, visitor }, { department, unit });
    const initial = initialFlags(portal, department);
    const context = newAccount(scope, department, unit);
    const granted = changedFlags({ portal, visitor, context }, initial, wish.flags ?? {});
    const set = Object.fromEntries(granted.map(({ name, value }) => [name, value]));
    const flags = { ...initial, ...set, ...signInFlag(portal, account) };
    const held = [account, ...(await otherMemberships(client, account.id))];
    if (held.some((one) => departmentKey(portal, one.department) === department && one.unit === unit))
      throw unprocessable({ department: [message(userMessages.membershipExists)] });
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

/** Sessions that act in the membership go on in the first one, from their next request on. */
export function endMembership(
  application: Application,
  call: UserChangeCall,
  id: string,
): Promise<HttpAnswer> {
  return changeMemberships(application, call, async ({ account, scope, client }) => {
    const ended = (await otherMemberships(client, account.id)).find((one) => one.id === id);
    if (ended === undefined) throw notFound();
    if (!mayUpdateAccount(scope, departmentKey(scope.portal, ended.department), ended.unit))
      throw forbidden();
    const part = { name: 'ended', text: 'DELETE FROM memberships WHERE id = $1', values: [id] };
    const changes = placeChanges(ended, (value) => ({ before: value, after: null }));
    return { event: { what: 'membership-ended', state: stateOf(account), changes }, parts: [part] };
  });
}

/** The pages of the person follow at once. */
async function changeMemberships(
  application: Application,
  call: UserChangeCall,
  decide: (user: LockedUser) => Promise<UserDecision>,
): Promise<HttpAnswer> {
  const accounts: string[] = [];
  const answer = await changeUser(application, call, (user) => {
    accounts.push(user.account.id);
    return decide(user);
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
