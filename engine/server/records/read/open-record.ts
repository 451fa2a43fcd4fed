/** Finds the requested record for a visitor who may see it, at the version that the request was based on. */
import { may, type View, viewOf, whyRuleless } from '../../../portal/access/access.ts';
import { requireApplied, requireNewest } from '../../http/require-newest.ts';
import { conflict, forbidden, notFound, rulesRemoved } from '../../http/errors.ts';
import type { IdempotencyKey } from './answer.ts';
import { requestContextOf, clientOf } from '../rows/record-desk.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import { readRecord } from '../rows/read-record.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { toWire } from './wire-record.ts';

export interface RecordName {
  readonly type: string;
  readonly slug: string;
}

/** The request for a change of an existing record. */
export interface RecordChangeRequest extends RecordName {
  readonly version: number;
  /** Null for a call without an idempotency key. */
  readonly idempotencyKey: IdempotencyKey | null;
}

export interface VisibleRecord {
  readonly stored: StoredRecord;
  readonly view: View;
}

/**
 * @throws HttpError 404 if it does not exist or the visitor may not see it; both get the same answer; 503 while another
 * version comes into force
 */
export async function openRecord(request: RecordRequest, named: RecordName): Promise<VisibleRecord> {
  const scope = requestContextOf(request);
  const stored = await readRecord(clientOf(request), scope, named);
  if (stored !== null && whyRuleless(scope.portal, stored.context.record) !== null)
    await requireNewest(request.desk.application, scope.portal, clientOf(request));
  const view = stored === null ? null : viewOf({ ...scope, context: stored.context });
  if (stored !== null && view !== null) return { stored, view };
  await requireApplied(request.desk.application, scope.portal, clientOf(request));
  throw notFound();
}

/**
 * Checks that the visitor may make the change, and that it is based on the current version.
 * @throws HttpError 403, or 409 with the current record: also for a visitor who was allowed before it changed;
 * 409 with a sentence if the configuration no longer has the record's rules
 */
export function requireRight(
  request: RecordRequest,
  stored: StoredRecord,
  { version, mayNow }: { readonly version: number; readonly mayNow: boolean },
): void {
  const { record } = stored.context;
  const { portal, visitor } = requestContextOf(request);
  const isReader = may({ portal, visitor, context: stored.context }, 'read', record.type);
  const gone = isReader ? whyRuleless(portal, record) : null;
  if (gone !== null) throw rulesRemoved(gone);
  const { account, department } = request.visitor;
  const isStale = record.version !== version;
  const isInvolved = (account !== null && record.owner === account) || record.office === department;
  if (isStale && (mayNow || isInvolved)) throw conflict(toWire(requestContextOf(request), stored));
  if (!mayNow) throw forbidden();
}
