/** Headers that every answer carries, whatever it is. */
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';
import { aYear } from '../../portal/time/lengths.ts';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

// Answers that are no page: nothing in them may be run, and nobody may frame them.
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Set on the raw answer at once: errors of any stage carry them too. */
export function registerSecurityHeaders(server: FastifyInstance, settings: Settings): void {
  const isHttps = settings.publicUrl?.startsWith('https:') ?? false;
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS).header('x-request-id', request.id).header('content-security-policy', NO_PAGE);
    if (isHttps || request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${aYear / 1000}`);
    }
  });
}
