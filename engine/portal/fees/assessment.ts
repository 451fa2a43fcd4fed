/** What an assessment says: kept in the record's data, so that it explains itself also when the schedule has changed since. */
import type { MessageValue } from '../../locales/message.ts';
import type { Certainty } from '../model/basis.ts';
import type { Money } from '../model/fee.ts';

/** As it is stored: titles and rules are data, and `spokenAssessment` puts them into words for a reader. */
export type Assessment = AssessmentIn<MessageValue>;

/** As one reader reads it. */
export type SpokenAssessment = AssessmentIn<string>;

/** @typeParam Text what titles and rules consist of */
export interface AssessmentIn<Text> {
  readonly schedule: string;
  readonly title: Text;
  readonly version: string;
  /** ISO date for which late charges are computed. */
  readonly assessedOn: string;
  readonly lines: readonly AssessedLine<Text>[];
  /** By the first tag of each line, in the schedule's order. */
  readonly subtotals: readonly { readonly tag: string; readonly title: Text; readonly amount: Money }[];
  /** All lines that are charged, without late charges. */
  readonly total: Money;
  readonly instalments: readonly AssessedInstalment<Text>[];
  /** Surcharge and interest, paid ones included. */
  readonly lateCharges: Money;
  readonly paid: Money;
  /** What is still to be paid in all: total and late charges less payments. Below zero: owed to the payer. */
  readonly balance: Money;
  /** What of it is due on the day of the assessment or has no day. */
  readonly dueNow: Money;
  /** The first day of an instalment that is not paid (ISO date); null: none has a day that is still to be met. */
  readonly nextDue: string | null;
}

export interface AssessedLine<Text = MessageValue> {
  /** The line's id, with its group behind a slash: `business-tax/e`. */
  readonly id: string;
  readonly title: Text;
  /** In words and numbers, so that anyone can compute it again. */
  readonly rule: Text;
  readonly base: string | null;
  /** False for a base that counts people, rooms or square metres. */
  readonly isBaseMoney: boolean;
  /** `0.5%`, `1500.00`, or null where a bracket gives the amount. */
  readonly rate: string | null;
  /** False for a percentage. */
  readonly isRateMoney: boolean;
  readonly amount: Money;
  readonly isCharged: boolean;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly certainty: Certainty | null;
}

export interface AssessedInstalment<Text = MessageValue> {
  readonly title: Text;
  /** ISO date; null: when the rest of the business is done, never late. */
  readonly due: string | null;
  /** Never below zero; together they come to the total, unless that is below zero. */
  readonly amount: Money;
  /** Its part of what is divided into instalments. */
  readonly divided: Money;
  /** The part of the amount that late charges are computed on. */
  readonly late: Money;
  readonly charges: LateCharges<Text>;
  readonly paid: Money;
  readonly balance: Money;
}

export interface LateCharges<Text = MessageValue> {
  readonly months: number;
  readonly surcharge: Money;
  readonly interest: Money;
  /** Surcharge and interest together. */
  readonly total: Money;
  /** In words, null where nothing is late. */
  readonly rule: Text | null;
}

/** Written by the engine alone, so that a few of its parts tell. */
export function isAssessment<Text = MessageValue>(value: unknown): value is AssessmentIn<Text> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'subtotals' in value &&
    Array.isArray(value.subtotals) &&
    'lines' in value &&
    Array.isArray(value.lines) &&
    'instalments' in value &&
    Array.isArray(value.instalments)
  );
}
