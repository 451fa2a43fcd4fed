/**
 * The validity of a document: a duration, a named day, a day of the record, the earliest of several, or a choice by
 * condition.
 */
import type { Cases, FieldPath } from './condition.ts';
import type { Duration } from './duration.ts';

export type Validity =
  | { readonly for: Duration }
  /** A named day of the calendar, such as the year's end: the next one after the day of issue. */
  | {
      readonly until: string;
      /** The year of that day, if it is not the year of issue: for example a permit for next year. */
      readonly year?: FieldPath;
    }
  | { readonly field: FieldPath }
  /** The first accepted paper of the checklist to expire. */
  | { readonly checklist: true }
  | { readonly earliest: readonly Validity[] }
  /** The first case that is true for the record on the day of issue. */
  | Cases<Validity>;
