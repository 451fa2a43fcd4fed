/**
 * Fee schedules: the tables and lines of an assessment. Amounts and percentages are digits in a text, never binary
 * fractions.
 */
import type { Basis, Certainty, Place } from './place.ts';
import type { Rounding } from '../values/rounding.ts';
import type { Cases, Condition, Duration, FieldPath } from './condition.ts';

export interface FeeSchedule {
  readonly name: string;
  readonly title: string;
  /** The version in the file, or else a digest of the file; stored with each assessment. */
  readonly version: string;
  /** Record type whose fields the lines read. An assessment finds it at or above its own record. */
  readonly of: string;
  /** Of all amounts of the schedule (ISO 4217); left out: that of the portal. */
  readonly currency?: string;
  /** Once for each line, at its end: never a rate or a step within the line. */
  readonly round: Rounding;
  /** Tag → title, in the order of the subtotals. */
  readonly tags: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, FeeTable>>;
  /** A line reads only earlier lines. */
  readonly lines: readonly FeeLine[];
  readonly instalments: InstalmentRule | null;
  /** When everything outside the instalments is due; null: at once, and never late. */
  readonly due: DueDay | null;
  readonly late: LateRule | null;
  readonly payments: PaymentRule | null;
  /** The records that pay money back. */
  readonly refunds: PaymentRule | null;
  readonly waivers: WaiverRule | null;
  readonly source: string | null;
  readonly certainty: Certainty | null;
  readonly place: Place;
}

/** Digits with at most two decimals, `1320.10`. */
export type Money = string;
/** Digits, `0.375`. */
export type Percent = string;

export interface FeeTable extends Basis {
  readonly name: string;
  readonly title: string;
  /** flat: one row applies to the whole base; marginal: each row applies to its part of the base. */
  readonly mode: 'flat' | 'marginal';
  /** `from` rows start at their limit, `upTo` rows end at it. Limits ascend. */
  readonly bound: 'from' | 'upTo';
  readonly rows: readonly FeeRow[];
}

export interface FeeRow {
  /** Null: the last row of an `upTo` table, which has no limit. */
  readonly limit: Money | null;
  readonly rate: { readonly amount: Money } | { readonly percent: Percent };
  readonly min: Money | null;
  readonly max: Money | null;
}

export interface FeeLine {
  readonly id: string;
  readonly title: string;
  /** To whom or when it applies: the condition in plain words. */
  readonly help: string | null;
  readonly forEach: RowGroups | null;
  /** Added together; empty: the line has no base. */
  readonly base: readonly Quantity[];
  readonly rate: LineRate;
  /** Multiplied with the rate; empty: once. */
  readonly per: readonly Quantity[];
  /** The part of the rate for the months of a term; null: all of it. */
  readonly proRata: ProRata | null;
  /** Percentage of the table's result. */
  readonly share: FeeValue | null;
  readonly less: readonly Quantity[];
  readonly min: Money | null;
  readonly max: Money | null;
  /** The lines from which it takes its amount off (tags and ids); null: it adds its amount to the bill. */
  readonly rebate: readonly string[] | null;
  readonly tags: readonly string[];
  readonly when: Condition;
  /** False: shown and read by other lines, but not in the total. */
  readonly isCharged: boolean;
  readonly source: string | null;
  readonly certainty: Certainty | null;
  readonly place: Place;
}

/** Rows of an answer, grouped and added. Without `groupBy`, each row is its own group. */
export interface RowGroups {
  /** Path of the list. */
  readonly rows: FieldPath;
  readonly groupBy: RowPath | null;
  /** Group → title. */
  readonly labels: Readonly<Record<string, string>>;
}

/** A key of the row, or a column of the lookup from which it is chosen. */
export interface RowPath {
  readonly keys: readonly string[];
  readonly lookup: FieldPath['lookup'];
}

export type LineRate =
  | { readonly by: 'table'; readonly table: FeeValue }
  | { readonly by: 'percent'; readonly percent: FeeValue }
  | { readonly by: 'amount'; readonly amount: FeeValue }
  /** What brings the sum of its base, earlier lines, within these limits. */
  | { readonly by: 'limits'; readonly atLeast: Money | null; readonly atMost: Money | null };

/** From one day to another; both belong to it. */
export interface FeeTerm {
  readonly from: DueDay;
  /** A day of the year is the first one that is not before the term begins. */
  readonly to: DueDay;
}

export interface ProRata extends FeeTerm {
  /** The number of months for which the whole rate is charged. */
  readonly months: number;
  readonly per: MonthCount;
}

/**
 * Which months of a term count. `month begun` and `full month` count from its first day, as from 10 April to 9 May;
 * `calendar month` counts each month in the calendar that has a day of the term.
 */
export type MonthCount = 'month begun' | 'full month' | 'calendar month';

/**
 * A table's name, a percentage or an amount: constant, by the first case that is true, or by the group of the rows.
 */
export type FeeValue =
  | { readonly value: string }
  | Cases<string>
  /** Group → value. Other groups have none. */
  | { readonly byGroup: Readonly<Record<string, string>> }
  | { readonly field: FieldPath };

export type Quantity =
  | { readonly number: string }
  | { readonly field: FieldPath }
  /** A sum over the rows of the group. */
  | { readonly sum: RowPath; readonly where: readonly RowTest[]; readonly except: readonly RowTest[] }
  /** A sum over a list of the record. */
  | { readonly sumOf: FieldPath }
  /** The sum of earlier lines with these tags or ids. */
  | { readonly lines: readonly string[] };

export interface RowTest {
  readonly path: RowPath;
  readonly in: readonly (string | number | boolean)[];
}

export interface InstalmentRule {
  /** What is divided (tags and ids). Everything else is due with the first instalment. */
  readonly of: readonly string[];
  /** If it is false, everything is due at once. */
  readonly when: Condition;
  /** The name of the plan. */
  readonly by: FieldPath | null;
  readonly plans: Readonly<Record<string, readonly InstalmentDay[]>>;
  /** The year of the days; null: the year in which the record was created. */
  readonly year: FieldPath | null;
  readonly remainder: 'first' | 'last';
}

export interface InstalmentDay {
  readonly title: string | null;
  readonly due: DueDay;
  /** Another one after each of these periods, up to the last day of the term; null: only one. */
  readonly repeat: { readonly each: Duration; readonly to: DueDay } | null;
  /** Percentage of what is divided; null: all instalments of the plan are equal. */
  readonly percent: Percent | null;
}

/** A day of the year, a named day of the calendar, or a day relative to a date of the record. */
export type DueDay = { readonly day: string } | { readonly named: string } | CountedDay;

export interface CountedDay {
  /** Null: the day on which the record was created. */
  readonly from: FieldPath | null;
  /** Null: that day itself. */
  readonly plus: Duration | null;
}

export interface LateRule {
  /** The base of late charges (tags and ids). */
  readonly of: readonly string[];
  /** Percentage of the unpaid amount, once. */
  readonly surcharge: Percent;
  readonly interest: Interest | null;
  readonly source: string | null;
}

export interface Interest {
  readonly percent: Percent;
  /** `month begun`: part of a month counts as a whole month. */
  readonly per: Exclude<MonthCount, 'calendar month'>;
  /** The maximum number of months. */
  readonly cap: number | null;
  /** Interest applies to the surcharge too. */
  readonly isOnSurcharge: boolean;
}

/** Which records below the assessment are its payments, or pay money back. */
export interface PaymentRule {
  readonly of: string;
  readonly where: Condition;
  /** Names of fields. */
  readonly amount: string;
  readonly paidOn: string;
}

/** Which records below the assessment waive lines of it. */
export interface WaiverRule {
  readonly of: string;
  readonly where: Condition;
  /** Name of the field with the lines (tags and ids). */
  readonly lines: string;
  /** Name of the field with the reason. */
  readonly reason: string;
}
