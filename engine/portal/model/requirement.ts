/** Requirement kinds: what an office requires, one file each. */
import type { Basis, Place } from './place.ts';
import type { Condition, Validity } from './condition.ts';

export interface RequirementSet {
  readonly key: string;
  readonly title: string;
  /** The plural noun for records of its kinds, as used within a sentence; null: that of their type. */
  readonly plural: string | null;
  /** Department of all its kinds; null if each kind names its own. */
  readonly office: string | null;
  /** Record type below which each kind that applies gets a checklist; null if kinds are records themselves. */
  readonly under: string | null;
  readonly kinds: readonly string[];
}

export interface RequirementKind extends Basis {
  /** `set/kind`; the file's name is the second half. */
  readonly id: string;
  readonly set: string;
  readonly key: string;
  readonly title: string;
  /** Path segment and its other spellings. */
  readonly path: string;
  readonly aliases: readonly string[];
  readonly office: string;
  readonly applies: Condition;
  /** No new record of it begins; those that exist go on to their end. */
  readonly isRetired: boolean;
  /** Name of the document that is issued for its record. */
  readonly issues: string | null;
  /** Its validity; null: that of the document's template. */
  readonly valid: Validity | null;
  /** The calendar for its visit, while `when` is true. */
  readonly visit: { readonly calendar: string; readonly when: Condition } | null;
  /** Segments of its page below `/{office}/`, if it has one (`desk/visa/preview`). */
  readonly preview: string | null;
  /** Hash of its form, or null. */
  readonly form: string | null;
  readonly items: readonly ChecklistItem[];
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  readonly counterExamples: readonly Readonly<Record<string, unknown>>[];
  readonly place: Place;
}

export interface Paper extends Basis {
  readonly id: string;
  readonly title: string;
  readonly evidence: 'file' | 'inspection';
  /** File types by extension; `[]`: those of the portal. */
  readonly accepts: readonly string[];
  readonly validFor: string | null;
  /** A named day of the calendar. */
  readonly validUntil: string | null;
  /** The key of the department that issues it. */
  readonly office: string | null;
  /** The name of the outside body that issues it. */
  readonly issuerName: string | null;
}

export interface ChecklistItem extends Basis {
  /** Unique in its checklist; the id of the paper if it refers to one. */
  readonly id: string;
  readonly paper: string | null;
  readonly title: string;
  readonly evidence: 'file' | 'inspection';
  readonly from: 'upload' | 'wallet' | 'previous';
  readonly isOptional: boolean;
  /** The item applies only while this is true. */
  readonly when: Condition;
  readonly each:
    /** `title`: the answer that names the row; null: the first text. */
    | { readonly field: string; readonly where: Condition; readonly title: string | null }
    | { readonly lastMonths: number }
    /** `title`: the field that names the record; null: its number. */
    | { readonly record: string; readonly where: Condition; readonly title: string | null }
    | null;
  readonly help: string | null;
  /** Names of the answers that it proves, in a form of its record. */
  readonly proves: readonly string[];
  readonly accepts: readonly string[];
  readonly validFor: string | null;
  readonly validUntil: string | null;
}
