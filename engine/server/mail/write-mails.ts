/** Writes mails down, to be sent by the queue; where there is no mail server they stay, to be read by who runs the portal. */
import { randomUUID } from 'node:crypto';
import type { Application } from '../application.ts';
import type { Queryable } from '../database/database.ts';
import { inOrder } from '../database/in-order.ts';
import { enqueue } from '../jobs/enqueue.ts';

export interface NewMail {
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: string;
}

/** @param client of the transaction that the mails belong to */
export async function writeMails(
  client: Queryable,
  { settings }: Pick<Application, 'settings'>,
  mails: readonly NewMail[],
): Promise<void> {
  if (mails.length === 0) return;
  const state = settings.smtpUrl === null ? 'kept' : 'waiting';
  const rows = mails.map((mail) => ({ ...mail, id: randomUUID(), state }));
  const written = client.query({
    name: 'write-mails',
    text: `INSERT INTO mails (id, at, name, address, subject, text, html, state)
      SELECT id, at, name, address, subject, text, html, state FROM jsonb_to_recordset($1)
        AS mail(id uuid, at timestamptz, name text, address text, subject text, text text, html text, state text)`,
    values: [JSON.stringify(rows)],
  });
  const jobs = state === 'waiting' ? rows.map(({ id }) => ({ name: 'mail', data: { id } }) as const) : [];
  await inOrder(written, enqueue(client, jobs));
}
