/** Puts an edited configuration into force while the server runs. If it is broken, the old one stays. */
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { watchPortal } from '../../config/watch.ts';
import { type RowFault, sayRowFault } from '../../portal/model/edited-row.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Queryable } from '../../server/database/database.ts';
import type { LiveApplication } from '../../server/kernel/create-application.ts';
import { newestChange } from '../../server/portals/row-keeper.ts';
import {
  adoptNow,
  isClear,
  sayObstacles,
  whileAdopting,
} from '../../server/records/succession/adopt-portal.ts';
import { isFolder } from '../arguments.ts';
import { schemasFolder } from '../schemas/schemas-folder.ts';
import type { CompilerThread } from './compiler-thread.ts';
import type { FilesWithRows } from './files-with-rows.ts';

const REFUSED = 'the files were refused: an earlier configuration is in force';

export interface FollowOptions {
  readonly files: FilesWithRows;
  readonly compiler: CompilerThread;
  /** Hash of the configuration in force, without the edited rows. */
  readonly current: string;
  readonly say: (line: string) => void;
  /** Milliseconds before the next attempt to put a configuration into force: the first wait, and the longest. */
  readonly waits?: readonly [first: number, longest: number];
  /** Receives why the files are not in force, or null: they are. Left out: the application's own. */
  readonly note?: (fault: string | null) => void;
  /**
   * True: nothing is put in force any more. Left out: it goes on until it is stopped.
   * @param client of the transaction that would adopt the configuration, during which no other is adopted
   */
  readonly isOver?: (client: Queryable) => Promise<boolean>;
  /** A configuration that was refused before, and why. */
  readonly refused?: { readonly portal: Portal | null; readonly reasons: string };
}

/** @returns a function that stops following. */
export function followConfiguration(
  application: LiveApplication,
  options: FollowOptions,
): () => Promise<void> {
  const { compiler, current, say, refused, note = application.noteConfiguration } = options;
  const { configDirectory } = application.settings;
  const activation = createActivation(application, { ...options, note });
  const watching = watchPortal(configDirectory, {
    current,
    compile: () => compiler.folder(configDirectory),
    onPortal: (portal, diagnostics) => activation.wish(portal, renderDiagnostics(diagnostics)),
    onRefused(diagnostics) {
      note('the files are broken: an earlier configuration is in force');
      activation.forget();
      say(
        `${renderDiagnostics(diagnostics)}The configuration in ${configDirectory} is broken: the one before stays.`,
      );
    },
    onFailure(error) {
      note('the files could not be compiled: an earlier configuration is in force');
      say(`The configuration in ${configDirectory} could not be compiled: ${String(error)}`);
    },
  });
  if (refused !== undefined && refused.portal !== null) activation.wish(refused.portal, '', refused.reasons);
  return async () => {
    watching.close();
    await activation.end();
  };
}

interface Activation {
  /**
   * Puts the portal into force, now or as soon as possible.
   * @param reasons why it was refused before, which is not said again; null: it was not
   */
  wish(portal: Portal, told: string, reasons?: string | null): void;
  /** Cancels the pending attempt. */
  forget(): void;
  end(): Promise<void>;
}

/** Retries until it succeeds or another configuration is saved: the obstacle is in the database and may go away. */
function createActivation(
  application: LiveApplication,
  {
    files,
    say,
    note,
    waits: [first, longest] = [1000, 60_000],
    isOver = async () => false,
  }: FollowOptions & Required<Pick<FollowOptions, 'note'>>,
): Activation {
  // One at a time, in the order in which they were saved.
  let last: Promise<void> = Promise.resolve();
  let wished: Portal | null = null;
  let timer: NodeJS.Timeout | undefined;
  const forget = (): void => {
    wished = null;
    clearTimeout(timer);
  };
  const attempt = async (portal: Portal, said: string | null, wait: number): Promise<void> => {
    if (portal !== wished) return;
    const result = await putInForce(application, { portal, files, isOver });
    if (result === null) return;
    const { isInForce, reasons, line } = result;
    note(isInForce ? null : REFUSED);
    // The obstacle is reported once.
    if (isInForce || reasons !== said) say(line);
    if (isInForce) await refreshSchemas(application, { portal, say });
    if (isInForce || portal !== wished) return;
    timer = setTimeout(() => {
      last = last.then(() => attempt(portal, reasons, Math.min(wait * 2, longest)));
    }, wait);
  };
  return {
    wish(portal, told, reasons = null) {
      forget();
      wished = portal;
      if (told !== '') say(told.trimEnd());
      last = last.then(() => attempt(portal, reasons, first));
    },
    forget,
    async end() {
      forget();
      await last;
    },
  };
}

/**
 * Editors then complete the names that were just saved, if somebody has asked for schemas before. That it fails does not
 * touch the portal.
 */
async function refreshSchemas(
  { settings: { configDirectory } }: LiveApplication,
  { portal, say }: Pick<FollowOptions, 'say'> & { readonly portal: Portal },
): Promise<void> {
  if (!isFolder(schemasFolder(configDirectory))) return;
  try {
    // What reads the grammar is loaded with the first change: most servers never need it.
    const { writeSchemas } = await import('../schemas/write-schemas.ts');
    writeSchemas(configDirectory, portal);
  } catch (error) {
    say(`The schemas for editors could not be written: ${String(error)}`);
  }
}

interface FollowResult {
  readonly isInForce: boolean;
  /** Why not. */
  readonly reasons: string;
  /** For the person who saved it. */
  readonly line: string;
}

/** @returns null: nothing is put in force any more */
async function putInForce(
  application: LiveApplication,
  { portal, files, isOver }: Required<Pick<FollowOptions, 'files' | 'isOver'>> & { readonly portal: Portal },
): Promise<FollowResult | null> {
  const directory = application.settings.configDirectory;
  const refuse = (reasons: readonly string[], why: string): FollowResult => ({
    isInForce: false,
    reasons: reasons.join('\n'),
    line: [...reasons, `The configuration in ${directory} ${why}: the one before stays.`].join('\n'),
  });
  try {
    const { database, auditKey: key } = application;
    const obstacles = await whileAdopting(database, async (client) =>
      (await isOver(client)) ? null : adoptNow(client, { portal, before: application.portal(), key }),
    );
    if (obstacles === null) return null;
    if (!isClear(obstacles)) return refuse(sayObstacles(obstacles), 'would lose or strand what is stored');
    const faults = await layRows(application, { portal, files });
    if (faults.length === 0) {
      const line = `The configuration in ${directory} changed and is in force.`;
      return { isInForce: true, reasons: '', line };
    }
    return refuse(faults.map(sayRowFault), 'does not take rows that offices have kept');
  } catch (error) {
    return refuse([String(error)], 'could not be put in force');
  }
}

/** Puts the portal with the edited rows into force, or reports why that is impossible. */
async function layRows(
  { rows, database, replacePortal }: LiveApplication,
  { portal, files }: { readonly portal: Portal; readonly files: FilesWithRows },
): Promise<readonly RowFault[]> {
  const takeBack = files.reload();
  try {
    if (rows === undefined || (await newestChange(database)) === 0) {
      await replacePortal(portal);
      return [];
    }
    const faults = await rows.refresh();
    if (faults.length > 0) takeBack();
    return faults;
  } catch (error) {
    takeBack();
    throw error;
  }
}
