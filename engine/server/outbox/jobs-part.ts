/** Work that follows from a change: written in the change's own transaction, so that it is done if and only if that is. */
import type { PortalRecord } from '../../portal/model/record.ts';
import { type StatementPart, partOf } from '../database/statement-parts.ts';

import type { ChannelAddress, ChannelMessage, DeliveredRecord } from '../../extension/extension.ts';

/** An effect with the record as its extension gets it. */
interface EffectDelivery {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly record: DeliveredRecord;
}

/** What each kind of work is told. */
export interface JobData {
  /** Sends one mail. */
  readonly mail: { readonly id: string };
  /** Runs an effect of an extension. */
  readonly effect: EffectDelivery;
  /** Sends one message by a channel of an extension. */
  readonly channel: ChannelDelivery;
  /** Does what has become due in records by the time alone. */
  readonly wake: Readonly<Record<string, never>>;
  /** Seals all events so far. */
  readonly anchor: Readonly<Record<string, never>>;
  /** Verifies all histories. */
  readonly audit: Readonly<Record<string, never>>;
}

export interface ChannelDelivery {
  readonly channel: string;
  readonly message: ChannelMessage;
  readonly to: ChannelAddress;
  readonly record: DeliveredRecord;
}

export type JobName = keyof JobData;

export type Job = {
  readonly [Name in JobName]: { readonly name: Name; readonly data: JobData[Name] };
}[JobName];

const adding =
  'INSERT INTO outbox (name, data) SELECT name, data FROM jsonb_to_recordset($1) AS job(name text, data jsonb)';

/** Adds work to be done once the transaction is committed in which it is run; a running server takes it up within a second. @param part its name in the statement */
export function jobsPart(jobs: readonly Job[], part = 'wanted'): StatementPart[] {
  return partOf(part, adding, jobs);
}

/** The record as extensions get it. */
export function deliveredRecord({ id, type, slug, number, state, data }: PortalRecord): DeliveredRecord {
  return { id, type, slug, number, state, data };
}
