/** Tells people by mail of messages that nobody on their side has read in time. */
import { message } from '../../locales/message.ts';
import { threadMessages } from '../../locales/threads.ts';
import { ownPage } from '../../portal/routing/own-page.ts';
import { inFirstLanguage, inLanguage } from '../../portal/translation/in-language.ts';
import { accountMail } from '../accounts/account-mail.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import type { Transaction } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import type { Application } from '../kernel/application.ts';
import { messagesPart, type NewMessage, originOf } from '../mail/messages.ts';
import { isDoorOpen } from '../records/change/open-door.ts';
import { sideTitle, readThreads, type ThreadRow } from './thread-rows.ts';

const atOnce = 50;

/** Several processes may do this at once: each takes the sides that no other has locked. */
export async function mailUnreadThreads(application: Application): Promise<void> {
  for (;;) {
    const count = await application.database.transaction((client) => mailSome(application, client));
    if (count < atOnce) return;
  }
}

interface DueSide {
  readonly thread: string;
  readonly slug: string;
  readonly side: number;
}

/** @returns the number of sides that were due */
async function mailSome(application: Application, client: Transaction): Promise<number> {
  const due = await client.query<DueSide>(
    `SELECT s.thread, t.slug, s.side FROM thread_sides s JOIN threads t ON t.id = s.thread
     WHERE s.notice_at <= $1 ORDER BY s.notice_at LIMIT $2 FOR UPDATE OF s SKIP LOCKED`,
    [application.now().toISOString(), atOnce],
  );
  for (const side of due) {
    await client.query('UPDATE thread_sides SET notice_at = NULL WHERE thread = $1 AND side = $2', [
      side.thread,
      side.side,
    ]);
    const mails: NewMessage[] = [];
    const told = new Set<string>();
    for (const account of await accountsOfSide(client, side)) {
      if (told.has(account.id)) continue;
      const mail = await mailFor(application, client, { account, slug: side.slug });
      if (mail === null) continue;
      mails.push(mail);
      told.add(account.id);
    }
    await runParts(client, messagesPart(application, mails));
  }
  return due.length;
}

function accountsOfSide(client: Transaction, { thread, side }: DueSide): Promise<Account[]> {
  return client.query<Account>({
    name: 'accounts-of-side',
    text: `SELECT ${accountColumns} FROM thread_sides s JOIN account_memberships a ON a.id = s.account
        OR (s.account IS NULL AND a.department = s.department AND a.unit IS NOT DISTINCT FROM s.unit)
      WHERE s.thread = $1 AND s.side = $2 AND NOT a.is_suspended ORDER BY a.id`,
    values: [thread, side],
  });
}

/** @returns null for somebody who may not see the thread, or has read it */
async function mailFor(
  application: Application,
  client: Transaction,
  { account, slug }: { readonly account: Account; readonly slug: string },
): Promise<NewMessage | null> {
  const visitor = await visitorOfAccount(application, account, client);
  const portal = application.portal();
  if (visitor === null || !isDoorOpen({ portal, visitor })) return null;
  const scope = { portal, visitor, now: application.now() };
  const [thread] = await readThreads(client, scope, { slug, limit: 1 });
  if (thread === undefined || !thread.unread) return null;
  const files = await unreadFilesOf(client, thread);
  const { language } = account;
  const reader = language === null ? inFirstLanguage(portal) : inLanguage(portal, language);
  const messages = ownPage({ portal, visitor }, 'messages');
  return accountMail(application, account, {
    page: messages === null ? null : `${originOf(application.settings)}${messages}?thread=${slug}`,
    subject: message(threadMessages.noticeSubject, { subject: thread.subject }),
    paragraphs: [
      message(threadMessages.noticeText, { from: thread.person ?? sideTitle(reader, thread) }),
      ...(files.length > 0 ? [message(threadMessages.noticeFiles, { files })] : []),
    ],
  });
}

/** The names of the files that this side has not seen yet. */
async function unreadFilesOf(client: Transaction, { id, side }: ThreadRow): Promise<string[]> {
  const rows = await client.query<{ name: string }>({
    name: 'unread-files-of-thread',
    text: `SELECT f.name FROM files f JOIN thread_messages m ON m.thread = f.thread AND m.number = f.message
        JOIN thread_sides s ON s.thread = f.thread AND s.side = $2
      WHERE f.thread = $1 AND m.number > s.read AND m.side <> $2 ORDER BY m.number, f.created_at, f.id`,
    values: [id, side],
  });
  return rows.map(({ name }) => name);
}
