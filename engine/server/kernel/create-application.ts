/** Creates the application from the portal, the database, the settings and the secrets. */
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { type Additions, collectAdditions } from '../../extension/extension.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { withEarlierNames } from '../../portal/succession/way-back.ts';
import type { Application } from './application.ts';
import type { Database } from '../database/database.ts';
import { loadSecrets } from '../database/secrets.ts';
import { withRetries } from '../database/transactions.ts';
import { createDiskStore } from '../storage/disk-store.ts';
import { type CompileRows, createRowKeeper } from '../portals/row-keeper.ts';
import { type ConfigFile, keepFiles } from '../portals/config-files.ts';
import type { Version } from '../history/event-chain.ts';
import { enterVersion } from '../portals/versions.ts';
import type { EditingDesk } from './editing-desk.ts';
import type { Settings } from './settings.ts';

export interface LiveApplication extends Application {
  /**
   * Records another portal as a version and puts it in force from the next request on. Calls run one after the other.
   */
  replacePortal(portal: Portal): Promise<void>;
  /** Requests wait until this is settled, but not for long. */
  switchTo(switching: Promise<void>): void;
  /** Records why the files are not in force, or null: they are. */
  noteConfiguration(fault: string | null): void;
  /** Records why another version than that of the folder is served, or null: the folder's is. */
  noteFolder(refusal: string | null): void;
}

export interface ApplicationParts {
  readonly settings: Settings;
  readonly database: Database;
  readonly portal: Portal;
  /** The files that the newest portal was compiled from; left out: they are not stored. */
  readonly files?: () => readonly ConfigFile[];
  /** Seals histories. */
  readonly auditKey: KeyObject;
  /** Merges rows into the files that the portal was compiled from; left out: no rows are maintained here. */
  readonly compileRows?: CompileRows;
  /** Where people edit the configuration; left out: nobody does. */
  readonly editing?: EditingDesk;
  /** What extensions add; nothing when left out. */
  readonly additions?: Additions;
  /** Base path of the API; `/api/v1` if left out. */
  readonly apiPrefix?: string;
  /** Another clock instead of the system's. */
  readonly now?: () => Date;
}

export async function createApplication(parts: ApplicationParts): Promise<LiveApplication> {
  const { settings, database, apiPrefix = '/api/v1', now = () => new Date() } = parts;
  const secret = await loadSecrets(database);
  const listeners = new Set<(portal: Portal) => void>();
  let fault: string | null = null;
  let refusal: string | null = null;
  let switching: Promise<void> | null = null;
  const versions = new WeakMap<Portal, Version>();
  const versionOf = (portal: Portal): Version => {
    const version = versions.get(portal);
    if (version === undefined) throw new Error('This configuration has never been in force.');
    return version;
  };
  const enter = (portal: Portal, after: Version | null): Promise<Version> =>
    withRetries(() =>
      database.transaction(async (client) => {
        const entered = await enterVersion(client, portal, after);
        if (parts.files !== undefined) {
          await keepFiles(client, entered, { files: parts.files(), key: parts.auditKey });
        }
        return entered;
      }),
    );
  let inForce = parts.portal;
  versions.set(inForce, await enter(inForce, null));
  let last: Promise<void> = Promise.resolve();
  const replaceNow = async (portal: Portal): Promise<void> => {
    const version = await enter(portal, versionOf(inForce));
    // Pages that were opened before say the names of the configuration that is left, or of those before it.
    const next = withEarlierNames(inForce, portal);
    versions.set(next, version);
    inForce = next;
    for (const listener of listeners) listener(next);
  };
  const replacePortal = (portal: Portal): Promise<void> => {
    const next = last.then(() => replaceNow(portal));
    last = next.catch(() => {});
    return next;
  };
  const { compileRows, additions = collectAdditions([]) } = parts;
  return {
    ...(compileRows !== undefined && {
      rows: createRowKeeper({ database, compile: compileRows, replace: replacePortal }),
    }),
    ...(parts.editing !== undefined && { editing: parts.editing }),
    settings,
    database,
    apiPrefix,
    additions,
    fileStore: additions.fileStore ?? createDiskStore(join(settings.dataDirectory, 'files')),
    auditKey: parts.auditKey,
    now,
    secret,
    portal: () => inForce,
    versionOf,
    onPortalChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replacePortal,
    switching: () => switching,
    switchTo(next) {
      switching = next;
      void next.finally(() => {
        if (switching === next) switching = null;
      });
    },
    configurationFault: () => fault,
    folderRefusal: () => refusal,
    noteConfiguration(found) {
      fault = found;
    },
    noteFolder(found) {
      refusal = found;
    },
  };
}
