/** Serves the built files, and the page for every other address that a browser opens. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageMessages } from '../../locales/page.ts';
import { say } from '../../portal/language/say.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { escapeHtml } from '../../portal/text/html.ts';
import { notFound } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import type { Application } from '../kernel/application.ts';

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

/**
 * The browser decides whether the address is a page of the portal. Only addresses that cannot be one are refused
 * here.
 */
function wantsPage(request: FastifyRequest, apiPrefix: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '';
  if (path.startsWith(`${apiPrefix}/`) || /^\/(api|assets)(\/|$)/.test(path)) return false;
  const accept = request.headers.accept ?? '*/*';
  if (accept.includes('text/html')) return true;
  // Icons and source maps that browsers and tools request automatically.
  const isFileName = /\.[a-z0-9]{2,5}$/i.test(path);
  return accept.includes('*/*') && !isFileName;
}

interface PageContent {
  readonly portal: Pick<Portal, 'title' | 'language' | 'theme' | 'words'>;
  readonly assets: PageAssets;
  readonly nonce: string;
  readonly csrfToken: string;
  readonly apiPrefix: string;
}

/** Nothing inline: the browser code reads the nonce and the token from the head. */
function renderPage({ portal, assets, nonce, csrfToken, apiPrefix }: PageContent): string {
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
    '<link rel="icon" href="data:,">',
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}" nonce="${nonce}">`),
    ...assets.preloads.map(
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

/** Scripts only from our own files; style elements only with the nonce of this answer. */
function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

export interface PageAssets {
  /** Addresses from the root of the site. */
  readonly scripts: readonly string[];
  readonly preloads: readonly string[];
  readonly styles: readonly string[];
}

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** Empty lists if there is no build. */
async function loadPageAssets(distDirectory: string): Promise<PageAssets> {
  const text = await readFile(join(distDirectory, '.vite', 'manifest.json'), 'utf8').catch(() => '{}');
  return collectAssets(JSON.parse(text) as Manifest);
}

/** Static imports of the entry are preloaded, dynamic ones are not. */
export function collectAssets(manifest: Manifest): PageAssets {
  const entries = Object.entries(manifest).filter(([, chunk]) => chunk.isEntry);
  const seen = new Set<string>();
  // Imports come first, because the entry's styles override theirs.
  const needed: string[] = [];
  const follow = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) follow(next);
    needed.push(key);
  };
  for (const [key] of entries) follow(key);
  const chunks = needed.flatMap((key) => manifest[key] ?? []);
  return {
    scripts: addresses(entries.map(([, chunk]) => chunk.file)),
    preloads: addresses(chunks.filter((chunk) => !chunk.isEntry).map((chunk) => chunk.file)),
    styles: addresses(chunks.flatMap((chunk) => chunk.css ?? [])),
  };
}

function addresses(files: readonly string[]): readonly string[] {
  return [...new Set(files)].map((file) => `/${file}`);
}
