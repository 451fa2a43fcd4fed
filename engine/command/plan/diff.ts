/** `munisipyo diff`: says what is different between any two configurations. */
import { parseArgs } from 'node:util';
import { refuse } from '../arguments.ts';
import { loadExtensions } from '../load-extensions.ts';
import { readSide } from './read-side.ts';
import { comparisonFormats, type ComparisonStyle, writeComparison } from './write-comparison.ts';

export const usage = `Usage: munisipyo diff A B [--rights] [--format text|markdown|json]
Says what is different in B. A and B: a folder, a revision of git, or a version that was in force ("munisipyo versions"
has its number).
Exit code: 0 done; 1 one of them has mistakes; 2 wrong arguments or EXTENSIONS.
`;

interface DiffArguments extends ComparisonStyle {
  readonly before: string;
  readonly after: string;
}

/** @returns the exit code */
export async function diff(args: readonly string[]): Promise<number> {
  const words = readWords(args);
  if (typeof words === 'string') return refuse(`${words}\n${usage}`);
  const places = {
    directory: process.env['CONFIG_DIR'] || 'config',
    additions: await loadExtensions(),
  };
  const before = await readSide(words.before, places);
  if (typeof before === 'number') return before;
  const after = await readSide(words.after, places);
  return typeof after === 'number' ? after : writeComparison({ before, after }, words);
}

/** The parsed options, or an error message. */
function readWords(args: readonly string[]): DiffArguments | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { rights: { type: 'boolean', default: false }, format: { type: 'string', default: 'text' } },
    });
    const format = comparisonFormats.find((one) => one === values.format);
    const [before, after, ...more] = positionals;
    if (before === undefined || after === undefined || more.length > 0) return 'Name two configurations.';
    if (format === undefined) return `There is no format "${values.format}".`;
    return { before, after, isRights: values.rights, keep: null, format };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
