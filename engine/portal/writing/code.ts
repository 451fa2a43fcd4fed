/** Codes of a fixed form, such as a tax number or a plate: writes what people type as it is stored. */
import type { CheckDigitRule } from './check-digits.ts';

/** The form of a code. */
export interface CodeFormat {
  /** `#` is a digit, `A` a letter, `*` either. Other characters are written between them. `[]`: any text. */
  readonly shapes: readonly string[];
  /** Letters are stored as capitals. */
  readonly capitals: boolean;
  /** How its last digits check the others; null: they do not. */
  readonly check: CheckDigitRule | null;
  /** A good answer, for error messages. */
  readonly example: string;
}

const places: Readonly<Record<string, { readonly fits: RegExp; readonly pattern: string }>> = {
  '#': { fits: /^[0-9]$/, pattern: '[0-9]' },
  A: { fits: /^[A-Z]$/, pattern: '[A-Z]' },
  '*': { fits: /^[A-Z0-9]$/, pattern: '[A-Z0-9]' },
};

/**
 * `123456789` and `123 456 789` become `123-456-789` for the shape `###-###-###`. A text that fits no shape stays
 * unchanged, so that its error can show it.
 */
export function writeCode(
  text: string,
  { shapes, capitals }: Pick<CodeFormat, 'shapes' | 'capitals'>,
): string {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ');
  if (shapes.length === 0) return capitals ? trimmed.toUpperCase() : trimmed;
  return inShape(trimmed.toUpperCase(), shapes) ?? text;
}

/**
 * The letters and digits of a text in the first shape that they fill; null if they fill none. A plus at the beginning
 * is a part of the text, as in the telephone number of another country.
 */
export function inShape(text: string, shapes: readonly string[]): string | null {
  const marks = [...text].filter((one) => /[\p{L}\p{N}]/u.test(one));
  const hasPlus = text.trimStart().startsWith('+');
  const shape = shapes.find((one) => one.startsWith('+') === hasPlus && isFilledBy(one, marks));
  if (shape === undefined) return null;
  let next = 0;
  return [...shape].map((place) => (isPlace(place) ? (marks[next++] ?? '') : place)).join('');
}

/** The pattern that texts in these shapes match. */
export function patternOfShapes(shapes: readonly string[]): string {
  const patterns = shapes.map(patternOfShape);
  return patterns.length === 1 ? `^${patterns.join('')}$` : `^(${patterns.join('|')})$`;
}

function patternOfShape(shape: string): string {
  return [...shape]
    .map((place) => places[place]?.pattern ?? place.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&'))
    .join('');
}

/** Whether every letter or digit of the shapes is a digit. */
export function isOfDigits(shapes: readonly string[]): boolean {
  return shapes.length > 0 && shapes.every((shape) => !/[A*]/.test(shape));
}

function isFilledBy(shape: string, marks: readonly string[]): boolean {
  const open = [...shape].filter(isPlace);
  return open.length === marks.length && open.every((place, at) => places[place]?.fits.test(marks[at] ?? ''));
}

function isPlace(character: string): boolean {
  return Object.hasOwn(places, character);
}
