/** Compiles a version of the database: with the rows that offices keep today, or without them. */
import { filesShownIn } from '../../config/read-files.ts';
import { withCompileCache } from '../../config/cache/compile-cache.ts';
import { errorsOf } from '../../config/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { compileWithRows } from '../../config/edited-rows.ts';
import { compileFolder } from '../../config/load.ts';
import type { SourceFile } from '../../config/source/source.ts';
import { inPresentWords } from '../../config/earlier/present-words.ts';
import type { Additions } from '../../extension/extension.ts';
import type { EditedRow } from '../../portal/model/edited-row.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Queryable } from '../../server/database/database.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import type { KeptConfiguration } from '../../server/portals/config-files.ts';
import { readEditedRows } from '../../server/portals/row-keeper.ts';
import { loadExtensions } from '../load-extensions.ts';
import { versionFiles } from './read-side.ts';

interface VersionSources {
  readonly files: readonly SourceFile[];
  readonly rows: readonly EditedRow[];
  readonly additions: Additions;
}

/**
 * Nothing is proved again: a version was proved before it came into force. It has a compile cache of its own, so that
 * the folder keeps what was found about its files.
 * @returns a sentence if this engine does not accept the version
 */
export function compileVersion(
  { number }: Pick<KeptConfiguration, 'number'>,
  { files, rows, additions }: VersionSources,
): Portal | string {
  const { configDirectory } = readSettings(process.env);
  const compile = () => compileWithRows(files, rows, { additions });
  return withCompileCache(`${configDirectory}, in force`, compile).portal ?? sayNotAccepted(number);
}

/** The version in force with its rows and its files, as the folder of the configuration has them. @returns a sentence if this engine does not accept it */
export async function compileWithRowsInForce(
  client: Queryable,
  last: KeptConfiguration,
): Promise<{ readonly portal: Portal; readonly files: readonly SourceFile[] } | string> {
  const present = await inPresentWords(last.files);
  const files = filesShownIn(readSettings(process.env).configDirectory, present);
  const additions = await loadExtensions();
  const portal = compileVersion(last, { files, rows: await readEditedRows(client), additions });
  return typeof portal === 'string' ? portal : { portal, files };
}

/**
 * The version in force as its files say it, without the rows that offices keep.
 * @param show receives its mistakes
 * @returns a sentence with the remedy if this engine does not accept it
 */
export async function compileInForce(
  last: KeptConfiguration,
  show: (text: string) => void,
): Promise<Portal | string> {
  const options = { proofs: false, additions: await loadExtensions() };
  const { portal, diagnostics } = compileFolder(versionFiles(last), options);
  if (portal !== null) return portal;
  show(renderDiagnostics(errorsOf(diagnostics)));
  return (
    `${sayNotAccepted(last.number)} Nothing can be compared with it. Go back to the release of Munisipyo that ran it, ` +
    'mend it there so that both releases accept it, apply it, and change the release then.'
  );
}

function sayNotAccepted(number: number): string {
  return `This engine does not accept version ${number}.`;
}
