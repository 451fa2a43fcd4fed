/** Accounts as the API answers them. */
import type { WireAccount, WireAccountPlace } from '../../contract/accounts.ts';
import { userMessages } from '../../locales/users.ts';
import { type AccountPlace, accountPlaces, grantedFlags, newAccount } from '../../portal/access/accounts.ts';
import { say } from '../../portal/language/say.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import { initialFlags } from '../accounts/account-flags.ts';
import { NO_PASSWORD } from '../accounts/password.ts';
import { countIdentities } from '../accounts/accounts.ts';
import { passkeysOf } from '../accounts/passkeys.ts';
import { findPhoto, photoLink } from '../account-pictures/photos.ts';
import type { Application } from '../kernel/application.ts';
import type { Queryable } from '../database/database.ts';
import { closedMembership, mayChange, type OpenedUser, scopeIn } from './user-calls.ts';

/** The account for its caller. */
export async function wireUser(
  application: Application,
  client: Queryable,
  user: OpenedUser,
): Promise<WireAccount> {
  const { account, scope, isOwn, isEditable } = user;
  const { slug, department, unit, username, name, position, version } = account;
  const { portal, visitor, reader } = scope;
  const closed = isEditable ? closedMembership(user) : null;
  const places = isEditable ? accountPlaces({ portal, visitor }) : [];
  return {
    slug,
    department,
    unit,
    username,
    name,
    photo: photoLink(application, await findPhoto(client, account.id)),
    position,
    state: stateOf(account),
    version,
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
    editable: isEditable,
    own: isOwn,
    elsewhere: closed && titleOf(reader, departmentKey(portal, closed.department)),
    membership: account.membership,
    memberships: isEditable || isOwn ? wireAll(user, places) : [],
    second_step: isEditable && account.has_second_step,
    passkeys: isEditable ? (await passkeysOf(client, account.id)).length : 0,
    identities: isEditable ? await countIdentities(client, account.id) : 0,
    sessions: isEditable ? await countSessions(client, account.id) : null,
  };
}

function wireAll(user: OpenedUser, places: readonly AccountPlace[]): WireAccount['memberships'] {
  const { portal, reader } = user.scope;
  return user.memberships.map((one) => {
    const { id, unit, position } = one;
    const department = departmentKey(portal, one.department);
    const title = titleOf(reader, department);
    const values = { department: title, unit: unit === null ? '' : unitTitle(reader, department, unit) };
    const units = places.find((place) => place.department === department)?.units ?? [];
    const flags = grantedFlags({ ...scopeIn(user, one), portal: reader }, one.flags);
    return {
      id,
      department,
      unit,
      position,
      title: unit === null ? title : say(reader.words, userMessages.membershipHere, values),
      units: choicesOf(reader, department, unit === null ? units : [...new Set([unit, ...units])]),
      flags: flags.map(({ isOpen, ...flag }) => ({ ...flag, editable: isOpen })),
      editable: mayChange(user, one),
    };
  });
}

function titleOf(reader: Portal, department: string): string {
  return reader.departments[department]?.title ?? department;
}

export function stateOf({
  is_suspended: isSuspended,
  password,
}: Pick<OpenedUser['account'], 'is_suspended' | 'password'>): WireAccount['state'] {
  if (isSuspended) return 'suspended';
  return password === NO_PASSWORD ? 'invited' : 'active';
}

async function countSessions(client: Queryable, account: string): Promise<number> {
  const [row] = await client.query<{ count: number }>(
    'SELECT count(*) AS count FROM sessions s WHERE s.account = $1 AND portal_session_lives(s.started_at, s.seen_at)',
    [account],
  );
  return row?.count ?? 0;
}

/**
 * The departments in which the visitor may open accounts, with the flags that a new account starts with.
 * @param reader the portal in the caller's language
 */
export function wirePlaces({ portal, visitor }: Scope, reader: Portal): WireAccountPlace[] {
  return accountPlaces({ portal, visitor }).map(({ department, units }) => {
    const [unit = null] = units;
    const context = newAccount({ portal, visitor }, department, unit);
    const flags = grantedFlags({ portal: reader, visitor, context }, initialFlags(portal, department));
    return {
      department,
      title: reader.departments[department]?.title ?? department,
      units: choicesOf(reader, department, units),
      flags: flags.map(({ isOpen, ...flag }) => ({ ...flag, editable: isOpen })),
    };
  });
}

/** Empty where the department has no units. */
function choicesOf(
  portal: Portal,
  department: string,
  units: readonly (string | null)[],
): WireAccountPlace['units'] {
  if (!units.some((unit) => unit !== null)) return [];
  return units.map((value) => ({
    value,
    title:
      value === null ? say(portal.words, userMessages.withoutUnit) : unitTitle(portal, department, value),
  }));
}

/** The label of a department's unit. */
export function unitTitle(portal: Portal, department: string, unit: string): string {
  const lookup = portal.lookups[portal.departments[department]?.units ?? ''];
  return lookup?.rows.find(({ value }) => value === unit)?.label ?? unit;
}
