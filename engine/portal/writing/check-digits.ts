/** Check digits: they show that a number was mistyped, before anybody looks for it. */

const checkDigitRules = ['mod-97', 'luhn'] as const;
/**
 * `mod-97`: two digits at the end, over letters and digits (ISO 7064 MOD 97-10, as in an IBAN).
 * `luhn`: one digit at the end, over digits (ISO/IEC 7812-1, as on a bank card).
 */
export type CheckDigitRule = (typeof checkDigitRules)[number];

export function isCheckDigitRule(text: unknown): text is CheckDigitRule {
  return checkDigitRules.some((rule) => rule === text);
}

/** @returns the two digits by `mod-97` for a number; other characters than letters and digits do not count */
export function checkDigitsFor(number: string): string {
  return String(98 - remainderOf97(`${marksOf(number)}00`)).padStart(2, '0');
}

/** Whether the digits at the end of a code belong to the rest of it. Digits without a rest belong to nothing. */
export function hasCheckDigits(code: string, rule: CheckDigitRule): boolean {
  const marks = marksOf(code);
  return rule === 'mod-97'
    ? marks.length > 2 && remainderOf97(marks) === 1
    : /^\d{2,}$/.test(marks) && luhnSum(marks) % 10 === 0;
}

function marksOf(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/** A letter counts as two digits: A is 10, Z is 35. */
function remainderOf97(marks: string): number {
  const digits = [...marks].map((one) => Number.parseInt(one, 36)).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}

/** Every second digit from the right is doubled, and counts with the sum of its own digits. */
function luhnSum(digits: string): number {
  return [...digits].toReversed().reduce((sum, digit, at) => {
    const counted = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return sum + (counted > 9 ? counted - 9 : counted);
  }, 0);
}
