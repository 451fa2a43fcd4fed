/** The routes for signing in and out, and for the current user. */
import type { FastifyInstance } from 'fastify';
import { sessions } from '../../contract/sessions.ts';
import { inLanguage } from '../../portal/translation/in-language.ts';
import { say } from '../../portal/language/say.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import { findAccount } from '../accounts/accounts.ts';
import { verifyPassword } from '../accounts/password.ts';
import { readUserRecord } from '../accounts/user-record.ts';
import type { Application } from '../kernel/application.ts';
import { unprocessable } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { portalFor } from '../http/language.ts';
import { synchronizeLanguage } from './register-languages.ts';
import { attempt, attemptOf } from './attempts.ts';
import { csrfTokenFor } from './csrf.ts';
import { rememberDevice } from './known-devices.ts';
import { bearerOf, requireSession } from './register-sessions.ts';
import { endSession, startSession } from './sessions.ts';
import { message } from '../../locales/message.ts';
import { accountMessages } from '../../locales/account.ts';

export function registerSignIn(server: FastifyInstance, application: Application): void {
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
      if (who.device !== null) await rememberDevice(database, account.id, who.device);
      const token = await startSession(database, account.id);
      reply.header('cache-control', 'no-store');
      const language = await synchronizeLanguage(application, { request, reply }, account);
      return readUserRecord(application, { token, account }, inLanguage(application.portal(), language));
    },
    'POST /logout': async (_input, request, reply) => {
      const token = bearerOf(request);
      if (token !== null) await endSession(database, token);
      reply.header('cache-control', 'no-store');
      return { message: say(portalFor(application, request).words, accountMessages.signedOut) };
    },
    'GET /user': async (_input, request, reply) => {
      reply.header('cache-control', 'no-store');
      return readUserRecord(application, requireSession(request), portalFor(application, request));
    },
    'GET /csrf': async (_input, request, reply) => {
      reply.header('cache-control', 'no-store');
      return { token: csrfTokenFor(application, request, reply) };
    },
  });
}
