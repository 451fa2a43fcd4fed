/** `munisipyo schemas`: writes schemas with which an editor completes and underlines the names of a configuration. */
import { relative } from 'node:path';
import { errorsOf } from '../../config/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { isOfBase } from '../../config/layers/layer-names.ts';
import { kindOfFile } from '../../config/validate/file-kinds.ts';
import { loadKept } from '../../config/load.ts';
import { readFiles } from '../../config/read-files.ts';
import { countOfNoun } from '../../portal/text/noun-count.ts';
import { isFolder, readArguments, refuse } from '../arguments.ts';
import { loadExtensions } from '../load-extensions.ts';
import { writeTogether } from '../writing/write-together.ts';
import { withModeline } from './modelines.ts';
import { schemasFolder } from './schemas-folder.ts';
import { writeSchemas } from './write-schemas.ts';

export const usage = `Usage: munisipyo schemas [DIR] [--modelines]
Writes .munisipyo/schemas beside DIR (default: CONFIG_DIR, or else config): the schemas of its files, with the names that
the configuration declares. An editor completes these names, and underlines any other.
--modelines: also points the first line of each file there.
Exit code: 0 written; 1 the configuration has mistakes, or a file cannot be written; 2 wrong arguments or EXTENSIONS.
`;

/** @returns the exit code */
export async function schemas(args: readonly string[]): Promise<number> {
  const words = readArguments(args, { modelines: { type: 'boolean', default: false } });
  const directory = words?.positionals[0] ?? (process.env['CONFIG_DIR'] || 'config');
  if (words === null || words.positionals.length > 1) return refuse(usage);
  if (!isFolder(directory)) return refuse(`"${directory}" is not a folder.\n${usage}`);
  const { portal, diagnostics } = loadKept(directory, { proofs: false, additions: await loadExtensions() });
  if (portal === null) {
    process.stdout.write(renderDiagnostics(errorsOf(diagnostics)));
    return refuse(`${directory} has mistakes, so its names are not known.\n`, 1);
  }
  writeSchemas(directory, portal);
  const folder = schemasFolder(directory);
  process.stdout.write(`Wrote ${relative(process.cwd(), folder)}.\n`);
  if (words.values.modelines) {
    const changed = pointModelines(directory, folder);
    process.stdout.write(`Changed the first line of ${countOfNoun(changed, 'file', 'files')}.\n`);
  }
  return 0;
}

/** @returns the number of files that were changed */
function pointModelines(directory: string, folder: string): number {
  const changed = readFiles(directory).files.flatMap((file) => {
    const isOwn = !isOfBase(file.name) && kindOfFile(file.name) !== null;
    const text = isOwn ? withModeline(file, folder) : null;
    return text === null ? [] : [{ before: file, after: { path: file.path, text } }];
  });
  writeTogether(changed);
  return changed.length;
}
