/** Work that follows from a change: written in the change's own transaction, so that it is done if and only if that is. */
import { type StatementPart, partOf } from '../database/statement-parts.ts';

/** What each kind of work is told. */
export interface JobData {
  /** Sends one mail. */
  readonly mail: { readonly id: string };
  /** Does what has become due in records by the time alone. */
  readonly wake: Readonly<Record<string, never>>;
  /** Seals all events so far. */
  readonly anchor: Readonly<Record<string, never>>;
  /** Verifies all histories. */
  readonly audit: Readonly<Record<string, never>>;
}

export type JobName = keyof JobData;

export type Job = {
  readonly [Name in JobName]: { readonly name: Name; readonly data: JobData[Name] };
}[JobName];

const adding =
  'INSERT INTO outbox (name, data) SELECT name, data FROM jsonb_to_recordset($1) AS job(name text, data jsonb)';

/** Adds work to be done once the transaction is committed in which it is run; a running server takes it up within a second. */
export function jobsPart(jobs: readonly Job[]): StatementPart[] {
  return partOf('wanted', adding, jobs);
}
