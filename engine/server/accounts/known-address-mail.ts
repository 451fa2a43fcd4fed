/** The mail to somebody who has an account, where a form is filled in to open another one with their address. */
import { inFirstLanguage, inLanguage } from '../../portal/translation/in-language.ts';
import { say } from '../../portal/language/say.ts';
import type { Application } from '../application.ts';
import type { NewMail } from '../mail/mails-part.ts';
import { originOf } from '../mail/origin.ts';
import { composeMail } from '../notices/compose.ts';
import { escapeHtml } from '../notices/markdown.ts';
import type { Account } from './accounts.ts';
import { accountMessages } from '../../locales/account.ts';
import { notificationMessages } from '../../locales/notifications.ts';

export function knownAddressMail(application: Application, account: Account): NewMail {
  const first = application.portal();
  const portal = account.language === null ? inFirstLanguage(first) : inLanguage(first, account.language);
  const { words } = portal;
  const subject = say(words, accountMessages.knownAddressSubject);
  const paragraphs = [
    say(words, notificationMessages.salutation, { name: account.name }),
    say(words, accountMessages.knownAddressExplained),
    say(words, accountMessages.knownAddressNotYou),
  ];
  const text = paragraphs.join('\n\n');
  const html = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>\n`).join('');
  const page = originOf(application.settings);
  const mail = composeMail({ subject, text, html }, { page, link: null, portal });
  return {
    subject,
    ...mail,
    name: account.name,
    address: account.username,
    at: application.now().toISOString(),
  };
}
