/** The signed-in user in answers of the API: fixed fields, and each flag at the configuration's `as` path. */
import type { UserRecord } from '../../contract/sessions.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import type { Value } from '../../portal/model/condition.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Visitor } from '../../portal/model/department.ts';
import type { Application } from '../kernel/application.ts';
import { unauthenticated } from '../http/errors.ts';
import {
  deputyOf,
  type DerivedFlag,
  isGiven,
  ownVisitor,
  readDerivedFlags,
  visitorOfAccount,
} from './account-flags.ts';
import type { Account } from './accounts.ts';
import { wireMemberships } from './memberships.ts';
import type { Delegation } from './acting-visitor.ts';

interface UserFields {
  [key: string]: DerivedFlag | UserFields;
}

/** The number of threads with messages that this visitor's side has not read. */
export type UnreadCount = (visitor: Visitor) => Promise<number>;

export interface UserRecordParts {
  readonly application: Application;
  readonly unread: UnreadCount;
}

/**
 * Absent values are null, false or 0, never left out.
 * @param session the caller's token and its account
 * @param portal in the user's language
 * @throws HttpError 401 if the account's department is no longer configured
 */
export async function readUserRecord(
  { application, unread }: UserRecordParts,
  { token, account }: { readonly token: string; readonly account: Account },
  portal: Portal,
): Promise<UserRecord> {
  const visitor = await visitorOfAccount(application, account);
  if (visitor === null) throw unauthenticated();
  const [derived, unreadMessages, memberships, delegations] = await Promise.all([
    readDerivedFlags(application, visitor),
    unread(visitor),
    wireMemberships(application.database, portal, account),
    openDelegations(application, account),
  ]);
  const placed: UserFields = {};
  const flags = portal.departments[visitor.department ?? '']?.flags ?? {};
  for (const [name, flag] of Object.entries(flags)) {
    const own = visitor.flags[name];
    const found = isGiven({ portal, visitor }, name) ? own : derived[name];
    const value = found ?? own ?? emptyLike(flag.default);
    place(placed, flag.as.split('.'), value);
  }
  return {
    token,
    department: visitor.department ?? '',
    name: account.name,
    slug: account.slug,
    office: officeOf({ portal, visitor }),
    unread_messages: unreadMessages,
    memberships,
    acts_for: (visitor.actsFor && account.acts_for?.id) ?? null,
    deputy_of: delegations.map(({ id, name: officer, last_day: lastDay }) => ({
      id,
      name: officer,
      last_day: lastDay,
    })),
    seen_by: onlookerOf({ portal, visitor }, account),
    can: {},
    ...placed,
  };
}

/** The delegations under which this account may act today, as somebody's deputy. */
export async function openDelegations(application: Application, account: Account): Promise<Delegation[]> {
  const own = ownVisitor(application.portal(), account);
  if (own === null) return [];
  const rows = await application.database.query<{ delegation: Delegation }>({
    name: 'open-delegations',
    text: 'SELECT delegation FROM open_delegations WHERE deputy = $1 ORDER BY last_day, id',
    values: [account.id],
  });
  return rows.flatMap(({ delegation }) =>
    deputyOf(application, own, delegation) === null ? [] : delegation,
  );
}

function onlookerOf({ portal, visitor }: Scope, { onlooker }: Account): UserRecord['seen_by'] {
  if (onlooker == null) return null;
  const { name, until } = onlooker;
  const records = (visitor.seenBy?.types ?? []).map((type) => portal.recordTypes[type]?.title ?? type);
  return { name, until, records };
}

/** The label of the unit; else the department's title. */
function officeOf({ portal, visitor }: Scope): string | null {
  const { unit } = visitor;
  const own = portal.departments[visitor.department ?? ''];
  if (own === undefined) return null;
  const rows = own.units === null ? [] : (portal.lookups[own.units]?.rows ?? []);
  return rows.find(({ value }) => value === unit)?.label ?? own.title;
}

/** An absent value has the flag's own type. */
function emptyLike(value: Value): Value {
  if (typeof value === 'boolean') return false;
  return typeof value === 'number' ? 0 : null;
}

function place(record: UserFields, path: readonly string[], value: DerivedFlag): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) {
    record[key] = value;
    return;
  }
  const inner = record[key];
  const below: UserFields = isRecord(inner) ? inner : {};
  record[key] = below;
  place(below, rest, value);
}

function isRecord(value: UserFields[string] | undefined): value is UserFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
