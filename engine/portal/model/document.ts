/** Documents: the templates of what the portal issues, and what was issued. */
import type { Condition, FieldPath } from './condition.ts';
import type { Place } from './place.ts';
import type { NumberPattern } from './record-type.ts';
import type { Validity } from './validity.ts';

export interface DocumentTemplate {
  readonly name: string;
  readonly title: string;
  /** Record types that it is issued to. */
  readonly of: readonly string[];
  /** Null: it bears the number of its record. */
  readonly number: NumberPattern | null;
  readonly valid: Validity | null;
  readonly paper: PaperSize;
  /** Whom or what it is about, as everybody reads it who checks the document; null: nothing is told. */
  readonly subject: { readonly text: string; readonly isMasked: boolean } | null;
  /** Who may open the sheet, among those who may read its record. */
  readonly read: Condition;
  /** Everybody who has its code may open the whole sheet. */
  readonly isPublic: boolean;
  readonly blocks: readonly DocumentBlock[];
  readonly place: Place;
}

export type PaperSize = 'A4' | 'card';

/** One part of the sheet, shown while its condition holds and in its variants; `[]`: in all of them. */
export interface DocumentBlock {
  readonly when: Condition;
  readonly variants: readonly string[];
  readonly part: DocumentPart;
}

/** All texts are Markdown or plain text with `{path}` and `{path:format}`. */
export type DocumentPart =
  | { readonly block: 'seal' | 'banner' | 'text' | 'fine'; readonly text: string }
  | { readonly block: 'rows'; readonly title: string | null; readonly rows: readonly TemplateRow[] }
  | DocumentList
  | {
      readonly block: 'signature';
      readonly position: string;
      /** Null: whoever took one of the steps `by`, or an empty line. */
      readonly name: string | null;
      readonly by: readonly string[];
    }
  /** The newest picture of this item of the checklist. */
  | { readonly block: 'photo'; readonly item: string }
  | { readonly block: 'qr'; readonly text: string }
  /** Colour of the sheet, for papers that come in several: the last one shown counts. */
  | { readonly block: 'color'; readonly color: string }
  /** What follows stands on the back of a card. */
  | { readonly block: 'back' };

interface TemplateRow {
  readonly label: string;
  /** A row whose text comes out empty is left out. */
  readonly text: string;
  readonly when: Condition;
}

/** One line for each row of a list in the record's data, or for each record below it of one type. */
export interface DocumentList {
  readonly block: 'list';
  readonly title: string | null;
  readonly over:
    { readonly field: FieldPath } | { readonly below: string; readonly states: readonly string[] };
  readonly columns: readonly { readonly title: string; readonly text: string; readonly isRight: boolean }[];
  readonly total: { readonly label: string; readonly text: string } | null;
}

/** A document that a record was issued. Whether it has run out follows from the day. */
export interface IssuedDocument {
  readonly id: string;
  /** Names it in the address of the public page that verifies it. */
  readonly code: string;
  /** Name of its template. */
  readonly document: string;
  readonly number: string | null;
  readonly variant: string | null;
  readonly state: 'valid' | 'suspended' | 'revoked';
  readonly issuedAt: string;
  /** Last day on which it is valid (ISO date), or null: for good. */
  readonly validUntil: string | null;
}

/** How it stands on this day (ISO date). */
export function standingOf(
  { state, validUntil }: Pick<IssuedDocument, 'state' | 'validUntil'>,
  today: string,
): 'valid' | 'expired' | 'suspended' | 'revoked' {
  return state === 'valid' && validUntil !== null && validUntil < today ? 'expired' : state;
}
