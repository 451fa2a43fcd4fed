/** Days that the calendar names, the days on which offices work, and the calendars in which people book. */
import type { FieldPath } from './condition.ts';
import type { Duration } from './duration.ts';
import type { Place } from './place.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** When offices work, and the days that have a name. */
export interface Days {
  readonly working: readonly Weekday[];
  /** Local times, `08:00`; a due day ends with the office hours, and what comes in later counts from the next working day. */
  readonly officeHours: { readonly from: string; readonly to: string };
  readonly holidays: readonly Holiday[];
  /** By name, such as `year-end`. */
  readonly named: Readonly<Record<string, NamedDay>>;
}

interface Holiday {
  readonly title: string;
  /** `2026-04-02` once, or `12-25` every year. */
  readonly day: string;
}

export interface NamedDay {
  readonly title: string;
  /** `12-31`: every year; with `years`, other days in some of them. */
  readonly day: string;
  readonly years: Readonly<Record<string, string>>;
}

/** A calendar in which a transition books (`books: inspection`). */
export interface Calendar {
  readonly name: string;
  readonly title: string;
  /** Each office has its own slots. */
  readonly isPerOffice: boolean;
  readonly days: readonly Weekday[];
  readonly times: readonly { readonly from: string; readonly to: string; readonly each: Duration }[];
  /** How many may book one slot: a number, a constant of the office, or a field of the record. */
  readonly capacity: number | { readonly officeConstant: string } | { readonly field: FieldPath };
  /** The soonest slot that can be booked lies this far ahead. */
  readonly notice: Duration | null;
  /** The latest slot that can be booked lies this far ahead. */
  readonly ahead: Duration;
  readonly place: Place;
}

/** What a record has booked. */
export interface Booking {
  readonly calendar: string;
  readonly office: string | null;
  /** ISO date-times. */
  readonly from: string;
  readonly to: string;
}

/** Before a configuration names any: Monday to Friday, eight to five. */
export const usualDays: Days = {
  working: ['mon', 'tue', 'wed', 'thu', 'fri'],
  officeHours: { from: '08:00', to: '17:00' },
  holidays: [],
  named: {},
};
