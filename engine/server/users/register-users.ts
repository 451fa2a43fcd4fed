/** The routes for the accounts that an office manages. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { managedAccounts } from '../../contract/accounts.ts';
import { forbidden } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import { etagOf, readIfMatch } from '../http/required-headers.ts';
import { doorOf } from '../records/change/open-door.ts';
import type { HttpAnswer } from '../records/read/answer.ts';
import type { RecordDesk } from '../records/rows/record-desk.ts';
import { answerOnce } from '../records/store/idempotency.ts';
import { addMembership, changeDetails, endMembership } from './change-memberships.ts';
import {
  endUserSessions,
  resetUserSecondStep,
  restoreUser,
  sendUserLink,
  suspendUser,
  unlinkUserIdentities,
  type UserChangeCall,
} from './change-user.ts';
import { inviteUser } from './invite-user.ts';
import { openUser } from './user-calls.ts';
import { listUserEvents } from './user-history.ts';
import { wirePlaces, wireUser } from './wire-user.ts';

export function registerUsers(server: FastifyInstance, desk: RecordDesk): void {
  const { application } = desk;
  const { database } = application;
  const change = (
    slug: string,
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    work: (call: UserChangeCall) => Promise<HttpAnswer>,
  ): Promise<FastifyReply> => {
    reply.header('Cache-Control', 'no-store');
    return answerOnce(application, { request, reply }, (idempotencyKey) =>
      work({ request, slug, version: readIfMatch(request), idempotencyKey }),
    );
  };
  mount(
    server,
    managedAccounts,
    {
      'GET /accounts/places': async (_input, request, reply) => {
        reply.header('Cache-Control', 'no-store');
        const scope = { portal: application.portal(), visitor: request.visitor };
        return { places: wirePlaces(scope, portalFor(application, request)) };
      },
      'GET /accounts/:slug': async ({ params }, request, reply) => {
        const user = await openUser(application, request, params.slug);
        reply.headers({ ETag: etagOf(user.account.version), 'Cache-Control': 'no-store' });
        return wireUser(application, database, user);
      },
      'GET /accounts/:slug/events': async ({ params }, request, reply) => {
        const user = await openUser(application, request, params.slug);
        if (!user.isEditable && !user.isOwn) throw forbidden();
        reply.header('Cache-Control', 'no-store');
        const events = await listUserEvents(database, user);
        return events.map(({ account: _account, ...event }) => event);
      },
      'POST /accounts': async ({ body }, request, reply) =>
        answerOnce(application, { request, reply }, (idempotencyKey) =>
          inviteUser(application, desk.accounts, { request, wish: body, idempotencyKey }),
        ),
      'PATCH /accounts/:slug': async ({ params, body }, request, reply) =>
        change(params.slug, { request, reply }, (call) => changeDetails(application, call, body)),
      'POST /accounts/:slug/memberships': async ({ params, body }, request, reply) =>
        change(params.slug, { request, reply }, (call) => addMembership(application, call, body)),
      'DELETE /accounts/:slug/memberships/:membership': async ({ params }, request, reply) =>
        change(params.slug, { request, reply }, (call) =>
          endMembership(application, call, params.membership),
        ),
      'POST /accounts/:slug/suspend': async ({ params, body }, request, reply) =>
        change(params.slug, { request, reply }, (call) => suspendUser(application, call, body.reason)),
      'POST /accounts/:slug/restore': async ({ params }, request, reply) =>
        change(params.slug, { request, reply }, (call) => restoreUser(application, call)),
      'POST /accounts/:slug/end-sessions': async ({ params }, request, reply) =>
        change(params.slug, { request, reply }, (call) => endUserSessions(application, call)),
      'POST /accounts/:slug/reset-second-step': async ({ params }, request, reply) =>
        change(params.slug, { request, reply }, (call) => resetUserSecondStep(application, call)),
      'POST /accounts/:slug/unlink-identities': async ({ params }, request, reply) =>
        change(params.slug, { request, reply }, (call) => unlinkUserIdentities(application, call)),
      'POST /accounts/:slug/send-link': async ({ params }, request, reply) =>
        change(params.slug, { request, reply }, (call) => sendUserLink(application, call)),
    },
    { mayAsk: doorOf(application) },
  );
}
