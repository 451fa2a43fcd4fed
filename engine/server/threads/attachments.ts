/** The files of messages: what a message may carry, and who may open them. They are uploaded before it is sent. */
import { message } from '../../locales/message.ts';
import { threadMessages } from '../../locales/threads.ts';
import { attachmentsOf, ownSide, threadAddresses } from '../../portal/access/threads.ts';
import { fits } from '../../portal/access/upload-rule.ts';
import type { AttachmentRules } from '../../portal/model/department.ts';
import type { Queryable } from '../database/database.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { readThreadRecord } from './thread-record.ts';
import { readThreads, type ThreadRow, type ThreadScope } from './thread-rows.ts';
import { nameOf } from './thread-record.ts';

/** Where the message of an upload goes: into a thread, or to somebody, about a record (`type/slug`) or none. */
export type MessageTarget =
  { readonly thread: string } | { readonly to: string; readonly record: string | null };

/**
 * The files that a message to this target may carry; null: none.
 * @throws HttpError 404 for a thread or record that the caller may not see, or nobody to whom they may write
 */
export async function attachmentsFor(
  client: Queryable,
  scope: ThreadScope,
  target: MessageTarget,
): Promise<AttachmentRules | null> {
  if ('thread' in target) {
    const [thread] = await readThreads(client, scope, { slug: target.thread, limit: 1 });
    if (thread === undefined) throw notFound();
    return attachmentsOfThread(scope, thread);
  }
  const about = target.record === null ? null : await readThreadRecord(client, scope, target.record);
  const recipient = threadAddresses(scope, about).find((side) => nameOf(side) === target.to);
  const own = ownSide(scope);
  if (recipient === undefined || own === null) throw notFound();
  const type = about?.context.record.type ?? null;
  return attachmentsOf(scope.portal, { from: own.department, to: recipient.department, about: type });
}

/** Both sides may send files under the rule under which the thread was begun. */
export function attachmentsOfThread(scope: ThreadScope, thread: ThreadRow): AttachmentRules | null {
  const own = ownSide(scope)?.department ?? '';
  const [from, to] = thread.side === 1 ? [own, thread.department] : [thread.department, own];
  return attachmentsOf(scope.portal, { from, to, about: thread.record?.type ?? null });
}

interface Shipment {
  /** The sender, whose account is locked. */
  readonly account: string | null;
  /** Ids of uploaded files. */
  readonly files: readonly string[];
  readonly rule: AttachmentRules | null;
  readonly thread: string;
  readonly message: number;
}

/**
 * Sends uploaded files with a message, each once.
 * @returns their names
 * @throws HttpError 422 that names `files` if there are too many, or one is not the sender's or not accepted here
 */
export async function sendFiles(client: Queryable, shipment: Shipment): Promise<string[]> {
  const { account, files, rule, thread, message: number } = shipment;
  if (files.length === 0) return [];
  const most = rule?.most ?? 0;
  if (files.length > most)
    throw unprocessable({ files: [message(threadMessages.tooManyFiles, { count: most })] });
  const sent = await client.query<{ name: string; bytes: number }>(
    `UPDATE files SET state = 'filed', thread = $3, message = $4, filed_at = now()
     WHERE id = ANY($1::text[]) AND account = $2 AND state = 'unsent' RETURNING name, bytes::float8 AS bytes`,
    [files, account, thread, number],
  );
  const isAccepted = rule !== null && sent.every((file) => fits(file, rule));
  if (sent.length !== files.length || !isAccepted) {
    throw unprocessable({ files: [message(threadMessages.fileGone)] });
  }
  return sent.map(({ name }) => name);
}
