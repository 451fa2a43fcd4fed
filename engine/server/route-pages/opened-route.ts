/** The route of a page that asks for more than the portal's slice holds. */
import type { FastifyRequest } from 'fastify';
import type { Route } from '../../portal/model/route.ts';
import { decide } from '../../portal/routing/decide.ts';
import { addressOf } from '../../portal/routing/visitors.ts';
import { notFound } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import type { Application } from '../kernel/application.ts';

/**
 * @returns the route in the language of the request
 * @throws 404 if there is none, or if its page does not open for the visitor
 */
export function openedRoute(
  application: Application,
  request: FastifyRequest,
  { name, screen }: Pick<Route, 'name' | 'screen'>,
): Route {
  const portal = portalFor(application, request);
  const route = portal.routes.find((one) => one.name === name && one.screen === screen);
  if (route === undefined) throw notFound();
  const { visitor } = request;
  const decision = decide({ portal, visitor }, addressOf(route, visitor.department ?? ''));
  if (decision.outcome !== 'show' || decision.route !== route) throw notFound();
  return route;
}
