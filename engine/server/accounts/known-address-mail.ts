/** The mail to somebody who has an account, where a form is filled in to open another one with their address. */
import { inFirstLanguage, inLanguage } from '../../portal/in-language.ts';
import { say } from '../../portal/say.ts';
import type { Application } from '../application.ts';
import type { NewMail } from '../mail/mails-part.ts';
import { originOf } from '../mail/origin.ts';
import { composeMail } from '../notices/compose.ts';
import { escapeHtml } from '../notices/markdown.ts';
import type { Account } from './accounts.ts';

export function knownAddressMail(application: Application, account: Account): NewMail {
  const first = application.portal();
  const portal = account.language === null ? inFirstLanguage(first) : inLanguage(first, account.language);
  const { words } = portal;
  const subject = say(words, 'You have an account already');
  const paragraphs = [
    say(words, 'Dear {name},', { name: account.name }),
    say(
      words,
      'Somebody, perhaps you, filled in a form to open an account with this e-mail address. You have one already, and nothing was changed: sign in with this address and your own password.',
    ),
    say(words, 'If it was not you, you need not do anything.'),
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
