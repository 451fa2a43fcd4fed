/** Reports: numbers over records, by kind and period. */
import type { Place } from './place.ts';

export interface Report {
  readonly name: string;
  readonly title: string;
  readonly place: Place;
}
