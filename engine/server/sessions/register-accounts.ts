/** Changes that people make to their own account: the password, and credentials that somebody else chose for them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accounts } from '../../contract/accounts.ts';
import type { UserRecord } from '../../contract/sessions.ts';
import type { Application } from '../kernel/application.ts';
import { unauthenticated, unprocessable } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { networkOf } from '../http/network.ts';
import { portalFor } from '../http/language.ts';
import { attempt, attemptOf } from './attempts.ts';
import { requireSession } from './register-sessions.ts';
import { endOtherSessions, findSession } from './sessions.ts';
import { changeSignIn } from '../accounts/accounts.ts';
import { inHashQueue } from '../accounts/hash-queue.ts';
import { verifyPassword } from '../accounts/password.ts';
import { readUserRecord } from '../accounts/user-record.ts';
import { message } from '../../locales/message.ts';
import { accountMessages } from '../../locales/account.ts';

export function registerAccounts(server: FastifyInstance, application: Application): void {
  mount(server, accounts, {
    'POST /password': async ({ body }, request, reply) => {
      await requirePresentPassword(application, request, body.current);
      reply.header('cache-control', 'no-store');
      return change(application, request, { password: body.password });
    },
    'POST /credentials': async ({ body: { current, username, password } }, request, reply) => {
      const session = requireSession(request);
      await requirePresentPassword(application, request, current);
      const isTheGiven = await inHashQueue(networkOf(request.ip), () =>
        verifyPassword(password, session.account.password),
      );
      if (isTheGiven) {
        throw unprocessable({ password: [message(accountMessages.passwordIsTheGiven)] });
      }
      const { credentialsFlag } = application.portal();
      const flags = credentialsFlag === null ? {} : { [credentialsFlag]: true };
      reply.header('cache-control', 'no-store');
      return change(application, request, { username, password, flags });
    },
  });
}

/** A person at an open session must not take over the account, so guesses are limited as at sign-in. */
async function requirePresentPassword(
  application: Application,
  request: FastifyRequest,
  present: string,
): Promise<void> {
  const { account } = requireSession(request);
  const who = await attemptOf(application, request, { username: account.username, account });
  if (await attempt(application.database, who, () => verifyPassword(present, account.password))) return;
  throw unprocessable({ current: [message(accountMessages.wrongPresentPassword)] });
}

/** Ends all other sessions of this account. */
async function change(
  application: Application,
  request: FastifyRequest,
  details: Parameters<typeof changeSignIn>[2],
): Promise<UserRecord> {
  const { account, token } = requireSession(request);
  await inHashQueue(networkOf(request.ip), () =>
    application.database.transaction(async (client) => {
      await changeSignIn(client, account, details, application.portal());
      await endOtherSessions(client, account.id, token);
    }),
  );
  const changed = await findSession(application.database, token);
  if (changed === null) throw unauthenticated();
  return readUserRecord(application, { token, account: changed }, portalFor(application, request));
}
