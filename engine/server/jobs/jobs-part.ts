/** Jobs that follow from a change. They are written in its transaction, so they run if and only if it commits. */
import type { PortalRecord } from '../../portal/model/record.ts';
import { partOf, type StatementPart } from '../database/statements.ts';
import type { DeliveredRecord } from '../../extension/extension.ts';

/** An effect with the record as its extension receives it. */
interface EffectDelivery {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly record: DeliveredRecord;
  /** Id of the request that caused it, in the log; absent: the server itself. */
  readonly request?: string;
}

/** The data of each kind of job. */
export interface JobData {
  /** Delivers one message through its channel. */
  readonly message: { readonly id: string };
  /** Mails a link for a new password to the owner of this address, if it has one. */
  readonly 'forgotten-password': { readonly username: string };
  /** Writes a file for a spreadsheet. */
  readonly export: { readonly id: string };
  /** Runs an effect of an extension. */
  readonly effect: EffectDelivery;
  /** Applies what time alone makes due in records. */
  readonly wake: Readonly<Record<string, never>>;
  /** Ends the claims of an account that may no longer work on its records. */
  readonly release: { readonly account: string };
  /** Brings the summaries of reports up to date. */
  readonly summaries: Readonly<Record<string, never>>;
  /** Seals all events so far. */
  readonly anchor: Readonly<Record<string, never>>;
  /** Verifies all histories. */
  readonly audit: Readonly<Record<string, never>>;
  /** Prunes the files of old versions of the configuration. */
  readonly prune: Readonly<Record<string, never>>;
}

export type JobName = keyof JobData;

export type Job = {
  readonly [Name in JobName]: { readonly name: Name; readonly data: JobData[Name] };
}[JobName];

const adding =
  'INSERT INTO outbox (name, data) SELECT name, data FROM jsonb_to_recordset($1) AS job(name text, data jsonb)';

/**
 * Enqueues a job that runs once the current transaction is committed. A running server starts it within a second.
 * @param part its name in the statement
 */
export function jobsPart(jobs: readonly Job[], part = 'wanted'): StatementPart[] {
  return partOf(part, adding, jobs);
}

/** The record as extensions receive it. */
export function deliveredRecord({ id, type, slug, number, state, data }: PortalRecord): DeliveredRecord {
  return { id, type, slug, number, state, data };
}
