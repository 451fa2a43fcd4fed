/** Composes mails to the owner of an account, in the account's language. */
import { message } from '../../locales/message.ts';
import { notificationMessages } from '../../locales/notifications.ts';
import type { Application } from '../kernel/application.ts';
import type { NewMessage } from '../mail/messages.ts';
import { plainMail, type PlainMail } from '../mail/plain-mail.ts';
import type { Account } from './accounts.ts';

/** @param mail its paragraphs follow the salutation */
export function accountMail(
  application: Pick<Application, 'portal' | 'settings' | 'now'>,
  { name, username: address, language }: Pick<Account, 'name' | 'username' | 'language'>,
  mail: PlainMail,
): NewMessage {
  const salutation = message(notificationMessages.salutation, { name });
  return plainMail(
    application,
    { name, address, language },
    { ...mail, paragraphs: [salutation, ...mail.paragraphs] },
  );
}
