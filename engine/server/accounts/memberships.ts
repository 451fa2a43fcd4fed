/** The memberships of an account: the departments and units in which its person works, and the one in use. */
import type { UserRecord } from '../../contract/sessions.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { hasPasswords } from '../../portal/access/sign-in.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import type { Queryable } from '../database/database.ts';
import type { Account } from './accounts.ts';

export interface Membership {
  readonly id: string;
  readonly department: string;
  readonly unit: string | null;
  readonly position: string | null;
  readonly flags: Account['flags'];
  /** It is in the account's own row; the others have rows of their own. */
  readonly isFirst: boolean;
}

/** All memberships of an account, oldest first. There is always one. */
export function membershipsOf(client: Queryable, account: string): Promise<Membership[]> {
  return client.query<Membership>({
    name: 'memberships-of-account',
    text: `SELECT membership AS id, department, unit, position, flags, joined_at IS NULL AS "isFirst"
      FROM account_memberships WHERE id = $1 ORDER BY joined_at NULLS FIRST, membership`,
    values: [account],
  });
}

/**
 * All memberships of the account as its session acts, for the person. Those of departments that are no longer configured are
 * left out.
 * @param portal in the person's language
 */
export async function wireMemberships(
  client: Queryable,
  portal: Portal,
  account: Account,
): Promise<UserRecord['memberships']> {
  const rows = await client.query<
    Pick<Membership, 'id' | 'department' | 'unit' | 'position'> & { readonly chosen: boolean }
  >({
    name: 'memberships-of-session',
    text: `SELECT membership AS id, department, unit, position, membership = $2 AS chosen
      FROM account_memberships WHERE id = $1 ORDER BY joined_at NULLS FIRST, membership`,
    values: [account.id, account.membership],
  });
  return rows.flatMap(({ department: named, unit, ...row }) => {
    const key = departmentKey(portal, named);
    const department = portal.departments[key];
    if (department === undefined) return [];
    const found = portal.lookups[department.units ?? '']?.rows.find(({ value }) => value === unit);
    return [
      {
        ...row,
        department: key,
        title: department.title,
        unit: unit === null ? null : (found?.label ?? unit),
      },
    ];
  });
}

/** The keys of all departments in which the account has a membership. */
export function departmentsOf(
  portal: Portal,
  { department, other_departments: others }: Pick<Account, 'department' | 'other_departments'>,
): string[] {
  return [...new Set([department, ...others].map((name) => departmentKey(portal, name)))];
}

/** False: one of the account's departments demands a provider in place of passwords. */
export function mayUsePassword(
  portal: Portal,
  account: Pick<Account, 'department' | 'other_departments'>,
): boolean {
  return departmentsOf(portal, account).every((department) => hasPasswords(portal, department));
}

/** True: one of the account's departments requires a second step. */
export function needsSecondStep(
  portal: Portal,
  account: Pick<Account, 'department' | 'other_departments'>,
): boolean {
  return departmentsOf(portal, account).some((key) => portal.departments[key]?.requiresSecondStep === true);
}
