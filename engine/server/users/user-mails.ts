/** The mails about an account, in its own language. */
import { MAIL } from '../../extension/extension.ts';
import { notificationMessages } from '../../locales/notifications.ts';
import { userMessages } from '../../locales/users.ts';
import { say, type Words } from '../../portal/language/say.ts';
import { escapeHtml } from '../../portal/text/html.ts';
import { inFirstLanguage, inLanguage } from '../../portal/translation/in-language.ts';
import type { Account } from '../accounts/accounts.ts';
import type { StatementPart } from '../database/statements.ts';
import type { Application } from '../kernel/application.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { messagesPart, originOf } from '../mail/messages.ts';

/** Tells the person that they cannot sign in, and why. */
export function suspendedMail(application: Application, account: Account, reason: string): StatementPart[] {
  return mailPart(application, account, (words) => ({
    subject: say(words, userMessages.suspendedSubject),
    paragraphs: [
      say(words, userMessages.suspendedExplained, { reason }),
      say(words, userMessages.suspendedQuestions),
    ],
  }));
}

export function restoredMail(application: Application, account: Account): StatementPart[] {
  return mailPart(application, account, (words) => ({
    subject: say(words, userMessages.restoredSubject),
    paragraphs: [say(words, userMessages.restoredExplained)],
  }));
}

interface MailWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

function mailPart(
  application: Application,
  { username, name, language }: Account,
  compose: (words: Words) => MailWords,
): StatementPart[] {
  const first = application.portal();
  const portal = language === null ? inFirstLanguage(first) : inLanguage(first, language);
  const { subject, paragraphs } = compose(portal.words);
  const all = [say(portal.words, notificationMessages.salutation, { name }), ...paragraphs];
  const text = all.join('\n\n');
  const html = all.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>\n`).join('');
  const page = originOf(application.settings);
  const mail = composeMail({ subject, text, html }, { page, link: null, portal });
  const at = application.now().toISOString();
  return messagesPart(application, [
    { subject, ...mail, channel: MAIL, record: null, name, address: username, at },
  ]);
}
