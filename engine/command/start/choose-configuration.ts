/** Chooses the configuration for a start: that of the folder or, in production, the last one in force. */
import type { KeyObject } from 'node:crypto';
import { filesShownIn, readFiles } from '../../config/read-files.ts';
import type { SourceFile } from '../../config/source/source.ts';
import { inPresentWords } from '../../config/earlier/present-words.ts';
import { type EditedRow, type RowFault, sayRowFault } from '../../portal/model/edited-row.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Database } from '../../server/database/database.ts';
import { newestChange, readEditedRows } from '../../server/portals/row-keeper.ts';
import { type KeptConfiguration, readLastConfiguration } from '../../server/portals/config-files.ts';
import { isDecidedByCommand } from '../../server/portals/applied-versions.ts';
import { newestVersion } from '../../server/portals/versions.ts';
import { StartError } from '../../server/process/start-error.ts';
import { adoptPortal, isClear, sayObstacles } from '../../server/records/succession/adopt-portal.ts';
import type { Settings } from '../../server/kernel/settings.ts';
import type { PortalCache } from '../../config/cache/portal-cache.ts';
import { filesWithRows, type FilesWithRows } from './files-with-rows.ts';

export interface StartConfiguration {
  /** Includes the rows that offices maintain. */
  readonly portal: Portal;
  /** Hash of the configuration without these rows. */
  readonly read: string;
  readonly files: FilesWithRows;
  /** What is served instead of the folder; null: the folder is, or somebody decided otherwise. */
  readonly instead: InsteadOfFolder | null;
}

export interface InsteadOfFolder {
  readonly number: number;
  /** Why the folder cannot be served. */
  readonly reasons: string;
}

/**
 * The configuration of the folder, or why it cannot be served.
 * @throws StartError for a broken one that no other version can replace
 */
export async function readFolder(
  { configDirectory, isProduction }: Pick<Settings, 'configDirectory' | 'isProduction'>,
  cache: PortalCache,
): Promise<Configuration | StartError> {
  try {
    return await readConfiguration(configDirectory, cache);
  } catch (error) {
    if (error instanceof StartError && isProduction) return error;
    throw error;
  }
}

/** The inputs of the choice. */
export interface ConfigurationSources {
  readonly database: Database;
  readonly settings: Pick<Settings, 'configDirectory' | 'isProduction'>;
  readonly cache: PortalCache;
  /** Seals the histories that adopting a configuration writes, and the files of configurations. */
  readonly auditKey: KeyObject;
  /** Receives the reasons if another configuration than the folder's is served. */
  readonly say: (line: string) => void;
}

/**
 * Applies the edited rows to the configuration and adopts it. If that is refused in production, or the folder
 * is broken, the last configuration in force replaces it.
 * @throws StartError if neither can be served, with the reasons of the folder first
 */
export async function chooseConfiguration(
  sources: ConfigurationSources,
  folder: Configuration | StartError,
): Promise<StartConfiguration> {
  try {
    if (sources.settings.isProduction && (await isDecidedByCommand(sources.database))) {
      return await chooseApplied(sources, folder);
    }
    if (folder instanceof StartError) throw folder;
    return { ...(await prepare(sources, folder)), instead: null };
  } catch (error) {
    if (!(error instanceof StartError) || !sources.settings.isProduction) throw error;
    return chooseLast(sources, error);
  }
}

/** The last version in force, whatever is in the folder. */
async function chooseApplied(
  sources: ConfigurationSources,
  folder: Configuration | StartError,
): Promise<StartConfiguration> {
  const { database, settings, auditKey, say } = sources;
  const { last, faults } = await readLastConfiguration(database, auditKey);
  if (last === null) throw new StartError(faults.join('\n'));
  for (const fault of faults) say(fault);
  const found = await compileLast(sources, last);
  const chosen = await prepare(sources, found, last.number);
  if (folder instanceof StartError || folder.portal.hash !== found.portal.hash) {
    say(
      `Version ${last.number} is in force. The configuration in ${settings.configDirectory} differs: "munisipyo plan" says how.`,
    );
  }
  return { ...chosen, instead: null };
}

/** @param refusal why the folder cannot be served */
async function chooseLast(sources: ConfigurationSources, refusal: StartError): Promise<StartConfiguration> {
  const { database, settings, auditKey, say } = sources;
  const { last, faults } = await readLastConfiguration(database, auditKey);
  const reasons = [refusal.message, ...faults];
  if (last === null) throw new StartError(reasons.join('\n'));
  try {
    const notes: string[] = [];
    const found = await compileLast(sources, last);
    const chosen = await prepare({ ...sources, say: (line) => notes.push(line) }, found, last.number);
    const which = faults.length === 0 ? 'that was in force' : 'in force whose files are as they were';
    say(
      `${[...reasons, ...notes].join('\n')}\nThe configuration in ${settings.configDirectory} cannot be put in force. ` +
        `The portal serves version ${last.number}, the last one ${which}.`,
    );
    return { ...chosen, instead: { number: last.number, reasons: refusal.message } };
  } catch (error) {
    if (error instanceof StartError) throw new StartError([...reasons, error.message].join('\n'));
    throw error;
  }
}

/** @param number the version of the files when they were in force; null: they are the folder's */
async function prepare(
  sources: ConfigurationSources,
  found: Configuration,
  number: number | null = null,
): Promise<Omit<StartConfiguration, 'instead'>> {
  const { database, settings, auditKey, say } = sources;
  const files = filesWithRows(settings.configDirectory, found.files, sources.cache.additions);
  const portal = await withRows(sources, found, files);
  const newest = await newestVersion(database);
  const isInForce = newest !== null && (newest.hash === portal.hash || newest.number === number);
  const before = isInForce ? null : await readBefore(sources);
  const obstacles = await adoptPortal(database, { portal, before, key: auditKey, isInForce });
  const told = sayObstacles(obstacles).join('\n');
  if (!isClear(obstacles) && !isInForce) throw new StartError(told);
  if (told !== '') say(`${told}\nThis configuration is in force already, so the portal starts all the same.`);
  return { portal, read: found.portal.hash, files };
}

/** The configuration in force until now; null: there is none, or this engine no longer accepts it. */
async function readBefore(sources: ConfigurationSources): Promise<Portal | null> {
  const { last } = await readLastConfiguration(sources.database, sources.auditKey);
  if (last === null) return null;
  const found = await compileLast(sources, last).catch((error: unknown) => {
    if (error instanceof StartError) return null;
    throw error;
  });
  return found?.portal ?? null;
}

/** The portal with the edited rows, from the first request on. @throws StartError */
async function withRows(
  { database, cache }: ConfigurationSources,
  found: Configuration,
  { compile }: FilesWithRows,
): Promise<Portal> {
  if ((await newestChange(database)) === 0) return found.portal;
  const rows = (await readEditedRows(database)).map(({ lookup, value, columns, isRetired }): EditedRow => ({
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
  const told = faults.map(sayRowFault);
  throw new StartError(`The configuration does not take rows that offices have kept.\n${told.join('\n')}`);
}

/** @throws StartError if this engine no longer accepts the last configuration in force */
async function compileLast(
  { settings, cache }: ConfigurationSources,
  last: KeptConfiguration,
): Promise<Configuration> {
  const { configDirectory } = settings;
  const files = filesShownIn(configDirectory, await inPresentWords(last.files));
  let told = '';
  const portal = await cache.portal(['last', files], async () => {
    const { compilePortal } = await import('../../config/compile.ts');
    const { renderDiagnostics } = await import('../../config/diagnostics/render.ts');
    // It was proved before it came into force.
    const compiled = compilePortal(files, { proofs: false, additions: cache.additions });
    told = renderDiagnostics(compiled.diagnostics);
    return compiled.portal;
  });
  if (portal !== null) return { portal, files };
  throw new StartError(`${told}\nVersion ${last.number}, the last one that was in force, is not sound.`);
}

/** A valid configuration with its source files. */
export interface Configuration {
  readonly portal: Portal;
  readonly files: readonly SourceFile[];
}

/** @throws StartError with every error, as `check` reports it */
async function readConfiguration(directory: string, cache: PortalCache): Promise<Configuration> {
  const folder = readFiles(directory);
  let told = '';
  const portal = await cache.portal(['folder', folder], async () => {
    // The compiler is loaded only if something must be compiled.
    const { compileFolder } = await import('../../config/load.ts');
    const { withCompileCache } = await import('../../config/cache/compile-cache.ts');
    const { renderDiagnostics } = await import('../../config/diagnostics/render.ts');
    const compiled = withCompileCache(directory, () => compileFolder(folder, { additions: cache.additions }));
    told = renderDiagnostics(compiled.diagnostics);
    return compiled.portal;
  });
  if (portal !== null) return { portal, files: folder.files };
  throw new StartError(`${told}\nThe configuration in ${directory} is not sound.`);
}
