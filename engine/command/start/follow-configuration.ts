/** Puts an edited configuration in force while the server runs, and keeps the old one where the new is broken. */
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { watchPortal } from '../../config/watch.ts';
import type { RowFault } from '../../portal/kept-row.ts';
import type { Portal } from '../../portal/portal.ts';
import type { LiveApplication } from '../../server/create-application.ts';
import { newestChange } from '../../server/lookups/kept-rows.ts';
import { adoptPortal } from '../../server/records/adopt-portal.ts';
import { sayStranded } from '../../server/records/stranded.ts';
import type { FilesWithRows } from './files-with-rows.ts';

const REFUSED = 'the files were refused: an earlier configuration is in force';

export interface Following {
  readonly files: FilesWithRows;
  /** Hash of the configuration in force, without rows that are kept. */
  readonly current: string;
  readonly say: (line: string) => void;
}

/** @returns a function that ends it. */
export function followConfiguration(
  application: LiveApplication,
  { files, current, say }: Following,
): () => Promise<void> {
  const { configDirectory } = application.settings;
  // One after the other, in the order in which they were saved.
  let last: Promise<void> = Promise.resolve();
  const watching = watchPortal(configDirectory, {
    current,
    onPortal(portal, diagnostics) {
      const told = renderDiagnostics(diagnostics);
      last = last.then(() => putInForce(application, { portal, files }, (line) => say(`${told}${line}`)));
    },
    onRefused(diagnostics) {
      application.noteConfiguration('the files are broken: an earlier configuration is in force');
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
  { portal, files }: { readonly portal: Portal; readonly files: FilesWithRows },
  say: (line: string) => void,
): Promise<void> {
  const directory = application.settings.configDirectory;
  try {
    const stranded = await adoptPortal(application.database, portal);
    if (stranded.length === 0) {
      const faults = await layRows(application, { portal, files });
      application.noteConfiguration(faults.length === 0 ? null : REFUSED);
      for (const { lookup, value, message } of faults) say(`${lookup ?? ''} ${value ?? ''}: ${message}`);
      say(
        faults.length === 0
          ? `The configuration in ${directory} changed and is in force.`
          : `The configuration in ${directory} does not take rows that offices have kept: the one before stays.`,
      );
    } else {
      application.noteConfiguration(REFUSED);
      say(
        `${stranded.map((one) => `${sayStranded(one)}\n`).join('')}` +
          `The configuration in ${directory} would strand records: the one before stays.`,
      );
    }
  } catch (error) {
    application.noteConfiguration(REFUSED);
    say(`The configuration in ${directory} could not be put in force: ${String(error)}`);
  }
}

/** Puts the portal in force with the rows that offices keep over it, or tells why that cannot be. */
async function layRows(
  { rows, database, replacePortal }: LiveApplication,
  { portal, files }: { readonly portal: Portal; readonly files: FilesWithRows },
): Promise<readonly RowFault[]> {
  const takeBack = files.reload();
  if (rows === undefined || (await newestChange(database)) === 0) {
    await replacePortal(portal);
    return [];
  }
  const faults = await rows.refresh();
  if (faults.length > 0) takeBack();
  return faults;
}
