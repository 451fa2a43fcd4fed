/** `munisipyo test`: tries the cases of a configuration, without a database. */
import { writeFileSync } from 'node:fs';
import { readCases } from '../cases/read-cases.ts';
import { type CaseResult, renderFailures, renderJunit, sayResults } from '../cases/render-results.ts';
import { runCase } from '../cases/run-case.ts';
import { hasErrors } from '../config/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../config/diagnostics/render.ts';
import { loadKept } from '../config/load.ts';
import { readFiles } from '../config/read-files.ts';
import { isFolder, readArguments, refuse } from './arguments.ts';
import { loadExtensions } from './load-extensions.ts';

export const usage = `Usage: munisipyo test [DIR] [--only TEXT] [--junit FILE]
Tries the cases in DIR/tests (default: CONFIG_DIR, or else config): who opens which pages, which requirement kinds and
items apply, which steps are possible, and what is paid. It needs no database.
--only: only the cases with this text in their file's name or title.
--junit: writes the results to this file for a CI server, too.
Exit code: 0 all hold; 1 one does not, there is none, or the configuration has mistakes; 2 wrong arguments or EXTENSIONS.
`;

/** @returns the exit code */
export async function test(args: readonly string[]): Promise<number> {
  const words = readArguments(args, { only: { type: 'string' }, junit: { type: 'string' } });
  const directory = words?.positionals[0] ?? (process.env['CONFIG_DIR'] || 'config');
  if (words === null || words.positionals.length > 1) return refuse(usage);
  if (!isFolder(directory)) return refuse(`"${directory}" is not a folder.\n${usage}`);
  const { portal, diagnostics } = loadKept(directory, { proofs: false, additions: await loadExtensions() });
  if (portal === null) {
    process.stdout.write(renderDiagnostics(diagnostics.filter((one) => hasErrors([one]))));
    return refuse(`${directory} has mistakes, so nothing can be tried.\n`, 1);
  }
  const cases = readCases(readFiles(directory).files, portal);
  const { only = '', junit } = words.values;
  const wanted = cases.filter(({ name }) => name.includes(only));
  if (wanted.length === 0) {
    return refuse(
      cases.length === 0 ? `There are no cases in ${directory}/tests.\n` : `No case is named "${only}".\n`,
      1,
    );
  }
  const results = wanted.map((one): CaseResult => ({ tried: one, failures: runCase(portal, one) }));
  process.stdout.write(renderFailures(results));
  process.stderr.write(sayResults(results));
  if (junit !== undefined) {
    try {
      writeFileSync(junit, renderJunit(results));
    } catch (error) {
      return refuse(
        `The file "${junit}" cannot be written: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    }
  }
  return results.every(({ failures }) => failures.length === 0) ? 0 : 1;
}
