/** Sends one mail, and stores the result. */
import type { Channel } from '../../extension/extension.ts';
import type { Database } from '../database/database.ts';
import type { JobAttempt } from '../jobs/start-jobs.ts';
import { isRefusedForGood, type OutgoingMail } from './transport.ts';

/** @throws the channel's error if another attempt may succeed: the queue retries */
export async function deliverMail(
  database: Database,
  channel: Channel,
  { data, isLastTry }: JobAttempt<{ readonly id: string }>,
): Promise<void> {
  const [mail] = await database.query<OutgoingMail>(
    "SELECT id, name, address, subject, text, html FROM mails WHERE id = $1 AND state = 'waiting'",
    [data.id],
  );
  // An earlier attempt sent it, but the queue did not learn of its end.
  if (mail === undefined) return;
  try {
    const { id, name, address: email, subject, text, html } = mail;
    await channel.send({ subject, text, html }, { name, email }, { idempotencyKey: id, record: null });
    await note(database, mail.id, { state: 'sent', problem: null });
  } catch (error) {
    const isOver = isLastTry || isRefusedForGood(error);
    const problem = error instanceof Error ? error.message : String(error);
    await note(database, mail.id, { state: isOver ? 'failed' : 'waiting', problem });
    if (!isOver) throw error;
  }
}

async function note(
  database: Database,
  id: string,
  { state, problem }: { readonly state: 'sent' | 'waiting' | 'failed'; readonly problem: string | null },
): Promise<void> {
  await database.query(
    'UPDATE mails SET state = $2, problem = $3, tries = tries + 1, tried_at = clock_timestamp() WHERE id = $1',
    [id, state, problem],
  );
}
