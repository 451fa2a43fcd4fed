/** The accounts that may work on a record, those with the fewest records first. */
import { isActOf } from '../../sql/sql.ts';
import { recordTypeOf } from '../../../portal/access/access.ts';
import type { Assignee } from '../../../portal/life/assignees.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { Visitor } from '../../../portal/model/department.ts';
import { claimRights, mayWorkOn, officeInCharge } from '../../../portal/workflow/claims.ts';
import { actionsOf } from '../../../portal/workflow/transition.ts';
import { visitorOfAccount } from '../../accounts/account-flags.ts';
import { type Account, accountColumns } from '../../accounts/accounts.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { clientOf, type RecordRequest, requestContextOf } from '../rows/record-desk.ts';
import { openRecord, type RecordName } from './open-record.ts';

/** An account with the number of records that it works on. */
export interface AssigneeChoice extends Assignee {
  readonly open: number;
}

/** An office has fewer people. */
const mostRead = 500;

type AccountRow = Account & { readonly open: number; readonly did: readonly string[] };

/** A claim ends when its record leaves the office, so all claimed records are open. */
const reading = {
  name: 'accounts-in-charge',
  text: `SELECT ${accountColumns},
      (SELECT count(*)::integer FROM records r WHERE r.assignee = a.id) AS open,
      ARRAY(SELECT DISTINCT e.what FROM events e WHERE e.record = $2 AND ${isActOf('a.id')}) AS did
    FROM account_memberships a WHERE a.department = ANY($1::text[]) AND NOT a.is_suspended AND a.password <> ''
    ORDER BY open, a.id LIMIT ${mostRead}`,
};

/**
 * The accounts of the office in charge that may work on the record.
 * @param context of the record, without the caller's part
 */
export async function candidatesFor(
  request: RecordRequest,
  context: RecordContext,
  isEligible: (visitor: Visitor, context: RecordContext) => boolean = () => true,
): Promise<AssigneeChoice[]> {
  const { portal } = requestContextOf(request);
  const office = officeInCharge(portal, context.record);
  if (office === null) return [];
  const client = clientOf(request);
  const keys = [office, ...(portal.departments[office]?.aliases ?? [])];
  const rows = await client.query<AccountRow>({ ...reading, values: [keys, context.record.id] });
  const found: AssigneeChoice[] = [];
  for (const row of rows) {
    if (found.some(({ id }) => id === row.id)) continue;
    const visitor = await visitorOfAccount(request.desk.application, row, client);
    const own = { ...context, did: row.did };
    if (visitor === null || !mayWorkOn({ portal, visitor, context: own }) || !isEligible(visitor, own))
      continue;
    found.push({ id: row.id, slug: row.slug, name: row.name, open: row.open });
  }
  return found;
}

/**
 * Keeps the account from being suspended until the transaction ends, so that its claims end after a suspension.
 * @returns false if it has just been suspended
 */
export async function holdAccount(request: RecordRequest, id: string): Promise<boolean> {
  const text = 'SELECT FROM accounts WHERE id = $1 AND NOT is_suspended FOR SHARE';
  const rows = await clientOf(request).query({ name: 'hold-account', text, values: [id] });
  return rows.length > 0;
}

/** May the visitor take some step of the record now? */
export function mayGoOn(request: RecordRequest, visitor: Visitor, context: RecordContext): boolean {
  const { portal } = requestContextOf(request);
  return actionsOf({ portal, visitor, context }).length > 0;
}

/** @throws HttpError 403 or 404 */
export async function listAssignees(request: RecordRequest, named: RecordName): Promise<AssigneeChoice[]> {
  const { portal, visitor } = requestContextOf(request);
  // Nobody claims such records, so the call does not exist.
  if ((recordTypeOf(portal, named.type)?.claim ?? null) === null) throw notFound();
  const { stored } = await openRecord(request, named);
  const { context } = stored;
  if (claimRights({ portal, visitor, context })?.assign !== true) throw forbidden();
  return candidatesFor(request, context);
}
