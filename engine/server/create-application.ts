/** Puts the portal in force, the database, the settings and the secrets together. */
import type { Portal } from '../portal/portal.ts';
import type { Application } from './application.ts';
import type { Database } from './database/database.ts';
import { loadSecrets } from './database/secrets.ts';
import { type CompileRows, createRowKeeper } from './lookups/row-keeper.ts';
import type { Settings } from './settings.ts';

export interface LiveApplication extends Application {
  /** Puts another portal in force, from the next request on. */
  replacePortal(portal: Portal): void;
}

export interface ApplicationParts {
  readonly settings: Settings;
  readonly database: Database;
  readonly portal: Portal;
  /** Lays rows over the files that the portal was compiled from; left out: nobody keeps rows here. */
  readonly compileRows?: CompileRows;
  /** Another clock than the system's. */
  readonly now?: () => Date;
}

export async function createApplication(parts: ApplicationParts): Promise<LiveApplication> {
  const { settings, database, now = () => new Date() } = parts;
  const secret = await loadSecrets(database);
  const listeners = new Set<(portal: Portal) => void>();
  let inForce = parts.portal;
  const replacePortal = (portal: Portal): void => {
    inForce = portal;
    for (const listener of listeners) listener(portal);
  };
  const { compileRows } = parts;
  return {
    ...(compileRows !== undefined && {
      rows: createRowKeeper({ database, compile: compileRows, replace: replacePortal }),
    }),
    settings,
    database,
    now,
    secret,
    portal: () => inForce,
    onPortalChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replacePortal,
  };
}
