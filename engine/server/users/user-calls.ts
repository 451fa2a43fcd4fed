/**
 * Calls about accounts that somebody else manages: who may see and change which account. A call that changes one locks
 * it together with the caller's own, and reads the caller's rights only then. So two people who suspend each other do
 * not both succeed, and somebody who manages accounts is always left.
 */
import type { FastifyRequest } from 'fastify';
import { message } from '../../locales/message.ts';
import { userMessages } from '../../locales/users.ts';
import { USER } from '../../portal/access/accounts.ts';
import { may, viewOf } from '../../portal/access/access.ts';
import type { RecordScope, Scope } from '../../portal/conditions/scope.ts';
import { visitorOfCaller } from '../accounts/account-flags.ts';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import { type Membership, membershipsOf } from '../accounts/memberships.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import { forbidden, notFound, unauthenticated } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import type { Application } from '../kernel/application.ts';
import { requireOpenDoor } from '../records/change/open-door.ts';
import { readRecord } from '../records/rows/read-record.ts';
import type { RequestContext } from '../records/rows/request-context.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { findSession } from '../sessions/sessions.ts';

/** An account in one of its memberships, with its position, version and history. */
interface UserAccount extends Account {
  readonly position: string | null;
  readonly version: number;
  readonly head: Buffer | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const userColumns = `${accountColumns}, a.position, a.version, a.head, a.created_at, a.updated_at`;

/** An account as its caller sees it. */
export interface OpenedUser {
  /** In the membership that the caller may do most with. */
  readonly account: UserAccount;
  /** All of its memberships, oldest first. */
  readonly memberships: readonly Membership[];
  /** The caller, and the account as a record. */
  readonly scope: RecordScope & Required<Pick<RequestContext, 'reader' | 'now'>>;
  readonly isOwn: boolean;
  /** The rule `update` allows the caller to change it, and it is not their own. */
  readonly isEditable: boolean;
}

/** @throws HttpError 404 if there is no such account, or the caller may not read it */
export async function openUser(
  application: Application,
  request: FastifyRequest,
  slug: string,
): Promise<OpenedUser> {
  const scope = { portal: application.portal(), visitor: request.visitor };
  return findUser({ application, request, client: application.database }, scope, slug);
}

/** An account that the caller may change, locked until the transaction ends. */
export interface LockedUser extends OpenedUser {
  readonly client: Transaction;
}

/**
 * Runs the work in a transaction in which nobody else changes this account or the caller's.
 * @throws HttpError 401 if the caller was suspended meanwhile; 403 if they may only read the account, or it is their
 * own; 404
 */
export async function withLockedUser<T>(
  application: Application,
  { request, slug }: { readonly request: FastifyRequest; readonly slug: string },
  work: (user: LockedUser) => Promise<T>,
): Promise<T> {
  return withLockedCaller(application, { request, slug }, async (client, scope) => {
    const user = await findUser({ application, request, client }, scope, slug);
    if (user.isOwn) throw forbidden('own-account', message(userMessages.othersChangeYours));
    if (!user.isEditable) throw forbidden();
    return work({ ...user, client });
  });
}

/**
 * Runs the work in a transaction in which the caller keeps their rights.
 * @param slug of another account to lock; null: none
 * @throws HttpError 401 if the caller was suspended meanwhile, 403
 */
export async function withLockedCaller<T>(
  application: Application,
  { request, slug }: { readonly request: FastifyRequest; readonly slug: string | null },
  work: (client: Transaction, scope: Scope) => Promise<T>,
): Promise<T> {
  return application.database.transaction(async (client) => {
    // In the order of their ids, so that two calls do not wait for each other.
    const locked = await client.query<Pick<Account, 'id'>>(
      `SELECT a.id FROM accounts a WHERE a.id = $1 OR a.slug = $2 ORDER BY a.id FOR NO KEY UPDATE`,
      [request.visitor.account, slug],
    );
    const isCallerLocked = locked.some(({ id }) => id === request.visitor.account);
    // In the membership that their session has now.
    const caller = isCallerLocked ? await findSession(client, requireSession(request).token) : null;
    const visitor = caller && (await visitorOfCaller(application, caller, client));
    if (visitor === null) throw unauthenticated();
    const scope = { portal: application.portal(), visitor };
    requireOpenDoor(scope);
    return work(client, scope);
  });
}

/** The account after it was changed in the same transaction, also where the caller has ended their own view of it. */
export async function findUserAgain(
  application: Application,
  request: FastifyRequest,
  { client, scope, account }: LockedUser,
): Promise<OpenedUser> {
  const user = await readUser({ application, request, client }, scope, account.slug);
  if (user === null) throw notFound();
  return user;
}

interface UserLookup {
  readonly application: Application;
  readonly request: FastifyRequest;
  readonly client: Queryable;
}

async function findUser(lookup: UserLookup, scope: Scope, slug: string): Promise<OpenedUser> {
  const user = await readUser(lookup, scope, slug);
  if (user === null || viewOf(user.scope)?.level !== 'read') throw notFound();
  return user;
}

/** The account, whether or not the caller may see it; null: there is none. */
export async function readUser(
  { application, request, client }: UserLookup,
  { portal, visitor }: Scope,
  slug: string,
): Promise<OpenedUser | null> {
  const now = application.now();
  const stored = await readRecord(client, { portal, visitor, now }, { type: USER, slug });
  if (stored === null) return null;
  const scope = { portal, visitor, context: stored.context };
  const [account] = await client.query<UserAccount>({
    name: 'user-account',
    text: `SELECT ${userColumns} FROM account_memberships a
      WHERE a.id = $1 AND a.department = $2 AND a.unit IS NOT DISTINCT FROM $3`,
    values: [scope.context.record.id, scope.context.record.office, scope.context.record.unit],
  });
  if (account === undefined) return null;
  const isOwn = account.id === visitor.account;
  return {
    account,
    memberships: await membershipsOf(client, account.id),
    scope: { ...scope, reader: portalFor(application, request), now },
    isOwn,
    isEditable: !isOwn && may(scope, 'update', USER),
  };
}

/** The account as a record in one of its memberships. */
export function scopeIn(
  { scope, account }: Pick<OpenedUser, 'scope' | 'account'>,
  { department: named, unit, position }: Pick<Membership, 'department' | 'unit' | 'position'>,
): OpenedUser['scope'] {
  const department = departmentKey(scope.portal, named);
  const { name, username } = account;
  const data = Object.fromEntries(
    Object.entries({ name, username, department, unit, position }).filter(([, value]) => value !== null),
  );
  const record = { ...scope.context.record, office: department, unit, data };
  return { ...scope, context: { ...scope.context, record } };
}

/** May the caller change this membership of the account? */
export function mayChange(user: OpenedUser, membership: Membership): boolean {
  return !user.isOwn && may(scopeIn(user, membership), 'update', USER);
}

/**
 * A membership that the caller may not change. What holds in every membership is not theirs to change then.
 * @returns null if they may change them all
 */
export function closedMembership(user: OpenedUser): Membership | null {
  return user.memberships.find((one) => !mayChange(user, one)) ?? null;
}
