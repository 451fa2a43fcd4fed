/** Claims a record for the caller, assigns it to somebody else, or releases it. */
import { message } from '../../../locales/message.ts';
import { recordMessages } from '../../../locales/records.ts';
import { viewOf } from '../../../portal/access/access.ts';
import type { Assignee } from '../../../portal/life/assignees.ts';
import { claimRights, self } from '../../../portal/workflow/claims.ts';
import { notFound, unprocessable } from '../../http/errors.ts';
import type { HttpAnswer } from '../read/answer.ts';
import { candidatesFor, holdAccount } from '../read/assignees.ts';
import { type RecordChangeRequest, requireRight } from '../read/open-record.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { type RecordRequest, requestContextOf } from '../rows/record-desk.ts';
import { changeFamily } from './change-family.ts';

type AssigneeChange = RecordChangeRequest & {
  /** `me`, the slug of an account, or null: nobody. */
  readonly assignee: string | null;
};

/** @throws HttpError 403, 404, 409 or 422 */
export async function assignRecord(request: RecordRequest, assigning: AssigneeChange): Promise<HttpAnswer> {
  return changeFamily(request, assigning, async (inside, stored) => {
    const { portal, visitor } = requestContextOf(inside);
    const { context } = stored;
    if (viewOf({ portal, visitor, context }) === null) throw notFound();
    const rights = claimRights({ portal, visitor, context });
    const { assignee, version } = assigning;
    const right = assignee === null ? 'release' : assignee === self ? 'claim' : 'assign';
    requireRight(inside, stored, { version, mayNow: rights?.[right] === true });
    const to = await accountFor(inside, stored, assignee);
    const by = { account: visitor.account, department: visitor.department };
    return { command: { type: 'assign', id: context.record.id, to, by } };
  });
}

/** @throws HttpError 422 for an account that may not work on the record */
async function accountFor(
  request: RecordRequest,
  { context }: StoredRecord,
  assignee: string | null,
): Promise<Assignee | null> {
  if (assignee === null) return null;
  const { account } = request.visitor;
  const candidates = await candidatesFor(request, context);
  const found = candidates.find(({ id, slug }) => (assignee === self ? id === account : slug === assignee));
  if (found === undefined || !(await holdAccount(request, found.id)))
    throw unprocessable({ assignee: [message(recordMessages.assigneeNotEligible)] });
  const { id, slug, name } = found;
  return { id, slug, name };
}
