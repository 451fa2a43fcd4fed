/** Creates the accounts of people who register themselves. */
import { accountMessages } from '../../locales/account.ts';
import { notificationMessages } from '../../locales/notifications.ts';
import { say } from '../../portal/language/say.ts';
import { inFirstLanguage, inLanguage } from '../../portal/translation/in-language.ts';
import type { Application } from '../application.ts';
import { runParts } from '../database/statement-parts.ts';
import { unprocessable } from '../http/errors.ts';
import { mailsPart, type NewMail } from '../mail/mails-part.ts';
import { originOf } from '../mail/origin.ts';
import { composeMail } from '../notices/compose.ts';
import { escapeHtml } from '../notices/markdown.ts';
import type { AccountDesk } from '../records/rows/record-desk.ts';
import { initialFlags } from './account-flags.ts';
import { type Account, addAccount, emailExpected, findAccount } from './accounts.ts';
import { isEmail } from '../../portal/forms/email.ts';
import { inHashQueue } from './hash-queue.ts';
import { passwordFaults } from './password-rules.ts';
import { hashPassword } from './password.ts';
import { countRegistration, isFirstWithinAnHour } from './registration-limit.ts';

/** A new account starts with the `initial` value of each flag, not with a demonstration account's value. */
export function createAccountDesk(application: Application): AccountDesk {
  return {
    async prepare({ password, ...account }, network) {
      const faults = await passwordFaults(password, account, application.portal());
      if (faults.length > 0) throw unprocessable({ password: faults });
      if (!isEmail(account.username.trim())) throw unprocessable({ username: [emailExpected] });
      await countRegistration(application, { network, username: account.username });
      return { ...account, hash: await inHashQueue(network, () => hashPassword(password)) };
    },
    open: (client, account) =>
      addAccount(client, { ...account, flags: initialFlags(application.portal(), account.department) }),
    async tellOwner(client, username) {
      const account = await findAccount(client, username);
      if (account === null || !(await isFirstWithinAnHour(client, username))) return;
      await runParts(client, mailsPart(application, [knownAddressMail(application, account)]));
    },
  };
}

function knownAddressMail(application: Application, account: Account): NewMail {
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
