/** Serves what opens the portal without a connection: the service worker, and the page that it keeps. */
import type { FastifyInstance } from 'fastify';
import { notFound } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import type { Application } from '../kernel/application.ts';
import { chosenScheme } from './first-paint.ts';
import { type PageAssets, workerAddress } from './page-assets.ts';
import { contentPolicy, hasWorker, renderPage } from './render-page.ts';

/** Below /assets, which no other page can have. */
const shellAddress = '/assets/shell.html';

/** The worker puts a nonce of its own in its place, each time that it answers with the page. */
const nonceBlank = '{nonce}';

export function registerOffline(server: FastifyInstance, application: Application, assets: PageAssets): void {
  server.get(workerAddress, async (_request, reply) => {
    if (!hasWorker({ portal: application.portal(), assets })) throw notFound();
    return reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': workerPolicy })
      .send(assets.worker);
  });
  // The same for everybody who reads this language: without a token, a nonce and a cookie.
  server.get(shellAddress, async (request, reply) => {
    const portal = portalFor(application, request);
    if (!hasWorker({ portal, assets })) throw notFound();
    const { apiPrefix } = application;
    const scheme = chosenScheme(request.cookies);
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-cache',
        vary: 'cookie, accept-language',
        'content-security-policy': contentPolicy({ portal, nonce: nonceBlank, assets }),
      })
      .send(
        renderPage({ portal, scheme, path: null, assets, nonce: nonceBlank, csrfToken: null, apiPrefix }),
      );
  });
}

/** It loads files of this site, and nothing else. */
const workerPolicy = "default-src 'none'; connect-src 'self'";
