/** Delivers one message through its channel, and stores the result. */
import type { Channel, ChannelMessage, DeliveredRecord } from '../../extension/extension.ts';
import type { Database } from '../database/database.ts';
import type { JobAttempt } from '../jobs/start-jobs.ts';
import { withinLimit } from '../jobs/time-limit.ts';

interface WaitingMessage extends ChannelMessage {
  readonly id: string;
  readonly channel: string;
  readonly name: string;
  readonly address: string;
  readonly record: DeliveredRecord | null;
}

/**
 * @param channelOf throws if this process does not have the channel; another attempt may reach one that has it
 * @throws the channel's error if another attempt may succeed: the queue retries
 */
export async function deliverMessage(
  database: Database,
  channelOf: (name: string) => Channel,
  { data, isLastTry }: JobAttempt<{ readonly id: string }>,
): Promise<void> {
  const [message] = await database.query<WaitingMessage>(
    `SELECT id, channel, name, address, subject, text, html, calendar, record FROM messages
      WHERE id = $1 AND state = 'waiting'`,
    [data.id],
  );
  // An earlier attempt delivered it, but the queue did not learn of its end.
  if (message === undefined) return;
  const { id, channel, name, address: email, subject, text, html, calendar = null, record } = message;
  try {
    const target = channelOf(channel);
    await withinLimit((signal) =>
      target.send(
        { subject, text, html, ...(calendar !== null && { calendar }) },
        { name, email },
        { idempotencyKey: id, record, signal },
      ),
    );
    await note(database, id, { state: 'sent', problem: null });
  } catch (error) {
    const isOver = isLastTry || (error instanceof Error && error.name === 'UndeliverableError');
    const problem = error instanceof Error ? error.message : String(error);
    await note(database, id, { state: isOver ? 'failed' : 'waiting', problem });
    if (!isOver) throw error;
  }
}

/** The secret at the end of a link: 32 random bytes in base64url, as `digestOfToken` takes them. */
const SECRET = '#[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])';

/**
 * Once the message is sent or given up, nobody needs the copy of the record, or the secrets of its links. A mail
 * without a mail server stays whole: it is read here.
 */
async function note(
  database: Database,
  id: string,
  { state, problem }: { readonly state: 'sent' | 'waiting' | 'failed'; readonly problem: string | null },
): Promise<void> {
  await database.query(
    `UPDATE messages SET state = $2, problem = $3, tries = tries + 1, tried_at = clock_timestamp(),
      record = CASE WHEN $2 = 'waiting' THEN record END,
      text = CASE WHEN $2 = 'waiting' THEN text ELSE regexp_replace(text, $4, '#…', 'g') END,
      html = CASE WHEN $2 = 'waiting' THEN html ELSE regexp_replace(html, $4, '#…', 'g') END WHERE id = $1`,
    [id, state, problem, SECRET],
  );
}
