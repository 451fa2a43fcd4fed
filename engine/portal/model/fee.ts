/** Fee schedules: tables and lines that an assessment is computed from. Amounts and percentages are digits in a text, never binary fractions. */
import type { Basis, Certainty } from './basis.ts';
import type { Cases, Condition, FieldPath } from './condition.ts';
import type { Duration } from './duration.ts';
import type { Place } from './place.ts';

export interface FeeSchedule {
  readonly name: string;
  readonly title: string;
  /** As the file says it, else a digest of what the file says; kept with each assessment. */
  readonly version: string;
  /** Record type whose fields its lines read; an assessment finds it at or above its own record. */
  readonly of: string;
  readonly round: Rounding;
  /** Tag → title, in the order in which subtotals are shown. */
  readonly tags: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, FeeTable>>;
  /** A line reads only lines before it. */
  readonly lines: readonly FeeLine[];
  readonly instalments: InstalmentRule | null;
  /** When everything is due that is not divided into instalments; null: at once, and never late. */
  readonly due: DueDay | null;
  readonly late: LateRule | null;
  readonly payments: PaymentRule | null;
  readonly source: string | null;
  readonly certainty: Certainty | null;
  readonly place: Place;
}

/** Digits with at most two decimals, `1320.10`. */
export type Money = string;
/** Digits, `0.375`. */
export type Percent = string;

export const roundModes = ['half up', 'half even', 'up', 'down'] as const;

/** Once a line, at its end: never a rate, never a step within the line. */
export interface Rounding {
  /** The smallest unit, `0.01`. */
  readonly to: Money;
  readonly mode: (typeof roundModes)[number];
}

export interface FeeTable extends Basis {
  readonly name: string;
  readonly title: string;
  /** flat: one row is for the whole base; marginal: each row is for the part of the base within it. */
  readonly mode: 'flat' | 'marginal';
  /** `from` rows begin at their limit, `upTo` rows end with it; limits ascend. */
  readonly bound: 'from' | 'upTo';
  readonly rows: readonly FeeRow[];
}

export interface FeeRow {
  /** Null: the last row of an `upTo` table, for everything above. */
  readonly limit: Money | null;
  readonly rate: { readonly amount: Money } | { readonly percent: Percent };
  readonly min: Money | null;
  readonly max: Money | null;
}

export interface FeeLine {
  readonly id: string;
  readonly title: string;
  /** Whom it is for, or when: what the condition says, in plain words. */
  readonly help: string | null;
  readonly forEach: RowGroups | null;
  /** Added up; empty where the line has no base. */
  readonly base: readonly Quantity[];
  readonly rate: LineRate;
  /** Multiplied with the rate; empty: once. */
  readonly per: readonly Quantity[];
  /** Percent of what the table gives. */
  readonly share: FeeValue | null;
  readonly less: readonly Quantity[];
  readonly min: Money | null;
  readonly max: Money | null;
  readonly tags: readonly string[];
  readonly when: Condition;
  /** False: shown and read by other lines, but not part of the total. */
  readonly isCharged: boolean;
  readonly source: string | null;
  readonly certainty: Certainty | null;
  readonly place: Place;
}

/** Rows of an answer, added up by what they have in common; without `groupBy` each row by itself. */
export interface RowGroups {
  /** Path of the list. */
  readonly rows: FieldPath;
  readonly groupBy: RowPath | null;
  /** Group → what people read. */
  readonly labels: Readonly<Record<string, string>>;
}

/** A key of the row, or a column of the lookup that it is chosen from. */
export interface RowPath {
  readonly keys: readonly string[];
  readonly lookup: FieldPath['lookup'];
}

export type LineRate =
  | { readonly by: 'table'; readonly table: FeeValue }
  | { readonly by: 'percent'; readonly percent: FeeValue }
  | { readonly by: 'amount'; readonly amount: FeeValue };

/** A table's name, a percentage or an amount: always the same, by the first case that holds, or by the group of the rows. */
export type FeeValue =
  | { readonly value: string }
  | Cases<string>
  /** Group → value; a group that is not named has none. */
  | { readonly byGroup: Readonly<Record<string, string>> }
  | { readonly field: FieldPath };

export type Quantity =
  | { readonly number: string }
  | { readonly field: FieldPath }
  /** Over the rows of the group. */
  | { readonly sum: RowPath; readonly where: readonly RowTest[]; readonly except: readonly RowTest[] }
  /** Over a list of the record. */
  | { readonly sumOf: FieldPath }
  /** What the lines with these tags or ids before it come to. */
  | { readonly lines: readonly string[] };

export interface RowTest {
  readonly path: RowPath;
  readonly in: readonly (string | number | boolean)[];
}

export interface InstalmentRule {
  /** What is divided (tags and ids); all else is due with the first. */
  readonly of: readonly string[];
  /** Where it does not hold, everything is due at once. */
  readonly when: Condition;
  /** Names the plan. */
  readonly by: FieldPath | null;
  readonly plans: Readonly<Record<string, readonly InstalmentDay[]>>;
  /** The year of the days; null: the year in which the record was made. */
  readonly year: FieldPath | null;
  readonly remainder: 'first' | 'last';
}

export interface InstalmentDay {
  readonly title: string | null;
  readonly due: DueDay;
}

/** A day of the year, one that the calendar names, or one counted from a date of the record. */
export type DueDay = { readonly day: string } | { readonly named: string } | CountedDay;

export interface CountedDay {
  /** Null: the day on which the record was begun. */
  readonly from: FieldPath | null;
  /** Null: that day itself. */
  readonly plus: Duration | null;
}

export interface LateRule {
  /** What late charges are computed on (tags and ids). */
  readonly of: readonly string[];
  /** Percent of what is unpaid, once. */
  readonly surcharge: Percent;
  readonly interest: Interest | null;
  readonly source: string | null;
}

export interface Interest {
  readonly percent: Percent;
  /** `month begun`: a part of a month counts as one. */
  readonly per: 'month begun' | 'full month';
  /** No more months than these. */
  readonly cap: number | null;
  /** Runs on the surcharge too. */
  readonly isOnSurcharge: boolean;
}

/** Which records below the assessment are payments on it. */
export interface PaymentRule {
  readonly of: string;
  readonly where: Condition;
  /** Names of fields. */
  readonly amount: string;
  readonly paidOn: string;
}
