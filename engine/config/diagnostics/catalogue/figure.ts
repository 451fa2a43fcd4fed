/** Diagnostics of figures: those that have no value, or do not fit their question, limits of answers, and currencies. */
import { error, phrase } from '../phrase.ts';
import { unknown } from './reference.ts';

/** `money` is in the currency of the portal, `money USD` in another one. */
export type Unit = 'number' | 'days' | 'percent' | MoneyUnit;
export type MoneyUnit = 'money' | `money ${string}`;

const unitNouns: Readonly<Record<Exclude<Unit, `money ${string}`>, string>> = {
  number: 'a number',
  money: 'an amount',
  days: 'a number of days',
  percent: 'a percentage',
};

function unitNoun(unit: Unit): string {
  return unit in unitNouns
    ? unitNouns[unit as keyof typeof unitNouns]
    : `an amount in ${unit.slice('money '.length)}`;
}

const emptyCauses = {
  cases: 'No case has a value.',
  divisor: 'Nothing can be divided by zero.',
  shown: 'The form only shows this from another record, so it has no answer to it.',
};

export interface FieldLimits {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Null for the number itself. */
  readonly unit: 'characters' | null;
}

function inWords({ least, most, unit }: FieldLimits): string {
  const verb = unit === null ? 'is' : 'has';
  const ends = [
    ...(least === -Infinity || (unit !== null && least === 0) ? [] : [`at least ${least}`]),
    ...(most === Infinity ? [] : [`at most ${most}`]),
  ];
  return `${verb} ${ends.join(' and ')}${unit === null ? '' : ` ${unit}`}`;
}

export const figurePhrases = {
  'condition/outside-limits': phrase<FieldLimits>({
    severity: 'error',
    summary: 'A condition compares with a number or a text outside the limits of its question.',
    message: (limits) => `"${limits.name}" ${inWords(limits)}, so this comparison is never true.`,
    remedy: () => 'Write a value within the limits, or change the limits of the question.',
  }),
  'condition/only-earlier-answers': phrase<FieldLimits>({
    severity: 'warning',
    summary:
      'A condition on stored answers compares with a number or a text outside the limits of its question.',
    message: (limits) =>
      `"${limits.name}" ${inWords(limits)}, so this comparison is true only for answers from before these limits.`,
    remedy: () =>
      'Write a value within the limits, or change the limits of the question. If no earlier record has such an answer, remove the comparison.',
  }),
  'form/odd-units': phrase<{ operation: string; units: readonly Unit[] }>({
    severity: 'error',
    summary: 'A computed answer combines units that do not go together.',
    message: ({ operation, units }) => `\`${operation}\` cannot take ${units.map(unitNoun).join(' and ')}.`,
    remedy: () =>
      'Add and compare what has one unit. Multiply an amount or days by a number, or an amount by days. A part of something is `{ rate: vat, of: price }`.',
  }),
  'form/other-unit': phrase<{ name: string; is: Unit; needs: Unit }>({
    severity: 'error',
    summary: 'A figure has another unit than its place needs.',
    message: ({ name, is, needs }) => `"${name}" is ${unitNoun(is)}, but must be ${unitNoun(needs)}.`,
    remedy: () =>
      "An amount has `format: money`, a percentage `ui:unit: '%'`. Days and numbers are of `type: integer` or `number`.",
  }),
  'form/unrounded': phrase<{ name: string; decimals: number }>({
    severity: 'error',
    summary: 'A computed answer may have more decimals than its question holds.',
    message: ({ name, decimals }) =>
      decimals === 0
        ? `"${name}" is a whole number, but its figure may have decimals.`
        : `"${name}" has at most ${decimals} decimals, but its figure may have more.`,
    remedy: ({ decimals }) =>
      `Say how it is rounded: \`round: { to: ${decimals === 0 ? '1' : '0.01'}, mode: half up }\` beside the operation. Other modes are \`up\`, \`down\` and \`half even\`.`,
  }),
  'form/empty-figure': phrase<{ cause: keyof typeof emptyCauses }>({
    severity: 'error',
    summary: 'A computed answer never has a value.',
    message: ({ cause }) => emptyCauses[cause],
    remedy: () => 'Compute it from other questions of the form, or leave it out.',
  }),
  'form/unsure-part': phrase<{ name: string }>({
    severity: 'warning',
    summary: 'A computed answer has no value while one of its parts is not asked.',
    message: ({ name }) => `"${name}" is not always asked. While it is not, there is no figure.`,
    remedy: ({ name }) =>
      `Give the computed question the same \`when\`, compute it by \`cases\`, or count nothing instead: \`{ sum: [${name}, 0] }\`.`,
  }),
  'form/figure-outside': phrase<{ name: string; is: string; limit: string }>({
    severity: 'error',
    summary: 'A computed answer is always outside the limits of its question.',
    message: ({ name, is, limit }) => `"${name}" is ${is} by its parts, but must be ${limit}.`,
    remedy: () => 'Change the limits of the question, or those of its parts.',
  }),
  'form/below-zero': phrase<{ name: string }>({
    severity: 'warning',
    summary: 'A computed amount may be below zero, and no amount has a sign.',
    message: ({ name }) => `"${name}" may be below zero, which is not an amount.`,
    remedy: () =>
      'Give the parts a `minimum`, or let the figure end at zero: `{ max: [{ difference: [price, discount] }, 0] }`.',
  }),
  'form/question-above': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A figure reads a question of a level above its own.',
    message: ({ name }) =>
      `"${name}" is a level above, and a figure reads only questions of its own level and below.`,
    remedy: ({ name }) =>
      `Compute it where "${name}" is asked, such as \`{ product: [${name}, { sum: rows.points }] }\`, or ask for it at this level too.`,
  }),
  'form/restless-case': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'A case of a computed answer reads more than the answers of the form.',
    message: () => 'The figure could change while no answer does.',
    remedy: () =>
      'Test answers of the form in `when`. Where the day or another record decides, ask for that first: what is only shown is no answer.',
  }),
};

export interface TwoCurrencies {
  /** Null: the portal names none. */
  readonly first: string | null;
  readonly other: string | null;
}

function said(code: string | null): string {
  return code ?? 'the currency of the portal';
}

export const currencyPhrases = {
  'currency/unknown': unknown('The currency', 'has no code of ISO 4217', 'Codes'),
  'currency/three-decimals': error<{ readonly code: string; readonly decimals: number }>(
    'A currency has more decimals than an amount.',
    ({ code, decimals }) => `Amounts in ${code} have ${decimals} decimals, and an amount is stored with two.`,
    () => 'Choose a currency with at most two decimals.',
  ),
  'currency/sign': error<Record<never, never>>(
    'The portal names the sign of its currency.',
    () => 'The sign and the decimals of amounts follow from the currency.',
    () => 'Replace it with the code of ISO 4217, such as `currency: PHP` or `currency: EUR`.',
  ),
  'currency/not-money': error<Record<never, never>>(
    'A question without an amount has a currency.',
    () => 'Only an amount of money has a currency.',
    () => 'Add `format: money` beside `type: string`, or remove `currency`.',
  ),
  'currency/no-decimals': error<{ readonly written: string }>(
    'A fee schedule has an amount with decimals that its currency does not have.',
    ({ written }) => `The currency of this schedule has no decimals, so nobody can pay ${written}.`,
    () => 'Write a whole amount.',
  ),
  'currency/mixed': error<TwoCurrencies>(
    'Amounts in two currencies are added, compared or copied into one another.',
    ({ first, other }) => `These amounts are in ${said(first)} and in ${said(other)}, which are never mixed.`,
    () =>
      'Give all of them one `currency`. Where both are taken, ask for each in a question of its own, and bill each with a record type of its own.',
  ),
  'currency/two-in-one-place': error<TwoCurrencies & { readonly name: string; readonly type: string }>(
    'The forms of a record type ask for one answer in two currencies.',
    ({ name, type, first, other }) =>
      `"${name}" of "${type}" is in ${said(first)} in one form and in ${said(other)} in another, so its sums would mix them.`,
    () => 'Give the question one `currency` in all forms of the record type, or another name in one of them.',
  ),
};
