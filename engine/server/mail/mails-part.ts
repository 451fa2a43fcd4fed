/**
 * Stores mails and lets the queue send them. Without a mail server they stay stored, and the operator can read them.
 */
import { randomUUID } from 'node:crypto';
import type { Application } from '../kernel/application.ts';
import { type StatementPart, partOf } from '../database/statement-parts.ts';
import { jobsPart } from '../jobs/jobs-part.ts';

export interface NewMail {
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: string;
}

const adding = `INSERT INTO mails (id, at, name, address, subject, text, html, state)
  SELECT id, at, name, address, subject, text, html, state FROM jsonb_to_recordset($1)
    AS mail(id uuid, at timestamptz, name text, address text, subject text, text text, html text, state text)`;

/** Call it in the transaction that the mails belong to. */
export function mailsPart(
  { settings }: Pick<Application, 'settings'>,
  mails: readonly NewMail[],
): StatementPart[] {
  const state = settings.smtpUrl === null ? 'kept' : 'waiting';
  const rows = mails.map((mail) => ({ ...mail, id: randomUUID(), state }));
  const jobs = state === 'waiting' ? rows.map(({ id }) => ({ name: 'mail', data: { id } }) as const) : [];
  return [...partOf('mailed', adding, rows), ...jobsPart(jobs)];
}
