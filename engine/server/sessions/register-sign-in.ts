/** The routes for signing in and out, for the current user, and for their password and credentials. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accounts } from '../../contract/accounts.ts';
import { sessions, type UserRecord } from '../../contract/sessions.ts';
import { accountMessages } from '../../locales/account.ts';
import { message } from '../../locales/message.ts';
import { hasPasswords } from '../../portal/access/sign-in.ts';
import { say } from '../../portal/language/say.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import { changeSignIn, findAccount } from '../accounts/accounts.ts';
import { noPassword, requirePasswords } from '../accounts/no-password.ts';
import { takePasswordLink } from '../accounts/password-links.ts';
import { inHashQueue, verifyPassword } from '../accounts/password.ts';
import { readUserRecord, type UnreadCount, type UserRecordParts } from '../accounts/user-record.ts';
import { runParts } from '../database/statements.ts';
import { unauthenticated, unprocessable } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import { networkOf } from '../http/network.ts';
import { jobsPart } from '../jobs/jobs-part.ts';
import type { Application } from '../kernel/application.ts';
import { attempt, attemptOf } from './attempts.ts';
import { csrfTokenFor } from './csrf.ts';
import { openSession } from './open-session.ts';
import { bearerOf, requireSession } from './register-sessions.ts';
import { endOtherSessions, endSession, findSession, rememberDevice } from './sessions.ts';

export function registerSignIn(server: FastifyInstance, application: Application, unread: UnreadCount): void {
  const { database } = application;
  mount(server, sessions, {
    'POST /login': async ({ body }, request, reply) => {
      const username = body.username.trim();
      const account = await findAccount(database, username);
      const visitor = account && (await visitorOfAccount(application, account));
      const isOpen = account !== null && visitor !== null && !account.is_suspended;
      const who = await attemptOf(application, request, { username, account });
      const isRight = await attempt(database, who, async () => {
        const isPassword = await verifyPassword(body.password, account?.password ?? null);
        return isPassword && isOpen;
      });
      if (!isRight || !isOpen) throw unprocessable({ username: [message(accountMessages.wrongSignIn)] });
      // Only who knows the password is told.
      if (!hasPasswords(application.portal(), visitor.department ?? ''))
        throw unprocessable({ username: [noPassword(application.portal(), account)] });
      if (who.device !== null) await rememberDevice(database, account.id, who.device);
      return openSession({ application, unread }, { request, reply }, account);
    },
    'POST /logout': async (_input, request, reply) => {
      const token = bearerOf(request);
      if (token !== null) await endSession(database, token);
      reply.header('cache-control', 'no-store');
      return { message: say(portalFor(application, request).words, accountMessages.signedOut) };
    },
    'GET /user': async (_input, request, reply) => {
      reply.header('cache-control', 'no-store');
      return readUserRecord(
        { application, unread },
        requireSession(request),
        portalFor(application, request),
      );
    },
    'GET /csrf': async (_input, request, reply) => {
      reply.header('cache-control', 'no-store');
      return { token: csrfTokenFor(application, request, reply) };
    },
  });
}

export function registerAccounts(
  server: FastifyInstance,
  application: Application,
  unread: UnreadCount,
): void {
  mount(server, accounts, {
    'POST /password': async ({ body }, request, reply) => {
      requirePasswords(application.portal(), requireSession(request).account);
      await requirePresentPassword(application, request, body.current);
      reply.header('cache-control', 'no-store');
      return change({ application, unread }, request, { password: body.password });
    },
    'POST /credentials': async ({ body: { current, username, password } }, request, reply) => {
      const session = requireSession(request);
      requirePasswords(application.portal(), session.account);
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
      await inHashQueue(networkOf(request.ip), () => takePasswordLink(application, body));
      reply.header('cache-control', 'no-store');
      return {};
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
  { application, unread }: UserRecordParts,
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
  return readUserRecord(
    { application, unread },
    { token, account: changed },
    portalFor(application, request),
  );
}
