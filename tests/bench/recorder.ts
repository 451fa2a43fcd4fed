/** A database that can log the statements of a task. */
import type { Database, NamedStatement } from '../../engine/server/database/database.ts';

export type Statement = readonly [string | NamedStatement, readonly unknown[] | undefined];

export function createRecorder(inner: Database) {
  let seen: Statement[] | null = null;
  const recording: Database = {
    ...inner,
    query(statement, values) {
      seen?.push([statement, values]);
      return inner.query(statement, values);
    },
  };
  return {
    database: recording,
    async record(work: () => Promise<void>): Promise<readonly Statement[]> {
      seen = [];
      await work();
      const found = seen;
      seen = null;
      return found;
    },
  };
}
