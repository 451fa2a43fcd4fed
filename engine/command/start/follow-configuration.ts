/** Puts an edited configuration in force while the server runs, and keeps the old one where the new is broken. */
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { watchPortal } from '../../config/watch.ts';
import type { Portal } from '../../portal/portal.ts';
import type { LiveApplication } from '../../server/create-application.ts';
import { adoptPortal, sayStranded } from '../../server/records/adopt-portal.ts';

/** @returns a function that ends it. */
export function followConfiguration(
  application: LiveApplication,
  say: (line: string) => void,
): () => Promise<void> {
  const { configDirectory } = application.settings;
  // One after the other, in the order in which they were saved.
  let last: Promise<void> = Promise.resolve();
  const watching = watchPortal(configDirectory, {
    current: application.portal().hash,
    onPortal(portal, diagnostics) {
      const told = renderDiagnostics(diagnostics);
      last = last.then(() => putInForce(application, portal, (line) => say(`${told}${line}`)));
    },
    onRefused(diagnostics) {
      say(
        `${renderDiagnostics(diagnostics)}The configuration in ${configDirectory} is broken: the one before stays.`,
      );
    },
  });
  return async () => {
    watching.close();
    await last;
  };
}

async function putInForce(
  application: LiveApplication,
  portal: Portal,
  say: (line: string) => void,
): Promise<void> {
  const directory = application.settings.configDirectory;
  try {
    const stranded = await adoptPortal(application.database, portal);
    if (stranded.length === 0) {
      application.replacePortal(portal);
      say(`The configuration in ${directory} changed and is in force.`);
    } else {
      say(
        `${stranded.map((one) => `${sayStranded(one)}\n`).join('')}` +
          `The configuration in ${directory} would strand records: the one before stays.`,
      );
    }
  } catch (error) {
    say(`The configuration in ${directory} could not be put in force: ${String(error)}`);
  }
}
