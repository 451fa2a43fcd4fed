/** The numbers of records and documents, such as `MP-2026-000123`: what they consist of, and which counter they use. */
import type { NumberPattern } from '../model/record-type.ts';
import { checkDigitsFor } from './check-digits.ts';

/** What a number can say of the record. Each is empty if the record has none. */
export interface NumberSubject {
  readonly year: string;
  readonly office: string;
  /** Key of the requirement kind, without its set. */
  readonly kind: string;
}

/** @param today ISO date, which decides the year */
export function numberSubject(
  { office, kind }: { readonly office: string | null; readonly kind: string | null },
  today: string,
): NumberSubject {
  return { year: today.slice(0, 4), office: office ?? '', kind: kind?.split('/').at(-1) ?? '' };
}

/** The name of the counter: each year, office or kind of `per` has its own. @param of what is numbered */
export function counterFor(of: string, { per }: NumberPattern, subject: NumberSubject): string {
  return [of, ...per.map((part) => subject[part])].join('/');
}

/** Fills `{name}` and `{sequence:width}`, which is padded with zeros; last of all `{check}`. */
export function fillNumber({ pattern }: NumberPattern, subject: NumberSubject, sequence: number): string {
  const values: Readonly<Record<string, string>> = { ...subject, sequence: String(sequence) };
  const number = pattern.replace(
    /\{(\w+)(?::(\d+))?\}/g,
    (brace, name: string, width: string | undefined) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined ? brace : value.padStart(Number(width ?? 0), '0');
    },
  );
  return number.replace('{check}', () => checkDigitsFor(number.replace('{check}', '')));
}
