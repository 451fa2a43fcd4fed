/** `munisipyo plan`: says what a change of the configuration makes different, and for whom. */
import { parseArgs } from 'node:util';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { loadKept } from '../../config/load.ts';
import { isFolder, refuse } from '../arguments.ts';
import { loadExtensions } from '../load-extensions.ts';
import { readSide } from './read-side.ts';
import { comparisonFormats, type ComparisonStyle, writeComparison } from './write-comparison.ts';

export const usage = `Usage: munisipyo plan [DIR] [--against DIR|REVISION|VERSION] [--rights] [--format text|markdown|json]
Compares the configuration in DIR (default: CONFIG_DIR, or else config) with that of another folder or of a revision
of git (default: HEAD), or with a version that was in force ("munisipyo versions" has its number), and says what
becomes different for whom.
--rights: who may open, read, change or do what they could not before, or no longer can, each with a case that shows it.
Exit code: 0 it can be put in force; 1 it cannot, because of mistakes; 2 wrong arguments or EXTENSIONS.
`;

interface PlanArguments extends ComparisonStyle {
  readonly directory: string;
  /** A folder, a revision, or the number of a version. */
  readonly against: string;
}

/** @returns the exit code */
export async function plan(args: readonly string[]): Promise<number> {
  const words = readWords(args);
  if (typeof words === 'string') return refuse(`${words}\n${usage}`);
  const { directory, against } = words;
  const additions = await loadExtensions();
  const before = await readSide(against, { directory, additions });
  if (typeof before === 'number') return before;
  const { portal, diagnostics } = loadKept(directory, { additions });
  if (portal !== null) return writeComparison(before, { name: directory, portal }, words);
  process.stdout.write(renderDiagnostics(diagnostics));
  return refuse(`${directory} has mistakes, so there is nothing to plan.\n`, 1);
}

/** The parsed options, or an error message. */
function readWords(args: readonly string[]): PlanArguments | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        against: { type: 'string', default: 'HEAD' },
        rights: { type: 'boolean', default: false },
        format: { type: 'string', default: 'text' },
      },
    });
    const format = comparisonFormats.find((one) => one === values.format);
    const directory = positionals[0] ?? (process.env['CONFIG_DIR'] || 'config');
    if (positionals.length > 1) return 'Only one folder can be planned at a time.';
    if (format === undefined) return `There is no format "${values.format}".`;
    if (!isFolder(directory)) return `"${directory}" is not a folder.`;
    return { directory, against: values.against, isRights: values.rights, format };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
