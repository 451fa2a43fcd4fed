/** Chooses what a start serves: the configuration of the folder, or in production the last one that was in force. */
import type { KeyObject } from 'node:crypto';
import { shownPath } from '../../config/read-files.ts';
import type { KeptRow, RowFault } from '../../portal/kept-row.ts';
import type { Portal } from '../../portal/portal.ts';
import type { Database } from '../../server/database/database.ts';
import { newestChange, readKeptRows } from '../../server/lookups/kept-rows.ts';
import { readLastConfiguration } from '../../server/portals/config-files.ts';
import { StartError } from '../../server/process/start-error.ts';
import { adoptPortal } from '../../server/records/adopt-portal.ts';
import { sayStranded } from '../../server/records/stranded.ts';
import type { Settings } from '../../server/settings.ts';
import type { CompiledCache } from './compiled-cache.ts';
import { type FilesWithRows, filesWithRows } from './files-with-rows.ts';
import { type Configuration, readConfiguration } from './read-configuration.ts';

export interface Chosen {
  /** With the rows that offices keep. */
  readonly portal: Portal;
  /** Hash of the configuration without those rows. */
  readonly read: string;
  readonly files: FilesWithRows;
  /** The version that is served in place of the folder; null: the folder is served. */
  readonly instead: number | null;
}

/**
 * The configuration of the folder, or why it cannot be served.
 * @throws StartError for a broken one, where no other can take its place
 */
export async function readFolder(
  { configDirectory, isProduction }: Pick<Settings, 'configDirectory' | 'isProduction'>,
  cache: CompiledCache,
): Promise<Configuration | StartError> {
  try {
    return await readConfiguration(configDirectory, cache);
  } catch (error) {
    if (error instanceof StartError && isProduction) return error;
    throw error;
  }
}

/** What a choice is made with. */
export interface Choosing {
  readonly database: Database;
  readonly settings: Pick<Settings, 'configDirectory' | 'isProduction'>;
  readonly cache: CompiledCache;
  /** Seals what adopting a configuration writes into histories. */
  readonly auditKey: KeyObject;
  /** Takes the reasons, where another configuration than the folder's is served. */
  readonly say: (line: string) => void;
}

/**
 * Lays the kept rows over the configuration and adopts it. Where that is refused in production, and where the folder
 * is broken, the configuration that was in force last takes its place.
 * @throws StartError where neither can be served
 */
export async function chooseConfiguration(
  choosing: Choosing,
  folder: Configuration | StartError,
): Promise<Chosen> {
  const { configDirectory, isProduction } = choosing.settings;
  try {
    if (folder instanceof StartError) throw folder;
    return { ...(await prepare(choosing, folder)), instead: null };
  } catch (error) {
    const last = error instanceof StartError && isProduction ? await readLast(choosing) : null;
    if (last === null) throw error;
    const chosen = await prepare(choosing, last);
    choosing.say(
      `${(error as StartError).message}\nThe configuration in ${configDirectory} cannot be put in force. ` +
        `The portal serves version ${last.number}, the last one that was in force.`,
    );
    return { ...chosen, instead: last.number };
  }
}

async function prepare(choosing: Choosing, found: Configuration): Promise<Omit<Chosen, 'instead'>> {
  const files = filesWithRows(choosing.settings.configDirectory, found.files);
  const portal = await withRows(choosing, found, files);
  const stranded = await adoptPortal(choosing.database, portal, choosing.auditKey);
  if (stranded.length > 0) throw new StartError(stranded.map(sayStranded).join('\n'));
  return { portal, read: found.portal.hash, files };
}

/** The portal with the rows that offices keep, from the first request on. @throws StartError */
async function withRows(
  { database, cache }: Choosing,
  found: Configuration,
  { compile }: FilesWithRows,
): Promise<Portal> {
  if ((await newestChange(database)) === 0) return found.portal;
  const rows = (await readKeptRows(database)).map(({ lookup, value, columns, isRetired }): KeptRow => ({
    lookup,
    value,
    columns,
    isRetired,
  }));
  let faults: readonly RowFault[] = [];
  const portal = await cache.portal(['rows', found.files, rows], async () => {
    const compiled = await compile(rows);
    faults = compiled.faults;
    return compiled.portal;
  });
  if (portal !== null) return portal;
  const told = faults.map(({ lookup, value, message }) =>
    `${lookup ?? ''} ${value ?? ''}: ${message}`.trim(),
  );
  throw new StartError(`The configuration does not take rows that offices have kept.\n${told.join('\n')}`);
}

/** @throws StartError where this engine no longer takes the configuration that was in force last */
async function readLast({
  database,
  settings,
  cache,
}: Choosing): Promise<(Configuration & { readonly number: number }) | null> {
  const last = await readLastConfiguration(database);
  if (last === null) return null;
  const { configDirectory } = settings;
  const files = last.files.map(({ name, text }) => ({ path: shownPath(configDirectory, name), name, text }));
  let told = '';
  const portal = await cache.portal(['last', files], async () => {
    const { compilePortal } = await import('../../config/compile.ts');
    const { renderDiagnostics } = await import('../../config/diagnostics/render.ts');
    // The proofs were made before it came into force.
    const compiled = compilePortal(files, { proofs: false });
    told = renderDiagnostics(compiled.diagnostics);
    return compiled.portal;
  });
  if (portal !== null) return { portal, files, number: last.number };
  throw new StartError(`${told}\nVersion ${last.number}, the last one that was in force, is not sound.`);
}
