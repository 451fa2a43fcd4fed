/** Sends notices in the transaction of the step that causes them: notifications for all recipients, and mails. */
import { randomUUID } from 'node:crypto';
import { inFirstLanguage, inLanguage } from '../../portal/translation/in-language.ts';
import { pathOf } from '../../portal/routing/links.ts';
import type { Notice, PendingNotice } from '../../portal/model/notice.ts';
import { MAIL } from '../../extension/extension.ts';
import type { PortalRecord } from '../../portal/model/record.ts';
import { type ChannelDelivery, deliveredRecord, jobsPart } from '../jobs/jobs-part.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Application } from '../kernel/application.ts';
import type { Queryable } from '../database/database.ts';
import { inOrder } from '../database/in-order.ts';
import { type StatementPart, partOf } from '../database/statement-parts.ts';
import { createLink } from '../links/create-link.ts';
import { mailsPart, type NewMail } from '../mail/mails-part.ts';
import { originOf } from '../mail/origin.ts';
import type { NoticeBatch } from '../records/rows/record-desk.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { carriesLink, composeNotice } from './compose.ts';
import { readAudience, type Recipient, type NoticeAudience } from './recipients.ts';

interface NewNotification {
  readonly id: string;
  readonly account: string;
  readonly record: string;
  readonly notice: string;
  readonly subject: string;
  readonly body: string;
  readonly at: string;
}

/** The rows and mails to write. */
interface Messages {
  readonly notifications: readonly NewNotification[];
  readonly mails: readonly NewMail[];
  /** For channels of extensions. */
  readonly deliveries: readonly ChannelDelivery[];
}

const nothing: Messages = { notifications: [], mails: [], deliveries: [] };

/**
 * Computes the notifications and mails for all recipients. It writes only links.
 * @returns the parts of the statement that writes the others
 * @param client of the transaction that writes the records
 */
export async function prepareNotices(
  client: Queryable,
  application: Application,
  { notices, actor }: NoticeBatch,
): Promise<StatementPart[]> {
  const portal = application.portal();
  const told = notices.map(async (pending): Promise<Messages> => {
    const notice = Object.hasOwn(portal.notices, pending.notice) ? portal.notices[pending.notice] : undefined;
    if (notice === undefined) return nothing;
    const audience = await readAudience(client, portal, { ...pending, actor });
    const telling = { pending, notice, audience };
    if (carriesLink(notice)) {
      return { ...nothing, mails: await mailWithLink(client, application, telling) };
    }
    const messages = audience.recipients.map((recipient) =>
      messageTo(application, { ...telling, recipient }),
    );
    return {
      notifications: messages.map(({ notification }) => notification),
      mails: notice.channels.includes(MAIL) ? messages.map(({ mail }) => mail) : [],
      deliveries: notice.channels
        .filter((channel) => channel !== MAIL)
        .flatMap((channel) => messages.map((one) => deliveryOf(channel, one, pending.context.record))),
    };
  });
  const messages = await inOrder(...told);
  return messageParts(application, {
    notifications: messages.flatMap(({ notifications }) => notifications),
    mails: messages.flatMap(({ mails }) => mails),
    deliveries: messages.flatMap(({ deliveries }) => deliveries),
  });
}

const notifying = `INSERT INTO notifications (id, account, record, notice, subject, body, at)
  SELECT id, account, record, notice, subject, body, at FROM jsonb_to_recordset($1)
    AS told(id uuid, account uuid, record uuid, notice text, subject text, body text, at timestamptz)`;

function messageParts(
  application: Application,
  { notifications, mails, deliveries }: Messages,
): StatementPart[] {
  const jobs = deliveries.map((data) => ({ name: 'channel', data }) as const);
  return [
    ...partOf('notified', notifying, notifications),
    ...mailsPart(application, mails),
    ...jobsPart(jobs, 'delivered'),
  ];
}

/** Only the text of the notice. The channel decides how to show it. */
function deliveryOf(
  channel: string,
  { notification: { subject, body: text }, mail: { name, address: email, html } }: NoticeMessage,
  record: PortalRecord,
): ChannelDelivery {
  return { channel, message: { subject, text, html }, to: { name, email }, record: deliveredRecord(record) };
}

interface NoticeContext {
  readonly pending: PendingNotice;
  readonly notice: Notice;
  readonly audience: NoticeAudience;
}

type AddressedNotice = NoticeContext & { readonly recipient: Recipient };

interface NoticeMessage {
  readonly notification: NewNotification;
  readonly mail: NewMail;
}

function messageTo(
  application: Application,
  { pending, notice, audience, recipient }: AddressedNotice,
): NoticeMessage {
  const portal = portalIn(application, recipient.account.language);
  const { record, ancestors, now } = pending.context;
  const { account, visitor } = recipient;
  const path = pathOf({ portal, visitor }, { ...record, ancestors }) ?? '/';
  const to = { recipient: account.name, page: originOf(application.settings) + path, link: null };
  const source = { portal, context: pending.context, people: audience.people(portal) };
  const composed = composeNotice(portal.notices[notice.name] ?? notice, source, to);
  const mail = composeMail(composed, { ...to, portal });
  return {
    notification: {
      id: randomUUID(),
      account: account.id,
      record: record.id,
      notice: notice.name,
      subject: composed.subject,
      body: composed.text,
      at: now,
    },
    mail: { ...composed, ...mail, name: account.name, address: account.username, at: now },
  };
}

/**
 * It goes only to the address in the step's field. A reader in the portal has not proved that they own that address.
 */
async function mailWithLink(
  client: Queryable,
  application: Application,
  { pending, notice, audience }: NoticeContext,
): Promise<NewMail[]> {
  const portal = portalIn(application, audience.ownersLanguage);
  const sent = await createLink(client, application, pending.context);
  if (sent === null) return [];
  const name = audience.people(portal)['owner'] ?? '';
  const to = { recipient: name, page: originOf(application.settings), link: sent.href };
  const source = { portal, context: pending.context, people: audience.people(portal) };
  const composed = composeNotice(portal.notices[notice.name] ?? notice, source, to);
  const mail = composeMail(composed, { ...to, portal });
  return [{ ...composed, ...mail, name, address: sent.address, at: pending.context.now }];
}

/** Recipients read it in the language of their account. */
function portalIn(application: Application, language: string | null): Portal {
  const portal = application.portal();
  return language === null ? inFirstLanguage(portal) : inLanguage(portal, language);
}
