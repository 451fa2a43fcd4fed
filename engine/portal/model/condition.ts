/** What a condition looks like once compiled: typed leaves joined by all, any and not, each with one meaning. */
import type { Duration } from './duration.ts';

/** A value that a condition can compare: what JSON can hold in one cell, or a set of them. */
export type Value = string | number | boolean | null | readonly string[];

/** Where the left side of a comparison is read. `visitor` and `flag` read the caller, `param` the address, the others the record. */
export type ConditionSubject =
  | { readonly from: 'visitor'; readonly name: 'signedIn' | 'department' | 'unit' }
  | { readonly from: 'flag'; readonly name: string }
  | { readonly from: 'param'; readonly name: string }
  | { readonly from: 'record'; readonly name: 'state' | 'office' | 'unit' | 'kind' | 'number' | 'created' }
  | { readonly from: 'field'; readonly path: FieldPath }
  | { readonly from: 'fact'; readonly name: string }
  /** How the newest document of this name stands that was issued to the record: valid, expired, suspended or revoked. */
  | { readonly from: 'document'; readonly name: string }
  /** An answer of the transition that is being taken. */
  | { readonly from: 'input'; readonly name: string };

/** `application.lines.line.groups` → ancestor `application`, column of a lookup `groups`. Depth is fixed by the form's schema. */
export interface FieldPath {
  /** Record type of the ancestor, or null for the record itself. */
  readonly ancestor: string | null;
  /** Keys from the root of `data`; a key whose value is a list is flattened (each row's value). */
  readonly keys: readonly string[];
  /** A column of the lookup that the last key refers to. */
  readonly lookup: { readonly name: string; readonly column: string } | null;
}

export type Operator =
  'is' | 'in' | 'has' | 'hasAny' | 'above' | 'below' | 'atLeast' | 'atMost' | 'before' | 'after' | 'exists';

export type Operand =
  | { readonly value: Value }
  | { readonly field: FieldPath }
  | { readonly visitor: 'department' | 'unit' | 'name' | 'username' }
  /** Today in the portal's time zone, moved by days and calendar months. */
  | { readonly today: DayShift }
  /** The department that the routes file names. */
  | { readonly area: true }
  /** A constant of the record's office. */
  | { readonly officeConstant: string }
  /** An answer of the transition that is being taken. */
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
      /** Over a list: each row must satisfy it, or one at least. Left out: the value as a whole. */
      readonly each?: 'every' | 'any';
    }
  /** The visitor's account is the record's account. */
  | { readonly test: 'self' }
  /** The visitor stands in this role of the record (parties). `owner` is a party too. */
  | { readonly test: 'party'; readonly role: string }
  /** This account has taken one of these transitions in this record. */
  | { readonly test: 'did'; readonly transitions: readonly string[] }
  | { readonly test: 'children'; readonly type: string; readonly quantifier: Quantifier }
  | { readonly test: 'parent'; readonly type: string | null; readonly of: Condition }
  /** The record's own form, as filled in, is valid against its schema. */
  | { readonly test: 'form'; readonly is: 'complete' }
  /** filed: every item that counts has its paper; passed: each is accepted or waived; returned: at least one is returned. */
  | { readonly test: 'checklist'; readonly is: 'filed' | 'passed' | 'returned' }
  /** The time of this clock of the record has run out. */
  | { readonly test: 'lapsed'; readonly clock: string }
  /** The record's document of this name (null: any of its documents) is past its last day; one that was revoked is not asked. */
  | { readonly test: 'expired'; readonly document: string | null }
  /** The record has been in its state for this long. */
  | { readonly test: 'after'; readonly wait: Duration }
  /** Today lies between two days that the calendar names. */
  | ({ readonly test: 'between' } & Season)
  /** The record's kind applies (or applies no longer) to the record above it. */
  | { readonly test: 'applies'; readonly is: boolean }
  /** The visitor came through the link that was sent to the address in this field, in time. */
  | { readonly test: 'link'; readonly field: string; readonly within: Duration }
  /** The visitor's account has not seen the record since its last event. */
  | { readonly test: 'unseen' };

/** The conditions of one test. */
export type ConditionOf<Test> = Extract<Condition, { test: Test }>;

export interface Quantifier {
  readonly every: Condition | null;
  readonly any: Condition | null;
  readonly atLeast: number;
}

/** A value chosen by the first case that holds. */
export interface Cases<T> {
  readonly cases: readonly { readonly when: Condition; readonly value: T }[];
  readonly otherwise: T;
}

export type ConditionalValue<T> = T | Cases<T>;

/** From today so many days and calendar months ahead, or back. */
export interface DayShift {
  readonly days: number;
  readonly months?: number;
}

/** A day of the calendar under the name that a condition gives it. */
export interface DayOfYear extends MovedDay {
  readonly name: string;
}

export interface MovedDay {
  /** `12-31`: every year; with `years`, other days in some of them. */
  readonly day: string;
  readonly years: Readonly<Record<string, string>>;
}

/** Both days belong to it; where the second comes earlier in the year, it reaches into the next year. */
export interface Season {
  readonly from: DayOfYear;
  readonly until: DayOfYear;
}
