/** Sends notices in the transaction of the step that causes them: notifications for all recipients, and mails. */
import { randomUUID } from 'node:crypto';
import { type ChannelMessage, MAIL } from '../../extension/extension.ts';
import { type TemplateSource, templateValues } from '../../portal/documents/template-values.ts';
import type { Notice, PendingNotice } from '../../portal/model/notice.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { PortalRecord } from '../../portal/model/record.ts';
import { pathOf } from '../../portal/routing/links.ts';
import { fillTemplate, templateOf } from '../../portal/text/text-template.ts';
import { inFirstLanguage, inLanguage } from '../../portal/translation/in-language.ts';
import type { Queryable } from '../database/database.ts';
import { partOf } from '../database/statements.ts';
import { inOrder } from '../database/transactions.ts';
import { deliveredRecord } from '../jobs/jobs-part.ts';
import type { Application } from '../kernel/application.ts';
import { createLink } from '../links/create-link.ts';
import { composeMail, fillMarkdown, type MailAddresses } from '../mail/compose-mail.ts';
import { messagesPart, type NewMessage, originOf } from '../mail/messages.ts';
import type { NoticeBatch, PreparedNotices } from '../records/rows/record-desk.ts';
import { calendarFile } from './calendar-file.ts';
import { type NoticeAudience, readAudience, type Recipient } from './recipients.ts';

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
  readonly messages: readonly NewMessage[];
  /** Address of the mail to the actor; null: none goes there. */
  readonly mailed: string | null;
}

const nothing: Messages = { notifications: [], messages: [], mailed: null };

/**
 * Computes the notifications and mails for all recipients. It writes only links.
 * @returns the parts of the statement that writes the others, and the address of the actor's mail
 * @param client of the transaction that writes the records
 */
export async function prepareNotices(
  client: Queryable,
  application: Application,
  { notices, actor }: NoticeBatch,
): Promise<PreparedNotices> {
  const portal = application.portal();
  const told = notices.map(async (pending): Promise<Messages> => {
    const notice = Object.hasOwn(portal.notices, pending.notice) ? portal.notices[pending.notice] : undefined;
    if (notice === undefined) return nothing;
    const audience = await readAudience(client, portal, { ...pending, actor });
    const telling = { pending, notice, audience };
    if (carriesLink(notice)) {
      return { ...nothing, messages: await mailWithLink(client, application, telling) };
    }
    const each = audience.recipients.map((recipient) => messageTo(application, { ...telling, recipient }));
    return {
      notifications: each.map(({ notification }) => notification),
      messages: notice.channels.flatMap((channel) =>
        each.map((one) => (channel === MAIL ? one.mail : through(channel, one, pending.context.record))),
      ),
      mailed: notice.channels.includes(MAIL) ? addressOf(actor, each) : null,
    };
  });
  const all = await inOrder(...told);
  const notifications = all.flatMap((one) => one.notifications);
  const messages = all.flatMap((one) => one.messages);
  const parts = [...partOf('notified', notifying, notifications), ...messagesPart(application, messages)];
  const { smtpUrl, isProduction } = application.settings;
  // Without a mail server no mail leaves. In a demonstration the kept mails count as sent.
  const isSending = smtpUrl !== null || !isProduction;
  return { parts, mailed: isSending ? (all.find(({ mailed }) => mailed !== null)?.mailed ?? null) : null };
}

function addressOf(actor: string | null, each: readonly NoticeMessage[]): string | null {
  return each.find(({ notification }) => notification.account === actor)?.mail.address ?? null;
}

const notifying = `INSERT INTO notifications (id, account, record, notice, subject, body, at)
  SELECT id, account, record, notice, subject, body, at FROM jsonb_to_recordset($1)
    AS told(id uuid, account uuid, record uuid, notice text, subject text, body text, at timestamptz)`;

/** Only the text of the notice. The channel decides how to show it. */
function through(
  channel: string,
  { notification: { body: text }, mail }: NoticeMessage,
  record: PortalRecord,
): NewMessage {
  return { ...mail, channel, text, record: deliveredRecord(record) };
}

interface NoticeContext {
  readonly pending: PendingNotice;
  readonly notice: Notice;
  readonly audience: NoticeAudience;
}

type AddressedNotice = NoticeContext & { readonly recipient: Recipient };

interface NoticeMessage {
  readonly notification: NewNotification;
  readonly mail: NewMessage;
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
    mail: {
      ...composed,
      ...mail,
      channel: MAIL,
      name: account.name,
      address: account.username,
      record: null,
      at: now,
    },
  };
}

/**
 * It goes only to the address in the step's field. A reader in the portal has not proved that they own that address.
 */
async function mailWithLink(
  client: Queryable,
  application: Application,
  { pending, notice, audience }: NoticeContext,
): Promise<NewMessage[]> {
  const portal = portalIn(application, audience.ownersLanguage);
  const sent = await createLink(client, application, pending.context);
  if (sent === null) return [];
  const name = audience.people(portal)['owner'] ?? '';
  const to = { recipient: name, page: originOf(application.settings), link: sent.href };
  const source = { portal, context: pending.context, people: audience.people(portal) };
  const composed = composeNotice(portal.notices[notice.name] ?? notice, source, to);
  const mail = composeMail(composed, { ...to, portal });
  const { now: at } = pending.context;
  return [{ ...composed, ...mail, channel: MAIL, name, address: sent.address, record: null, at }];
}

/** Recipients read it in the language of their account. */
function portalIn(application: Application, language: string | null): Portal {
  const portal = application.portal();
  return language === null ? inFirstLanguage(portal) : inLanguage(portal, language);
}

interface NoticeAddress extends MailAddresses {
  /** Name of the recipient. */
  readonly recipient: string;
}

const SUBJECT_LENGTH = 150;

/** Does the notice contain a link for a step without sign-in? */
function carriesLink({ body }: Notice): boolean {
  return templateOf(body).paths.includes('link');
}

/** The notice in the language of the source's portal. */
function composeNotice(
  notice: Notice,
  source: TemplateSource,
  { recipient, page, link }: NoticeAddress,
): ChannelMessage {
  const values = templateValues({ ...source, more: { ...source.more, recipient, page, link } });
  const subject = oneLine(fillTemplate(notice.subject, values)).slice(0, SUBJECT_LENGTH);
  const { record, now } = source.context;
  const { title } = source.portal;
  const calendar =
    notice.event === null ? null : calendarFile(notice.event, { record, values, page, title, now });
  return { subject, ...fillMarkdown(notice.body, values), calendar };
}

/** A header has one line, even if a person's name contains line breaks. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
