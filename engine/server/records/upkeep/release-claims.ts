/** Ends the claims of an account that was suspended, moved or lost a right. */
import { memberOf, contextIn } from '../../../portal/life/family.ts';
import { engine } from '../../../portal/life/decision-draft.ts';
import { signedOut } from '../../../portal/model/department.ts';
import { mayWorkOn } from '../../../portal/workflow/claims.ts';
import { visitorOfAccount } from '../../accounts/account-flags.ts';
import { type Account, accountColumns } from '../../accounts/accounts.ts';
import { changeInTransaction, inTransaction, type UnitRequest } from '../change/change-family.ts';
import { type RecordDesk, requestContextOf } from '../rows/record-desk.ts';
import { lockFamily } from '../store/lock-family.ts';

/** Claims that the account may still have stay. */
export async function releaseClaims(desk: RecordDesk, account: string): Promise<void> {
  const rows = await desk.application.database.query<{ id: string }>({
    name: 'claimed-records',
    text: 'SELECT id FROM records WHERE assignee = $1 ORDER BY id',
    values: [account],
  });
  for (const { id } of rows)
    await inTransaction({ desk, visitor: signedOut }, (inside) => releaseOne(inside, { id, account }));
}

async function releaseOne(
  inside: UnitRequest,
  { id, account }: { readonly id: string; readonly account: string },
): Promise<void> {
  const scope = requestContextOf(inside);
  const { client } = inside.unitOfWork;
  const stored = await lockFamily(client, scope, { id });
  if (stored === null || memberOf(stored.family, id).record.assignee !== account) return;
  const rows = await client.query<Account>({
    name: 'account-of-claim',
    text: `SELECT ${accountColumns} FROM account_memberships a WHERE a.id = $1 AND NOT a.is_suspended`,
    values: [account],
  });
  const { portal } = scope;
  for (const row of rows) {
    const visitor = await visitorOfAccount(inside.desk.application, row, client);
    if (visitor && mayWorkOn({ portal, visitor, context: contextIn({ portal, visitor }, stored.family, id) }))
      return;
  }
  await changeInTransaction(inside, stored, {
    command: { type: 'assign', id, to: null, by: engine },
    id,
    idempotencyKey: null,
  });
}
