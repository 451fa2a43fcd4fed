/** Sends notices: rows in the portal for everyone who is told, and mails, in the transaction of the step that they follow from. */
import { randomUUID } from 'node:crypto';
import { pathOf } from '../../portal/links.ts';
import type { Notice, PendingNotice } from '../../portal/notice.ts';
import type { Application } from '../application.ts';
import type { Queryable } from '../database/database.ts';
import { createLink } from '../links/create-link.ts';
import { type NewMail, writeMails } from '../mail/write-mails.ts';
import { originOf } from '../mail/origin.ts';
import { carriesLink, composeMail, composeNotice, type Composed } from './compose.ts';
import { readSurroundings, type Recipient, type Surroundings } from './recipients.ts';

interface NewNotification {
  readonly id: string;
  readonly account: string;
  readonly record: string;
  readonly notice: string;
  readonly subject: string;
  readonly body: string;
  readonly at: string;
}

/**
 * Tells everybody whom the notices name, in the portal and by e-mail.
 * @param client of the transaction that writes the records
 * @param actor account that took the step; null: the engine
 */
export async function sendNotices(
  client: Queryable,
  application: Application,
  { notices, actor }: { readonly notices: readonly PendingNotice[]; readonly actor: string | null },
): Promise<void> {
  const portal = application.portal();
  const notifications: NewNotification[] = [];
  const mails: NewMail[] = [];
  for (const pending of notices) {
    const notice = Object.hasOwn(portal.notices, pending.notice) ? portal.notices[pending.notice] : undefined;
    if (notice === undefined) continue;
    const around = await readSurroundings(client, portal, { ...pending, actor });
    if (carriesLink(notice)) {
      mails.push(...(await mailWithLink(client, application, { pending, notice, around })));
      continue;
    }
    for (const recipient of around.recipients) {
      const { composed, mail } = messageTo(application, { pending, notice, around, recipient });
      mails.push(mail);
      notifications.push({
        id: randomUUID(),
        account: recipient.account.id,
        record: pending.context.record.id,
        notice: notice.name,
        subject: composed.subject,
        body: composed.text,
        at: pending.context.now,
      });
    }
  }
  await writeNotifications(client, notifications);
  await writeMails(client, application, mails);
}

interface Telling {
  readonly pending: PendingNotice;
  readonly notice: Notice;
  readonly around: Surroundings;
}

type Told = Telling & { readonly recipient: Recipient };

interface Message {
  readonly composed: Composed;
  readonly mail: NewMail;
}

function messageTo(application: Application, { pending, notice, around, recipient }: Told): Message {
  const portal = application.portal();
  const { record, ancestors, now } = pending.context;
  const { account, visitor } = recipient;
  const path = pathOf(portal, visitor, { ...record, ancestors }) ?? '/';
  const to = { recipient: account.name, page: originOf(application.settings) + path, link: null };
  const source = { portal, context: pending.context, people: around.people };
  const composed = composeNotice(notice, source, to);
  const mail = composeMail(composed, { ...to, portal });
  return { composed, mail: { ...composed, ...mail, name: account.name, address: account.username, at: now } };
}

/**
 * It goes to the address that the step asks for and nowhere else: who reads it in the portal has not shown that he has
 * that address.
 */
async function mailWithLink(
  client: Queryable,
  application: Application,
  { pending, notice, around }: Telling,
): Promise<NewMail[]> {
  const portal = application.portal();
  const sent = await createLink(client, application, pending.context);
  if (sent === null) return [];
  const name = around.people['owner'] ?? '';
  const to = { recipient: name, page: originOf(application.settings), link: sent.href };
  const source = { portal, context: pending.context, people: around.people };
  const composed = composeNotice(notice, source, to);
  const mail = composeMail(composed, { ...to, portal });
  return [{ ...composed, ...mail, name, address: sent.address, at: pending.context.now }];
}

async function writeNotifications(client: Queryable, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'write-notifications',
    text: `INSERT INTO notifications (id, account, record, notice, subject, body, at)
      SELECT id, account, record, notice, subject, body, at FROM jsonb_to_recordset($1)
        AS told(id uuid, account uuid, record uuid, notice text, subject text, body text, at timestamptz)`,
    values: [JSON.stringify(rows)],
  });
}
