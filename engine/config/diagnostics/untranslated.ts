/**
 * Missing translations by language. If many are missing, a count for each file is shorter than a list of all texts.
 */
import { countOfNoun } from '../../portal/text/noun-count.ts';
import type { Diagnostic } from './diagnostic.ts';

/** If a language lacks more than this number of texts, they are counted by file. */
const mostShown = 12;

const codes: ReadonlySet<string> = new Set(['locale/untranslated', 'locale/untranslated-message']);

export interface UntranslatedTexts {
  readonly language: string;
  readonly diagnostics: readonly Diagnostic[];
}

export function untranslatedByLanguage(
  diagnostics: readonly Diagnostic[],
): ReadonlyMap<string, Diagnostic[]> {
  const found = diagnostics.filter(({ code }) => codes.has(code));
  return Map.groupBy(found, ({ language = '' }) => language);
}

/** @returns the diagnostics to report one by one, and the languages to report as counts */
export function byLanguage(diagnostics: readonly Diagnostic[]): {
  readonly single: readonly Diagnostic[];
  readonly many: readonly UntranslatedTexts[];
} {
  const many = [...untranslatedByLanguage(diagnostics)].flatMap(([language, found]) =>
    [...Map.groupBy(found, ({ code }) => code).values()]
      .filter(({ length }) => length > mostShown)
      .map((ofCode) => ({ language, diagnostics: ofCode })),
  );
  const inMany = new Set(many.flatMap((one) => one.diagnostics));
  return { single: diagnostics.filter((one) => !inMany.has(one)), many };
}

/** One paragraph; the files that lack the most texts come first. */
export function renderUntranslated({ language, diagnostics }: UntranslatedTexts): string {
  const files = [...Map.groupBy(diagnostics, ({ file }) => file)]
    .map(([file, { length }]) => ({ file, length }))
    .toSorted((one, other) => other.length - one.length);
  const width = String(files[0]?.length ?? 0).length;
  return [
    `${countOfNoun(diagnostics.length, 'text is', 'texts are')} not translated into ${language}  ${diagnostics[0]?.code ?? ''}  warning`,
    ...files.map(({ file, length }) => `  ${String(length).padStart(width)}  ${file}`),
    '  To list each text with its line: munisipyo check --format json',
    '',
  ].join('\n');
}
