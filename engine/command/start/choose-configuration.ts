/** Chooses what a start serves: the configuration of the folder, or in production the last one that was in force. */
import type { KeyObject } from 'node:crypto';
import { compilePortal } from '../../config/compile.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { shownPath } from '../../config/read-files.ts';
import type { Portal } from '../../portal/portal.ts';
import type { Database } from '../../server/database/database.ts';
import { newestChange, readKeptRows } from '../../server/lookups/kept-rows.ts';
import { readLastConfiguration } from '../../server/portals/config-files.ts';
import { StartError } from '../../server/process/start-error.ts';
import { adoptPortal } from '../../server/records/adopt-portal.ts';
import { sayStranded } from '../../server/records/stranded.ts';
import type { Settings } from '../../server/settings.ts';
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

export interface Choosing {
  readonly database: Database;
  readonly settings: Settings;
  /** Seals what adopting a configuration writes into histories. */
  readonly auditKey: KeyObject;
  /** Takes the reasons, where another configuration is served. */
  readonly say: (line: string) => void;
}

/**
 * The configuration of the folder, or why it cannot be served.
 * @throws StartError for a broken one, where no other can take its place
 */
export function readFolder({ configDirectory, isProduction }: Settings): Configuration | StartError {
  try {
    return readConfiguration(configDirectory);
  } catch (error) {
    if (error instanceof StartError && isProduction) return error;
    throw error;
  }
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
  const { database, settings, say } = choosing;
  const { configDirectory, isProduction } = settings;
  try {
    if (folder instanceof StartError) throw folder;
    return { ...(await prepare(choosing, folder)), instead: null };
  } catch (error) {
    const last =
      error instanceof StartError && isProduction ? await readLast(database, configDirectory) : null;
    if (last === null) throw error;
    const chosen = await prepare(choosing, last);
    say(
      `${(error as StartError).message}\nThe configuration in ${configDirectory} cannot be put in force. ` +
        `The portal serves version ${last.number}, the last one that was in force.`,
    );
    return { ...chosen, instead: last.number };
  }
}

async function prepare(
  { database, settings, auditKey }: Choosing,
  { portal, files }: Configuration,
): Promise<Omit<Chosen, 'instead'>> {
  const layered = filesWithRows(settings.configDirectory, files);
  const whole = await withRows(database, portal, layered);
  const stranded = await adoptPortal(database, whole, auditKey);
  if (stranded.length > 0) throw new StartError(stranded.map(sayStranded).join('\n'));
  return { portal: whole, read: portal.hash, files: layered };
}

/** The portal with the rows that offices keep, from the first request on. @throws StartError */
async function withRows(database: Database, portal: Portal, { compile }: FilesWithRows): Promise<Portal> {
  if ((await newestChange(database)) === 0) return portal;
  const { portal: whole, faults } = compile(await readKeptRows(database));
  if (whole !== null) return whole;
  const told = faults.map(({ lookup, value, message }) =>
    `${lookup ?? ''} ${value ?? ''}: ${message}`.trim(),
  );
  throw new StartError(`The configuration does not take rows that offices have kept.\n${told.join('\n')}`);
}

/** @throws StartError where this engine no longer takes the configuration that was in force last */
async function readLast(
  database: Database,
  directory: string,
): Promise<(Configuration & { readonly number: number }) | null> {
  const last = await readLastConfiguration(database);
  if (last === null) return null;
  const files = last.files.map(({ name, text }) => ({ path: shownPath(directory, name), name, text }));
  // The proofs were made before it came into force.
  const { portal, diagnostics } = compilePortal(files, { proofs: false });
  if (portal !== null) return { portal, files, number: last.number };
  throw new StartError(
    `${renderDiagnostics(diagnostics)}\nVersion ${last.number}, the last one that was in force, is not sound.`,
  );
}
