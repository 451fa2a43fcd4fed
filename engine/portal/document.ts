/** Documents: the templates of what the portal issues, and what was issued. */
import type { Place } from './place.ts';
import type { Validity } from './validity.ts';
import type { NumberPattern } from './record-type.ts';

export interface DocumentTemplate {
  readonly name: string;
  readonly title: string;
  readonly number: NumberPattern | null;
  readonly valid: Validity | null;
  readonly place: Place;
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
