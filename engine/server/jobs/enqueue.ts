/** Work that follows from a change: written in the change's own transaction, so that it is done if and only if that is. */
import type { Queryable } from '../database/database.ts';

/** What each kind of work is told. */
export interface JobData {
  /** Sends one mail. */
  readonly mail: { readonly id: string };
  /** Does what has become due in records by the time alone. */
  readonly wake: Readonly<Record<string, never>>;
}

export type JobName = keyof JobData;

export type Job = {
  readonly [Name in JobName]: { readonly name: Name; readonly data: JobData[Name] };
}[JobName];

/**
 * Adds work to be done once the caller's transaction is committed; a running server takes it up within a second.
 * @param client of the caller's transaction
 */
export async function enqueue(client: Queryable, jobs: Job | readonly Job[]): Promise<void> {
  const all = [jobs].flat();
  if (all.length === 0) return;
  await client.query({
    name: 'enqueue',
    text: 'INSERT INTO outbox (name, data) SELECT name, data FROM jsonb_to_recordset($1) AS job(name text, data jsonb)',
    values: [JSON.stringify(all)],
  });
}
