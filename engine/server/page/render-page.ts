/** The one HTML page of the portal and the policy that it is sent with. */
import type { Portal } from '../../portal/model/portal.ts';
import { say } from '../../portal/language/say.ts';
import type { PageAssets } from './manifest.ts';
import { pageMessages } from '../../locales/page.ts';

export interface PageContent {
  readonly portal: Pick<Portal, 'title' | 'language' | 'theme' | 'words'>;
  readonly assets: PageAssets;
  readonly nonce: string;
  readonly csrfToken: string;
  readonly apiPrefix: string;
}

/** Nothing inline: the browser's part finds the nonce and the token in the head. */
export function renderPage({ portal, assets, nonce, csrfToken, apiPrefix }: PageContent): string {
  const lines = [
    '<!doctype html>',
    `<html lang="${escape(portal.language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta property="csp-nonce" nonce="${nonce}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escape(portal.title)}</title>`,
    `<meta name="theme-color" content="${escape(portal.theme.primary)}">`,
    '<meta name="color-scheme" content="light">',
    `<meta name="csrf-token" content="${escape(csrfToken)}">`,
    `<meta name="api" content="${escape(apiPrefix)}">`,
    '<link rel="icon" href="data:,">',
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${escape(href)}" nonce="${nonce}">`),
    ...assets.preloads.map((href) => `<link rel="modulepreload" href="${escape(href)}" nonce="${nonce}">`),
    ...assets.scripts.map((src) => `<script type="module" src="${escape(src)}" nonce="${nonce}"></script>`),
    '</head>',
    '<body>',
    '<div id="root"></div>',
    `<noscript>${escape(say(portal.words, pageMessages.scriptsNeeded))}</noscript>`,
    '</body>',
    '</html>',
  ];
  return `${lines.join('\n')}\n`;
}

/** Scripts from our own files only; style elements only with the nonce of this one answer. */
export function contentPolicy(nonce: string): string {
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

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
