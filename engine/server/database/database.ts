/** How the server speaks to PostgreSQL: queries, named statements, transactions. */

/** A statement that PostgreSQL plans once a connection; the name stands for exactly this text. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

export interface Queryable {
  /**
   * Runs one statement and answers its rows.
   * `bigint` comes as a number, `date` as `YYYY-MM-DD`, `timestamptz` as a Date, `jsonb` as a value.
   * @throws the driver's DatabaseError, whose `code` is the SQLSTATE; DatabaseAwayError where no connection can be
   *   had, or it was lost before the answer came
   */
  query<Row extends object = Record<string, unknown>>(
    statement: string | NamedStatement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /**
   * Commits behind the statements that were asked for before, without waiting for them: where one of them fails nothing
   * is kept, and that one says so. The work asks for nothing more after it.
   */
  commit(): Promise<void>;
}

export interface Database extends Queryable {
  /** Runs the work on one connection between BEGIN and COMMIT; whatever it throws rolls back and is thrown on. */
  transaction<Result>(work: (client: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Calls back with the payload of each NOTIFY on the channel until the returned function is called; and with an empty
   * one when the connection was lost and is open again, since a notification may have been missed.
   */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>;
  /**
   * The same database over a few connections of its own and without a limit on the time of a statement, for work that
   * must not hold up requests; end it first.
   */
  beside(connections: number): Database;
  /**
   * Runs the work under the role that may change the schema, without a limit on the time of a statement.
   * The role of the application may only read and write rows.
   */
  changeSchema<Result>(work: (owner: Database) => Promise<Result>): Promise<Result>;
  /** The process's one lasting connection: a session lock that is taken over it ends with the process. */
  readonly lasting: Queryable;
  /** The last attempt to open a connection failed; it is tried again until one succeeds. */
  isAway(): boolean;
  /** Asks the database whether it still answers; where it does not, whatever waits for an answer fails. */
  doubt(): void;
  /** Waits for running statements, closes the connections and, where it is our own, stops the database. */
  end(): Promise<void>;
}
