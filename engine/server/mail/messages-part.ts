/**
 * Stores messages and lets the queue deliver them. Mails without a mail server stay stored, and the operator can read
 * them.
 */
import { randomUUID } from 'node:crypto';
import { type ChannelMessage, type DeliveredRecord, MAIL } from '../../extension/extension.ts';
import type { Application } from '../kernel/application.ts';
import { partOf, type StatementPart } from '../database/statements.ts';
import { jobsPart } from '../jobs/jobs-part.ts';

export interface NewMessage extends ChannelMessage {
  readonly channel: string;
  readonly name: string;
  readonly address: string;
  /** null: a mail, which needs none. */
  readonly record: DeliveredRecord | null;
  readonly at: string;
}

const adding = `INSERT INTO messages (id, at, channel, name, address, subject, text, html, record, state)
  SELECT id, at, channel, name, address, subject, text, html, NULLIF(record, 'null'), state
  FROM jsonb_to_recordset($1) AS message(id uuid, at timestamptz, channel text, name text, address text,
    subject text, text text, html text, record jsonb, state text)`;

/** Call it in the transaction that the messages belong to. */
export function messagesPart(
  { settings }: Pick<Application, 'settings'>,
  messages: readonly NewMessage[],
): StatementPart[] {
  const rows = messages.map((message) => {
    const isKept = message.channel === MAIL && settings.smtpUrl === null;
    return { ...message, id: randomUUID(), state: isKept ? 'kept' : 'waiting' };
  });
  const jobs = rows
    .filter(({ state }) => state === 'waiting')
    .map(({ id }) => ({ name: 'message', data: { id } }) as const);
  return [...partOf('written', adding, rows), ...jobsPart(jobs)];
}
