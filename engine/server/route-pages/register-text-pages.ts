/** Answers what text pages say. */
import type { FastifyInstance } from 'fastify';
import { textPages } from '../../contract/text-pages.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import { openedRoute } from './opened-route.ts';

export function registerTextPages(server: FastifyInstance, application: Application): void {
  mount(server, textPages, {
    'GET /text-pages/:page': async ({ params: { page } }, request) => {
      const { sections } = openedRoute(application, request, { name: page, screen: 'text' });
      return { sections };
    },
  });
}
