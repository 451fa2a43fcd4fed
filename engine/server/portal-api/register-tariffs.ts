/** The route of tariffs: `GET fees/{name}`, for visitors who may open a page that shows the schedule. */
import type { Scope } from '../../portal/conditions/scope.ts';
import type { FastifyInstance } from 'fastify';
import { decide } from '../../portal/routing/decide.ts';
import { addressOf } from '../../portal/routing/visitors.ts';
import { tariffOf } from '../../portal/fees/tariff.ts';
import type { Application } from '../kernel/application.ts';
import { notFound } from '../http/errors.ts';
import { tariffs } from '../../contract/reports.ts';
import { mount } from '../http/mount.ts';
import { portalFor } from '../http/language.ts';

export function registerTariffs(server: FastifyInstance, application: Application): void {
  mount(server, tariffs, {
    'GET /fees/:name': async ({ params: { name } }, request) => {
      const { fees } = application.portal();
      const isThere =
        Object.hasOwn(fees, name) &&
        isShown({ portal: application.portal(), visitor: request.visitor }, name);
      const reader = portalFor(application, request);
      const schedule = isThere ? reader.fees[name] : undefined;
      if (schedule === undefined) throw notFound();
      return tariffOf(reader, schedule);
    },
  });
}

function isShown(scope: Scope, name: string): boolean {
  const { portal, visitor } = scope;
  return portal.routes.some((route) => {
    if (!route.fees.includes(name)) return false;
    const decision = decide(scope, addressOf(route, visitor.department ?? ''));
    return decision.outcome === 'show' && decision.route === route;
  });
}
