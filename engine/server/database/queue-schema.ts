/** The schema of the queue's tables. Each portal has its own, so that several portals can share a database. */
import type { Queryable } from './database.ts';

const ENDING = '_jobs';
const LONGEST_NAME = 63;

export async function readQueueSchema(client: Queryable): Promise<string> {
  const [row] = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
  return queueSchemaOf(row?.schema ?? 'public');
}

/** @param schema of the portal's own tables */
export function queueSchemaOf(schema: string): string {
  return schema === 'public' ? 'jobs' : `${schema.slice(0, LONGEST_NAME - ENDING.length)}${ENDING}`;
}
