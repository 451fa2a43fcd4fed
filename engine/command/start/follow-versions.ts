/** Serves each version that somebody puts in force with a command, as soon as the database has it. */
import { filesShownIn } from '../../config/read-files.ts';
import { inPresentWords } from '../../config/earlier/present-words.ts';
import type { SourceFile } from '../../config/source/source.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { isAwayError } from '../../server/database/availability.ts';
import type { LiveApplication } from '../../server/kernel/create-application.ts';
import { newestApplied } from '../../server/portals/applied-versions.ts';
import { type ConfigFile, type KeptConfiguration, readVersion } from '../../server/portals/config-files.ts';
import {
  sayForgotten,
  sayPrepared,
  sayServing,
  wishesChannel,
} from '../../server/portals/prepared-versions.ts';
import { readEditedRows } from '../../server/portals/row-keeper.ts';
import { versionsChannel } from '../../server/portals/versions.ts';
import { readWishedFiles } from '../../server/portals/wished-versions.ts';
import type { CompilerThread } from './compiler-thread.ts';
import type { FilesWithRows } from './files-with-rows.ts';

export interface VersionOptions {
  readonly files: FilesWithRows;
  readonly compiler: CompilerThread;
  readonly say: (line: string) => void;
  /** Milliseconds between two looks without a notification, and after a failure. */
  readonly every?: number;
}

/** A version that is compiled, and comes into force with the next notification. */
interface PreparedVersion {
  readonly portal: Portal;
  readonly files: readonly SourceFile[];
}

interface WishedPreparation extends PreparedVersion {
  /** Under which it waits. */
  readonly number: number;
}

/** @returns a function that stops following */
export async function followVersions(
  application: LiveApplication,
  { files, compiler, say, every = 10_000 }: VersionOptions,
): Promise<() => Promise<void>> {
  const { database } = application;
  let isOver = false;
  let last: Promise<void> = Promise.resolve();
  let told = '';
  let prepared: WishedPreparation | null = null;
  let preparing: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      await sayServing(database.lasting);
      const number = await serveNewest(application, { files, compiler, prepared });
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
  const prepare = async (number: number): Promise<void> => {
    const earlier = prepared;
    prepared = null;
    if (earlier !== null) await sayForgotten(database.lasting, earlier.number);
    prepared = { ...(await prepareVersion(application, compiler, number)), number };
    await sayPrepared(database.lasting, number);
  };
  // If it fails, the version is compiled when it comes into force, and the failure is reported then.
  const stopPreparing = await database.listen(wishesChannel, (number) => {
    if (number !== '') preparing = preparing.then(() => prepare(Number(number))).catch(() => {});
  });
  const timer = setInterval(() => void next(), every).unref();
  await next();
  return async () => {
    isOver = true;
    clearInterval(timer);
    await stopPreparing();
    await preparing;
    await stop();
    await last;
  };
}

/** @returns the number of the version that is served now; null: the one before was the newest */
async function serveNewest(
  application: LiveApplication,
  {
    files,
    compiler,
    prepared,
  }: Pick<VersionOptions, 'files' | 'compiler'> & { readonly prepared: PreparedVersion | null },
): Promise<number | null> {
  const { database, auditKey } = application;
  const newest = await newestApplied(database);
  if (newest === null || newest.number <= application.versionOf(application.portal()).number) return null;
  const next =
    prepared?.portal.hash === newest.hash
      ? prepared
      : await compileFiles(
          application,
          compiler,
          filesOf(await readVersion(database, auditKey, newest.number)),
        );
  files.replace(next.files);
  await application.replacePortal(next.portal);
  application.noteConfiguration(null);
  return newest.number;
}

async function prepareVersion(
  application: LiveApplication,
  compiler: CompilerThread,
  number: number,
): Promise<PreparedVersion> {
  const { database, auditKey } = application;
  return compileFiles(application, compiler, filesOf(await readWishedFiles(database, auditKey, number)));
}

/** @throws Error for a sentence instead of files */
function filesOf(kept: Pick<KeptConfiguration, 'files'> | string): readonly ConfigFile[] {
  if (typeof kept === 'string') throw new Error(kept);
  return kept.files;
}

/** With the rows that offices keep now. @throws Error if they are not sound */
async function compileFiles(
  { database, settings }: LiveApplication,
  compiler: CompilerThread,
  kept: readonly ConfigFile[],
): Promise<PreparedVersion> {
  const files = filesShownIn(settings.configDirectory, await inPresentWords(kept));
  const rows = await readEditedRows(database);
  const { portal, faults } = await compiler.withRows(files, rows);
  if (portal === null) throw new Error(faults[0]?.message ?? 'it is not sound');
  return { portal, files };
}
