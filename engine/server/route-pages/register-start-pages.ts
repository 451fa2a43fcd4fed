/** Answers start pages. The same answers cost the computation once: nothing about persons is read. */
import type { FastifyInstance } from 'fastify';
import { type WireNeeds, startPages } from '../../contract/start-pages.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Route } from '../../portal/model/route.ts';
import { startPageOf } from '../../portal/start/start-page.ts';
import { startNeeds } from '../../portal/start/start-needs.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import { openedRoute } from './opened-route.ts';

export function registerStartPages(server: FastifyInstance, application: Application): void {
  mount(server, startPages, {
    'GET /start-pages/:page': async ({ params: { page } }, request) => {
      const route = openedRoute(application, request, { name: page, screen: 'start' });
      return startPageOf(portalFor(application, request), route);
    },
    'GET /start-pages/:page/needs': async ({ params: { page }, query: { answers = '' } }, request) => {
      const route = openedRoute(application, request, { name: page, screen: 'start' });
      return needsOf(portalFor(application, request), route, answers);
    },
  });
}

const mostKept = 200;

/** Of each portal, in each language. */
const keptNeeds = onceForEach<Portal, Map<string, WireNeeds>>(() => new Map());

function needsOf(portal: Portal, route: Route, search: string): WireNeeds {
  const kept = keptNeeds(portal);
  const now = new Date();
  const today = localDate(now.getTime(), portal.timeZone);
  const key = JSON.stringify([route.name, today, search]);
  const needs = kept.get(key) ?? startNeeds(portal, route, { search, today, now: now.toISOString() });
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, needs);
  return needs;
}
