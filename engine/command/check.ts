/** `munisipyo check`: reports every error of a configuration in one run. */
import { parseArgs } from 'node:util';
import { type Diagnostic, errorsOf, hasErrors } from '../config/diagnostics/diagnostic.ts';
import { renderDiagnostics, untranslatedByLanguage } from '../config/diagnostics/render.ts';
import { renderGithub } from '../config/diagnostics/render-github.ts';
import { renderSarif } from '../config/diagnostics/render-sarif.ts';
import { loadKept } from '../config/load.ts';
import { countOfNoun } from '../portal/text/noun-count.ts';
import { isFolder } from './arguments.ts';
import { loadExtensions } from './load-extensions.ts';
import { countSources, type SourceCount, type SourceCounts } from '../portal/wire/count-sources.ts';

export const usage = `Usage: munisipyo check [DIR] [--strict] [--format text|json|github|sarif] [--json]
Reads the configuration in DIR (default: CONFIG_DIR, or else config) and reports every mistake in it.
--strict: a warning counts as a mistake.
--format: github annotates a pull request in GitHub Actions, sarif is for code scanners, --json is short for json.
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
  process.stdout.write(renderers[words.format](diagnostics, sources));
  process.stderr.write(`${summaryOf(diagnostics, words.directory)}\n`);
  if (sources !== null) process.stderr.write(`${saySources(sources)}\n`);
  return hasErrors(diagnostics) || (words.isStrict && diagnostics.length > 0) ? 1 : 0;
}

type DiagnosticRenderer = (found: readonly Diagnostic[], sources: SourceCounts | null) => string;

const renderers = {
  text: renderDiagnostics,
  json: toJson,
  github: renderGithub,
  sarif: renderSarif,
} as const satisfies Readonly<Record<string, DiagnosticRenderer>>;

interface CheckArguments {
  readonly directory: string;
  readonly format: keyof typeof renderers;
  readonly isStrict: boolean;
}

/** The parsed options, or an error message. */
function readWords(args: readonly string[]): CheckArguments | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'text' },
        json: { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
      },
    });
    const format = values.json ? 'json' : values.format;
    const directory = positionals[0] ?? (process.env['CONFIG_DIR'] || 'config');
    if (positionals.length > 1) return 'Only one folder can be checked at a time.';
    if (!isFormat(format)) return `There is no format "${format}".`;
    if (!isFolder(directory)) return `"${directory}" is not a folder.`;
    return { directory, format, isStrict: values.strict };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isFormat(name: string): name is CheckArguments['format'] {
  return Object.hasOwn(renderers, name);
}

function toJson(found: readonly Diagnostic[], sources: SourceCounts | null): string {
  const diagnostics = found.map(({ code, severity, file, line, column, length, message, remedy, also }) => {
    const endColumn = column + Math.max(1, length);
    return { code, severity, file, line, column, endColumn, message, remedy, also };
  });
  return `${JSON.stringify({ diagnostics, sources }, null, 2)}\n`;
}

function summaryOf(diagnostics: readonly Diagnostic[], directory: string): string {
  const errors = errorsOf(diagnostics).length;
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
