/** The recipients of a notice: the accounts of the record's parties, its office and the departments that it names. */
import { departmentsToTell, isTold, type NoticeOfStep, rolesOf } from '../../portal/life/audience.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { RecordContext } from '../../portal/model/record.ts';
import type { Visitor } from '../../portal/model/department.ts';
import { ownVisitor } from '../accounts/account-flags.ts';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import { valueShown } from '../../portal/text/tell.ts';
import type { Queryable } from '../database/database.ts';

export interface Recipient {
  readonly account: Pick<Account, 'id' | 'name' | 'username' | 'language'>;
  readonly visitor: Visitor;
}

/** The known people of a record. */
export interface NoticeAudience {
  readonly recipients: readonly Recipient[];
  /** The name for each role, in the readers' language. */
  readonly people: (reader: Portal) => Readonly<Record<string, string>>;
  /** Of the owner's account; null: no language was chosen. */
  readonly ownersLanguage: string | null;
}

/**
 * Returns the recipients. Of an office only members who may enter the portal and see the record, without the actor.
 * Each account occurs once.
 * @param actor account that took the step, or null
 */
export async function readAudience(
  client: Queryable,
  portal: Portal,
  notice: NoticeOfStep,
): Promise<NoticeAudience> {
  const { context } = notice;
  const roles = rolesOf(context);
  const departments = departmentsToTell(notice);
  const accounts = await client.query<Account>({
    name: 'notice-accounts',
    // Lists as JSON need one plan, not one for each length. Accounts are found one by one in an index.
    text: `SELECT ${accountColumns} FROM (
        SELECT a.id, a.membership FROM jsonb_array_elements_text($1) p(id) JOIN accounts a ON a.id = p.id::uuid
        UNION SELECT m.id, m.membership FROM jsonb_array_elements_text($2) d(key)
          CROSS JOIN LATERAL (
            SELECT id, membership FROM account_memberships WHERE department = d.key AND NOT is_suspended OFFSET 0) m
      ) t CROSS JOIN LATERAL (SELECT * FROM account_memberships one
        WHERE one.id = t.id AND one.membership = t.membership OFFSET 0) a ORDER BY a.name, a.id`,
    values: [JSON.stringify(roles.flatMap(({ account }) => account ?? [])), JSON.stringify([...departments])],
  });
  const told = new Set<string>();
  const recipients = accounts.flatMap((account): Recipient[] => {
    const visitor = account.is_suspended ? null : ownVisitor(portal, account);
    if (visitor === null) return [];
    if (told.has(account.id) || !isTold({ portal, visitor }, notice)) return [];
    told.add(account.id);
    return [{ account, visitor }];
  });
  const owner = accounts.find(({ id }) => id === context.record.owner);
  return {
    recipients,
    people: (reader) => namesOf(reader, roles, accounts),
    ownersLanguage: owner?.language ?? null,
  };
}

type RecordParty = RecordContext['parties'][number];

function namesOf(
  portal: Portal,
  roles: readonly RecordParty[],
  accounts: readonly Account[],
): Record<string, string> {
  const names = new Map<string, string[]>();
  for (const { role, account, department } of roles) {
    const found =
      accounts.find(({ id }) => id === account)?.name ?? portal.departments[department ?? '']?.title;
    if (found !== undefined) names.set(role, [...(names.get(role) ?? []), found]);
  }
  return Object.fromEntries([...names].map(([role, all]) => [role, valueShown(portal, all)]));
}
