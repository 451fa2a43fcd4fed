/** Working days, named days, the calendars for bookings, and the days on which records arrive. */
import type { Duration, FieldPath } from './condition.ts';
import type { Place } from './place.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Office hours, and the days with a name. */
export interface Days {
  readonly working: readonly Weekday[];
  /**
   * Local times, `08:00`. A due day ends with the office hours. What arrives later counts from the next working day.
   */
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

/** A calendar for bookings by a transition (`books: inspection`). */
export interface Calendar {
  readonly name: string;
  readonly title: string;
  /** Each office has its own slots. */
  readonly isPerOffice: boolean;
  readonly days: readonly Weekday[];
  readonly times: readonly { readonly from: string; readonly to: string; readonly each: Duration }[];
  /** The capacity of a slot: a number, a constant of the office, or a field of the record. */
  readonly capacity: number | { readonly officeConstant: string } | { readonly field: FieldPath };
  /** Time between now and the first bookable slot. */
  readonly notice: Duration | null;
  /** Time between now and the last bookable slot. */
  readonly ahead: Duration;
  readonly place: Place;
}

/** The booking of a record. */
export interface Booking {
  readonly calendar: string;
  readonly office: string | null;
  /** ISO date-times. */
  readonly from: string;
  readonly to: string;
}

/** How many records people file on which day and at which hour, for the simulation of queues. */
export interface Arrivals {
  readonly name: string;
  readonly title: string;
  /** The record type that people file. */
  readonly of: string;
  /** Answers over those of the type's first example. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The last day of the simulation (ISO date); null: the last day of arrivals. */
  readonly until: string | null;
  /** The weight of each hour of the day; empty: evenly over the office hours. */
  readonly hours: readonly { readonly hour: number; readonly share: number }[];
  readonly rows: readonly ArrivalRow[];
  readonly place: Place;
}

/** A day, or all working days of a period. */
export interface ArrivalRow {
  /** ISO dates. */
  readonly from: string;
  /** Null: only the first day. */
  readonly to: string | null;
  /** Null: `hours` decides. */
  readonly hour: number | null;
  /** Records on each day. */
  readonly count: number;
}

/** The default: Monday to Friday, eight to five. */
export const usualDays: Days = {
  working: ['mon', 'tue', 'wed', 'thu', 'fri'],
  officeHours: { from: '08:00', to: '17:00' },
  holidays: [],
  named: {},
};
