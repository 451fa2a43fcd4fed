/** Reports the status of a document: unknown, genuine or forged, valid, expired, suspended or revoked. */
import { stateOnDay } from '../../portal/model/document.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { WireDocumentCheck } from '../../contract/documents.ts';
import { todayIn } from '../sql/today.ts';
import type { PublishedKey } from './document-keys.ts';
import type { DocumentRow } from './document-rows.ts';
import { checkStatement } from './statement.ts';

export interface DocumentCheck {
  readonly code: string;
  /** Null: the document is not in the register. */
  readonly row: DocumentRow | null;
  /** The signed statement from the request, or null. */
  readonly statement: string | null;
  readonly now: Date;
}

/** Null if there is neither a document nor a statement for the code. */
export function checkDocument(
  portal: Portal,
  keys: readonly PublishedKey[],
  { code, row, statement, now }: DocumentCheck,
): WireDocumentCheck | null {
  const nothing = {
    title: null,
    number: null,
    subject: null,
    issued_on: null,
    valid_until: null,
    open: false,
  };
  const said = statement === null ? null : checkStatement(statement, keys);
  if (said !== null && (said.is !== 'genuine' || said.statement.code !== code)) {
    return { code, verdict: 'forged', signed: true, ...nothing };
  }
  if (row !== null) return inRegister(portal, { row, now, isSigned: said !== null });
  if (said === null) return null;
  const { title, number, subject, issuedOn, validUntil } = said.statement;
  const told = { title, number, subject, issued_on: issuedOn, valid_until: validUntil, open: false };
  return { code, verdict: 'unknown', signed: true, ...told };
}

function inRegister(
  portal: Portal,
  { row, now, isSigned }: { readonly row: DocumentRow; readonly now: Date; readonly isSigned: boolean },
): WireDocumentCheck {
  const { code, state, number, valid_until: validUntil, issued_at: issuedAt, content } = row;
  return {
    code,
    verdict: stateOnDay({ state, validUntil }, todayIn(portal.timeZone, now)),
    signed: isSigned,
    title: content.title,
    number,
    subject: content.subject,
    issued_on: todayIn(portal.timeZone, issuedAt),
    valid_until: validUntil,
    open: portal.documents[row.document]?.isPublic ?? false,
  };
}
