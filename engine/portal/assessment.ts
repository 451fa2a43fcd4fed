/** What an assessment says: kept in the record's data, so that it explains itself also when the schedule has changed since. */
import type { Certainty } from './basis.ts';
import type { Money } from './fee.ts';

export interface Assessment {
  readonly schedule: string;
  readonly title: string;
  readonly version: string;
  /** ISO date for which late charges are computed. */
  readonly assessedOn: string;
  readonly lines: readonly AssessedLine[];
  /** By the first tag of each line, in the schedule's order. */
  readonly subtotals: readonly { readonly tag: string; readonly title: string; readonly amount: Money }[];
  /** All lines that are charged, without late charges. */
  readonly total: Money;
  readonly instalments: readonly AssessedInstalment[];
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

export interface AssessedLine {
  /** The line's id, with its group behind a slash: `business-tax/e`. */
  readonly id: string;
  readonly title: string;
  /** In words and numbers, so that anyone can compute it again. */
  readonly rule: string;
  readonly base: string | null;
  /** False for a base that counts people, rooms or square metres. */
  readonly isBaseMoney: boolean;
  /** `0.5%`, `1500.00`, or null where a bracket gives the amount. */
  readonly rate: string | null;
  readonly amount: Money;
  readonly isCharged: boolean;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly certainty: Certainty | null;
}

export interface AssessedInstalment {
  readonly title: string;
  /** ISO date; null: when the rest of the business is done, never late. */
  readonly due: string | null;
  /** Never below zero; together they come to the total, unless that is below zero. */
  readonly amount: Money;
  /** Its part of what is divided into instalments. */
  readonly divided: Money;
  /** The part of the amount that late charges are computed on. */
  readonly late: Money;
  readonly charges: LateCharges;
  readonly paid: Money;
  readonly balance: Money;
}

export interface LateCharges {
  readonly months: number;
  readonly surcharge: Money;
  readonly interest: Money;
  /** Surcharge and interest together. */
  readonly total: Money;
  /** In words, null where nothing is late. */
  readonly rule: string | null;
}

/** Written by the engine alone, so that a few of its parts tell. */
export function isAssessment(value: unknown): value is Assessment {
  return (
    typeof value === 'object' &&
    value !== null &&
    'subtotals' in value &&
    'lines' in value &&
    Array.isArray(value.lines) &&
    'instalments' in value &&
    Array.isArray(value.instalments)
  );
}
