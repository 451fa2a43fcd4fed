/** The lookup rows that offices maintain. Each change adds a version, which comes into force in every process. */
import type { EditedRow, RowFault } from '../../portal/model/edited-row.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { isAwayError } from '../database/availability.ts';
import type { Database, Queryable } from '../database/database.ts';

/** Compiles the configuration's files with these rows, without changing anything. */
export type CompileRows = (rows: readonly EditedRow[]) => Promise<{
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
    const { portal, faults } = await compile(await readEditedRows(database));
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
    const stop = await database.listen(editedRowsChannel, next);
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

/** An edited row with the author of its last change. */
export interface StoredLookupRow extends EditedRow {
  readonly version: number;
  readonly account: string;
  /** Name of the account. */
  readonly by: string | null;
  /** ISO date-time. */
  readonly at: string;
}

const reading = {
  name: 'kept-rows',
  text: `SELECT DISTINCT ON (k.lookup, k.value) k.lookup, k.value, k.version, k.columns, k.retired AS "isRetired",
      k.account, a.name AS by, k.at
    FROM kept_rows k LEFT JOIN accounts a ON a.id = k.account
    ORDER BY k.lookup, k.value, k.version DESC`,
};

/** The newest version of each row. */
export async function readEditedRows(client: Queryable): Promise<StoredLookupRow[]> {
  const rows = await client.query<Omit<StoredLookupRow, 'at'> & { readonly at: Date }>(reading);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

/** The number of the newest change. It grows with every change. */
export async function newestChange(client: Queryable): Promise<number> {
  const rows = await client.query<{ readonly seq: string }>({
    name: 'newest-kept-row',
    text: 'SELECT coalesce(max(seq), 0) AS seq FROM kept_rows',
  });
  return Number(rows[0]?.seq ?? 0);
}

/** Serialises all changes of rows, across all processes. */
export async function lockEditedRows(client: Queryable): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('kept_rows'))`);
}

/** Channel that notifies every process of a change. */
const editedRowsChannel = 'kept_rows';

export async function addEditedRow(
  client: Queryable,
  { lookup, value, columns, isRetired }: EditedRow,
  {
    version,
    account,
    department,
  }: { readonly version: number; readonly account: string; readonly department: string },
): Promise<void> {
  await client.query({
    name: 'add-kept-row',
    text: `INSERT INTO kept_rows (lookup, value, version, columns, retired, account, department)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [lookup, value, version, JSON.stringify(columns), isRetired, account, department],
  });
  await client.query(`SELECT pg_notify('${editedRowsChannel}', $1)`, [lookup]);
}
