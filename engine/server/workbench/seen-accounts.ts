/** The accounts as which somebody may see the portal, and the session that does. */
import { randomBytes } from 'node:crypto';
import type { WireSeenAccount } from '../../contract/onlookers.ts';
import { ONLOOKING_MINUTES } from '../../contract/onlookers.ts';
import { userMessages } from '../../locales/users.ts';
import { FEWEST_LETTERS, seenDepartments, seenTypes } from '../../portal/access/onlookers.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import { say } from '../../portal/language/say.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import { digestOfToken } from '../accounts/digests.ts';
import type { Queryable } from '../database/database.ts';
import { unitTitle } from '../users/wire-user.ts';

interface SeenAccountRow {
  readonly id: string;
  readonly slug: string;
  readonly membership: string;
  readonly name: string;
  readonly username: string;
  readonly department: string;
  readonly unit: string | null;
}

const mostFound = 20;

interface SeenAccountQuery {
  /** Part of a name or an address. */
  readonly words: string;
  /** Null: every department that the visitor may choose. */
  readonly department: string | null;
}

/** @returns nothing for fewer than 2 letters */
export async function findSeenAccounts(
  client: Queryable,
  scope: Scope,
  { words, department }: SeenAccountQuery,
): Promise<SeenAccountRow[]> {
  const part = words.trim().toLowerCase();
  if (part.length < FEWEST_LETTERS) return [];
  const keys = seenDepartments(scope).filter((key) => department === null || key === department);
  return client.query<SeenAccountRow>({
    name: 'seen-accounts',
    text: `SELECT ${seenColumns} WHERE ${mayBeSeen} AND position($3 in lower(name || ' ' || username)) > 0
      ORDER BY name, username, membership LIMIT ${mostFound}`,
    values: [scope.visitor.account, namesOf(scope.portal, keys), part],
  });
}

/** @returns null if the visitor may not see the portal as this account */
export async function findSeenAccount(
  client: Queryable,
  scope: Scope,
  membership: string,
): Promise<SeenAccountRow | null> {
  const [row] = await client.query<SeenAccountRow>({
    name: 'seen-account',
    text: `SELECT ${seenColumns} WHERE ${mayBeSeen} AND membership::text = $3`,
    values: [scope.visitor.account, namesOf(scope.portal, seenDepartments(scope)), membership],
  });
  return row ?? null;
}

const seenColumns = 'id, slug, membership, name, username, department, unit FROM account_memberships';
const mayBeSeen = 'id <> $1 AND department = ANY($2) AND NOT is_suspended';

/** An account may still have an alias of its department. */
function namesOf({ departments }: Portal, keys: readonly string[]): string[] {
  return keys.flatMap((key) => [key, ...(departments[key]?.aliases ?? [])]);
}

/** @param reader in the language of the visitor */
export function wireSeenAccount(
  scope: Scope,
  reader: Portal,
  { membership, name, username, department: named, unit }: SeenAccountRow,
): WireSeenAccount {
  const department = departmentKey(reader, named);
  const title = reader.departments[department]?.title ?? department;
  const inUnit = unit === null ? null : { department: title, unit: unitTitle(reader, department, unit) };
  return {
    membership,
    name,
    username,
    office: inUnit === null ? title : say(reader.words, userMessages.membershipHere, inUnit),
    records: (seenTypes(scope, department) ?? []).map((type) => reader.recordTypes[type]?.title ?? type),
  };
}

/**
 * Lets the session see the account, under a new token: nothing that was read with the old one mixes with what is read
 * now, and nothing that is under way is sent as this person.
 * @returns the new token; null if the session has just ended
 */
export function beginOnlooking(
  client: Queryable,
  token: string,
  { id, membership }: Pick<SeenAccountRow, 'id' | 'membership'>,
): Promise<string | null> {
  return renewToken(client, token, {
    set: `seen = $3, seen_until = now() + interval '${ONLOOKING_MINUTES} minutes', delegation = NULL,
      seen_membership = (SELECT m.id FROM memberships m WHERE m.account = $3 AND m.id::text = $4)`,
    where: 'seen IS NULL',
    values: [id, membership],
  });
}

/** The session is its own again, under a new token. @returns null if it saw nobody, or has ended */
export function forgetSeen(client: Queryable, token: string): Promise<string | null> {
  return renewToken(client, token, {
    set: 'seen = NULL, seen_membership = NULL, seen_until = NULL',
    where: 'seen IS NOT NULL AND portal_session_lives(started_at, seen_at)',
    values: [],
  });
}

async function renewToken(
  client: Queryable,
  token: string,
  {
    set,
    where,
    values,
  }: { readonly set: string; readonly where: string; readonly values: readonly string[] },
): Promise<string | null> {
  const next = randomBytes(32).toString('base64url');
  const rows = await client.query(
    `UPDATE sessions SET token = $2, ${set} WHERE token = $1 AND ${where} RETURNING id`,
    [digestOfToken(token), digestOfToken(next), ...values],
  );
  return rows.length === 0 ? null : next;
}
