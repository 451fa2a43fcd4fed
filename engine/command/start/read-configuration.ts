/** Reads the configuration that the server starts with. */
import { hasErrors } from '../../config/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { compileFolder } from '../../config/load.ts';
import { readFiles } from '../../config/read-files.ts';
import type { SourceFile } from '../../config/source.ts';
import type { Portal } from '../../portal/portal.ts';
import { StartError } from '../../server/process/start-error.ts';

/** A sound configuration with the files that it was compiled from. */
export interface Configuration {
  readonly portal: Portal;
  readonly files: readonly SourceFile[];
}

/** @throws StartError with every mistake, as `check` reports it */
export function readConfiguration(directory: string): Configuration {
  const folder = readFiles(directory);
  const { portal, diagnostics } = compileFolder(folder);
  if (portal && !hasErrors(diagnostics)) return { portal, files: folder.files };
  throw new StartError(`${renderDiagnostics(diagnostics)}\nThe configuration in ${directory} is not sound.`);
}
