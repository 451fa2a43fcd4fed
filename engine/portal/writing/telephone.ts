/** Writes telephone numbers in one form, so that the same number is always the same text. */
/** The number format of a country. */
export interface TelephoneRule {
  /** Digits after the plus, such as `63`; empty: no numbers are shortened. */
  readonly country: string;
  /** Digits before a national number, such as `0`. */
  readonly trunk: string;
  /** How people read a number, by its digits: `#### ### ####`. Without one of its length it is shown as stored. */
  readonly shapes?: readonly string[];
}

const typed = /^\+?[\d\s().\-/‐-―]+$/;
/** A number without a plus that starts with the country's digits and is longer than a national number. */
const shortestWithCountry = 11;

/**
 * `0917 123 4567`, `+63 (917) 123-4567` and `0063 917 1234567` become `09171234567`. A number of another country
 * becomes
 * a plus and its digits. A text that is not a telephone number stays unchanged.
 */
export function writeTelephone(text: string, { country, trunk }: TelephoneRule): string {
  const trimmed = text.trim();
  if (!typed.test(trimmed)) return text;
  const digits = trimmed.replaceAll(/\D/g, '');
  const isForeign = trimmed.startsWith('+') || digits.startsWith('00');
  const number = isForeign && !trimmed.startsWith('+') ? digits.slice(2) : digits;
  const isOfCountry = country !== '' && number.startsWith(country);
  if (isOfCountry && (isForeign || number.length >= shortestWithCountry)) {
    return trunk + withoutTrunk(number.slice(country.length), trunk);
  }
  return isForeign ? `+${number}` : digits;
}

/** People also write `+63 (0)917`. */
function withoutTrunk(number: string, trunk: string): string {
  return trunk !== '' && number.startsWith(trunk) ? number.slice(trunk.length) : number;
}
