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
