/** Fee schedules: tables and lines that an assessment is computed from. */
import type { Place } from './place.ts';

export interface FeeSchedule {
  readonly name: string;
  readonly title: string;
  readonly place: Place;
}
