/** Renders diagnostics as text: place and code, the message, the marked line, the remedy; many missing translations as counts. */
import { countOfNoun } from '../../portal/text/noun-count.ts';
import type { Diagnostic, Quote } from './diagnostic.ts';

/** The longest part of a line that is shown. */
const widest = 160;

/**
 * Renders all diagnostics, separated by blank lines; many missing translations are counted by file. Returns '' if
 * there are none.
 */
export function renderDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const { single, many } = byLanguage(diagnostics);
  return [...single.map(renderDiagnostic), ...many.map(renderUntranslated)].join('\n');
}

function renderDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, code, severity, message, remedy, quote } = diagnostic;
  const kind = severity === 'warning' ? '  warning' : '';
  const frame = quote === null ? [] : frameOf(quote, diagnostic);
  const lines = [`${file}:${line}:${column}  ${code}${kind}`, `  ${message}`, ...frame, `  ${remedy}`];
  return `${lines.map(printable).join('\n')}\n`;
}

function frameOf(quote: Quote, { line, column, length }: Diagnostic): string[] {
  const start = column > widest - 20 ? column - 40 : 0;
  const digits = String(line).length;
  const rows = quote.lines.map((text, index) => {
    const number = quote.first + index;
    const mark = number === line ? ' > ' : '   ';
    return `${mark}${String(number).padStart(digits)} | ${text.slice(start, start + widest)}`.trimEnd();
  });
  const before = (quote.lines.at(-1) ?? '').slice(start, column - 1).replaceAll(/[^\t]/g, ' ');
  const carets = '^'.repeat(Math.max(1, Math.min(length, widest - before.length)));
  return [...rows, `${' '.repeat(3 + digits)} | ${before}${carets}`];
}

/** Replaces control characters, so that a file cannot control the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, (mark) => (mark === '\t' ? mark : '\uFFFD'));
}

/** If a language lacks more than this number of texts, they are counted by file. */
const mostShown = 12;

const codes: ReadonlySet<string> = new Set(['locale/untranslated', 'locale/untranslated-message']);

interface UntranslatedTexts {
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
function byLanguage(diagnostics: readonly Diagnostic[]): {
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
function renderUntranslated({ language, diagnostics }: UntranslatedTexts): string {
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
