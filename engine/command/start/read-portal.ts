/** Reads the configuration that the server starts with; a broken one keeps it from starting. */
import { hasErrors } from '../../config/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { loadPortal } from '../../config/load.ts';
import type { Portal } from '../../portal/portal.ts';
import { StartError } from '../../server/process/start-error.ts';

/** @throws StartError with every mistake, as `check` shows it. */
export async function readPortal(directory: string): Promise<Portal> {
  const { portal, diagnostics } = await loadPortal(directory);
  if (portal && !hasErrors(diagnostics)) return portal;
  throw new StartError(`${renderDiagnostics(diagnostics)}\nThe configuration in ${directory} is not sound.`);
}
