/** Serves the built files, and the page for every other address that a browser opens. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchPath } from '../../portal/routing/match.ts';
import { notFound } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import type { Application } from '../kernel/application.ts';
import { registerPictures } from './pictures.ts';
import { registerIcon } from './portal-icon.ts';
import { chosenScheme } from './first-paint.ts';
import { loadPageAssets } from './page-assets.ts';
import { registerOffline } from './register-offline.ts';
import { contentPolicy, renderPage } from './render-page.ts';

export interface PageOptions {
  /** Folder of the built browser code. */
  readonly distDirectory: string;
  /** The CSRF token that this browser sends with every call. May set its cookie on the reply. */
  readonly csrfToken: (request: FastifyRequest, reply: FastifyReply) => string | Promise<string>;
}

/** Registered last: it answers addresses that no other route has. */
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
    setHeaders: (reply, path) => {
      if (isPdfWorker(path)) reply.header('content-security-policy', pdfWorkerPolicy);
    },
  });
  registerIcon(server, application);
  registerOffline(server, application, assets);
  registerPictures(server, application);
  server.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request, application.apiPrefix)) throw notFound();
    const nonce = randomBytes(18).toString('base64url');
    const portal = portalFor(application, request);
    const { apiPrefix } = application;
    const path = pathOf(request);
    const scheme = chosenScheme(request.cookies);
    const page = {
      portal,
      scheme,
      path,
      assets,
      nonce,
      apiPrefix,
      csrfToken: await csrfToken(request, reply),
    };
    reply
      .code(matchPath(application.portal(), path) === null ? 404 : 200)
      .header('content-security-policy', contentPolicy(page))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8');
    return sendCompressed(request, reply, renderPage(page));
  });
}

const compressions = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * The compression of other answers does not reach answers to unknown addresses. Nothing in the page comes from the
 * request, so its length gives away nothing of the token in it.
 */
async function sendCompressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  page: string,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  const encoding = negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip']);
  if (encoding === null) return reply.send(page);
  // The default takes ten times as long and saves little.
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const body = await compressions[encoding](page, encoding === 'br' ? quality : {});
  return reply.header('content-encoding', encoding).send(body);
}

/**
 * The page itself says that an address is none of the portal's, or that a record is not there: the same sentence for
 * one that does not exist and one that the visitor may not see. So the status of the answer depends on the address alone.
 */
function wantsPage(request: FastifyRequest, apiPrefix: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request);
  if (path.startsWith(`${apiPrefix}/`) || /^\/(api|assets)(\/|$)/.test(path)) return false;
  const accept = request.headers.accept ?? '*/*';
  if (accept.includes('text/html')) return true;
  // Icons and source maps that browsers and tools request automatically.
  const isFileName = /\.[a-z0-9]{2,5}$/i.test(path);
  return accept.includes('*/*') && !isFileName;
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

/** The worker that reads PDFs: `assets/pdfjs-<version>/` in vite.config.ts. */
function isPdfWorker(path: string): boolean {
  return /[\\/]pdfjs-[^\\/]+[\\/]pdf\.worker[^\\/]*$/.test(path);
}

/** A worker has the policy of its own answer: only this one may compile WebAssembly, which decodes scans. */
const pdfWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
