/** Tells whether anybody with an account can go on with a record. */
import { may } from '../../portal/access/access.ts';
import { reviewRights } from '../../portal/checklist/checklist.ts';
import type { Visitor } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { RecordContext } from '../../portal/model/record.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import { actionsOf } from '../../portal/workflow/transition.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import type { Queryable } from '../database/database.ts';
import type { Application } from '../kernel/application.ts';
import type { SharedRecord } from '../records/rows/shared-records.ts';

interface KnownPeople {
  readonly office: string | null;
  /** The accounts of its owner and its other parties. */
  readonly people: readonly string[];
}

/**
 * Reads the accounts that are not suspended: those of requesters only if the records are theirs.
 * @param records those that will be asked about
 * @returns whether one of them can change a record, or take a step or review its checklist
 */
export async function readActors(
  application: Pick<Application, 'database' | 'portal' | 'now'>,
  client: Queryable,
  records: readonly KnownPeople[],
): Promise<(of: KnownPeople, record: SharedRecord | undefined) => Promise<boolean>> {
  const portal = application.portal();
  const requesters = Object.values(portal.departments).flatMap(({ key, kind }) =>
    kind === 'requester' ? [key] : [],
  );
  const accounts = await client.query<Account>(
    `SELECT ${accountColumns} FROM account_memberships a
     WHERE NOT a.is_suspended AND (a.department <> ALL($1::text[]) OR a.id = ANY($2::uuid[]))
     ORDER BY a.department, a.username, a.membership`,
    [requesters, [...new Set(records.flatMap(({ people }) => people))]],
  );
  const byId = Map.groupBy(accounts, ({ id }) => id);
  const officers = accounts.filter(({ department }) => !requesters.includes(department));
  const byOffice = Map.groupBy(officers, ({ department }) => department);
  const visitorOf = onceForEach((account: Account) => visitorOfAccount(application, account, client));
  return async ({ people, office }, record) => {
    if (record === undefined) return false;
    // The most likely first: its own people, its office, and all others who are no requesters.
    const own = people.flatMap((account) => byId.get(account) ?? []);
    const asked = new Set<string>();
    for (const account of new Set([...own, ...(byOffice.get(office ?? '') ?? []), ...officers])) {
      const visitor = await visitorOf(account);
      if (visitor === null) continue;
      if (!record.mentions(visitor)) {
        const rights = rightsOf(visitor);
        if (asked.has(rights)) continue;
        asked.add(rights);
      }
      if (canAct(portal, visitor, record.contextOf(visitor))) return true;
    }
    return false;
  };
}

/** What the rules read of a visitor whom a record does not mention. */
const rightsOf = onceForEach(({ department, unit, flags }: Visitor) =>
  JSON.stringify([department, unit, flags]),
);

function canAct(portal: Portal, visitor: Visitor, context: RecordContext): boolean {
  const scope = { portal, visitor, context };
  const { type } = context.record;
  if (!may(scope, 'read', type)) return false;
  if (actionsOf(scope, (step) => step.extends === null).length > 0) return true;
  return may(scope, 'update', type) || reviewRights(scope).accept;
}
