/** Headers of every answer: security, the ETag of JSON answers, and compression. */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { picturesPath } from '../../portal/documents/seal-picture.ts';
import { aYear } from '../../portal/time/lengths.ts';
import type { Settings } from '../kernel/settings.ts';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
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

/** Must be registered before compression: the tag identifies the content, not its encoding. */
export function registerEtags(server: FastifyInstance, apiPrefix: string): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const isOurs = [apiPrefix, picturesPath].some((path) => request.url.startsWith(`${path}/`));
    if (!isOurs || !isTaggable(request, reply)) return payload;
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
    if (!reply.hasHeader('etag') && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      const digest = hash('sha1', payload, 'base64url');
      reply.header('etag', `W/"${digest}"`);
    }
    if (!isKnown(request.headers['if-none-match'], reply.getHeader('etag'))) return payload;
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return null;
  });
}

function isTaggable(request: FastifyRequest, reply: FastifyReply): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isStored = !/no-store/.test(String(reply.getHeader('cache-control') ?? ''));
  return isRead && reply.statusCode === 200 && isStored;
}

function isKnown(asked: string | undefined, tag: unknown): boolean {
  if (!asked || typeof tag !== 'string') return false;
  const bare = tag.replace(/^W\//, '');
  return asked.split(',').some((candidate) => ['*', bare].includes(candidate.trim().replace(/^W\//, '')));
}
