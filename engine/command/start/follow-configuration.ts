/** Puts an edited configuration in force while the server runs, and keeps the old one where the new is broken. */
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { watchPortal } from '../../config/watch.ts';
import type { LiveApplication } from '../../server/create-application.ts';

/** @returns a function that ends it. */
export function followConfiguration(
  application: LiveApplication,
  say: (line: string) => void,
): () => Promise<void> {
  const { configDirectory } = application.settings;
  const watching = watchPortal(configDirectory, {
    current: application.portal().hash,
    onPortal(portal, diagnostics) {
      application.replacePortal(portal);
      say(
        `${renderDiagnostics(diagnostics)}The configuration in ${configDirectory} changed and is in force.`,
      );
    },
    onRefused(diagnostics) {
      say(
        `${renderDiagnostics(diagnostics)}The configuration in ${configDirectory} is broken: the one before stays.`,
      );
    },
  });
  return async () => watching.close();
}
