/** Puts the rows that offices maintain in force: after changes by this process and by others. */
import type { KeptRow, RowFault } from '../../portal/model/kept-row.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { isAwayError } from '../database/away.ts';
import type { Database } from '../database/database.ts';
import { keptRowsChannel, newestChange, readKeptRows } from './kept-rows.ts';

/** Compiles the configuration's files with these rows, without changing anything. */
export type CompileRows = (rows: readonly KeptRow[]) => Promise<{
  /** Null if the configuration refuses them. */
  readonly portal: Portal | null;
  readonly faults: readonly RowFault[];
}>;

export interface RowKeeper {
  readonly compile: CompileRows;
  /** Puts the result of this process's own change in force. @param change number of that change */
  put(portal: Portal, change: number): Promise<void>;
  /** Reads the rows again and puts them in force, after a change elsewhere or of the files. */
  refresh(): Promise<readonly RowFault[]>;
  /**
   * Puts changes of other processes in force until the returned function is called. While the database is away it
   * retries.
   */
  follow(onError: (error: unknown) => void): Promise<() => Promise<void>>;
}

interface RowKeeperParts {
  readonly database: Database;
  readonly compile: CompileRows;
  readonly replace: (portal: Portal) => Promise<void>;
  /** Delay before rows are read again from a database that was away. */
  readonly retryMs?: number;
}

export function createRowKeeper({ database, compile, replace, retryMs = 1000 }: RowKeeperParts): RowKeeper {
  let known = -1;
  // One after the other, so that an older state never comes into force after a newer one.
  let last: Promise<unknown> = Promise.resolve();
  const put = async (portal: Portal, change: number): Promise<void> => {
    if (change <= known) return;
    const before = known;
    known = change;
    await replace(portal).catch((error: unknown) => {
      known = before;
      throw error;
    });
  };
  const refresh = async (): Promise<readonly RowFault[]> => {
    const change = await newestChange(database);
    const { portal, faults } = await compile(await readKeptRows(database));
    if (portal === null) return faults;
    known = change;
    await replace(portal);
    return [];
  };
  const hear = async (): Promise<void> => {
    if ((await newestChange(database)) <= known) return;
    const [fault] = await refresh();
    if (fault !== undefined) throw new Error(fault.message);
  };
  const follow = async (onError: (error: unknown) => void): Promise<() => Promise<void>> => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const next = (): void => {
      clearTimeout(timer);
      if (isOver) return;
      last = last.then(hear).catch((error: unknown) => {
        // The outage is reported elsewhere; the rows are correct.
        if (isAwayError(error)) timer = setTimeout(next, retryMs).unref();
        else onError(error);
      });
    };
    const stop = await database.listen(keptRowsChannel, next);
    return async () => {
      isOver = true;
      clearTimeout(timer);
      await stop();
    };
  };
  return {
    compile,
    put,
    refresh: () => {
      const next = last.then(refresh, refresh);
      last = next.catch(() => {});
      return next;
    },
    follow,
  };
}
