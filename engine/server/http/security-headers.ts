/** Headers of every answer. */
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../kernel/settings.ts';
import { aYear } from '../../portal/time/lengths.ts';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

// For answers that are not pages: nothing in them may run, and nobody may frame them.
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Set directly on the raw answer, so that errors of any stage have them too. */
export function registerSecurityHeaders(server: FastifyInstance, settings: Settings): void {
  const isHttps = settings.publicUrl?.startsWith('https:') ?? false;
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS).header('x-request-id', request.id).header('content-security-policy', NO_PAGE);
    if (isHttps || request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${aYear / 1000}`);
    }
  });
}
