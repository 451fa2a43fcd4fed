/** The routes with which people change the password and the sign-in details of their own account. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accounts } from '../../contract/accounts.ts';
import type { UserRecord } from '../../contract/sessions.ts';
import { passwordRuleMessages } from '../../locales/password-rules.ts';
import { accountNoticeMessages } from '../../locales/account-notices.ts';
import { message } from '../../locales/message.ts';
import { accountMail } from '../accounts/account-mail.ts';
import { type Account, changeSignIn, type NewSignIn } from '../accounts/accounts.ts';
import { passkeysOf } from '../accounts/passkeys.ts';
import { takePasswordLink } from '../accounts/password-links.ts';
import { inHashQueue, verifyPassword } from '../accounts/password.ts';
import { readUserRecord, type UnreadCount, type UserRecordParts } from '../accounts/user-record.ts';
import { runParts } from '../database/statements.ts';
import { unauthenticated, unprocessable } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import { networkOf } from '../http/network.ts';
import { jobsPart } from '../jobs/jobs-part.ts';
import { messagesPart, type NewMessage } from '../mail/messages.ts';
import type { Application } from '../kernel/application.ts';
import { attempt, attemptOf } from '../sessions/attempts.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { endOtherSessions, findSession } from '../sessions/sessions.ts';
import { changeOwnAccount, requirePresentPassword, writeOwnEvent } from './change-own-account.ts';

export function registerOwnAccount(
  server: FastifyInstance,
  application: Application,
  unread: UnreadCount,
): void {
  mount(server, accounts, {
    'POST /password': async ({ body }, request, reply) => {
      await requirePresentPassword(application, request, body.current);
      reply.header('cache-control', 'no-store');
      return change({ application, unread }, request, { password: body.password });
    },
    'POST /credentials': async ({ body: { current, username, password } }, request, reply) => {
      const session = requireSession(request);
      await requirePresentPassword(application, request, current);
      const isTheGiven = await inHashQueue(networkOf(request.ip), () =>
        verifyPassword(password, session.account.password),
      );
      if (isTheGiven) {
        throw unprocessable({ password: [message(passwordRuleMessages.passwordIsTheGiven)] });
      }
      const { credentialsFlag } = application.portal();
      const flags = credentialsFlag === null ? {} : { [credentialsFlag]: true };
      reply.header('cache-control', 'no-store');
      return change({ application, unread }, request, { username, password, flags });
    },
    // It does not look the address up, so neither answer nor time tells whether it has an account.
    'POST /password/forgotten': async ({ body }, request, reply) => {
      const username = body.username.trim();
      const who = await attemptOf(application, request, { username: `forgotten ${username}`, account: null });
      await attempt(application.database, who, async () => false);
      await runParts(application.database, jobsPart([{ name: 'forgotten-password', data: { username } }]));
      reply.header('cache-control', 'no-store');
      return {};
    },
    'POST /password/new': async ({ body }, request, reply) => {
      const passkeys = await inHashQueue(networkOf(request.ip), () =>
        takePasswordLink(application, body, async (client, account) => {
          await writeOwnEvent({ application, request, account }, client, { what: 'password-set' });
          return passkeysOf(client, account);
        }),
      );
      reply.header('cache-control', 'no-store');
      return { passkeys: passkeys.map(({ name }) => name) };
    },
  });
}

/** The event says that the password changed, never to what. */
function eventOf(account: Account, { username }: NewSignIn): Parameters<typeof writeOwnEvent>[2] {
  if (username === undefined) return { what: 'password-changed' };
  return {
    what: 'credentials-changed',
    changes: { username: { before: account.username, after: username.trim().toLowerCase() } },
  };
}

function isMoved(account: Account, { username }: NewSignIn): boolean {
  return username !== undefined && username.trim().toLowerCase() !== account.username;
}

/** Tells the old address, whose owner may not have made the change. It does not name the new one. */
function movedMail(application: Application, account: Account): NewMessage {
  return accountMail(application, account, {
    subject: message(accountNoticeMessages.addressChangedSubject),
    paragraphs: [
      message(accountNoticeMessages.addressChangedExplained),
      message(accountNoticeMessages.addressChangedNotYou),
    ],
  });
}

/** Ends all other sessions of this account. Tells the old address if another one signs in from now on. */
async function change(
  { application, unread }: UserRecordParts,
  request: FastifyRequest,
  details: NewSignIn,
): Promise<UserRecord> {
  const { account, token } = requireSession(request);
  await inHashQueue(networkOf(request.ip), () =>
    changeOwnAccount({ application, request, account: account.id }, async (client) => {
      await changeSignIn(client, account, details, application.portal());
      await endOtherSessions(client, account.id, token);
      if (isMoved(account, details))
        await runParts(client, messagesPart(application, [movedMail(application, account)]));
      return { event: eventOf(account, details), answer: undefined };
    }),
  );
  const changed = await findSession(application.database, token);
  if (changed === null) throw unauthenticated();
  return readUserRecord(
    { application, unread },
    { token, account: changed },
    portalFor(application, request),
  );
}
