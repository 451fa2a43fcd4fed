/** Reads the configuration that the server starts with. */
import { readFiles } from '../../config/read-files.ts';
import type { SourceFile } from '../../config/source.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { StartError } from '../../server/process/start-error.ts';
import type { CompiledCache } from './compiled-cache.ts';

/** A sound configuration with the files that it was compiled from. */
export interface Configuration {
  readonly portal: Portal;
  readonly files: readonly SourceFile[];
}

/** @throws StartError with every mistake, as `check` reports it */
export async function readConfiguration(directory: string, cache: CompiledCache): Promise<Configuration> {
  const folder = readFiles(directory);
  let told = '';
  const portal = await cache.portal(['folder', folder], async () => {
    // The compiler is loaded only where something has to be compiled.
    const { compileFolder } = await import('../../config/load.ts');
    const { withKeptWork } = await import('../../config/kept-work.ts');
    const { renderDiagnostics } = await import('../../config/diagnostics/render.ts');
    const compiled = withKeptWork(directory, () => compileFolder(folder));
    told = renderDiagnostics(compiled.diagnostics);
    return compiled.portal;
  });
  if (portal !== null) return { portal, files: folder.files };
  throw new StartError(`${told}\nThe configuration in ${directory} is not sound.`);
}
