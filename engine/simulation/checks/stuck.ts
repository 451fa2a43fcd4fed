/** Finds stuck records: not final, with no possible step for anybody, and with nothing that happens automatically. */
import { actionsOf } from '../../portal/workflow/transition.ts';
import { may } from '../../portal/access/access.ts';
import { reviewRights } from '../../portal/checklist/checklist.ts';
import type { Visitor } from '../../portal/model/department.ts';
import { visitorOfAccount } from '../../server/accounts/account-flags.ts';
import { type Account, accountColumns } from '../../server/accounts/accounts.ts';
import { readRecordById } from '../../server/records/rows/read-record.ts';
import type { InvariantResult } from './invariant-result.ts';
import type { Town } from '../town/town.ts';

interface OpenLine {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly state: string;
  readonly owner: string | null;
  readonly office: string | null;
  readonly parent: string | null;
  readonly isWaking: boolean;
}

export async function stuckRecords(town: Town): Promise<InvariantResult> {
  const { application, portal } = town;
  const records = await application.database.query<OpenLine>(
    'SELECT id, type, slug, state, owner, office, parent, wake IS NOT NULL AS "isWaking" FROM records ORDER BY created_at, id',
  );
  const open = records.filter(({ type, state }) => {
    const said = portal.workflows[type]?.states[state];
    return said !== undefined && !said.isFinal && !said.isSettled;
  });
  const visitors = await visitorsOf(town);
  const alive = new Set<string>();
  for (const record of open) {
    // Among citizens only the owner can act. The people most likely to act come first.
    const asked = visitors
      .filter(
        ({ account, department }) =>
          account === record.owner || portal.departments[department ?? '']?.kind !== 'citizen',
      )
      .toSorted((a, b) => nearnessOf(b, record) - nearnessOf(a, record));
    if (record.isWaking || (await canAct(town, asked, record.id))) alive.add(record.id);
  }
  // A record that waits for one that can continue can continue too.
  for (let size = -1; size !== alive.size;) {
    size = alive.size;
    for (const { id, parent } of open) {
      if (parent !== null && alive.has(id)) alive.add(parent);
      if (parent !== null && alive.has(parent) && open.some((one) => one.id === parent)) alive.add(id);
    }
  }
  const stuck = open.filter(({ id }) => !alive.has(id));
  return {
    name: 'nothing is stuck',
    checked: records.length,
    isExpected: true,
    broken: stuck.map(({ type, slug, state }) => `${type}/${slug} (${state})`),
  };
}

function nearnessOf({ account, department }: Visitor, { owner, office }: OpenLine): number {
  return Number(account === owner) + Number(department === office);
}

async function canAct(
  { application, portal }: Town,
  visitors: readonly Visitor[],
  id: string,
): Promise<boolean> {
  for (const visitor of visitors) {
    const stored = await readRecordById(application.database, { portal, visitor }, id);
    if (stored === null) continue;
    const { context } = stored;
    const { type } = context.record;
    if (!may({ portal, visitor, context }, 'read', type)) continue;
    if (actionsOf({ portal, visitor, context }).length > 0) return true;
    if (
      may({ portal, visitor, context }, 'update', type) ||
      reviewRights({ portal, visitor, context }).accept
    )
      return true;
  }
  return false;
}

/** Everybody with an account, as a visitor. */
export async function visitorsOf({ application }: Pick<Town, 'application'>): Promise<Visitor[]> {
  const accounts = await application.database.query<Account>(
    `SELECT ${accountColumns} FROM accounts a ORDER BY a.department, a.username`,
  );
  const visitors = await Promise.all(accounts.map((account) => visitorOfAccount(application, account)));
  return visitors.filter((visitor) => visitor !== null);
}
