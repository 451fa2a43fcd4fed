/** What every part of the server is given: the portal in force, the database, the settings and the secrets. */
import type { KeyObject } from 'node:crypto';
import type { Additions } from '../extension/extension.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { Database } from './database/database.ts';
import type { RowKeeper } from './lookups/row-keeper.ts';
import type { Version } from './portals/versions.ts';
import type { Settings } from './settings.ts';

export interface Application {
  readonly settings: Settings;
  readonly database: Database;
  /** What extensions add. */
  readonly additions: Additions;
  /** Where the API is, such as `/api/v1`; without a trailing slash. */
  readonly apiPrefix: string;
  /** The portal in force now; ask again for every request, it changes while the server runs. */
  portal(): Portal;
  /** The version that a portal came into force as. @throws Error for a portal that never did */
  versionOf(portal: Portal): Version;
  /** Calls the listener after a new portal came into force; the returned function ends that. */
  onPortalChange(listener: (portal: Portal) => void): () => void;
  /** Why the files in CONFIG_DIR are not what is in force, or null: they are. */
  configurationFault(): string | null;
  /** What time it is: asked here by everything that counts days or keeps moments. */
  now(): Date;
  /** Puts rows of lookups in force that offices keep; left out where the portal was not compiled from files. */
  readonly rows?: RowKeeper;
  /** Seals histories: kept outside the database. */
  readonly auditKey: KeyObject;
  /** A key of 32 bytes for one purpose (`csrf`, `links` …): the same in every process on this database. */
  secret(purpose: string): KeyObject;
}
