/** Answers start pages. The same answers cost the computation once: nothing about persons is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type WireNeeds, startPages } from '../../contract/start-pages.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Route } from '../../portal/model/route.ts';
import { decide } from '../../portal/routing/decide.ts';
import { addressOf } from '../../portal/routing/visitors.ts';
import { startPageOf } from '../../portal/start/start-page.ts';
import { startNeeds } from '../../portal/start/start-needs.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import { notFound } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';

export function registerStartPages(server: FastifyInstance, application: Application): void {
  mount(server, startPages, {
    'GET /start-pages/:page': async ({ params: { page } }, request) => {
      const route = openedRoute(application, request, page);
      return startPageOf(portalFor(application, request), route);
    },
    'GET /start-pages/:page/needs': async ({ params: { page }, query: { answers = '' } }, request) => {
      const route = openedRoute(application, request, page);
      return needsOf(portalFor(application, request), route, answers);
    },
  });
}

function openedRoute(application: Application, { visitor }: FastifyRequest, name: string): Route {
  const portal = application.portal();
  const route = portal.routes.find((one) => one.name === name && one.start !== null);
  if (route === undefined) throw notFound();
  const decision = decide({ portal, visitor }, addressOf(route, visitor.department ?? ''));
  if (decision.outcome !== 'show' || decision.route !== route) throw notFound();
  return route;
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
