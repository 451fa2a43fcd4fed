/** What the owners of accounts without a password are told: they sign in with a provider. */
import { message, type Message } from '../../locales/message.ts';
import { providerMessages } from '../../locales/providers.ts';
import { hasPasswords, providersOf } from '../../portal/access/sign-in.ts';
import type { PasswordLinkPurpose, Portal } from '../../portal/model/portal.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import { forbidden } from '../http/errors.ts';
import type { Application } from '../kernel/application.ts';
import { type NewMessage, originOf } from '../mail/messages.ts';
import { accountMail } from './account-mail.ts';
import type { Account } from './accounts.ts';

export interface PasswordLinkRequest {
  readonly account: Account;
  readonly purpose: PasswordLinkPurpose;
}

/** @throws HttpError 403 if the accounts of this department have no passwords */
export function requirePasswords(portal: Portal, account: Pick<Account, 'department'>): void {
  if (hasPasswords(portal, departmentKey(portal, account.department))) return;
  throw forbidden('no-password', noPassword(portal, account));
}

/** Names the providers with which this account signs in. */
export function noPassword(portal: Portal, account: Pick<Account, 'department'>): Message {
  return message(providerMessages.noPassword, { provider: providerNames(portal, account) });
}

/** The mail in place of a link for a password. */
export function providerMail(
  application: Application,
  { account, purpose }: PasswordLinkRequest,
): NewMessage {
  const portal = application.portal();
  const provider = providerNames(portal, account);
  const { username } = account;
  const explained =
    purpose === 'reset'
      ? message(providerMessages.noPasswordExplained, { provider })
      : message(providerMessages.invitationExplained, { provider, username });
  const path = portal.routes.find(({ name }) => name === portal.login)?.path ?? '/';
  const href = `${originOf(application.settings)}${path}`;
  return accountMail(application, account, {
    subject: message(providerMessages.noPasswordSubject),
    paragraphs: [explained, href],
    link: href,
  });
}

function providerNames(portal: Portal, { department }: Pick<Account, 'department'>) {
  const providers = providersOf(portal, departmentKey(portal, department));
  return { oneOf: providers.map(({ title }) => ({ text: title, kind: 'name' })) };
}
