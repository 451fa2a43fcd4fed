/** The log line of a request, without secrets and personal data. */
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { matchPath } from '../../portal/routing/match.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Application } from '../kernel/application.ts';
import { refusalOf } from './error-handler.ts';

/** Headers of proxies about the caller. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

// None of these is logged on purpose. If somebody logs a whole object, they are still removed.
const SECRETS = ['authorization', 'cookie', 'password', 'token', 'csrf', 'secret', 'x-csrf-token'];

// The database quotes the row in the error of a failed statement.
const QUOTED = ['detail', 'where'];

/** Route parameters whose values grant access. */
const SECRET_PARAMETERS: readonly string[] = ['token', 'ticket'];

/** In an address without a route, a part as long as a token may be one. */
const LONG = /[^/]{40,}/g;

const LONG_NAME = /.{40,}/g;

const HIDDEN = '…';

/** One JSON object for each line on standard output. */
const LOGGER = {
  level: 'info',
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label: string) => ({ level: label }) },
  redact: {
    paths: [...SECRETS, ...QUOTED].flatMap((key) => [
      `["${key}"]`,
      `*["${key}"]`,
      `*.*["${key}"]`,
      `*.*.*["${key}"]`,
    ]),
    censor: '[hidden]',
  },
} satisfies FastifyServerOptions['logger'];

/** @param portal the current one, which defines the pages with a token in their address */
export function loggerOf(portal: () => Portal) {
  const req = (request: FastifyRequest): Record<string, unknown> => describe(request, portal());
  return { ...LOGGER, serializers: { req } } satisfies FastifyServerOptions['logger'];
}

/** One line after the answer. Files and health checks only at debug level. */
export function registerRequestLog(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const level = /^\/(assets\/|healthz|readyz)/.test(request.url) ? 'debug' : 'info';
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const { statusCode: status } = reply;
    request.log[level]({ req: request, status, ...refusalOf(request), ms }, 'request');
  });
}

/**
 * Warns once about a proxy that is not configured: all callers then have the proxy's address and share its limits.
 */
export function registerProxyWarning(server: FastifyInstance, { settings }: Application): void {
  let isWarned = settings.trustProxy !== false;
  server.addHook('onRequest', async ({ headers, socket }) => {
    if (isWarned || FORWARDED.every((name) => headers[name] === undefined)) return;
    isWarned = true;
    server.log.warn(
      { from: socket.remoteAddress },
      'Requests come through a proxy, but TRUST_PROXY is not set: all of them count as calls from the proxy’s address.',
    );
  });
}

/** Logs only the names of query parameters, because values contain searches and signed links. */
function describe(request: FastifyRequest, portal: Portal): Record<string, unknown> {
  // The first line of a request may have the absolute address (RFC 9112, 3.2.2).
  const [path = '', query] = request.url.replace(/^\w+:\/\/[^/?]*/, '').split('?', 2);
  const asked = [...new URLSearchParams(query).keys()].map((name) => name.replaceAll(LONG_NAME, HIDDEN));
  return {
    method: request.method,
    path: withoutSecrets(request.routeOptions.url, path, portal),
    ...(asked.length > 0 ? { query: asked } : {}),
    from: request.ip,
  };
}

/** @param pattern of the route that answers; left out: it is a page, or there is none */
function withoutSecrets(pattern: string | undefined, path: string, portal: Portal): string {
  if (pattern !== undefined) {
    const parts = pattern.split('/');
    const isSecret = (index: number) => SECRET_PARAMETERS.includes(parts[index]?.replace(/^:/, '') ?? '');
    return path
      .split('/')
      .map((part, index) => (isSecret(index) ? HIDDEN : part))
      .join('/');
  }
  const route = matchPath(portal, path)?.route;
  return route?.screen === 'link' ? route.path : path.replaceAll(LONG, HIDDEN);
}
