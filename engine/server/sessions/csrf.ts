/** The page's token against forged requests: bound to a cookie of this browser, so it outlives sign-in, sign-out and tabs. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../application.ts';
import { forbidden } from '../http/errors.ts';

const COOKIE = 'browser';
const API = '/api/';
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The token that belongs to this browser; sets its cookie where it has none. */
export function csrfTokenFor(application: Application, request: FastifyRequest, reply: FastifyReply): string {
  const kept = request.cookies[COOKIE];
  const browser =
    kept !== undefined && /^[\w-]{22,64}$/.test(kept) ? kept : randomBytes(18).toString('base64url');
  if (browser !== kept) {
    const isHttps =
      request.protocol === 'https' || (application.settings.publicUrl?.startsWith('https:') ?? false);
    reply.setCookie(COOKIE, browser, {
      httpOnly: true,
      sameSite: 'strict',
      secure: isHttps,
      path: '/',
      maxAge: 365 * 24 * 3600,
    });
  }
  return sign(application, browser);
}

/** What writes needs the marker header and this browser's token; sizes were looked at before. */
export function registerCsrf(server: FastifyInstance, application: Application): void {
  server.addHook('preValidation', async (request) => {
    if (reading.has(request.method) || !request.url.startsWith(API)) return;
    requireOwnPage(application, request);
  });
  server.get('/api/v1/csrf', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return { token: csrfTokenFor(application, request, reply) };
  });
}

/**
 * For parts that answer past Fastify's hooks.
 * @throws HttpError 403
 */
export function requireOwnPage(application: Application, request: FastifyRequest): void {
  if (request.headers['x-requested-with'] !== 'XMLHttpRequest') {
    throw forbidden('marker-missing', 'The header X-Requested-With: XMLHttpRequest is missing.');
  }
  const sent = [request.headers['x-csrf-token']].flat()[0] ?? '';
  const browser = request.cookies[COOKIE] ?? '';
  if (browser === '' || !isSame(sent, sign(application, browser))) {
    throw forbidden('csrf', 'This page is too old. Load it again.');
  }
}

function sign(application: Application, browser: string): string {
  return createHmac('sha256', application.secret('csrf')).update(browser).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
