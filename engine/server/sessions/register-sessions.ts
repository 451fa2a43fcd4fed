/** Authentication: resolves the bearer token of each API request to its visitor. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { message } from '../../locales/message.ts';
import { onlookerMessages } from '../../locales/onlookers.ts';
import { signedOut, type Visitor } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { visitorOfCaller } from '../accounts/account-flags.ts';
import type { Account } from '../accounts/accounts.ts';
import { forgetOldRegistrations } from '../accounts/account-desk.ts';
import { forgetOldPasswordLinks } from '../accounts/password-links.ts';
import type { Application } from '../kernel/application.ts';
import type { Queryable } from '../database/database.ts';
import { forbidden, unauthenticated } from '../http/errors.ts';
import { forgetOldFailures } from './attempts.ts';
import { findSession, forgetOldDevices, forgetOldSessions } from './sessions.ts';
import { anHour } from '../../portal/time/lengths.ts';

export interface Session {
  readonly token: string;
  readonly account: Account;
}

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor;
    /** The configuration with which `visitor` was read: after a change they must not be mixed. */
    portal: Portal;
    /** Null when signed out. */
    session: Session | null;
  }
}

export function registerSessions(server: FastifyInstance, application: Application): void {
  server.decorateRequest('visitor');
  server.decorateRequest('portal');
  server.decorateRequest('session', null);
  server.addHook('onRequest', async (request) => {
    request.visitor = signedOut;
    request.portal = application.portal();
  });
  server.addHook('preValidation', async (request) => {
    const { isRecognisedLater = false } = request.routeOptions.config;
    if (!isRecognisedLater) await recognise(application, request);
  });
  forgetNowAndThen(server, application);
}

/** The token of the request, or null. */
export function bearerOf({ headers }: FastifyRequest): string | null {
  return /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** @throws HttpError 401 for a signed-out caller */
export function requireSession({ session }: FastifyRequest): Session {
  if (session === null) throw unauthenticated();
  return session;
}

/**
 * Sets `visitor` and `session`. An invalid token is an error, except at endpoints for signed-out callers:
 * signing in must work with an expired one in the browser's storage.
 * @throws HttpError 401
 */
export async function recognise(application: Application, request: FastifyRequest): Promise<void> {
  const token = bearerOf(request);
  if (token === null) return;
  const { database: client } = application;
  await recogniseAs(application, request, {
    token,
    account: await findSession(client, token, request.ip),
    client,
  });
}

export interface RequestSession {
  readonly token: string;
  /** Null: the token is invalid or has expired. */
  readonly account: Account | null;
  /** Runs further queries about the account, if needed. */
  readonly client: Queryable;
}

/**
 * The same for an account that has been found.
 * @throws HttpError 401; 503 while another version comes into force; 403 for whatever somebody must not do who sees the portal as another person
 */
export async function recogniseAs(
  application: Application,
  request: FastifyRequest,
  { token, account, client }: RequestSession,
): Promise<void> {
  request.portal = application.portal();
  const visitor = account && (await visitorOfCaller(application, account, client));
  if (account === null || visitor === null) {
    if (request.routeOptions.config.isForEveryone) return;
    throw unauthenticated();
  }
  if (visitor.seenBy !== undefined && request.routeOptions.config.isForOnlookers !== true)
    throw forbidden('only-looking', message(onlookerMessages.onlyLooking, { name: visitor.name }));
  request.visitor = visitor;
  request.session = { token, account };
}

function forgetNowAndThen(server: FastifyInstance, { database }: Application): void {
  const timer = setInterval(() => {
    const forgetting = [
      forgetOldSessions,
      forgetOldFailures,
      forgetOldDevices,
      forgetOldRegistrations,
      forgetOldPasswordLinks,
    ];
    Promise.all(forgetting.map((forget) => forget(database))).catch((error: unknown) =>
      server.log.error({ err: error }, 'old sessions were not removed'),
    );
  }, anHour).unref();
  server.addHook('onClose', async () => clearInterval(timer));
}
