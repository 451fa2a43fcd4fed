/**
 * Finds an issued document: by its code for readers of its record, by a signed link, or by its statement to verify it.
 */
import type { WireDocumentCheck, WireSheet } from '../../contract/documents.ts';
import { viewOf } from '../../portal/access/access.ts';
import { holds } from '../../portal/conditions/evaluate.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import { sealAddress, sealName } from '../../portal/documents/seal-picture.ts';
import { stateOnDay } from '../../portal/model/document.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { documentPathOf } from '../../portal/routing/links.ts';
import { portalText } from '../../portal/text/tell.ts';
import type { Queryable } from '../database/database.ts';
import { notFound, unauthenticated } from '../http/errors.ts';
import { requireOpenDoor } from '../records/change/open-door.ts';
import { readRecordById, type StoredRecord } from '../records/rows/read-record.ts';
import { type RecordRequest, requestContextOf } from '../records/rows/record-desk.ts';
import { todayIn } from '../sql/today.ts';
import type { KeptContent } from './stamp-documents.ts';
import type { PublishedKey } from '../../portal/documents/statement.ts';
import { checkStatement } from './statement.ts';

export interface DocumentRow {
  readonly code: string;
  /** Id of the record. */
  readonly record: string;
  readonly document: string;
  readonly number: string | null;
  readonly variant: string | null;
  readonly state: 'valid' | 'suspended' | 'revoked';
  readonly issued_at: Date;
  /** ISO date. */
  readonly valid_until: string | null;
  readonly content: KeptContent;
}

/** The document with this code, or null. A malformed code causes no query. */
export async function findDocument(client: Queryable, code: string): Promise<DocumentRow | null> {
  if (!/^[a-z0-9]{16}$/.test(code)) return null;
  const [row] = await client.query<DocumentRow>({
    name: 'document-by-code',
    text: `SELECT code, record, document, number, variant, state, issued_at, valid_until, content
      FROM documents WHERE code = $1`,
    values: [code],
  });
  return row ?? null;
}

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

interface SheetPlace {
  /** Public address of the portal. */
  readonly origin: string;
  readonly now: Date;
  /** The address of a picture of the sheet, by its id. */
  readonly linkOf: (picture: SheetPicture) => string;
}

export function sheetOf(
  portal: Portal,
  { row, stored }: OpenedDocument,
  { origin, now, linkOf }: SheetPlace,
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
    seal: sealAddress(sealName(portal, document)),
    pictures: Object.fromEntries(picturesOn(content).map((one) => [one.id, linkOf(one)])),
    address: `${origin}${documentPathOf(portal, code) ?? ''}#${statement}`,
    content,
  };
}

export interface SheetPicture {
  readonly id: string;
  readonly is: 'file' | 'signature';
}

/** The photos and signatures of a document. */
export function picturesOn({ blocks }: Pick<KeptContent, 'blocks'>): SheetPicture[] {
  return blocks.flatMap((block): SheetPicture[] => {
    if (block.block === 'photo' && block.file !== null) return [{ id: block.file, is: 'file' }];
    if (block.block === 'signature' && block.picture !== undefined)
      return [{ id: block.picture, is: 'signature' }];
    return [];
  });
}

export interface DocumentCheck {
  readonly code: string;
  /** Null: the document is not in the register. */
  readonly row: DocumentRow | null;
  /** The signed statement from the request, or null. */
  readonly statement: string | null;
  readonly now: Date;
  readonly linkOf: SheetPlace['linkOf'];
}

/** Null if there is neither a document nor a statement for the code. */
export function checkDocument(
  portal: Portal,
  keys: readonly PublishedKey[],
  { code, row, statement, now, linkOf }: DocumentCheck,
): WireDocumentCheck | null {
  const nothing = {
    title: null,
    number: null,
    subject: null,
    issued_on: null,
    valid_until: null,
    office: null,
    compare: [],
    photo: null,
    reporting: portal.reporting,
    open: false,
  };
  const said = statement === null ? null : checkStatement(statement, keys);
  if (said !== null && (said.is !== 'genuine' || said.statement.code !== code)) {
    return { code, verdict: 'forged', signed: true, ...nothing };
  }
  if (row !== null) return inRegister(portal, { row, now, linkOf, isSigned: said !== null });
  if (said === null) return null;
  const { title, number, subject, issuedOn, validUntil } = said.statement;
  const told = { title, number, subject, issued_on: issuedOn, valid_until: validUntil };
  return { code, verdict: 'unknown', signed: true, ...nothing, ...told };
}

function inRegister(
  portal: Portal,
  {
    row,
    now,
    linkOf,
    isSigned,
  }: Pick<DocumentCheck, 'now' | 'linkOf'> & { readonly row: DocumentRow; readonly isSigned: boolean },
): WireDocumentCheck {
  const { code, state, number, valid_until: validUntil, issued_at: issuedAt, content } = row;
  const photo = content.compare?.photo ?? null;
  return {
    code,
    verdict: stateOnDay({ state, validUntil }, todayIn(portal.timeZone, now)),
    signed: isSigned,
    title: content.title,
    number,
    subject: content.subject,
    issued_on: todayIn(portal.timeZone, issuedAt),
    valid_until: validUntil,
    office: content.compare?.office ?? null,
    compare: (content.compare?.rows ?? []).map((fact) => ({
      ...fact,
      // Stored as the configuration had it.
      label: portalText(portal, { text: fact.label, kind: 'question' }),
    })),
    photo: photo === null ? null : linkOf({ id: photo, is: 'file' }),
    reporting: portal.reporting,
    open: portal.documents[row.document]?.isPublic ?? false,
  };
}
