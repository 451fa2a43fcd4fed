/** Who asks: turns the bearer token of each API request into its visitor, and signs in and out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signedOut, type Visitor } from '../../portal/visitor.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import { type Account, emailExpected, findAccount, isEmail } from '../accounts/accounts.ts';
import { verifyPassword } from '../accounts/password.ts';
import { toUserRecord } from '../accounts/user-record.ts';
import type { Application } from '../application.ts';
import { unauthenticated, unprocessable } from '../http/errors.ts';
import { countFailure, forgetOldFailures, requireAttemptLeft } from './attempts.ts';
import { readFields, textOf } from './fields.ts';
import { endSession, findSession, forgetOldSessions, startSession } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor;
    /** Null when signed out. */
    session: { readonly token: string; readonly account: Account } | null;
  }
}

const HOUR_MS = 3_600_000;

export function registerSessions(server: FastifyInstance, application: Application): void {
  server.decorateRequest('visitor', null as unknown as Visitor);
  server.decorateRequest('session', null);
  server.addHook('preValidation', async (request) => {
    if (request.url.startsWith('/api/')) await recognise(application, request);
  });
  registerSignIn(server, application);
  registerSignOut(server, application);
  server.get('/api/v1/user', async (request, reply) => {
    if (request.session === null) throw unauthenticated();
    reply.header('cache-control', 'no-store');
    return toUserRecord(application.portal(), request.session.account, request.visitor);
  });
  forgetNowAndThen(server, application);
}

/**
 * Sets `visitor` and `session`. A token that is no longer good is an error, except where signed-out people come too.
 * @throws HttpError 401
 */
async function recognise(application: Application, request: FastifyRequest): Promise<void> {
  request.visitor = signedOut;
  const token = bearerOf(request);
  if (token === null) return;
  const account = await findSession(application.database, token);
  const visitor = account === null ? null : visitorOfAccount(application.portal(), account);
  if (account === null || visitor === null) {
    if (isForEveryone(request)) return;
    throw unauthenticated();
  }
  request.visitor = visitor;
  request.session = { token, account };
}

/** Signing in and out, a fresh page token and what needs no token must work with a stale one in the browser's storage. */
function isForEveryone({ url }: FastifyRequest): boolean {
  return /^\/api\/v1\/(login|logout|csrf|forms\/|files\/open\/|openapi\.json)/.test(url);
}

function bearerOf({ headers }: FastifyRequest): string | null {
  return /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

function registerSignIn(server: FastifyInstance, application: Application): void {
  server.post('/api/v1/login', async (request, reply) => {
    const fields = await readFields(request);
    const username = textOf(fields, 'username').trim();
    const password = textOf(fields, 'password');
    requireBoth(username, password);
    const { database } = application;
    await requireAttemptLeft(database, request.ip, username);
    const found = await findAccount(database, username);
    const isRight = await verifyPassword(password, found?.password ?? null);
    const visitor = found === null ? null : visitorOfAccount(application.portal(), found);
    if (found === null || visitor === null || !isRight || found.is_suspended) {
      await countFailure(database, request.ip, username);
      throw unprocessable({ username: ['These sign-in details are not known here.'] });
    }
    const token = await startSession(database, found.id);
    return answer(reply, { token, ...toUserRecord(application.portal(), found, visitor) });
  });
}

function requireBoth(username: string, password: string): void {
  const errors: Record<string, string[]> = {};
  if (username === '') errors['username'] = ['Enter your e-mail address.'];
  else if (!isEmail(username)) errors['username'] = [emailExpected];
  if (password === '') errors['password'] = ['Enter your password.'];
  if (Object.keys(errors).length > 0) throw unprocessable(errors);
}

function registerSignOut(server: FastifyInstance, application: Application): void {
  server.post('/api/v1/logout', async (request, reply) => {
    const token = bearerOf(request);
    if (token !== null) await endSession(application.database, token);
    return answer(reply, { message: 'Signed out.' });
  });
}

function answer(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.header('cache-control', 'no-store').send(body);
}

function forgetNowAndThen(server: FastifyInstance, { database }: Application): void {
  const timer = setInterval(() => {
    Promise.all([forgetOldSessions(database), forgetOldFailures(database)]).catch((error: unknown) =>
      server.log.error({ err: error }, 'old sessions were not removed'),
    );
  }, HOUR_MS).unref();
  server.addHook('onClose', async () => clearInterval(timer));
}
