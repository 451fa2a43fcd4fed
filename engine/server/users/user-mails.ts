/** The mails that tell people what happened to their accounts. */
import { delegationMessages } from '../../locales/delegations.ts';
import { message } from '../../locales/message.ts';
import { userMessages } from '../../locales/users.ts';
import { accountMail } from '../accounts/account-mail.ts';
import type { Account, Addressee, EndedDelegation } from '../accounts/accounts.ts';
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

export function identitiesRemovedMail(application: Application, account: Account): StatementPart[] {
  const mail = accountMail(application, account, {
    subject: message(userMessages.identitiesRemovedSubject),
    paragraphs: [message(userMessages.identitiesRemovedExplained)],
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

/** Tells the other person of each delegation that this account, or somebody for it, has ended it. */
export function endedMails(
  application: Application,
  account: string,
  ended: readonly EndedDelegation[],
): StatementPart[] {
  const mails = ended.map(({ officer, deputy, last_day: last }) => {
    const names = { officer: officer.name, deputy: deputy.name, last: { day: last } };
    return accountMail(application, officer.id === account ? deputy : officer, {
      subject: message(delegationMessages.endedSubject),
      paragraphs: [message(delegationMessages.endedExplained, names)],
    });
  });
  return messagesPart(application, mails);
}

/** Tells the deputy from when to when they act for whom, and why. */
export function namedMail(
  application: Application,
  deputy: Addressee,
  delegation: {
    readonly officer: string;
    readonly first: string;
    readonly last: string;
    readonly reason: string;
  },
): StatementPart[] {
  const { officer, first, last, reason } = delegation;
  const mail = accountMail(application, deputy, {
    subject: message(delegationMessages.namedSubject, { officer }),
    paragraphs: [
      message(delegationMessages.namedExplained, {
        officer,
        first: { day: first },
        last: { day: last },
        reason,
      }),
      message(delegationMessages.namedHow, { officer }),
    ],
  });
  return messagesPart(application, [mail]);
}
