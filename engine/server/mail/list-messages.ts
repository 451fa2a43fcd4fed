/** Reads the stored messages for the operator. */
import type { Queryable } from '../database/database.ts';

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
