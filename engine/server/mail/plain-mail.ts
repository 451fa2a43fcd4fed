/** Composes mails of plain paragraphs, in the language of their reader. */
import { MAIL } from '../../extension/extension.ts';
import type { Message } from '../../locales/message.ts';
import { escapeHtml } from '../../portal/text/html.ts';
import { tell } from '../../portal/text/tell.ts';
import { inFirstLanguage, inLanguage } from '../../portal/translation/in-language.ts';
import type { Application } from '../kernel/application.ts';
import { composeMail } from './compose-mail.ts';
import { type NewMessage, originOf } from './messages.ts';

interface MailReader {
  readonly name: string;
  readonly address: string;
  /** Null: the first of the portal. */
  readonly language: string | null;
}

export interface PlainMail {
  readonly subject: Message;
  /** A text is the address of the link. */
  readonly paragraphs: readonly (Message | string)[];
  /** The address that a step is taken at, in place of that of the portal; null: none. */
  readonly link?: string | null;
  /** The address of the page that the mail is about; null: the portal's. */
  readonly page?: string | null;
}

export function plainMail(
  application: Pick<Application, 'portal' | 'settings' | 'now'>,
  { name, address, language }: MailReader,
  { subject, paragraphs, link = null, page: about = null }: PlainMail,
): NewMessage {
  const first = application.portal();
  const portal = language === null ? inFirstLanguage(first) : inLanguage(first, language);
  const lines = paragraphs.map((one) =>
    typeof one === 'string' ? { text: one, html: anchorOf(one) } : plain(tell(portal, one)),
  );
  const title = tell(portal, subject);
  const text = lines.map((line) => line.text).join('\n\n');
  const html = lines.map((line) => `<p>${line.html}</p>\n`).join('');
  const page = link ?? about ?? originOf(application.settings);
  const mail = composeMail({ subject: title, text, html }, { page, link, portal });
  const at = application.now().toISOString();
  return { ...mail, subject: title, channel: MAIL, record: null, name, address, at };
}

function plain(text: string): { readonly text: string; readonly html: string } {
  return { text, html: escapeHtml(text) };
}

function anchorOf(href: string): string {
  const address = escapeHtml(href);
  return `<a href="${address}">${address}</a>`;
}
