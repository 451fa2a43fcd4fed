/** The server's access to PostgreSQL: queries, named statements, transactions. */

/** A statement that PostgreSQL plans once for each connection. The name identifies exactly this text. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

export interface Queryable {
  /**
   * Runs one statement and returns its rows. `bigint` is returned as a number, `date` as `YYYY-MM-DD`, `timestamptz`
   * as a Date, `jsonb` as a value.
   * @throws the driver's DatabaseError, whose `code` is the SQLSTATE; DatabaseAwayError if no connection is available
   * or it was lost before the answer
   */
  query<Row extends object = Record<string, unknown>>(
    statement: string | NamedStatement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /**
   * Commits after the statements that have been sent, without waiting for them. If one fails, nothing is stored and
   * that statement throws. The work sends no further statement.
   */
  commit(): Promise<void>;
}

export interface Database extends Queryable {
  /** Runs the work on one connection between BEGIN and COMMIT. An error rolls back and is rethrown. */
  transaction<Result>(work: (client: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Calls back with the payload of each NOTIFY on the channel until the returned function is called. After a lost
   * connection it calls back with an empty payload, because a notification may have been missed.
   */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>;
  /**
   * The same database over a few connections of its own and without a statement time limit, for work that must not
   * delay requests. End it before this one.
   */
  beside(connections: number): Database;
  /**
   * Runs the work under the role that may change the schema, without a statement time limit. The application's role
   * may only read and write rows.
   */
  changeSchema<Result>(work: (owner: Database) => Promise<Result>): Promise<Result>;
  /** The process's permanent connection. Session locks that it holds end with the process. */
  readonly lasting: Queryable;
  /** The last attempt to connect failed. Attempts continue until one succeeds. */
  isAway(): boolean;
  /** Checks whether the database still answers. If not, all waiting queries fail. */
  doubt(): void;
  /** Waits for running statements, closes the connections and stops the database if this process owns it. */
  end(): Promise<void>;
}
