/** `munisipyo plan`: says what a change of the configuration makes different, and for whom. */
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hasErrors } from '../../config/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { compileFolder, loadKept } from '../../config/load.ts';
import type { ReadFiles } from '../../config/read-files.ts';
import type { Additions } from '../../extension/extension.ts';
import { compareRights, type RightComparison } from '../../plan/compare-rights.ts';
import { type Plan, type PlannedPortal, planChange } from '../../plan/plan.ts';
import { renderMarkdown, renderPlan } from '../../plan/render-plan.ts';
import { renderRights, renderRightsMarkdown } from '../../plan/render-rights.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { withDatabase } from '../../server/database/open-database.ts';
import { auditKeyPath, readAuditKey } from '../../server/history/audit-key.ts';
import { explainFault } from '../../server/kernel/explain-fault.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { readVersion } from '../../server/portals/config-files.ts';
import { refuse } from '../arguments.ts';
import { loadExtensions } from '../load-extensions.ts';
import { readRevision } from './read-revision.ts';

export const usage = `Usage: munisipyo plan [DIR] [--against DIR|REVISION|VERSION] [--rights] [--format text|markdown|json]
Compares the configuration in DIR (default: CONFIG_DIR, or else config) with that of another folder or of a revision
of git (default: HEAD), or with a version that was in force ("munisipyo versions" has its number), and says what
becomes different for whom.
--rights: who may open, read, change or do what they could not before, or no longer can, each with a case that shows it.
Exit code: 0 it can be put in force; 1 it cannot, because of mistakes; 2 wrong arguments or EXTENSIONS.
`;

const formats = ['text', 'markdown', 'json'] as const;

const planRenderers = { text: renderPlan, markdown: renderMarkdown, json: toJson };
const rightsRenderers = { text: renderRights, markdown: renderRightsMarkdown, json: toJson };

function toJson(found: Plan | RightComparison): string {
  return `${JSON.stringify(found, null, 2)}\n`;
}

interface PlanArguments {
  readonly directory: string;
  /** A folder, a revision, or the number of a version. */
  readonly against: string;
  readonly isRights: boolean;
  readonly format: (typeof formats)[number];
}

/** @returns the exit code */
export async function plan(args: readonly string[]): Promise<number> {
  const words = readWords(args);
  if (typeof words === 'string') return refuse(`${words}\n${usage}`);
  const additions = await loadExtensions();
  const before = await readBefore(words, additions);
  if (typeof before === 'number') return before;
  const { portal, diagnostics } = loadKept(words.directory, { additions });
  if (portal === null) {
    process.stdout.write(renderDiagnostics(diagnostics));
    return refuse(`${words.directory} has mistakes, so there is nothing to plan.\n`, 1);
  }
  if (words.isRights) {
    const rights = compareRights(before.portal, portal);
    process.stdout.write(rightsRenderers[words.format](rights));
    return 0;
  }
  const found = planChange(before, { name: words.directory, portal }, localDate(Date.now(), portal.timeZone));
  process.stdout.write(planRenderers[words.format](found));
  return found.applicable ? 0 : 1;
}

/** @returns the exit code if it cannot be read */
async function readBefore(
  { directory, against }: PlanArguments,
  additions: Additions,
): Promise<PlannedPortal | number> {
  const options = { proofs: false, additions };
  const read = isFolder(against)
    ? null
    : isVersion(against)
      ? await readKept(Number(against))
      : readRevision(directory, against);
  if (typeof read === 'string') return refuse(`${read}\n`);
  const { portal, diagnostics } = read === null ? loadKept(against, options) : compileFolder(read, options);
  if (portal !== null) return { name: isVersion(against) ? `version ${against}` : against, portal };
  process.stdout.write(renderDiagnostics(diagnostics.filter((one) => hasErrors([one]))));
  return refuse(`The configuration of ${against} has mistakes, so nothing can be compared with it.\n`, 1);
}

/** Revisions of git that are only digits are longer. */
function isVersion(against: string): boolean {
  return /^[1-9]\d{0,5}$/.test(against);
}

/** The files of a version, without the rows that offices keep; a sentence if they cannot be read. */
async function readKept(number: number): Promise<ReadFiles | string> {
  try {
    const settings = readSettings(process.env);
    const key = await readAuditKey(settings);
    if (key === null) return `There is no audit key in ${auditKeyPath(settings)}.`;
    const kept = await withDatabase(settings, (database) => readVersion(database, key, number));
    if (typeof kept === 'string') return kept;
    const files = kept.files.map((file) => ({ ...file, path: `version ${number}/${file.name}` }));
    return { files, diagnostics: [] };
  } catch (error) {
    const line = explainFault(error);
    if (line === null) throw error;
    return line;
  }
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
    const format = formats.find((one) => one === values.format);
    const directory = positionals[0] ?? (process.env['CONFIG_DIR'] || 'config');
    if (positionals.length > 1) return 'Only one folder can be planned at a time.';
    if (format === undefined) return `There is no format "${values.format}".`;
    if (!isFolder(directory)) return `"${directory}" is not a folder.`;
    return { directory, against: values.against, isRights: values.rights, format };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
