/** Diagnostics of currencies: of questions, of fee schedules and of the portal. */
import { error } from '../phrase.ts';
import { unknown } from './reference.ts';

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
