/** Stores new answers or items in a record, together with the changes that follow in its family. */
import { recordTypeOf, viewOf } from '../../../portal/access/access.ts';
import type { Command } from '../../../portal/life/decide-command.ts';
import { notFound } from '../../http/errors.ts';
import { changeFamily } from './change-family.ts';
import type { RecordChangeRequest } from '../read/open-record.ts';
import { openRecord } from '../read/open-record.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { requestContextOf, type RecordRequest } from '../rows/record-desk.ts';
import type { HttpAnswer } from '../read/answer.ts';

export type PutCommand = Extract<Command, { type: 'put' }>;

/** @throws HttpError 403, 404, 409 or 422 */
export async function putRecord(
  request: RecordRequest,
  changing: RecordChangeRequest,
  decide: (request: RecordRequest, stored: StoredRecord) => Promise<PutCommand>,
): Promise<HttpAnswer> {
  const { portal, visitor } = requestContextOf(request);
  // Such a record is an account and cannot be changed here. The decision gives the reason.
  if (recordTypeOf(portal, changing.type)?.builtIn === 'user') {
    const { stored } = await openRecord(request, changing);
    await decide(request, stored);
    throw notFound();
  }
  return changeFamily(request, changing, async (inside, stored) => {
    if (viewOf({ portal, visitor, context: stored.context }) === null) throw notFound();
    return { command: await decide(inside, stored) };
  });
}
