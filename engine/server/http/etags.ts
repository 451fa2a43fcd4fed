/** Adds an ETag to every JSON answer to a GET, and answers 304 if the client has it already. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Must be registered before compression: the tag identifies the content, not its encoding. */
export function registerEtags(server: FastifyInstance, apiPrefix: string): void {
  server.addHook('onSend', async (request, reply, payload) => {
    if (!request.url.startsWith(`${apiPrefix}/`) || !isTaggable(request, reply)) return payload;
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
    if (!reply.hasHeader('etag') && typeof payload === 'string') {
      const digest = createHash('sha1').update(payload).digest('base64url');
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
