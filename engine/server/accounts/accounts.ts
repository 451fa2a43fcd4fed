/** Accounts in the database: creates and finds them, and changes them. */
import { randomInt } from 'node:crypto';
import { accountMessages } from '../../locales/account.ts';
import { message, type Message } from '../../locales/message.ts';
import { isEmail } from '../../portal/writing/email.ts';
import type { AccountChange } from '../../portal/life/decision-draft.ts';
import type { Value } from '../../portal/model/condition.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Queryable } from '../database/database.ts';
import type { StatementPart } from '../database/statements.ts';
import { unprocessable } from '../http/errors.ts';
import type { Delegation } from './acting-visitor.ts';
import { passwordFaults } from './password-rules.ts';
import { hashPassword } from './password.ts';

export interface Account {
  readonly id: string;
  readonly slug: string;
  readonly department: string;
  readonly username: string;
  readonly name: string;
  /** PHC format. */
  readonly password: string;
  readonly unit: string | null;
  /** Null: no name was chosen. */
  readonly language: string | null;
  readonly flags: Readonly<Record<string, Value>>;
  readonly is_suspended: boolean;
  /** Signing in with the password needs a second step. */
  readonly has_second_step: boolean;
  /** The membership in which the account is read. */
  readonly membership: string;
  /** Of its other memberships. */
  readonly other_departments: readonly string[];
  /** The delegation under which the session acts; null or left out: none. */
  readonly acts_for?: Delegation | null;
  /** Who sees the portal as this account in the session; null or left out: it is its own. */
  readonly onlooker?: OnlookingAccount | null;
}

/** The account of a session that sees another one. */
export interface OnlookingAccount extends Omit<Account, 'password' | 'acts_for' | 'onlooker'> {
  /** ISO time at which it ends. */
  readonly until: string;
}

export interface NewAccount {
  readonly department: string;
  readonly username: string;
  readonly name: string;
  readonly password: string;
  readonly unit?: string | null;
  readonly language?: string | null;
  readonly flags?: Readonly<Record<string, Value>>;
}

export const accountColumns =
  'a.id, a.slug, a.department, a.username, a.name, a.password, a.unit, a.language, a.flags, a.is_suspended, a.has_second_step, a.other_departments, a.membership';

/**
 * Creates an account.
 * @param portal its words make a password easy to guess
 * @throws HttpError 422 that names `username` or `password`
 */
export async function createAccount(
  client: Queryable,
  { password, ...account }: NewAccount,
  portal: Portal | null = null,
): Promise<Account> {
  const faults = await passwordFaults(password, account, portal);
  if (faults.length > 0) throw unprocessable({ password: faults });
  return insertAccount(client, { ...account, hash: await hashPassword(password) });
}

/**
 * Like `createAccount`, with a password that is already hashed and not checked: for demonstration accounts.
 * @throws HttpError 422 that names `username`
 */
export async function insertAccount(
  client: Queryable,
  account: Omit<NewAccount, 'password'> & { readonly hash: string },
): Promise<Account> {
  const row = await addAccount(client, account);
  if (row === null) throw unprocessable({ username: [addressTaken()] });
  return row;
}

/**
 * Like `insertAccount`, but an address that already has an account is not an error.
 * @returns null if it has one
 * @throws HttpError 422 that names `username`
 */
export async function addAccount(
  client: Queryable,
  account: Omit<NewAccount, 'password'> & { readonly hash: string },
): Promise<Account | null> {
  const username = normalName(account.username);
  if (!isEmail(username)) throw unprocessable({ username: [emailExpected] });
  const [row] = await client.query<Account>(
    `INSERT INTO accounts AS a (slug, department, username, name, password, unit, language, flags)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING ${accountColumns}`,
    [
      newSlug(),
      account.department,
      username,
      account.name,
      account.hash,
      account.unit ?? null,
      account.language ?? null,
      JSON.stringify(account.flags ?? {}),
    ],
  );
  return row ?? null;
}

function addressTaken(): Message {
  return message(accountMessages.emailTaken);
}

/** Lower-case letters and digits, like the slugs of records. */
function newSlug(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}

export async function findAccount(client: Queryable, username: string): Promise<Account | null> {
  const [row] = await client.query<Account>({
    name: 'find-account',
    text: `SELECT ${accountColumns} FROM accounts a WHERE a.username = $1`,
    values: [normalName(username)],
  });
  return row ?? null;
}

export interface NewSignIn {
  readonly username?: string;
  readonly password: string;
  readonly flags?: Readonly<Record<string, Value>>;
}

/**
 * Changes the account's credentials. Links for a new password become worthless.
 * @param portal its words make a password easy to guess
 * @throws HttpError 422 that names `username` or `password`
 */
export async function changeSignIn(
  client: Queryable,
  account: Pick<Account, 'id' | 'username' | 'name'>,
  change: NewSignIn,
  portal: Portal,
): Promise<void> {
  const owner = { name: account.name, username: change.username ?? account.username };
  const faults = await passwordFaults(change.password, owner, portal);
  if (faults.length > 0) throw unprocessable({ password: faults });
  const username = change.username === undefined ? null : normalName(change.username);
  if (username !== null && !isEmail(username)) throw unprocessable({ username: [emailExpected] });
  const rows = await client.query(
    `UPDATE accounts SET username = coalesce($2, username), password = $3, flags = flags || $4::jsonb, updated_at = now()
     WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM accounts other WHERE other.username = $2 AND other.id <> $1)
     RETURNING id`,
    [account.id, username, await hashPassword(change.password), JSON.stringify(change.flags ?? {})],
  );
  if (rows.length === 0) throw unprocessable({ username: [addressTaken()] });
  await client.query('UPDATE memberships SET flags = flags || $2::jsonb WHERE account = $1', [
    account.id,
    JSON.stringify(change.flags ?? {}),
  ]);
  await client.query('UPDATE password_links SET used_at = now() WHERE account = $1 AND used_at IS NULL', [
    account.id,
  ]);
}

export const emailExpected = message(accountMessages.emailInvalid);

/** The department, unit and flags of an account. Left-out values do not change. */
export interface AccountMembership {
  readonly department?: string;
  readonly unit?: string | null;
  /** The flags to change; with `isWhole` they replace all flags. */
  readonly flags?: Readonly<Record<string, Value>>;
  readonly isWhole?: boolean;
}

/**
 * Changes the account's department, unit or flags. Its sessions continue and get the new rights from their next
 * request on.
 * @returns the account after the change, or null if nobody has this address
 */
export async function assignAccount(
  client: Queryable,
  username: string,
  { department, unit, flags = {}, isWhole = false }: AccountMembership,
): Promise<Account | null> {
  const [row] = await client.query<Account>(
    `UPDATE accounts a SET department = coalesce($2, a.department),
       unit = CASE WHEN $3 OR $2 <> a.department THEN $4 ELSE a.unit END,
       flags = CASE WHEN $6 THEN '{}' ELSE a.flags END || $5::jsonb, updated_at = now()
     WHERE a.username = $1 RETURNING ${accountColumns}`,
    [
      normalName(username),
      department ?? null,
      unit !== undefined,
      unit ?? null,
      JSON.stringify(flags),
      isWhole,
    ],
  );
  return row ?? null;
}

function normalName(username: string): string {
  return username.trim().toLowerCase();
}

export type Addressee = Pick<Account, 'id' | 'name' | 'username' | 'language'>;

export interface EndedDelegation {
  readonly officer: Addressee;
  readonly deputy: Addressee;
  readonly last_day: string;
}

interface EndOptions {
  /** Null: all of the account. */
  readonly id?: string | null;
  /** Leaves out those that were over before this day; null: none. */
  readonly today?: string | null;
}

/** Ends delegations of this account, in either part, before their last day. */
export function endDelegations(
  client: Queryable,
  account: string,
  { id = null, today = null }: EndOptions = {},
): Promise<EndedDelegation[]> {
  return client.query<EndedDelegation>({
    name: 'end-delegations',
    text: `UPDATE delegations SET ended_at = now()
      WHERE $1 IN (officer, deputy) AND ended_at IS NULL AND ($2::text IS NULL OR id::text = $2)
        AND ($3::date IS NULL OR last_day >= $3)
      RETURNING ${endedColumns}`,
    values: [account, id, today],
  });
}

/**
 * Ends the delegations of this account, in either part, whose officer and deputy no longer work in the same department
 * and unit: one of their memberships has ended or moved.
 * @param today leaves out those that were over before this day
 */
export function endStrandedDelegations(
  client: Queryable,
  { departments }: Portal,
  { account, today }: { readonly account: string; readonly today: string },
): Promise<EndedDelegation[]> {
  const keys = Object.values(departments).flatMap(({ key, aliases }) => aliases.map((alias) => [alias, key]));
  return client.query<EndedDelegation>({
    name: 'end-stranded-delegations',
    text: `UPDATE delegations e SET ended_at = now()
      WHERE $1 IN (officer, deputy) AND ended_at IS NULL AND last_day >= $2::date AND NOT EXISTS (
        SELECT 1 FROM account_memberships o JOIN account_memberships d ON d.id = e.deputy
          AND coalesce($3::jsonb ->> d.department, d.department) = coalesce($3::jsonb ->> o.department, o.department)
          AND d.unit IS NOT DISTINCT FROM o.unit
        WHERE o.id = e.officer AND o.membership = e.membership)
      RETURNING ${endedColumns}`,
    values: [account, today, JSON.stringify(Object.fromEntries(keys))],
  });
}

const endedColumns = `last_day::text, ${personSql('officer')} AS officer, ${personSql('deputy')} AS deputy`;

function personSql(column: string): string {
  return `(SELECT json_build_object('id', id, 'name', name, 'username', username, 'language', language)
    FROM accounts WHERE id = ${column})`;
}

export async function changeAccounts(client: Queryable, changes: readonly AccountChange[]): Promise<void> {
  for (const change of changes) {
    const { account, does } = change;
    if (does === 'rename') {
      await client.query('UPDATE accounts SET name = $2, updated_at = now() WHERE id = $1', [
        account,
        change.name,
      ]);
      continue;
    }
    if (does === 'suspend' || does === 'restore') {
      await client.query('UPDATE accounts SET is_suspended = $2, updated_at = now() WHERE id = $1', [
        account,
        does === 'suspend',
      ]);
    }
    // Nobody acts for a suspended officer, and no suspended deputy for anybody.
    if (does === 'suspend') await endDelegations(client, account);
    // An account that is closed or gets a new password is signed out everywhere.
    if (does !== 'restore') await client.query('DELETE FROM sessions WHERE account = $1', [account]);
  }
}

/** How many identities at sign-in providers the account is linked to. */
export async function countIdentities(client: Queryable, account: string): Promise<number> {
  const [row] = await client.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM account_identities WHERE account = $1',
    [account],
  );
  return row?.count ?? 0;
}

/** Unlinks them, and ends sign-ins with them that are on their way. */
export function identityRemoval(account: string): StatementPart[] {
  const pending = 'UPDATE provider_sign_ins SET ticket = NULL WHERE account = $1';
  return [
    { name: 'pending', text: pending, values: [account] },
    { name: 'identities', text: 'DELETE FROM account_identities WHERE account = $1', values: [account] },
  ];
}
