/** Creates the accounts of people who register themselves. */
import { MAIL } from '../../extension/extension.ts';
import { accountMessages } from '../../locales/account.ts';
import { notificationMessages } from '../../locales/notifications.ts';
import { say } from '../../portal/language/say.ts';
import { inFirstLanguage, inLanguage } from '../../portal/translation/in-language.ts';
import type { Application } from '../kernel/application.ts';
import type { Queryable } from '../database/database.ts';
import { runParts } from '../database/statement-parts.ts';
import { unprocessable } from '../http/errors.ts';
import { messagesPart, type NewMessage } from '../mail/messages-part.ts';
import { originOf } from '../mail/origin.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { escapeHtml } from '../../portal/text/html.ts';
import { initialFlags } from './account-flags.ts';
import { type Account, addAccount, emailExpected, findAccount } from './accounts.ts';
import { isEmail } from '../../portal/forms/email.ts';
import { inHashQueue } from './hash-queue.ts';
import { passwordFaults } from './password-rules.ts';
import { hashPassword } from './password.ts';
import { countRegistration, isFirstWithinAnHour } from './registration-limit.ts';

export interface AccountRequest {
  readonly department: string;
  readonly username: string;
  readonly name: string;
  readonly password: string;
  /** The language in which the owner has read the form; null: not known. */
  readonly language: string | null;
}

/** An account whose password has been checked and hashed. */
type PreparedAccount = Omit<AccountRequest, 'password'> & { readonly hash: string };

/** Creates accounts. */
export interface AccountDesk {
  /**
   * Checks and counts a registration, and hashes its password.
   * @param network of the caller, from `networkOf`
   * @throws HttpError 422 that names `username` or `password`, 429 after too many from the network
   */
  prepare(account: AccountRequest, network: string): Promise<PreparedAccount>;
  /** @returns null if the address already has an account */
  open(
    client: Queryable,
    account: PreparedAccount,
  ): Promise<{ readonly id: string; readonly slug: string; readonly name: string } | null>;
  /** Writes to the owner of an account that somebody tried to register its address again. */
  tellOwner(client: Queryable, username: string): Promise<void>;
}

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
      await runParts(client, messagesPart(application, [knownAddressMail(application, account)]));
    },
  };
}

function knownAddressMail(application: Application, account: Account): NewMessage {
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
    channel: MAIL,
    record: null,
    name: account.name,
    address: account.username,
    at: application.now().toISOString(),
  };
}
