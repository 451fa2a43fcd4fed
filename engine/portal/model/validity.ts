/** Until when a document is valid: a length of time, a named day, a day of the record, the earliest of several, or one by condition. */
import type { Cases, FieldPath } from './condition.ts';
import type { Duration } from './duration.ts';

export type Validity =
  | { readonly for: Duration }
  /** A named day of the calendar, such as the year's end: the next one after the day of issue. */
  | {
      readonly until: string;
      /** The year that it is of, where that is not the one of the issue: a permit for next year. */
      readonly year?: FieldPath;
    }
  | { readonly field: FieldPath }
  /** The first of the checklist's accepted papers to run out. */
  | { readonly checklist: true }
  | { readonly earliest: readonly Validity[] }
  /** The first whose condition is true of the record on the day of issue. */
  | Cases<Validity>;
