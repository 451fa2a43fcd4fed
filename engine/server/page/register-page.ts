/** Serves the built files, and the page for every other address that a browser opens. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../application.ts';
import { notFound } from '../http/errors.ts';
import { portalFor } from '../languages/register-languages.ts';
import { loadPageAssets } from './manifest.ts';
import { contentPolicy, renderPage } from './render-page.ts';

export interface PageOptions {
  /** Where the build put the browser's part. */
  readonly distDirectory: string;
  /** The token that this browser sends back with every call; may set its cookie on the reply. */
  readonly csrfToken: (request: FastifyRequest, reply: FastifyReply) => string | Promise<string>;
}

/** Registered last: it answers what no other part of the server has a route for. */
export async function registerPage(
  server: FastifyInstance,
  application: Application,
  { distDirectory, csrfToken }: PageOptions,
): Promise<void> {
  const assets = await loadPageAssets(distDirectory);
  if (assets.scripts.length === 0)
    server.log.warn('Nothing is built: the page stays empty. Run npm run build.');
  await server.register(fastifyStatic, {
    root: join(distDirectory, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  });
  server.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request, application.apiPrefix)) throw notFound();
    const nonce = randomBytes(18).toString('base64url');
    const portal = portalFor(application, request);
    const { apiPrefix } = application;
    const page = { portal, assets, nonce, apiPrefix, csrfToken: await csrfToken(request, reply) };
    return reply
      .code(200)
      .header('content-security-policy', contentPolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderPage(page));
  });
}

/** Whether the address is a page of the portal is decided in the browser; here only what cannot be one is kept out. */
function wantsPage(request: FastifyRequest, apiPrefix: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '';
  if (path.startsWith(`${apiPrefix}/`) || /^\/(api|assets)(\/|$)/.test(path)) return false;
  const accept = request.headers.accept ?? '*/*';
  if (accept.includes('text/html')) return true;
  // Icons and maps that a browser or a tool asks for by itself.
  const isFileName = /\.[a-z0-9]{2,5}$/i.test(path);
  return accept.includes('*/*') && !isFileName;
}
