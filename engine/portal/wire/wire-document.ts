/** Documents as the API speaks of them: what everybody learns who checks one, and the sheet for who may open it. */
import type { DocumentContent } from '../documents/document-content.ts';

/** `unknown`: signed by this portal, but not in its register; a code that nobody knows is a 404. */
export type DocumentVerdict = 'valid' | 'expired' | 'suspended' | 'revoked' | 'forged' | 'unknown';

export interface WireDocumentCheck {
  readonly code: string;
  readonly verdict: DocumentVerdict;
  /** Its signed statement was checked; false where none came along. */
  readonly signed: boolean;
  /** The others are null where it is forged. */
  readonly title: string | null;
  readonly number: string | null;
  /** Whom or what it is about; persons are masked. */
  readonly subject: string | null;
  /** ISO dates. */
  readonly issued_on: string | null;
  readonly valid_until: string | null;
  /** Whether everybody may open the sheet. */
  readonly open: boolean;
}

export interface WireSheet {
  readonly code: string;
  readonly document: string;
  readonly title: string;
  readonly number: string | null;
  readonly verdict: Exclude<DocumentVerdict, 'forged' | 'unknown'>;
  /** ISO dates. */
  readonly issued_on: string;
  readonly valid_until: string | null;
  /** Of the record that it was issued to; null for who may not read that. */
  readonly record: { readonly type: string; readonly slug: string } | null;
  /** What its code says: the address of the public page with the signed statement. */
  readonly address: string;
  readonly content: DocumentContent;
}
