/** The page as HTML, and its content security policy. */
import { pageMessages } from '../../locales/page.ts';
import { say } from '../../portal/language/say.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { escapeHtml } from '../../portal/text/html.ts';
import { fill } from '../../portal/routing/decide.ts';
import { matchPath } from '../../portal/routing/match.ts';
import type { ColorScheme } from '../../portal/theme/tokens.ts';
import { firstPaint, firstStyles, frameOf, tokenStyles } from './first-paint.ts';
import { type PageAssets, workerAddress } from './page-assets.ts';
import { iconHref, manifestAddress } from './portal-icon.ts';

export interface PageContent {
  readonly portal: Portal;
  /** Null: the one of the device. */
  readonly scheme: ColorScheme | null;
  /** The path that the browser opens; null: the page is for any path. */
  readonly path: string | null;
  readonly assets: PageAssets;
  readonly nonce: string;
  /** Null: the browser asks for one. */
  readonly csrfToken: string | null;
  readonly apiPrefix: string;
}

/**
 * The only script inline is the same for everybody, so that the policy names it by its hash. The browser code reads the
 * nonce and the token from the head.
 */
export function renderPage({
  portal,
  scheme,
  path,
  assets,
  nonce,
  csrfToken,
  apiPrefix,
}: PageContent): string {
  const frame = path === null ? 'own' : frameOf(portal, path);
  const later = frame === 'sign-in' ? { scripts: [], styles: [] } : assets.frame;
  const ofScreen =
    frame === 'sign-in' ? [] : path === null ? assets.rooms : screenScripts(assets, portal, path);
  // Nobody is known on the sign-in page, and it is the lightest.
  const earlyReads = frame === 'sign-in' || assets.earlyReads === null ? [] : [assets.earlyReads];
  const tokens = tokenStyles(portal.theme);
  const lines = [
    '<!doctype html>',
    `<html lang="${escapeHtml(portal.language)}"${scheme === null ? '' : ` data-mantine-color-scheme="${scheme}"`}>`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta property="csp-nonce" nonce="${nonce}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(portal.title)}</title>`,
    `<meta name="theme-color" content="${escapeHtml(portal.theme.primary)}">`,
    `<meta name="color-scheme" content="${scheme ?? 'light dark'}">`,
    ...(csrfToken === null ? [] : [`<meta name="csrf-token" content="${escapeHtml(csrfToken)}">`]),
    ...(hasWorker({ portal, assets }) ? [`<meta name="service-worker" content="${workerAddress}">`] : []),
    `<meta name="api" content="${escapeHtml(apiPrefix)}">`,
    ...earlyReads.map(({ text }) => `<script type="module" async>${text}</script>`),
    `<link rel="icon" type="image/svg+xml" href="${escapeHtml(iconHref(portal))}">`,
    `<link rel="manifest" href="${manifestAddress}">`,
    `<style nonce="${nonce}">${firstStyles(portal.theme, scheme)}</style>`,
    ...assets.styles.flatMap(({ address, text }) => [
      `<style nonce="${nonce}">${text}</style>`,
      // Files that need this style find it here and do not load it again; a browser ignores the type.
      `<link rel="stylesheet" type="text/x-in-page" href="${escapeHtml(address)}">`,
    ]),
    ...(tokens === '' ? [] : [`<style nonce="${nonce}">${tokens}</style>`]),
    ...later.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}" nonce="${nonce}">`),
    ...[...assets.preloads, ...later.scripts, ...ofScreen].map(
      (href) => `<link rel="modulepreload" href="${escapeHtml(href)}" nonce="${nonce}">`,
    ),
    ...assets.scripts.map(
      (src) => `<script type="module" src="${escapeHtml(src)}" nonce="${nonce}"></script>`,
    ),
    '</head>',
    '<body>',
    firstPaint(portal, frame),
    '<div id="root"></div>',
    `<noscript>${escapeHtml(say(portal.words, pageMessages.scriptsNeeded))}</noscript>`,
    '</body>',
    '</html>',
  ];
  return `${lines.join('\n')}\n`;
}

/** Whoever may not open the page sees another one: then these load for nothing. */
function screenScripts(assets: PageAssets, portal: Portal, path: string): readonly string[] {
  const match = matchPath(portal, path);
  if (match === null) return [];
  const { route, params } = match;
  // A redirect leads to no other one.
  const shown = route.redirect === null ? route : matchPath(portal, fill(route.redirect, params))?.route;
  return assets.screens[shown?.screen ?? ''] ?? [];
}

/** Do its pages open without a connection? */
export function hasWorker({ portal, assets }: Pick<PageContent, 'portal' | 'assets'>): boolean {
  return portal.offline && assets.worker !== null;
}

/** Scripts only from our own files; style elements only with the nonce of this answer; pictures also from the map server; the styles contain a font. */
export function contentPolicy({
  portal,
  nonce,
  assets,
}: Pick<PageContent, 'portal' | 'nonce' | 'assets'>): string {
  const { earlyReads } = assets;
  const tiles = portal.map === null ? '' : ` ${new URL(portal.map.tiles).origin}`;
  return [
    "default-src 'none'",
    `script-src 'self'${earlyReads === null ? '' : ` ${earlyReads.source}`}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${tiles}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "font-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}
