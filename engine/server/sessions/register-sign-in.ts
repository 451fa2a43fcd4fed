/** The routes for signing in and out, and for the current user. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sessions } from '../../contract/sessions.ts';
import { accountMessages } from '../../locales/account.ts';
import { message } from '../../locales/message.ts';
import { say } from '../../portal/language/say.ts';
import { visitorOfCaller } from '../accounts/account-flags.ts';
import { findAccount } from '../accounts/accounts.ts';
import { mayUsePassword, membershipsOf } from '../accounts/memberships.ts';
import { noPassword } from '../accounts/no-password.ts';
import { verifyPassword } from '../accounts/password.ts';
import { readUserRecord, type UnreadCount } from '../accounts/user-record.ts';
import { unprocessable } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import { announceChanges } from '../live/changes.ts';
import type { Application } from '../kernel/application.ts';
import { attempt, attemptOf } from './attempts.ts';
import { csrfTokenFor } from './csrf.ts';
import { finishFirstStep } from './open-session.ts';
import { bearerOf, requireSession } from './register-sessions.ts';
import { chooseMembership, endSession, findSession, rememberDevice } from './sessions.ts';

interface SignInOptions {
  readonly unread: UnreadCount;
  /** Ends what the session sees as somebody else. @returns its new token; null: it saw nobody */
  readonly endOnlooking: (request: FastifyRequest, token: string) => Promise<string | null>;
}

export function registerSignIn(
  server: FastifyInstance,
  application: Application,
  { unread, endOnlooking }: SignInOptions,
): void {
  const { database } = application;
  mount(server, sessions, {
    'POST /login': async ({ body }, request, reply) => {
      const username = body.username.trim();
      const account = await findAccount(database, username);
      const visitor = account && (await visitorOfCaller(application, account));
      const isOpen = account !== null && visitor !== null && !account.is_suspended;
      const who = await attemptOf(application, request, { username, account });
      const isRight = await attempt(database, who, async () => {
        const isPassword = await verifyPassword(body.password, account?.password ?? null);
        return isPassword && isOpen;
      });
      if (!isRight || !isOpen) throw unprocessable({ username: [message(accountMessages.wrongSignIn)] });
      // Only who knows the password is told.
      if (!mayUsePassword(application.portal(), account))
        throw unprocessable({ username: [noPassword(application.portal(), account)] });
      if (!account.has_second_step && who.device !== null)
        await rememberDevice(database, account.id, who.device);
      return finishFirstStep({ application, unread }, { request, reply }, account);
    },
    'POST /logout': async (_input, request, reply) => {
      const token = bearerOf(request);
      if (token !== null) await endSession(database, (await endOnlooking(request, token)) ?? token);
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
    'PUT /membership': async ({ body: { membership } }, request, reply) => {
      const { token, account } = requireSession(request);
      const wanted = (await membershipsOf(database, account.id)).find(({ id }) => id === membership);
      const next = wanted === undefined ? null : await chooseMembership(database, token, wanted);
      const chosen = next === null ? null : await findSession(database, next);
      if (next === null || chosen === null)
        throw unprocessable({ membership: [message(accountMessages.membershipUnknown)] });
      announceChanges(database, { accounts: [account.id] });
      reply.header('cache-control', 'no-store');
      return readUserRecord(
        { application, unread },
        { token: next, account: chosen },
        portalFor(application, request),
      );
    },
    'GET /csrf': async (_input, request, reply) => {
      reply.header('cache-control', 'no-store');
      return { token: csrfTokenFor(application, request, reply) };
    },
  });
}
