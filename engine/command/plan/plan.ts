/** `munisipyo plan`: says what a change of the configuration makes different, and for whom. */
import { parseArgs } from 'node:util';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { loadKept } from '../../config/load.ts';
import type { PlannedPortal } from '../../plan/plan.ts';
import { isFolder, refuse } from '../arguments.ts';
import { loadExtensions } from '../load-extensions.ts';
import { compileInForce } from './compile-version.ts';
import { askRecords } from './ask-records.ts';
import { withInForce } from './read-in-force.ts';
import { readSide } from './read-side.ts';
import { comparisonFormats, type ComparisonStyle, writeComparison } from './write-comparison.ts';

export const usage = `Usage: munisipyo plan [DIR] [--against DIR|REVISION|VERSION] [--rights [--keep-witness N]]
                      [--format text|markdown|json]
Compares the configuration in DIR (default: CONFIG_DIR, or else config) with the version that is in force in the
database, and asks the records what the change would do to them. Without a database, or with --against, it compares two
configurations alone: with another folder, a revision of git (default without a database: HEAD), or an earlier version
("munisipyo versions" has its number). It changes nothing.
--rights: who may open, read, change or do what they could not before, or no longer can, each with a case that shows it
and the command line that explains it.
--keep-witness N: writes the case of line N to DIR/tests, so that "munisipyo test" tries it from now on.
Exit code: 0 it can be put in force; 1 it cannot, because of mistakes or of what is stored; 2 wrong arguments, EXTENSIONS,
or no access to the database.
`;

interface PlanArguments extends ComparisonStyle {
  readonly directory: string;
  /** A folder, a revision, or the number of a version; null: the version in force, or else the last commit. */
  readonly against: string | null;
}

/** @returns the exit code */
export async function plan(args: readonly string[]): Promise<number> {
  const words = readWords(args);
  if (typeof words === 'string') return refuse(`${words}\n${usage}`);
  const { directory, against } = words;
  const source = { directory, additions: await loadExtensions() };
  const { portal, diagnostics } = loadKept(directory, { additions: source.additions });
  const readAfter = (): PlannedPortal | number => {
    if (portal !== null) return { name: directory, portal };
    process.stdout.write(renderDiagnostics(diagnostics));
    return refuse(`${directory} has mistakes, so there is nothing to plan.\n`, 1);
  };
  const done = against === null ? await planInForce(words, readAfter) : null;
  if (done !== null) return done;
  const before = await readSide(against ?? 'HEAD', source);
  if (typeof before === 'number') return before;
  const after = readAfter();
  return typeof after === 'number' ? after : writeComparison({ before, after }, words);
}

/** @returns the exit code; null: no configuration is in force in a database */
function planInForce(words: PlanArguments, readAfter: () => PlannedPortal | number): Promise<number | null> {
  return withInForce(async ({ database, last, key }) => {
    const portal = await compileInForce(last, (text) => process.stdout.write(text));
    if (typeof portal === 'string') return refuse(`${portal}\n`, 1);
    const after = readAfter();
    if (typeof after === 'number') return after;
    const sides = { before: { name: `version ${last.number}`, portal }, after };
    return writeComparison(sides, words, (found) => askRecords({ database, key, again: null }, found, sides));
  });
}

/** The parsed options, or an error message. */
function readWords(args: readonly string[]): PlanArguments | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        against: { type: 'string' },
        rights: { type: 'boolean', default: false },
        'keep-witness': { type: 'string' },
        format: { type: 'string', default: 'text' },
      },
    });
    const format = comparisonFormats.find((one) => one === values.format);
    const directory = positionals[0] ?? (process.env['CONFIG_DIR'] || 'config');
    if (positionals.length > 1) return 'Only one folder can be planned at a time.';
    if (format === undefined) return `There is no format "${values.format}".`;
    if (!isFolder(directory)) return `"${directory}" is not a folder.`;
    const keep = values['keep-witness'] === undefined ? null : Number(values['keep-witness']);
    if (keep !== null && !(Number.isInteger(keep) && keep > 0))
      return 'Say which line to keep: --keep-witness 1.';
    return {
      directory,
      against: values.against ?? null,
      isRights: values.rights || keep !== null,
      keep,
      format,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
