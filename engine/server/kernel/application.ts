/**
 * The services that every part of the server uses: the current portal, the database, the settings and the secrets.
 */
import type { KeyObject } from 'node:crypto';
import type { Additions, FileStore } from '../../extension/extension.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Database } from '../database/database.ts';
import type { RowKeeper } from '../portals/row-keeper.ts';
import type { Version } from '../history/event-chain.ts';
import type { EditingDesk } from './editing-desk.ts';
import type { Settings } from './settings.ts';

export interface Application {
  readonly settings: Settings;
  readonly database: Database;
  /** What extensions add. */
  readonly additions: Additions;
  /** Uploaded files, by id. */
  readonly fileStore: FileStore;
  /** Base path of the API, such as `/api/v1`; without a trailing slash. */
  readonly apiPrefix: string;
  /** The current portal. Read it for every request, because it changes while the server runs. */
  portal(): Portal;
  /** The version number of a portal. @throws Error for a portal that was never in force */
  versionOf(portal: Portal): Version;
  /** Calls the listener after a new portal came into force. The returned function removes the listener. */
  onPortalChange(listener: (portal: Portal) => void): () => void;
  /** Settles when the version that the database has is served; null: it is. */
  switching(): Promise<void> | null;
  /** Why the files in CONFIG_DIR are not in force, or null: they are. */
  configurationFault(): string | null;
  /** Why another version than that of the folder is served; null: the folder's is. */
  folderRefusal(): string | null;
  /** The current time. All code that counts days or stores moments uses it. */
  now(): Date;
  /** Puts the lookup rows that offices maintain in force; left out if the portal was not compiled from files. */
  readonly rows?: RowKeeper;
  /** Where people edit the configuration; left out: nobody does here. */
  readonly editing?: EditingDesk;
  /** Seals histories; stored outside the database. */
  readonly auditKey: KeyObject;
  /** A key of 32 bytes for one purpose (`csrf`, `links` …): the same in every process on this database. */
  secret(purpose: string): KeyObject;
}
