/** `munisipyo test`: tries the cases and stories of a configuration, without a database. */
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { coveredRules } from '../../cases/coverage.ts';
import { renderCoverage, renderWholeCoverage } from '../../cases/render-coverage.ts';
import { renderFailures, renderJunit, sayResults } from '../../cases/render-results.ts';
import { testsOf, tryTests } from '../../cases/try-tests.ts';
import { errorsOf } from '../../config/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { loadKept } from '../../config/load.ts';
import { readFiles } from '../../config/read-files.ts';
import { isFolder, readArguments, refuse } from '../arguments.ts';
import { loadExtensions } from '../load-extensions.ts';
import { whyNotWritten } from '../writing/why-not-written.ts';
import { writeCase } from './write-case.ts';

export const usage = `Usage: munisipyo test [DIR] [--only TEXT] [--junit FILE] [--all]
       munisipyo test [DIR] --from RECORD [--out FILE]
Tries the cases and stories in DIR/tests (default: CONFIG_DIR, or else config): who opens which pages, which requirement
kinds and items apply, which steps are possible, what is paid, and what happens over time. It needs no database.
--only: only the cases and stories with this text in their file's name or title.
--junit: writes the results to this file for a CI server, too.
--all: lists every rule that no case and no story uses, not only some of them.
--from: tries nothing, but writes cases from a record of the database, by its number, id, slug or type/slug. Names, addresses,
numbers and every answer that is marked as personal are replaced by made-up ones.
--out: writes them to this new file instead of standard output.
Exit code: 0 all hold; 1 one does not, there is none, or the configuration has mistakes; 2 wrong arguments or EXTENSIONS.
`;

/** @returns the exit code */
export async function test(args: readonly string[]): Promise<number> {
  const words = readArguments(args, {
    only: { type: 'string' },
    junit: { type: 'string' },
    all: { type: 'boolean' },
    from: { type: 'string' },
    out: { type: 'string' },
  });
  const directory = words?.positionals[0] ?? (process.env['CONFIG_DIR'] || 'config');
  if (words === null || words.positionals.length > 1) return refuse(usage);
  if (!isFolder(directory)) return refuse(`"${directory}" is not a folder.\n${usage}`);
  const { portal, diagnostics } = loadKept(directory, { proofs: false, additions: await loadExtensions() });
  if (portal === null) {
    process.stdout.write(renderDiagnostics(errorsOf(diagnostics)));
    return refuse(`${directory} has mistakes, so nothing can be tried.\n`, 1);
  }
  const { from, out } = words.values;
  if (from !== undefined) return writeCase(portal, { from, out });
  const tests = testsOf(readFiles(directory).files, portal);
  const { only, junit, all: isWhole = false } = words.values;
  const wanted = tests.filter(({ name }) => name.includes(only ?? ''));
  if (wanted.length === 0) {
    return refuse(
      tests.length === 0
        ? `There are no cases in ${directory}/tests.\n`
        : `No case or story is named "${only}".\n`,
      1,
    );
  }
  const { results, coverage } = tryTests(portal, wanted);
  process.stdout.write(renderFailures(results));
  process.stderr.write(sayResults(results));
  // Some of the tests do not tell what all of them use.
  if (only === undefined || isWhole) {
    const covered = coveredRules(portal, coverage);
    if (isWhole) process.stdout.write(renderWholeCoverage(covered));
    else process.stderr.write(renderCoverage(covered));
  }
  if (junit !== undefined) {
    try {
      writeFileSync(junit, renderJunit(results));
    } catch (error) {
      return refuse(`The file "${junit}" cannot be written: ${whyNotWritten(error, dirname(junit))}.\n`);
    }
  }
  return results.every(({ failures }) => failures.length === 0) ? 0 : 1;
}
