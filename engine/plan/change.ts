/** What a plan says: the differences between two configurations, each with its subject, its place and its words. */
import type { Place } from '../portal/model/place.ts';
import type { SubjectKind } from './subjects/subjects.ts';

export type Action = 'add' | 'change' | 'move' | 'lose';

export interface ConfigurationChange {
  /** Stable: `change/question-lost`. */
  readonly code: string;
  readonly subject: { readonly kind: SubjectKind; readonly name: string; readonly title: string | null };
  /** Several at once: a renamed state may also have changed. A consumer looks for "lose" to find every loss. */
  readonly actions: readonly Action[];
  /** Its earlier name, if it has been renamed. */
  readonly from: string | null;
  /** In the later configuration; for what is lost, in the earlier one. */
  readonly place: Place | null;
  /** What is different in it, by key. */
  readonly keys: readonly KeyChange[];
  /** What is stored under it or follows it; null: nothing, or the records were not asked. */
  readonly touches: TouchedCounts | null;
  /** What it means for people, one sentence each. */
  readonly effects: readonly string[];
  /** Who can do more from now on, and who no longer can. Left out: nobody; plans of earlier releases have none. */
  readonly people?: readonly PeopleEffect[];
}

export interface PeopleEffect {
  /** `{people}` stands for them: `{people} can no longer see the list "Calls"`. */
  readonly text: string;
  readonly people: readonly DepartmentPeople[];
}

interface DepartmentPeople {
  /**
   * Its key in the later configuration, or in the one before if it is gone or only a part of its successor; null: visitors
   * without an account.
   */
  readonly department: string | null;
  readonly title: string;
  /** Null: the accounts were not asked. */
  readonly accounts: number | null;
}

export interface KeyChange {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface TouchedCounts {
  readonly records: number;
  /** Of these records: those that nobody has sent yet. */
  readonly drafts: number;
  readonly accounts: number;
}
