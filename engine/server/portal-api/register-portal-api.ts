/**
 * The routes for the browser's start: the caller's slice of the portal, decisions over all of it, lookups and tariffs.
 */
import type { FastifyInstance } from 'fastify';
import { publicLookups } from '../../contract/lookups.ts';
import { portal as portalEndpoints } from '../../contract/portal.ts';
import { tariffs } from '../../contract/reports.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import { tariffOf } from '../../portal/fees/tariff.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { decide, toWireDecision } from '../../portal/routing/decide.ts';
import { addressOf } from '../../portal/routing/visitors.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import { publicRows } from '../../portal/wire/form-lookups.ts';
import { slicePortal } from '../../portal/wire/slice-portal.ts';
import type { PortalSlice } from '../../portal/wire/slice.ts';
import { notFound } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import { otherMembership } from './other-membership.ts';

export function registerPortalApi(server: FastifyInstance, application: Application): void {
  const sliceOf = createSlices();
  // Sent with every answer, so that the browser notices an edited configuration.
  server.addHook('onSend', async (_request, reply) => {
    reply.header('x-portal-hash', application.portal().hash);
  });
  mount(
    server,
    { ...portalEndpoints, ...publicLookups },
    {
      'GET /portal': async (_input, request, reply) => {
        reply.header('Vary', 'Cookie, Accept-Language, Authorization');
        // The same for everybody who is not signed in.
        if (!request.visitor.signedIn) reply.header('cache-control', 'public, no-cache');
        return sliceOf({ portal: portalFor(application, request), visitor: request.visitor });
      },
      'GET /portal/hash': async () => ({ hash: application.portal().hash }),
      'GET /decision': async ({ query: { path } }, request, reply) => {
        reply.header('cache-control', 'no-store');
        const portal = portalFor(application, request);
        const decision = decide({ portal, visitor: request.visitor }, path);
        const answer = toWireDecision(decision);
        if (answer.outcome === 'show' || answer.message !== undefined) return answer;
        const message = await otherMembership(application, request, { reader: portal, path });
        return message === null ? answer : { ...answer, message };
      },
      'GET /:lookup': async ({ params }, request) => {
        const rows = publicRows(portalFor(application, request), params.lookup);
        if (rows === null) throw notFound();
        return rows;
      },
    },
  );
}

/** All visitors with the same department, flags and unit share one slice all day. The cache ends with the portal. */
function createSlices(): (scope: Scope) => PortalSlice {
  const slicesOf = onceForEach<Portal, Map<string, PortalSlice>>(() => new Map());
  return (scope) => {
    const { portal, visitor } = scope;
    const own = slicesOf(portal);
    const today = localDate(Date.now(), portal.timeZone);
    const key = JSON.stringify([today, visitor.department, visitor.unit !== null, visitor.flags]);
    const slice = own.get(key) ?? slicePortal(scope);
    if (own.size >= 1_000) own.clear();
    own.set(key, slice);
    return slice;
  };
}

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
