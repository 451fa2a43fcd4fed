/** Opens a document for anyone who may read its record, or for everybody if its template is public. */
import type { Scope } from '../../portal/conditions/scope.ts';
import { viewOf } from '../../portal/access/access.ts';
import { documentPathOf } from '../../portal/routing/links.ts';
import { stateOnDay } from '../../portal/model/document.ts';
import { holds } from '../../portal/conditions/evaluate.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { WireSheet } from '../../contract/documents.ts';
import { notFound, unauthenticated } from '../http/errors.ts';
import { requireOpenDoor } from '../records/change/open-door.ts';
import { readRecordById, type StoredRecord } from '../records/rows/read-record.ts';
import { requestContextOf, type RecordRequest } from '../records/rows/record-desk.ts';
import { todayIn } from '../sql/today.ts';
import { findDocument, type DocumentRow } from './document-rows.ts';

export interface OpenedDocument {
  readonly row: DocumentRow;
  /** Its record, if the visitor may read it; null for a public document. */
  readonly stored: StoredRecord | null;
}

/** @throws HttpError 401 for a signed-out caller, 404 if this visitor has no such document */
export async function openDocument(request: RecordRequest, code: string): Promise<OpenedDocument> {
  const { database } = request.desk.application;
  const scope = requestContextOf(request);
  const row = await findDocument(database, code);
  const template = row === null ? undefined : scope.portal.documents[row.document];
  const isPublic = template?.isPublic ?? false;
  if (scope.visitor.signedIn) requireOpenDoor(scope);
  const stored =
    row === null || !scope.visitor.signedIn ? null : await readRecordById(database, scope, row.record);
  if (row !== null && stored !== null && mayOpen(scope, stored, row)) return { row, stored };
  if (row !== null && isPublic) return { row, stored: null };
  throw scope.visitor.signedIn ? notFound() : unauthenticated();
}

function mayOpen({ portal, visitor }: Scope, { context }: StoredRecord, { document }: DocumentRow): boolean {
  if (viewOf({ portal, visitor, context })?.level !== 'read') return false;
  const read = portal.documents[document]?.read;
  return read === undefined || holds(read, { portal, visitor, context });
}

/** @param origin public address of the portal */
export function sheetOf(
  portal: Portal,
  { row, stored }: OpenedDocument,
  { origin, now }: { readonly origin: string; readonly now: Date },
): WireSheet {
  const { code, document, number, state, valid_until: validUntil, issued_at: issuedAt } = row;
  const { statement, ...content } = row.content;
  const record = stored?.context.record;
  return {
    code,
    document,
    title: content.title,
    number,
    verdict: stateOnDay({ state, validUntil }, todayIn(portal.timeZone, now)),
    issued_on: todayIn(portal.timeZone, issuedAt),
    valid_until: validUntil,
    record: record === undefined ? null : { type: record.type, slug: record.slug },
    address: `${origin}${documentPathOf(portal, code) ?? ''}#${statement}`,
    content,
  };
}
