/** Our database with the interface of the queue's library. */
import type { ConstructorOptions } from 'pg-boss';
import type { Queryable } from '../database/database.ts';

/** Over a pool, or over the client of a transaction that includes the queue's change. */
export function bossDatabase(client: Queryable): NonNullable<ConstructorOptions['db']> {
  return { executeSql: async (text, values) => ({ rows: await client.query(text, values) }) };
}
