/** Document templates, and issued documents. */
import type { Condition, FieldPath, Validity } from './condition.ts';
import type { Place } from './place.ts';
import type { NumberPattern } from './record-type.ts';

export interface DocumentTemplate {
  readonly name: string;
  readonly title: string;
  /** Record types to which it is issued. */
  readonly of: readonly string[];
  /** Null: it has the number of its record. */
  readonly number: NumberPattern | null;
  readonly valid: Validity | null;
  readonly paper: PaperSize;
  readonly border: DocumentBorder;
  /** Name of the picture in its seal; null: the portal's seal. */
  readonly seal: string | null;
  /** The subject, which everybody sees who verifies the document; null: none. */
  readonly subject: { readonly text: string; readonly isMasked: boolean } | null;
  /** Who may open the sheet, among the readers of its record. */
  readonly read: Condition;
  /** Everybody with its code may open the whole sheet. */
  readonly isPublic: boolean;
  readonly blocks: readonly DocumentBlock[];
  /** What everybody who checks the document compares with the paper, beside its number, subject and days. */
  readonly compare: {
    readonly rows: readonly (TemplateRow & { readonly isMasked: boolean })[];
    readonly photo: PhotoSource | null;
  };
  readonly place: Place;
}

export type PaperSize = 'A4' | 'card';

/** `security`: wave lines and tiny print with the number, which copiers lose. `line`: a plain frame. */
export const documentBorders = ['none', 'line', 'security'] as const;
export type DocumentBorder = (typeof documentBorders)[number];

/** The newest picture for an item of the record's checklist, or of the first record of a type below it that has one. */
export interface PhotoSource {
  readonly item: string;
  readonly below: string | null;
}

/** One part of the sheet, shown if its condition is true, in its variants; `[]`: in all of them. */
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
  /** To whom it was issued, in the largest letters of the sheet, with lines such as the address below. */
  | {
      readonly block: 'holder';
      readonly name: string;
      readonly below: readonly Omit<TemplateRow, 'label'>[];
    }
  /** Few facts that are legible from two metres, such as the last day. */
  | { readonly block: 'highlights'; readonly rows: readonly TemplateRow[] }
  | {
      readonly block: 'signature';
      readonly position: string;
      /** Null: the person who took one of the steps `by`, or an empty line. */
      readonly name: string | null;
      readonly by: readonly string[];
    }
  /** A square beside the text, or a wide picture of a place beside the code. */
  | { readonly block: 'photo'; readonly source: PhotoSource; readonly isWide: boolean }
  /** A place on a small map of the districts of its question, with the text below it. */
  | { readonly block: 'map'; readonly field: FieldPath; readonly text: string }
  | { readonly block: 'qr'; readonly text: string }
  /** Colour of the sheet. If several are shown, the last one counts. */
  | { readonly block: 'color'; readonly color: string }
  /** The following blocks are on the back of a card. */
  | { readonly block: 'back' };

export interface TemplateRow {
  readonly label: string;
  /** A row without text is left out. */
  readonly text: string;
  readonly when: Condition;
}

/** One line for each row of a list in the record's data, or for each child of one type. */
export interface DocumentList {
  readonly block: 'list';
  readonly title: string | null;
  readonly over:
    { readonly field: FieldPath } | { readonly below: string; readonly states: readonly string[] };
  readonly columns: readonly { readonly title: string; readonly text: string; readonly isRight: boolean }[];
  readonly total: { readonly label: string; readonly text: string } | null;
}

/** An issued document. Whether it has expired depends on the day. */
export interface IssuedDocument {
  readonly id: string;
  /** Part of the address of the public verification page. */
  readonly code: string;
  /** Name of the template. */
  readonly document: string;
  readonly number: string | null;
  readonly variant: string | null;
  readonly state: 'valid' | 'suspended' | 'revoked';
  readonly issuedAt: string;
  /** Last day on which it is valid (ISO date); null: no end. */
  readonly validUntil: string | null;
}

export type StateOnDay = IssuedDocument['state'] | 'expired';

/** Its state on this day (ISO date). */
export function stateOnDay(
  { state, validUntil }: Pick<IssuedDocument, 'state' | 'validUntil'>,
  today: string,
): StateOnDay {
  return state === 'valid' && validUntil !== null && validUntil < today ? 'expired' : state;
}

export const pictureTypes = { svg: 'image/svg+xml', png: 'image/png' } as const;

/** A picture of the configuration, such as a seal. */
export interface Picture {
  readonly type: (typeof pictureTypes)[keyof typeof pictureTypes];
  /** base64 */
  readonly content: string;
}
