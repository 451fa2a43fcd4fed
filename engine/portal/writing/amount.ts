/** Amounts and other numbers as people type them: with a currency sign, and with marks between the thousands. */

/** Thousands are three digits each. `1,5` is no number here: nobody can know whether it means 1.5 or 15. */
const grouped = /^(-?)(\d{1,3}(?:[,\s]\d{3})+|\d*)(\.\d*)?$/;

/**
 * `₱ 1,320.10` becomes `1320.10`. A text that is not an amount stays unchanged.
 * @param signs what people write before or after an amount, such as `₱` and `PHP`
 */
export function writeAmount(text: string, signs: readonly string[]): string {
  return plainNumber(withoutSign(text.trim(), signs)) ?? text;
}

/** The digits of a number, without marks between the thousands; null if the text is not a number. */
export function plainNumber(text: string): string | null {
  const found = grouped.exec(text.trim());
  if (found === null) return null;
  const [, minus = '', whole = '', rest = ''] = found;
  const fraction = rest.slice(1);
  if (whole === '' && fraction === '') return null;
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return `${minus}${digits}${fraction === '' ? '' : `.${fraction}`}`;
}

function withoutSign(text: string, signs: readonly string[]): string {
  const lower = text.toLowerCase();
  const longestFirst = signs.toSorted((one, other) => other.length - one.length);
  for (const sign of longestFirst.map((one) => one.toLowerCase())) {
    if (lower.startsWith(sign)) return text.slice(sign.length).replace(/^\.?\s*/, '');
    if (lower.endsWith(sign)) return text.slice(0, text.length - sign.length).trimEnd();
  }
  return text;
}

/** The smallest number with a mark between its thousands. A shorter whole number may be a year. */
export const leastGrouped = { money: 1000, number: 10_000 } as const;

/** `1320.5` becomes `1,320.5`. A text that is not a plain number stays unchanged. */
export function groupThousands(text: string, least: number): string {
  const found = /^(-?)(\d+)(\.\d*)?$/.exec(text);
  if (found === null) return text;
  const [, minus = '', whole = '', fraction = ''] = found;
  if (whole.length < String(least).length) return text;
  return `${minus}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${fraction}`;
}

/** A text in an input field, and the place of the caret in it. */
export interface TypedText {
  readonly value: string;
  readonly caret: number;
}

interface Edit extends TypedText {
  /** The text before the key press. */
  readonly before: string;
  /** The key removed what follows the caret (Delete), not what precedes it. */
  readonly isForward: boolean;
}

/**
 * Groups the thousands after a key press; the caret stays between the same digits. A comma that the person typed stays
 * as it is: only marks that this function wrote are moved.
 */
export function regroup({ before, value: text, caret, isForward }: Edit, least: number): TypedText {
  const isOwn = before === '' || groupThousands(withoutMarks(before), least) === before;
  if (!isOwn || countMarks(text) > countMarks(before)) return { value: text, caret };
  const left = withoutMarks(text.slice(0, caret));
  const right = withoutMarks(text.slice(caret));
  // A removed mark would come back at once, so the digit beside it is removed.
  const isMarkRemoved = text.length === before.length - 1 && left + right === withoutMarks(before);
  const [start, end] = !isMarkRemoved
    ? [left, right]
    : isForward
      ? [left, right.slice(1)]
      : [left.slice(0, -1), right];
  const whole = groupThousands(start + end, least);
  return { value: whole, caret: placeAfter(whole, start.length) };
}

/** The place after so many characters, marks not counted. */
function placeAfter(text: string, count: number): number {
  let left = count;
  let place = 0;
  while (left > 0 && place < text.length) {
    if (text[place] !== ',') left -= 1;
    place += 1;
  }
  return place;
}

function withoutMarks(text: string): string {
  return text.replaceAll(',', '');
}

function countMarks(text: string): number {
  return text.split(',').length - 1;
}
