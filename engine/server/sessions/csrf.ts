/** The CSRF token, bound to a cookie of this browser, so that it stays valid across sign-in, sign-out and tabs. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../kernel/application.ts';
import { forbidden } from '../http/errors.ts';
import { isHttps } from '../http/network.ts';
import { browserLifetime } from './sessions.ts';
import { message } from '../../locales/message.ts';
import { problemMessages } from '../../locales/problems.ts';
import { requestMessages } from '../../locales/requests.ts';

/** Methods that change nothing. */
const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Creates a token for this browser, and sets its cookie if it has none. */
export function csrfTokenFor(application: Application, request: FastifyRequest, reply: FastifyReply): string {
  const isSecure = isHttps(application.settings, request);
  const kept = browserOf(application, request);
  const browser = kept ?? randomBytes(18).toString('base64url');
  if (kept === null) {
    reply.setCookie(cookieName(isSecure), browser, {
      httpOnly: true,
      sameSite: 'strict',
      secure: isSecure,
      path: '/',
      maxAge: browserLifetime / 1000,
    });
  }
  return sign(application, browser, randomBytes(9).toString('base64url'));
}

/** A call that writes needs the marker header and this browser's token. Size limits are checked before. */
export function registerCsrf(server: FastifyInstance, application: Application): void {
  server.addHook('preValidation', async (request) => {
    if (!reading.has(request.method)) requireOwnPage(application, request);
  });
}

/**
 * For handlers that bypass Fastify's hooks.
 * @throws HttpError 403
 */
function requireOwnPage(application: Application, request: FastifyRequest): void {
  const { 'x-requested-with': marker = '', 'x-csrf-token': token = '' } = request.headers;
  if (String(marker).toLowerCase() !== 'xmlhttprequest') {
    throw forbidden(
      'marker-missing',
      message(requestMessages.markerMissing, { header: 'X-Requested-With: XMLHttpRequest' }),
    );
  }
  const sent = String(token);
  const browser = browserOf(application, request);
  const [salt = ''] = sent.split('.', 1);
  if (browser === null || !isSame(sent, sign(application, browser, salt))) {
    throw forbidden('csrf', message(problemMessages.pageTooOld));
  }
}

/** The browser's own cookie, or null if it sent none of ours. */
export function browserOf(application: Application, request: FastifyRequest): string | null {
  const kept = request.cookies[cookieName(isHttps(application.settings, request))];
  return kept !== undefined && /^[\w-]{22,64}$/.test(kept) ? kept : null;
}

/** Over https the prefix prevents other hosts of the same domain from setting it. */
function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-browser' : 'browser';
}

/** Salted, so that no two answers contain the same token. This protects compressed pages (BREACH). */
function sign(application: Application, browser: string, salt: string): string {
  const key = application.secret('csrf');
  return `${salt}.${createHmac('sha256', key).update(`${salt}.${browser}`).digest('base64url')}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
