/** The memberships of an account: the departments and units in which its person works, and the one in use. */
import type { UserRecord } from '../../contract/sessions.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { hasPasswords } from '../../portal/access/sign-in.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import type { Queryable } from '../database/database.ts';
import type { Account } from './accounts.ts';
import { digestOfToken } from './digests.ts';

/** The membership in the account's own row: it has no id of its own, and never ends. */
export const FIRST_MEMBERSHIP = 'first';

export interface Membership {
  readonly id: string;
  readonly department: string;
  readonly unit: string | null;
  readonly position: string | null;
  readonly flags: Account['flags'];
}

/** The memberships besides the first one, oldest first. */
export function otherMemberships(client: Queryable, account: string): Promise<Membership[]> {
  return client.query<Membership>({
    name: 'other-memberships',
    text: 'SELECT id, department, unit, position, flags FROM memberships WHERE account = $1 ORDER BY created_at, id',
    values: [account],
  });
}

/**
 * All memberships of the session's account, for the person. Those of departments that are no longer configured are
 * left out.
 * @param portal in the person's language
 */
export async function wireMemberships(
  client: Queryable,
  portal: Portal,
  { token, account }: { readonly token: string; readonly account: Account },
): Promise<UserRecord['memberships']> {
  const rows = await client.query<
    Pick<Membership, 'id' | 'department' | 'unit'> & { readonly chosen: boolean }
  >({
    name: 'memberships-of-session',
    text: `SELECT coalesce(m.membership::text, '${FIRST_MEMBERSHIP}') AS id, m.department, m.unit,
        m.membership IS NOT DISTINCT FROM s.membership AS chosen
      FROM account_memberships m LEFT JOIN sessions s ON s.token = $2
        LEFT JOIN memberships o ON o.id = m.membership
      WHERE m.id = $1 ORDER BY o.created_at NULLS FIRST, m.membership`,
    values: [account.id, digestOfToken(token)],
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
