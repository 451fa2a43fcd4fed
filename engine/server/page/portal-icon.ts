/** The icon of the portal in tabs and on home screens, and the manifest with which browsers install it. */
import type { FastifyInstance } from 'fastify';
import type { Picture } from '../../portal/model/document.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { escapeHtml } from '../../portal/text/html.ts';
import { sealLetter } from '../../portal/text/seal.ts';
import { portalFor } from '../http/language.ts';
import type { Application } from '../kernel/application.ts';

const iconAddress = '/assets/icon.svg';

/** Below /assets, which no other page can have. */
export const manifestAddress = '/assets/portal.webmanifest';

type PortalIdentity = Pick<Portal, 'title' | 'theme' | 'seal' | 'pictures'>;

export function registerIcon(server: FastifyInstance, application: Application): void {
  server.get(iconAddress, async (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'no-cache').send(iconOf(application.portal())),
  );
  server.get(manifestAddress, async (request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestOf(portalFor(application, request)))),
  );
}

/** For the head of the page: a letter needs no request of its own. */
export function iconHref(portal: PortalIdentity): string {
  return pictureOf(portal) === null
    ? `data:image/svg+xml,${encodeURIComponent(iconOf(portal))}`
    : iconAddress;
}

function pictureOf({ seal, pictures }: PortalIdentity): Picture | null {
  return seal === null ? null : (pictures[seal] ?? null);
}

/** The seal on a ground that fills the square, so that a home screen may cut its corners. */
function iconOf(portal: PortalIdentity): string {
  const { title, theme } = portal;
  const picture = pictureOf(portal);
  if (picture !== null)
    return [
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
      '<rect width="64" height="64" fill="#fff"/>',
      `<image x="6" y="6" width="52" height="52" href="data:${picture.type};base64,${picture.content}"/></svg>`,
    ].join('');
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<rect width="64" height="64" fill="${escapeHtml(theme.primary)}"/>`,
    `<circle cx="32" cy="32" r="24" fill="none" stroke="${escapeHtml(theme.accent)}" stroke-width="3"/>`,
    '<text x="32" y="42" text-anchor="middle" fill="#fff" font-family="system-ui,sans-serif" font-weight="700" font-size="28">',
    `${escapeHtml(sealLetter(title))}</text></svg>`,
  ].join('');
}

function manifestOf({ title, theme, language }: PortalIdentity & Pick<Portal, 'language'>): object {
  const icon = { src: iconAddress, type: 'image/svg+xml', sizes: 'any' };
  return {
    id: '/',
    name: title,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: theme.primary,
    background_color: '#ffffff',
    icons: [
      { ...icon, purpose: 'any' },
      { ...icon, purpose: 'maskable' },
    ],
  };
}
