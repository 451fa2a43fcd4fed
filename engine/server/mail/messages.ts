/**
 * Stores messages and lets the queue deliver them. Mails without a mail server stay stored, and the operator can read
 * them.
 */
import { randomUUID } from 'node:crypto';
import { type ChannelMessage, type DeliveredRecord, MAIL } from '../../extension/extension.ts';
import type { Queryable } from '../database/database.ts';
import { partOf, type StatementPart } from '../database/statements.ts';
import { jobsPart } from '../jobs/jobs-part.ts';
import type { Application } from '../kernel/application.ts';
import type { Settings } from '../kernel/settings.ts';

export interface NewMessage extends ChannelMessage {
  readonly channel: string;
  readonly name: string;
  readonly address: string;
  /** null: a mail, which needs none. */
  readonly record: DeliveredRecord | null;
  readonly at: string;
}

const adding = `INSERT INTO messages (id, at, channel, name, address, subject, text, html, calendar, record, state)
  SELECT id, at, channel, name, address, subject, text, html, NULLIF(calendar, 'null'), NULLIF(record, 'null'), state
  FROM jsonb_to_recordset($1) AS message(id uuid, at timestamptz, channel text, name text, address text,
    subject text, text text, html text, calendar jsonb, record jsonb, state text)`;

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

export interface StoredMessage {
  /** Counts from 1. */
  readonly number: number;
  /** ISO date-times. */
  readonly at: string;
  readonly tried_at: string | null;
  readonly channel: string;
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** kept: there was no mail server; waiting: will be sent or retried */
  readonly state: 'kept' | 'waiting' | 'sent' | 'failed';
  readonly tries: number;
  /** The last error. */
  readonly problem: string | null;
}

type MessageRow = Omit<StoredMessage, 'at' | 'tried_at'> & {
  readonly at: Date;
  readonly tried_at: Date | null;
};

const NEWEST = 200;
const columns =
  'order_number AS number, at, tried_at, channel, name, address, subject, text, html, state, tries, problem';

/** The newest messages, in the order in which they were written. */
export async function listMessages(client: Queryable): Promise<StoredMessage[]> {
  const rows = await client.query<MessageRow>(
    `SELECT * FROM (SELECT ${columns} FROM messages ORDER BY order_number DESC LIMIT $1) newest ORDER BY number`,
    [NEWEST],
  );
  return rows.map(toMail);
}

export async function readMessage(client: Queryable, number: number): Promise<StoredMessage | null> {
  const [row] = await client.query<MessageRow>(`SELECT ${columns} FROM messages WHERE order_number = $1`, [
    number,
  ]);
  return row === undefined ? null : toMail(row);
}

function toMail({ at, tried_at: tried, ...row }: MessageRow): StoredMessage {
  return { ...row, at: at.toISOString(), tried_at: tried?.toISOString() ?? null };
}

/** Without a trailing slash. Without a configured address it is this machine. */
export function originOf({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== null) return publicUrl;
  const isLocal = ['0.0.0.0', '127.0.0.1', '::', '::1'].includes(host);
  return `http://${isLocal ? 'localhost' : host}:${port}`;
}
