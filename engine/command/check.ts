/** `munisipyo check`: reports every error of a configuration in one run. */
import { parseArgs } from 'node:util';
import { type Diagnostic, hasErrors } from '../config/diagnostics/diagnostic.ts';
import { renderDiagnostics, untranslatedByLanguage } from '../config/diagnostics/render.ts';
import { loadKept } from '../config/load.ts';
import { countOfNoun } from '../portal/text/noun-count.ts';
import { isFolder } from './arguments.ts';
import { loadExtensions } from './load-extensions.ts';
import { countSources, type SourceCount, type SourceCounts } from '../portal/wire/count-sources.ts';

export const usage = `Usage: munisipyo check [DIR] [--format text|json] [--json]
Reads the configuration in DIR (default: CONFIG_DIR, or else config) and reports every mistake in it.
Exit code: 0 valid, or only warnings; 1 mistakes; 2 wrong arguments or EXTENSIONS.
`;

/** @returns the exit code */
export async function check(args: readonly string[]): Promise<number> {
  const words = readWords(args);
  if (typeof words === 'string') {
    process.stderr.write(`${words}\n${usage}`);
    return 2;
  }
  const { portal, diagnostics } = loadKept(words.directory, { additions: await loadExtensions() });
  const sources = portal === null ? null : countSources(portal);
  process.stdout.write(words.isJson ? toJson(diagnostics, sources) : renderDiagnostics(diagnostics));
  process.stderr.write(`${summaryOf(diagnostics, words.directory)}\n`);
  if (sources !== null) process.stderr.write(`${saySources(sources)}\n`);
  return hasErrors(diagnostics) ? 1 : 0;
}

interface CheckArguments {
  readonly directory: string;
  readonly isJson: boolean;
}

/** The parsed options, or an error message. */
function readWords(args: readonly string[]): CheckArguments | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { format: { type: 'string', default: 'text' }, json: { type: 'boolean', default: false } },
    });
    const { format } = values;
    const directory = positionals[0] ?? (process.env['CONFIG_DIR'] || 'config');
    if (positionals.length > 1) return 'Only one folder can be checked at a time.';
    if (format !== 'text' && format !== 'json') return `There is no format "${format}".`;
    if (!isFolder(directory)) return `"${directory}" is not a folder.`;
    return { directory, isJson: format === 'json' || values.json };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function toJson(found: readonly Diagnostic[], sources: SourceCounts | null): string {
  const diagnostics = found.map(({ code, severity, file, line, column, message, remedy, also }) => {
    return { code, severity, file, line, column, message, remedy, also };
  });
  return `${JSON.stringify({ diagnostics, sources }, null, 2)}\n`;
}

function summaryOf(diagnostics: readonly Diagnostic[], directory: string): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  if (diagnostics.length === 0) return `${directory} is sound.`;
  return `${directory}: ${countOfNoun(errors, 'error', 'errors')}, ${countOfNoun(warnings, 'warning', 'warnings')}.${sayUntranslated(diagnostics)}`;
}

/** ` Not translated: 12 to fil.`; empty if everything is translated. */
function sayUntranslated(diagnostics: readonly Diagnostic[]): string {
  const counts = [...untranslatedByLanguage(diagnostics)].map(
    ([language, { length }]) => `${length} to ${language}`,
  );
  return counts.length === 0 ? '' : ` Not translated: ${counts.join(', ')}.`;
}

function saySources({ law, practice, assumption, unsaid }: SourceCount): string {
  return `Sources of what is asked and charged: ${law} law, ${practice} practice, ${assumption} assumption, ${unsaid} not stated.`;
}
