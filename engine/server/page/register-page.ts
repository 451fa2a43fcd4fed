/** Serves the built files, and the page for every other address that a browser opens. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageMessages } from '../../locales/page.ts';
import { say } from '../../portal/language/say.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { escapeHtml } from '../../portal/text/html.ts';
import { notFound } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import type { Application } from '../kernel/application.ts';
import { registerPictures } from './pictures.ts';
import { inlineIcon, manifestAddress, registerIcon } from './portal-icon.ts';
import { loadPageAssets, type PageAssets } from './page-assets.ts';

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
  registerPictures(server, application);
  server.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request, application.apiPrefix)) throw notFound();
    const nonce = randomBytes(18).toString('base64url');
    const portal = portalFor(application, request);
    const { apiPrefix } = application;
    const path = pathOf(request);
    const page = { portal, path, assets, nonce, apiPrefix, csrfToken: await csrfToken(request, reply) };
    reply
      .code(200)
      .header('content-security-policy', contentPolicy(nonce))
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
 * The browser decides whether the address is a page of the portal. Only addresses that cannot be one are refused
 * here.
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

interface PageContent {
  readonly portal: Pick<Portal, 'title' | 'language' | 'theme' | 'words' | 'routes' | 'login'>;
  /** The path that the browser opens. */
  readonly path: string;
  readonly assets: PageAssets;
  readonly nonce: string;
  readonly csrfToken: string;
  readonly apiPrefix: string;
}

/** No script inline: the browser code reads the nonce and the token from the head. */
function renderPage({ portal, path, assets, nonce, csrfToken, apiPrefix }: PageContent): string {
  const frame = isSignIn(portal, path) ? { scripts: [], styles: [] } : assets.frame;
  const lines = [
    '<!doctype html>',
    `<html lang="${escapeHtml(portal.language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta property="csp-nonce" nonce="${nonce}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(portal.title)}</title>`,
    `<meta name="theme-color" content="${escapeHtml(portal.theme.primary)}">`,
    '<meta name="color-scheme" content="light">',
    `<meta name="csrf-token" content="${escapeHtml(csrfToken)}">`,
    `<meta name="api" content="${escapeHtml(apiPrefix)}">`,
    `<link rel="icon" type="image/svg+xml" href="${escapeHtml(inlineIcon(portal))}">`,
    `<link rel="manifest" href="${manifestAddress}">`,
    ...assets.styles.flatMap(({ address, text }) => [
      `<style nonce="${nonce}">${text}</style>`,
      // Files that need this style find it here and do not load it again; a browser ignores the type.
      `<link rel="stylesheet" type="text/x-in-page" href="${escapeHtml(address)}">`,
    ]),
    ...frame.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}" nonce="${nonce}">`),
    ...[...assets.preloads, ...frame.scripts].map(
      (href) => `<link rel="modulepreload" href="${escapeHtml(href)}" nonce="${nonce}">`,
    ),
    ...assets.scripts.map(
      (src) => `<script type="module" src="${escapeHtml(src)}" nonce="${nonce}"></script>`,
    ),
    '</head>',
    '<body>',
    '<div id="root"></div>',
    `<noscript>${escapeHtml(say(portal.words, pageMessages.scriptsNeeded))}</noscript>`,
    '</body>',
    '</html>',
  ];
  return `${lines.join('\n')}\n`;
}

/** The first page of most people, which has no frame. */
function isSignIn({ routes, login }: PageContent['portal'], path: string): boolean {
  return path === '/' || routes.some((route) => route.name === login && route.path === path);
}

/** The worker that reads PDFs: `assets/pdfjs-<version>/` in vite.config.ts. */
function isPdfWorker(path: string): boolean {
  return /[\\/]pdfjs-[^\\/]+[\\/]pdf\.worker[^\\/]*$/.test(path);
}

/** A worker has the policy of its own answer: only this one may compile WebAssembly, which decodes scans. */
const pdfWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Scripts only from our own files; style elements only with the nonce of this answer. */
function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}
