/** Seeing the portal as somebody else: the choice, the beginning, the end, and who has seen the caller's. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ONLOOKING_MINUTES, onlookers, REASON_LETTERS, seeing } from '../../contract/onlookers.ts';
import type { UserRecord } from '../../contract/sessions.ts';
import { message } from '../../locales/message.ts';
import { onlookerMessages } from '../../locales/onlookers.ts';
import { seenDepartments } from '../../portal/access/onlookers.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import type { UnreadCount } from '../accounts/user-record.ts';
import { readUserRecord } from '../accounts/user-record.ts';
import type { Transaction } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import { forbidden, notFound, unauthenticated, unprocessable } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import { announceChanges } from '../live/changes.ts';
import { doorOf } from '../records/change/open-door.ts';
import { bearerOf, requireSession } from '../sessions/register-sessions.ts';
import { findSession } from '../sessions/sessions.ts';
import { readUser } from '../users/user-calls.ts';
import { type ListedEvent, listUserEvents, userEventParts } from '../users/user-history.ts';
import { stateOf } from '../users/wire-user.ts';
import { endOnlooking } from './end-onlooking.ts';
import { beginOnlooking, findSeenAccount, findSeenAccounts, wireSeenAccount } from './seen-accounts.ts';

export function registerOnlookers(
  server: FastifyInstance,
  application: Application,
  unread: UnreadCount,
): void {
  const { database } = application;
  const userOf = async (request: FastifyRequest, token: string | null): Promise<UserRecord> => {
    const account = token === null ? null : await findSession(database, token);
    if (token === null || account === null) throw unauthenticated();
    return readUserRecord({ application, unread }, { token, account }, portalFor(application, request));
  };
  // Streams that were opened with the old token end now.
  const announceSession = ({ session }: FastifyRequest): void => {
    if (session !== null) announceChanges(database, { accounts: [session.account.id] });
  };
  mount(
    server,
    seeing,
    {
      'GET /seen-accounts': async ({ query: { q = '', department = null } }, request, reply) => {
        reply.header('cache-control', 'no-store');
        const scope = scopeOf(application, request);
        const reader = portalFor(application, request);
        const found = await findSeenAccounts(database, scope, { words: q, department });
        return {
          departments: seenDepartments(scope).map((key) => ({
            key,
            title: reader.departments[key]?.title ?? key,
          })),
          items: found.map((row) => wireSeenAccount(scope, reader, row)),
        };
      },
      'PUT /seen-account': async ({ body: { membership, reason } }, request, reply) => {
        reply.header('cache-control', 'no-store');
        if (reason.replaceAll(/\s/g, '').length < REASON_LETTERS)
          throw unprocessable({ reason: [message(onlookerMessages.reasonMissing)] });
        const scope = scopeOf(application, request);
        const { token } = requireSession(request);
        const next = await database.transaction(async (client) => {
          const seen = await findSeenAccount(client, scope, membership);
          if (seen === null) throw unprocessable({ membership: [message(onlookerMessages.accountUnknown)] });
          await client.query('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [seen.id]);
          await recordOnlooking(application, {
            client,
            request,
            scope,
            slug: seen.slug,
            reason: reason.trim(),
          });
          return beginOnlooking(client, token, seen);
        });
        announceSession(request);
        return userOf(request, next);
      },
    },
    { mayAsk: (request) => requireOnlooker(application, request) },
  );
  const { 'DELETE /seen-account': end, 'GET /onlookers': visits } = onlookers;
  mount(
    server,
    { 'DELETE /seen-account': end, 'GET /onlookers': visits },
    {
      'DELETE /seen-account': async (_input, request, reply) => {
        reply.header('cache-control', 'no-store');
        const token = bearerOf(request);
        const next = token === null ? null : await endOnlooking(application, request, token);
        // Another tab has ended it before, or it saw nobody.
        if (next === null) return userOf(request, token);
        announceSession(request);
        return userOf(request, next);
      },
      'GET /onlookers': async (_input, request, reply) => {
        reply.header('cache-control', 'no-store');
        doorOf(application)(request);
        const scope = scopeOf(application, request);
        const { account } = requireSession(request);
        const user = await readUser({ application, request, client: database }, scope, account.slug);
        const events = user === null ? [] : await listUserEvents(database, user);
        const { departments } = portalFor(application, request);
        return {
          items: visitsOf(events)
            .map(({ at, who, department, reason, until }) => ({
              at,
              until,
              name: who,
              department: departments[department ?? '']?.title ?? null,
              reason: reason ?? '',
            }))
            .toReversed(),
        };
      },
    },
  );
}

/** Each with its end: that of the newest visit of this person, or the limit at the latest. */
function visitsOf(events: readonly ListedEvent[]) {
  const ends = new Map<ListedEvent, string>();
  const begun = events.filter(({ what }) => what === 'seen-as');
  for (const { what, account, at } of events) {
    if (what !== 'seen-as-ended') continue;
    const visit = begun.findLast((one) => one.account === account && one.at <= at && !ends.has(one));
    if (visit !== undefined) ends.set(visit, at);
  }
  return begun.map((visit) => {
    const limit = new Date(Date.parse(visit.at) + ONLOOKING_MINUTES * 60_000).toISOString();
    const end = ends.get(visit) ?? limit;
    return { ...visit, until: end < limit ? end : limit };
  });
}

/** @throws HttpError 404 for everybody whom the configuration does not name */
function requireOnlooker(application: Application, request: FastifyRequest): void {
  doorOf(application)(request);
  const scope = scopeOf(application, request);
  // Nobody looks on through the eyes of somebody who may look on.
  if (scope.visitor.seenBy !== undefined || seenDepartments(scope).length === 0) throw notFound();
}

function scopeOf(application: Application, { visitor }: FastifyRequest): Scope {
  return { portal: application.portal(), visitor };
}

interface OnlookingStart {
  readonly client: Transaction;
  readonly request: FastifyRequest;
  readonly scope: Scope;
  /** Of the account, which the transaction has locked. */
  readonly slug: string;
  readonly reason: string;
}

/** @throws HttpError 403 if the portal keeps no history of accounts: what cannot be recorded does not happen */
async function recordOnlooking(
  application: Application,
  { client, request, scope, slug, reason }: OnlookingStart,
): Promise<void> {
  const user = await readUser({ application, request, client }, scope, slug);
  if (user === null) throw forbidden();
  const state = stateOf(user.account);
  await runParts(client, userEventParts(application, user, { what: 'seen-as', state, reason }));
}
