/** Writes messages: begins a thread, answers in one, and marks messages as read. */
import type { FastifyRequest } from 'fastify';
import type { ApiBody } from '../../contract/contract.ts';
import { threads } from '../../contract/threads.ts';
import { message } from '../../locales/message.ts';
import { threadMessages } from '../../locales/threads.ts';
import { attachmentsOf, ownSide, threadAddresses } from '../../portal/access/threads.ts';
import type { AttachmentRules } from '../../portal/model/department.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import { addDuration } from '../../portal/time/days.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import { forbidden, notFound, tooMany, unprocessable } from '../http/errors.ts';
import { writeAnswer } from '../http/output.ts';
import type { Application } from '../kernel/application.ts';
import { announceChanges } from '../live/changes.ts';
import type { HttpAnswer, IdempotencyKey } from '../records/read/answer.ts';
import { answerPart, newIdentity } from '../records/store/write-record.ts';
import { withLockedCaller } from '../users/user-calls.ts';
import { attachmentsOfThread, sendFiles } from './attachments.ts';
import { nameOf, readThreadRecord } from './thread-record.ts';
import { readThreads, wordsOf } from './thread-rows.ts';

interface ThreadCall {
  readonly application: Application;
  readonly request: FastifyRequest;
  readonly idempotencyKey: IdempotencyKey;
}

/** @throws HttpError 403, 404 for an unknown record, 422 for a recipient to whom the caller may not write, 429 */
export async function beginThread(
  { application, request, idempotencyKey }: ThreadCall,
  { to, subject, text, record, files = [] }: ApiBody<'POST /threads'>,
): Promise<HttpAnswer> {
  const { id, slug } = newIdentity();
  const told: string[] = [];
  const answer = await withLockedCaller(application, { request, slug: null }, async (client, scope) => {
    const about =
      record == null ? null : await readThreadRecord(client, { ...scope, now: application.now() }, record);
    const recipient = threadAddresses(scope, about).find((side) => nameOf(side) === to);
    const own = ownSide(scope);
    if (own === null) throw forbidden();
    if (recipient === undefined) throw unprocessable({ to: [message(threadMessages.nobodyToday)] });
    const at = application.now().toISOString();
    await client.query(
      'INSERT INTO threads (id, slug, subject, record, changed_at, search) VALUES ($1, $2, $3, $4, $5, array_to_tsvector($6::text[]))',
      [
        id,
        slug,
        subject.trim(),
        about?.context.record.id ?? null,
        at,
        wordsOf(`${subject} ${about?.context.record.number ?? ''}`),
      ],
    );
    await client.query(
      `INSERT INTO thread_sides (thread, side, department, unit, account)
       VALUES ($1, 1, $2, $3, $4), ($1, 2, $5, $6, $7)`,
      [id, own.department, own.unit, own.account, recipient.department, recipient.unit, recipient.account],
    );
    const type = about?.context.record.type ?? null;
    const rule = attachmentsOf(scope.portal, { from: own.department, to: recipient.department, about: type });
    await addMessage(client, { application, scope }, { thread: id, side: 1, text, files, rule });
    told.push(...(await accountsOf(client, id)));
    const written = {
      status: 201,
      headers: {},
      text: writeAnswer(threads['POST /threads'].answers[201], { slug }),
    };
    await runParts(client, [answerPart(idempotencyKey, written)]);
    return written;
  });
  announceChanges(application.database, { accounts: told });
  return answer;
}

/** @throws HttpError 404 for a thread that the caller does not see, 429 */
export async function answerThread(
  { application, request, idempotencyKey }: ThreadCall,
  { slug, text, files = [] }: ApiBody<'POST /threads/:slug/messages'> & { readonly slug: string },
): Promise<HttpAnswer> {
  const told: string[] = [];
  const answer = await withLockedCaller(application, { request, slug: null }, async (client, scope) => {
    await client.query('SELECT 1 FROM threads WHERE slug = $1 FOR UPDATE', [slug]);
    const reading = { ...scope, now: application.now() };
    const [thread] = await readThreads(client, reading, { slug, limit: 1 });
    if (thread === undefined) throw notFound();
    const number = await addMessage(
      client,
      { application, scope },
      { thread: thread.id, side: thread.side, text, files, rule: attachmentsOfThread(reading, thread) },
    );
    told.push(...(await accountsOf(client, thread.id)));
    const schema = threads['POST /threads/:slug/messages'].answers[201];
    const written = { status: 201, headers: {}, text: writeAnswer(schema, { number }) };
    await runParts(client, [answerPart(idempotencyKey, written)]);
    return written;
  });
  announceChanges(application.database, { accounts: told });
  return answer;
}

/** Marks the messages as read for the whole side of the caller. A mark never moves back. */
export async function markThreadRead(
  application: Application,
  { thread, side }: { readonly thread: string; readonly side: number },
  number: number,
): Promise<void> {
  const changed = await application.database.query(
    `UPDATE thread_sides s SET read = least($3, t.last),
       notice_at = CASE WHEN t.last > $3 THEN notice_at END
     FROM threads t WHERE t.id = s.thread AND s.thread = $1 AND s.side = $2 AND s.read < least($3, t.last)
     RETURNING 1`,
    [thread, side, number],
  );
  if (changed.length === 0) return;
  announceChanges(application.database, { accounts: await accountsOf(application.database, thread) });
}

interface UnsentMessage {
  readonly thread: string;
  readonly side: number;
  /** May be empty beside files. */
  readonly text: string;
  /** Ids of uploaded files. */
  readonly files: readonly string[];
  readonly rule: AttachmentRules | null;
}

/** @returns its number @throws HttpError 422, 429 */
async function addMessage(
  client: Transaction,
  { application, scope }: { readonly application: Application; readonly scope: Scope },
  { thread, side, text, files, rule }: UnsentMessage,
): Promise<number> {
  if (text.trim() === '' && files.length === 0) {
    throw unprocessable({ text: [message(threadMessages.textExpected)] });
  }
  const { threads: rules, days, timeZone } = scope.portal;
  const { account } = scope.visitor;
  const at = application.now().toISOString();
  // The caller's account is locked, so that two calls cannot both be the last.
  const recent = await client.query<{ seconds: number }>(
    `SELECT extract(epoch FROM at + interval '1 hour' - $2::timestamptz)::float8 AS seconds FROM thread_messages
     WHERE account = $1 AND at > $2::timestamptz - interval '1 hour' ORDER BY at DESC OFFSET $3 LIMIT 1`,
    [account, at, rules.perHour - 1],
  );
  const [last] = recent;
  if (last !== undefined) throw tooMany(message(threadMessages.tooMany), last.seconds);
  const [{ last: number } = { last: 0 }] = await client.query<{ last: number }>(
    `UPDATE threads SET last = last + 1, changed_at = $2, search = search || array_to_tsvector($3::text[])
     WHERE id = $1 RETURNING last`,
    [thread, at, wordsOf([text, scope.visitor.name, ...(await peopleOf(client, thread))].join(' '))],
  );
  await client.query(
    'INSERT INTO thread_messages (thread, number, side, account, at, text) VALUES ($1, $2, $3, $4, $5, $6)',
    [thread, number, side, account, at, text.trim()],
  );
  const names = await sendFiles(client, { account, files, rule, thread, message: number });
  if (names.length > 0) {
    await client.query('UPDATE threads SET search = search || array_to_tsvector($2::text[]) WHERE id = $1', [
      thread,
      wordsOf(names.join(' ')),
    ]);
  }
  const notice = addDuration(days, timeZone, at, rules.noticeAfter);
  await client.query(
    `UPDATE thread_sides SET read = CASE WHEN side = $2 THEN $3 ELSE read END,
       notice_at = CASE WHEN side = $2 THEN NULL ELSE coalesce(notice_at, $4) END WHERE thread = $1`,
    [thread, side, number, notice],
  );
  return number;
}

/** The names of the people who are sides of a thread. */
async function peopleOf(client: Transaction, thread: string): Promise<string[]> {
  const rows = await client.query<{ name: string }>({
    name: 'people-of-thread',
    text: 'SELECT a.name FROM thread_sides s JOIN accounts a ON a.id = s.account WHERE s.thread = $1',
    values: [thread],
  });
  return rows.map(({ name }) => name);
}

/** Everybody on the sides of a thread. */
async function accountsOf(client: Queryable, thread: string): Promise<string[]> {
  const rows = await client.query<{ id: string }>({
    name: 'accounts-of-thread',
    text: `SELECT a.id FROM thread_sides s JOIN account_memberships a ON s.account IS NULL AND a.department = s.department
        AND a.unit IS NOT DISTINCT FROM s.unit WHERE s.thread = $1 AND NOT a.is_suspended
      UNION SELECT s.account FROM thread_sides s WHERE s.thread = $1 AND s.account IS NOT NULL`,
    values: [thread],
  });
  return rows.map(({ id }) => id);
}
