/** Reads one side of a comparison: a folder, a revision of git, or a version that was in force. */
import { statSync } from 'node:fs';
import { hasErrors } from '../../config/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { compileFolder, loadKept } from '../../config/load.ts';
import type { ReadFiles } from '../../config/read-files.ts';
import type { Additions } from '../../extension/extension.ts';
import type { PlannedPortal } from '../../plan/plan.ts';
import { withDatabase } from '../../server/database/open-database.ts';
import { auditKeyPath, readAuditKey } from '../../server/history/audit-key.ts';
import { explainFault } from '../../server/kernel/explain-fault.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { readVersion } from '../../server/portals/config-files.ts';
import { refuse } from '../arguments.ts';
import { readRevision } from './read-revision.ts';

/**
 * @param name of a folder, a revision or a version
 * @param directory the folder that a revision has
 * @returns the exit code if it cannot be read or has mistakes, which were written to standard output
 */
export async function readSide(
  name: string,
  { directory, additions }: { readonly directory: string; readonly additions: Additions },
): Promise<PlannedPortal | number> {
  const options = { proofs: false, additions };
  const read = isFolder(name)
    ? null
    : isVersion(name)
      ? await readKept(Number(name))
      : readRevision(directory, name);
  if (typeof read === 'string') return refuse(`${read}\n`);
  const { portal, diagnostics } = read === null ? loadKept(name, options) : compileFolder(read, options);
  if (portal !== null) return { name: isVersion(name) ? `version ${name}` : name, portal };
  process.stdout.write(renderDiagnostics(diagnostics.filter((one) => hasErrors([one]))));
  return refuse(`The configuration of ${name} has mistakes, so nothing can be compared with it.\n`, 1);
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Revisions of git that are only digits are longer. */
function isVersion(name: string): boolean {
  return /^[1-9]\d{0,5}$/.test(name);
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
