/** Our database as the queue's library asks it. */
import type { ConstructorOptions } from 'pg-boss';
import type { Queryable } from '../database/database.ts';

/** Over a pool, or over the client of a transaction that the queue's change is to be part of. */
export function bossDatabase(client: Queryable): NonNullable<ConstructorOptions['db']> {
  return { executeSql: async (text, values) => ({ rows: await client.query(text, values) }) };
}
