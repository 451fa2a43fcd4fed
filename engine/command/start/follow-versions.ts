/** Serves each version that somebody puts in force with a command, as soon as the database has it. */
import { shownPath } from '../../config/read-files.ts';
import { isAwayError } from '../../server/database/availability.ts';
import type { LiveApplication } from '../../server/kernel/create-application.ts';
import { newestApplied } from '../../server/portals/applied-versions.ts';
import { readVersion } from '../../server/portals/config-files.ts';
import { readEditedRows } from '../../server/portals/row-keeper.ts';
import { versionsChannel } from '../../server/portals/versions.ts';
import { compileApart } from './compile-apart.ts';
import type { FilesWithRows } from './files-with-rows.ts';

export interface VersionOptions {
  readonly files: FilesWithRows;
  readonly say: (line: string) => void;
  /** Milliseconds between two looks without a notification, and after a failure. */
  readonly every?: number;
}

/** @returns a function that stops following */
export async function followVersions(
  application: LiveApplication,
  { files, say, every = 10_000 }: VersionOptions,
): Promise<() => Promise<void>> {
  const { database } = application;
  let isOver = false;
  let last: Promise<void> = Promise.resolve();
  let told = '';
  const look = async (): Promise<void> => {
    try {
      const number = await serveNewest(application, files);
      if (number !== null) say(`Version ${number} of the configuration is in force.`);
      told = '';
    } catch (error) {
      // The outage is reported elsewhere.
      if (isAwayError(error)) return;
      const line = `A version of the configuration cannot be served: ${String(error)}`;
      if (line !== told) say(line);
      told = line;
      application.noteConfiguration('a version that was put in force cannot be served');
    }
  };
  const next = (): Promise<void> => {
    if (!isOver) last = last.then(look);
    return last;
  };
  // Requests wait for the version that the notification tells of.
  const stop = await database.listen(versionsChannel, () => application.switchTo(next()));
  const timer = setInterval(() => void next(), every).unref();
  await next();
  return async () => {
    isOver = true;
    clearInterval(timer);
    await stop();
    await last;
  };
}

/** @returns the number of the version that is served now; null: the one before was the newest */
async function serveNewest(application: LiveApplication, files: FilesWithRows): Promise<number | null> {
  const { database, auditKey, settings } = application;
  const newest = await newestApplied(database);
  if (newest === null || newest <= application.versionOf(application.portal()).number) return null;
  const kept = await readVersion(database, auditKey, newest);
  if (typeof kept === 'string') throw new Error(kept);
  const read = kept.files.map(({ name, text }) => ({
    path: shownPath(settings.configDirectory, name),
    name,
    text,
  }));
  const rows = await readEditedRows(database);
  const { portal, faults } = await compileApart({ files: read, rows, extensions: settings.extensions });
  if (portal === null) throw new Error(faults[0]?.message ?? 'it is not sound');
  files.replace(read);
  await application.replacePortal(portal);
  application.noteConfiguration(null);
  return newest;
}
