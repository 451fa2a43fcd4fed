/** Adds the quoted lines to diagnostics. */
import type { SourceFile } from '../source/source.ts';
import type { Diagnostic, Quote } from './diagnostic.ts';

/** Quotes each line from the text of its file. A place outside the text has no quote. */
export function quoteDiagnostics(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
): Diagnostic[] {
  if (diagnostics.length === 0) return [];
  const wanted = new Set(diagnostics.map(({ file }) => file));
  const lines = new Map(
    files.filter(({ path }) => wanted.has(path)).map(({ path, text }) => [path, text.split(/\r?\n/)]),
  );
  return diagnostics.map((diagnostic) => quoted(diagnostic, lines.get(diagnostic.file)));
}

function quoted(diagnostic: Diagnostic, lines: readonly string[] | undefined): Diagnostic {
  const { line, column, length } = diagnostic;
  const marked = lines?.[line - 1];
  if (lines === undefined || marked === undefined) return diagnostic;
  const before = lines[line - 2];
  const quote: Quote =
    before === undefined ? { first: line, lines: [marked] } : { first: line - 1, lines: [before, marked] };
  return { ...diagnostic, quote, length: length > 0 ? length : wordLength(marked.slice(column - 1)) };
}

/** Length of the word, or of the quoted text, that starts here. */
function wordLength(text: string): number {
  const word = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,:[\]{}]+)/.exec(text);
  return Math.max(1, word?.[0].length ?? 1);
}
