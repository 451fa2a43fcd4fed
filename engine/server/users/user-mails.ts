/** The mails that tell people what happened to their accounts. */
import { message } from '../../locales/message.ts';
import { userMessages } from '../../locales/users.ts';
import { accountMail } from '../accounts/account-mail.ts';
import type { Account } from '../accounts/accounts.ts';
import type { StatementPart } from '../database/statements.ts';
import type { Application } from '../kernel/application.ts';
import { messagesPart } from '../mail/messages.ts';

/** Tells the person that they cannot sign in, and why. */
export function suspendedMail(application: Application, account: Account, reason: string): StatementPart[] {
  const mail = accountMail(application, account, {
    subject: message(userMessages.suspendedSubject),
    paragraphs: [
      message(userMessages.suspendedExplained, { reason }),
      message(userMessages.suspendedQuestions),
    ],
  });
  return messagesPart(application, [mail]);
}

export function secondStepResetMail(application: Application, account: Account): StatementPart[] {
  const mail = accountMail(application, account, {
    subject: message(userMessages.secondStepResetSubject),
    paragraphs: [message(userMessages.secondStepResetExplained)],
  });
  return messagesPart(application, [mail]);
}

export function restoredMail(application: Application, account: Account): StatementPart[] {
  const mail = accountMail(application, account, {
    subject: message(userMessages.restoredSubject),
    paragraphs: [message(userMessages.restoredExplained)],
  });
  return messagesPart(application, [mail]);
}
