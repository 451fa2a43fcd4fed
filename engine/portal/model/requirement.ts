/** Requirement kinds: what an office asks for, one file each. */
import type { Basis } from './basis.ts';
import type { Condition } from './condition.ts';
import type { Place } from './place.ts';
import type { Validity } from './validity.ts';

export interface RequirementSet {
  readonly key: string;
  readonly title: string;
  /** What several records of its kinds are called, as within a sentence; null: what their type is called. */
  readonly plural: string | null;
  /** Department of all its kinds, or null where each kind names its own. */
  readonly office: string | null;
  /** Record type below which a checklist of each applying kind is created, or null where kinds are records themselves. */
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
  /** Name of the document that its record is issued as. */
  readonly issues: string | null;
  /** Until when that is valid; null: as the document's template says. */
  readonly valid: Validity | null;
  /** The calendar that a visit is booked in, while `when` holds. */
  readonly visit: { readonly calendar: string; readonly when: Condition } | null;
  /** Segment(s) of the office's page below `/{office}/`, for a kind that names one (`desk/visa/preview`). */
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
  /** File types by extension; `[]` takes the portal's own. */
  readonly accepts: readonly string[];
  readonly validFor: string | null;
  /** A day that the calendar names. */
  readonly validUntil: string | null;
  /** A department's key, or somebody outside in words. */
  readonly issuedBy: string | null;
}

export interface ChecklistItem extends Basis {
  /** Unique in its checklist; the paper's id where it stands for one. */
  readonly id: string;
  readonly paper: string | null;
  readonly title: string;
  readonly evidence: 'file' | 'inspection';
  readonly from: 'upload' | 'wallet' | 'previous';
  readonly isOptional: boolean;
  /** The item counts only while this holds. */
  readonly when: Condition;
  readonly each:
    /** `title`: the answer that says which row it is; null: the first that is a text. */
    | { readonly field: string; readonly where: Condition; readonly title: string | null }
    | { readonly lastMonths: number }
    /** `title`: the field that says which record it is; null: its number. */
    | { readonly record: string; readonly where: Condition; readonly title: string | null }
    | null;
  readonly help: string | null;
  readonly accepts: readonly string[];
  readonly validFor: string | null;
  readonly validUntil: string | null;
}
