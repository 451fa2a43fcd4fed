/**
 * The result of an assessment. It is stored in the record's data, so that it stays explained after the schedule
 * changes.
 */
import type { MessageValue } from '../../locales/message.ts';
import type { Certainty } from '../model/place.ts';
import type { Money } from '../model/fee.ts';
import type { PortalRecord } from '../model/record.ts';
import { type ReaderLocale, valueShown } from '../text/tell.ts';

/** The stored form: titles and rules are data. `spokenAssessment` puts them into words for a reader. */
export type Assessment = AssessmentIn<MessageValue>;

/** The form for one reader. */
export type SpokenAssessment = AssessmentIn<string>;

/** @typeParam Text the type of titles and rules */
export interface AssessmentIn<Text> {
  readonly schedule: string;
  readonly title: Text;
  readonly version: string;
  /** Of all its amounts (ISO 4217); left out: that of the portal. */
  readonly currency?: string;
  /** ISO date up to which late charges are computed. */
  readonly assessedOn: string;
  readonly lines: readonly AssessedLine<Text>[];
  /** By the first tag of each line, in the order of the schedule. */
  readonly subtotals: readonly { readonly tag: string; readonly title: Text; readonly amount: Money }[];
  /** All charged lines, without late charges. */
  readonly total: Money;
  readonly instalments: readonly AssessedInstalment<Text>[];
  /** Surcharge and interest, including those already paid. */
  readonly lateCharges: Money;
  /** Without what was paid back. Below zero: more was paid back than paid. */
  readonly paid: Money;
  /** What was paid back. Earlier assessments, and those of a schedule without refunds, have none. */
  readonly refunded?: Money;
  /** The balance: total and late charges minus payments. Below zero: owed to the payer. */
  readonly balance: Money;
  /** The part of the balance that is due on the day of the assessment or has no due day. */
  readonly dueNow: Money;
  /** The first due day (ISO date) of an unpaid instalment; null: no unpaid instalment has a due day ahead. */
  readonly nextDue: string | null;
}

export interface AssessedLine<Text = MessageValue> {
  /** The line's id, followed by a slash and its group: `business-tax/e`. */
  readonly id: string;
  readonly title: Text;
  /** The rule in words and numbers, so that anyone can repeat the computation. */
  readonly rule: Text;
  readonly base: string | null;
  /** False for a base that counts people, rooms or square metres. */
  readonly isBaseMoney: boolean;
  /** `0.5%`, `1500.00`; null if a bracket gives the amount. */
  readonly rate: string | null;
  /** False for a percentage. */
  readonly isRateMoney: boolean;
  /** Below zero for what is taken off. */
  readonly amount: Money;
  readonly isCharged: boolean;
  /** The line waives the one above it; its rule is the reason. */
  readonly isWaiver?: true;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly certainty: Certainty | null;
}

export interface AssessedInstalment<Text = MessageValue> {
  readonly title: Text;
  /** ISO date; null: due when the rest of the business is done, and never late. */
  readonly due: string | null;
  /** Never below zero. The sum equals the total, unless the total is below zero. */
  readonly amount: Money;
  /** The instalment's share of the divided amount. */
  readonly divided: Money;
  /** The part of the amount on which late charges are computed. */
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
  /** The explanation in words; null if nothing is late. */
  readonly rule: Text | null;
}

/** Only the engine writes assessments, so checking a few members is enough. */
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

/** @param portal in the reader's language */
export function spokenAssessment(portal: ReaderLocale, assessment: Assessment): SpokenAssessment {
  const reader = { ...portal, currency: assessment.currency };
  const { title, version, lines, subtotals, instalments } = assessment;
  return {
    ...assessment,
    title: valueShown(reader, title),
    version: valueShown(reader, { text: version, kind: 'source' }),
    lines: lines.map((line) => ({
      ...line,
      title: valueShown(reader, line.title),
      rule: valueShown(reader, line.rule),
      source: line.source === null ? null : valueShown(reader, { text: line.source, kind: 'source' }),
    })),
    subtotals: subtotals.map((one) => ({ ...one, title: valueShown(reader, one.title) })),
    instalments: instalments.map((one) => {
      const { rule } = one.charges;
      return {
        ...one,
        title: valueShown(reader, one.title),
        charges: { ...one.charges, rule: rule === null ? null : valueShown(reader, rule) },
      };
    }),
  };
}

type Data = PortalRecord['data'];

/** A record's data with its assessment in words; the data itself if it has no assessment. */
export function spokenData(reader: ReaderLocale, data: Data): Data {
  const { assessment } = data;
  return isAssessment(assessment) ? { ...data, assessment: spokenAssessment(reader, assessment) } : data;
}

/** Like `spokenData`, with the base of each line as people read it: an amount, or a number of people or rooms. */
export function printedData(reader: ReaderLocale, data: Data): Data {
  const { assessment } = data;
  if (!isAssessment(assessment)) return data;
  const spoken = spokenAssessment(reader, assessment);
  const inCurrency = { ...reader, currency: assessment.currency };
  const lines = spoken.lines.map((line) => ({ ...line, base: printedBase(inCurrency, line) }));
  return { ...data, assessment: { ...spoken, lines } };
}

function printedBase(
  reader: ReaderLocale,
  { base, isBaseMoney }: Pick<AssessedLine, 'base' | 'isBaseMoney'>,
): string | null {
  if (base === null) return null;
  return valueShown(reader, isBaseMoney ? { amount: base } : { digits: base });
}
