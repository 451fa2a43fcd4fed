/** What the owners of accounts without a password are told: they sign in with a provider. */
import { message, type Message } from '../../locales/message.ts';
import { providerMessages } from '../../locales/providers.ts';
import { providersOf } from '../../portal/access/sign-in.ts';
import type { PasswordLinkPurpose, Portal } from '../../portal/model/portal.ts';
import { forbidden } from '../http/errors.ts';
import type { Application } from '../kernel/application.ts';
import { type NewMessage, originOf } from '../mail/messages.ts';
import { accountMail } from './account-mail.ts';
import type { Account } from './accounts.ts';
import { departmentsOf, mayUsePassword } from './memberships.ts';

export interface PasswordLinkRequest {
  readonly account: Account;
  readonly purpose: PasswordLinkPurpose;
}

/** @throws HttpError 403 if one of the account's departments has no passwords */
export function requirePasswords(
  portal: Portal,
  account: Pick<Account, 'department' | 'other_departments'>,
): void {
  if (mayUsePassword(portal, account)) return;
  throw forbidden('no-password', noPassword(portal, account));
}

/** Names the providers with which this account signs in. */
export function noPassword(
  portal: Portal,
  account: Pick<Account, 'department' | 'other_departments'>,
): Message {
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

function providerNames(portal: Portal, account: Pick<Account, 'department' | 'other_departments'>) {
  const providers = new Set(departmentsOf(portal, account).flatMap((key) => providersOf(portal, key)));
  return { oneOf: [...providers].map(({ title }) => ({ text: title, kind: 'name' })) };
}
