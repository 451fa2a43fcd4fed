/** Conditions, what they read, durations, and how long a document is valid. */

/** A value that a condition can compare: a JSON scalar, or a set of them. */
export type Value = string | number | boolean | null | readonly (string | number)[];

/**
 * The source of the left side of a comparison. `visitor` and `flag` read the caller, `param` the address, the others
 * the record.
 */
export type ConditionSubject =
  | { readonly from: 'visitor'; readonly name: 'signedIn' | 'department' | 'unit' }
  | { readonly from: 'flag'; readonly name: string }
  | { readonly from: 'param'; readonly name: string }
  | { readonly from: 'record'; readonly name: 'state' | 'office' | 'unit' | 'kind' | 'number' | 'created' }
  | { readonly from: 'field'; readonly path: FieldPath }
  | { readonly from: 'fact'; readonly name: string }
  /** The state of the newest document of this name issued to the record: valid, expired, suspended or revoked. */
  | { readonly from: 'document'; readonly name: string }
  /** An answer of the transition being taken. */
  | { readonly from: 'input'; readonly name: string };

/**
 * `application.lines.line.groups` → ancestor `application`, column `groups` of a lookup. The form's schema fixes the
 * depth.
 */
export interface FieldPath {
  /** Record type of the ancestor, or null for the record itself. */
  readonly ancestor: string | null;
  /** Keys from the root of `data`. A list gives the value of each row. */
  readonly keys: readonly string[];
  /** A column of the lookup that the last key refers to. */
  readonly lookup: { readonly name: string; readonly column: string } | null;
  /** The record that the answer at the last key names, and what is read of it. Left out: the answer itself. */
  readonly reference?: ReferenceStep;
}

/** `berth.length`: the record that an answer names, and a column or an answer of it. */
export interface ReferenceStep {
  readonly type: string;
  /** Each row of a list has such an answer, so the path reads several records. */
  readonly isInRows: boolean;
  readonly of: Extract<ConditionSubject, { from: 'record' | 'field' }>;
}

/** The words of comparisons, in the order in which people choose one. */
export const operators = [
  'is',
  'in',
  'has',
  'hasAny',
  'above',
  'atLeast',
  'atMost',
  'below',
  'before',
  'after',
  'exists',
] as const;
export type Operator = (typeof operators)[number];

export function isOperator(word: string): word is Operator {
  return operators.some((one) => one === word);
}

const subjects: ReadonlySet<string> = new Set(['field', 'fact', 'document', 'flag', 'param', 'input']);

/** Decides whether a word of a condition names what the comparisons beside it compare. */
export function isSubject(word: string): boolean {
  return subjects.has(word);
}

export type Operand =
  | { readonly value: Value }
  | { readonly field: FieldPath }
  | { readonly visitor: 'department' | 'unit' | 'name' | 'username' }
  /** Today in the portal's time zone, moved by days and calendar months. */
  | { readonly today: DayShift }
  /** The department named in the routes file. */
  | { readonly area: true }
  /** A constant of the record's office. */
  | { readonly officeConstant: string }
  /** An answer of the transition being taken. */
  | { readonly input: string };

/** Two-valued: a missing value makes every comparison false, and `not` is the exact complement. */
export type Condition =
  | { readonly test: 'always' }
  | { readonly test: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly test: 'not'; readonly of: Condition }
  | {
      readonly test: 'compare';
      readonly subject: ConditionSubject;
      readonly operator: Operator;
      readonly operand: Operand;
      /** For a list: each row must match, or at least one. Absent: the value as a whole. */
      readonly each?: 'every' | 'any';
    }
  /** The visitor's account is the record's account. */
  | { readonly test: 'self' }
  /** The visitor has this role of the record (parties). `owner` is a role too. */
  | { readonly test: 'party'; readonly role: string }
  /** This account has taken one of these transitions in this record. */
  | { readonly test: 'did'; readonly transitions: readonly string[] }
  | { readonly test: 'children'; readonly type: string; readonly quantifier: Quantifier }
  | { readonly test: 'parent'; readonly type: string | null; readonly of: Condition }
  /** The record's own form is complete and valid. */
  | { readonly test: 'form'; readonly is: 'complete' }
  /**
   * filed: every item that applies has its paper; passed: each is accepted or waived; returned: at least one is
   * returned.
   */
  | { readonly test: 'checklist'; readonly is: 'filed' | 'passed' | 'returned' }
  /** This clock of the record has expired. */
  | { readonly test: 'lapsed'; readonly clock: string }
  /** So many people have taken another step that this step, which has a quorum, cannot reach it any more. */
  | { readonly test: 'unreachable'; readonly step: string }
  /** The record's document of this name (null: any) has expired. A revoked document does not count. */
  | { readonly test: 'expired'; readonly document: string | null }
  /** The record has been in its state for this long. */
  | { readonly test: 'after'; readonly wait: Duration }
  /** Today is between two named days of the calendar. */
  | ({ readonly test: 'between' } & Season)
  /** The record's kind applies (or no longer applies) to the parent record. */
  | { readonly test: 'applies'; readonly is: boolean }
  /** The visitor came through the link sent to the address in this field, before the link expired. */
  | { readonly test: 'link'; readonly field: string; readonly within: Duration }
  /** The visitor's account has not opened the record since its last event. */
  | { readonly test: 'unseen' };

/** All conditions of one test. */
export type ConditionOf<Test> = Extract<Condition, { test: Test }>;

export interface Quantifier {
  readonly every: Condition | null;
  readonly any: Condition | null;
  readonly atLeast: number;
}

/** A value chosen by the first case that is true. */
export interface Cases<T> {
  readonly cases: readonly { readonly when: Condition; readonly value: T }[];
  readonly otherwise: T;
}

export type ConditionalValue<T> = T | Cases<T>;

/** Today plus or minus these days and calendar months. */
export interface DayShift {
  readonly days: number;
  readonly months?: number;
}

/** A named day of the calendar. */
export interface DayOfYear extends MovedDay {
  readonly name: string;
}

export interface MovedDay {
  /** `12-31`: every year; with `years`, other days in some of them. */
  readonly day: string;
  readonly years: Readonly<Record<string, string>>;
}

/** Includes both days. If the second is earlier in the year, the window extends into the next year. */
export interface Season {
  readonly from: DayOfYear;
  readonly until: DayOfYear;
}

export interface Duration {
  readonly amount: number;
  readonly unit: DurationUnit;
}

const durationUnits = ['minute', 'hour', 'day', 'working day', 'week', 'month', 'quarter', 'year'] as const;
export type DurationUnit = (typeof durationUnits)[number];

/** @returns null if the text is not a duration */
export function parseDuration(text: string): Duration | null {
  const match = /^(\d+) (minute|hour|day|working day|week|month|quarter|year)s?$/.exec(text);
  const unit = durationUnits.find((one) => one === match?.[2]);
  return match === null || unit === undefined ? null : { amount: Number(match[1]), unit };
}

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
