/** Mails that tell the owner of a change with which somebody else could keep or lose the account. */
import { accountMailMessages } from '../../locales/account-mails.ts';
import { accountNoticeMessages } from '../../locales/account-notices.ts';
import { message, type Message } from '../../locales/message.ts';
import { accountMail } from '../accounts/account-mail.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Application } from '../kernel/application.ts';
import type { NewMessage } from '../mail/messages.ts';
import type { UserEvent } from '../users/user-history.ts';

interface SecurityMail {
  readonly subject: Message;
  readonly explained: Message;
}

const mails: Readonly<Partial<Record<UserEvent['what'], SecurityMail>>> = {
  'passkey-added': {
    subject: message(accountMailMessages.passkeyAddedSubject),
    explained: message(accountMailMessages.passkeyAddedExplained),
  },
  'passkey-removed': {
    subject: message(accountMailMessages.passkeyRemovedSubject),
    explained: message(accountMailMessages.passkeyRemovedExplained),
  },
  'second-step-on': {
    subject: message(accountMailMessages.secondStepOnSubject),
    explained: message(accountMailMessages.secondStepOnExplained),
  },
  'second-step-off': {
    subject: message(accountMailMessages.secondStepOffSubject),
    explained: message(accountMailMessages.secondStepOffExplained),
  },
};

/** The mails about this event of the account; most events have none. */
export function securityMails(
  application: Application,
  account: Account,
  { what }: Pick<UserEvent, 'what'>,
): NewMessage[] {
  const mail = mails[what];
  if (mail === undefined) return [];
  const { subject, explained } = mail;
  const paragraphs = [explained, message(accountNoticeMessages.addressChangedNotYou)];
  return [accountMail(application, account, { subject, paragraphs })];
}
