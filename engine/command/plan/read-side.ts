/** Reads one side of a comparison: a folder, a revision of git, or a version that was in force. */
import { errorsOf } from '../../config/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { compileFolder, loadKept } from '../../config/load.ts';
import type { ReadFiles } from '../../config/read-files.ts';
import { replaceEarlierWords } from '../../config/earlier/replace-words.ts';
import type { Additions } from '../../extension/extension.ts';
import type { PlannedPortal } from '../../plan/plan.ts';
import type { ConfigFile, KeptConfiguration } from '../../server/portals/config-files.ts';
import { isFolder, refuse } from '../arguments.ts';
import { isVersion, readKept } from './read-kept.ts';
import { readRevision } from './read-revision.ts';

export interface ConfigurationSource {
  /** The folder that a revision has. */
  readonly directory: string;
  readonly additions: Additions;
}

/**
 * @param name of a folder, a revision or a version
 * @returns the exit code if it cannot be read or has mistakes, which were written to standard output
 */
export async function readSide(
  name: string,
  { directory, additions }: ConfigurationSource,
): Promise<PlannedPortal | number> {
  const options = { proofs: false, additions };
  const read = isFolder(name)
    ? null
    : isVersion(name)
      ? await readVersionFiles(name)
      : readRevision(directory, name);
  if (typeof read === 'string') return refuse(`${read}\n`);
  const { portal, diagnostics } = read === null ? loadKept(name, options) : compileFolder(read, options);
  if (portal !== null) return { name: isVersion(name) ? `version ${name}` : name, portal };
  process.stdout.write(renderDiagnostics(errorsOf(diagnostics)));
  return refuse(`The configuration of ${name} has mistakes, so nothing can be compared with it.\n`, 1);
}

async function readVersionFiles(name: string): Promise<ReadFiles | string> {
  const kept = await readKept(Number(name));
  if (typeof kept === 'string') return kept;
  return versionFiles(kept);
}

/** The files of a version, shown with its number in the place of a folder. */
export function versionFiles({ number, files }: KeptConfiguration): ReadFiles {
  return storedFiles(`version ${number}`, files);
}

/** Files of the database, in the words of this release. @param name what is shown in the place of their folder */
export function storedFiles(name: string, files: readonly ConfigFile[]): ReadFiles {
  const present = replaceEarlierWords(files);
  return { files: present.map((file) => ({ ...file, path: `${name}/${file.name}` })), diagnostics: [] };
}
