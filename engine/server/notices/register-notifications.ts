/** What people were told, in the portal: the list, and marking it read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Application } from '../application.ts';
import { badRequest, unauthenticated, unprocessable } from '../http/errors.ts';
import { readCursor } from '../records/lists/cursor.ts';
import { requireOpenDoor } from '../records/change/open-door.ts';
import { countUnread, listNotifications, markRead, type PageRequest } from './notifications.ts';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';

const base = '/api/v1/notifications';
const MOST = 100;
const USUAL = 20;

type Query = { readonly Querystring: Readonly<Record<string, unknown>> };

export function registerNotifications(server: FastifyInstance, application: Application): void {
  const accountOf = ({ visitor }: FastifyRequest): string => {
    if (visitor.account === null) throw unauthenticated();
    requireOpenDoor({ portal: application.portal(), visitor });
    return visitor.account;
  };
  server.get<Query>(base, async (request, reply) => {
    const account = accountOf(request);
    reply.header('Cache-Control', 'no-store');
    const page = readPage(application, request.query);
    return listNotifications(application, { visitor: request.visitor, account, page });
  });
  server.post(`${base}/read`, async (request, reply) => {
    const account = accountOf(request);
    reply.header('Cache-Control', 'no-store');
    await markRead(application.database, account, idsOf(request.body));
    return { unread: await countUnread(application.database, account) };
  });
}

/** @throws HttpError 400 or 422 */
function readPage(application: Application, query: Readonly<Record<string, unknown>>): PageRequest {
  const { limit = String(USUAL), cursor } = query;
  const size = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  if (size < 1 || size > MOST)
    throw unprocessable({ limit: [message(requestMessages.limitExpected, { least: 1, most: MOST })] });
  if (cursor === undefined) return { limit: size, after: null };
  const after =
    typeof cursor === 'string'
      ? readCursor(application.secret('notifications'), cursor, 'notifications')
      : null;
  if (after === null) throw badRequest('bad-cursor', message(requestMessages.cursorUnknown));
  return { limit: size, after };
}

/** The ids that are named, or null: all. */
function idsOf(body: unknown): readonly string[] | null {
  if (body === undefined || body === null) return null;
  const ids: unknown = typeof body === 'object' && 'ids' in body ? body.ids : null;
  if (ids === null) return null;
  const isRight = Array.isArray(ids) && ids.length <= 1000 && ids.every(isId);
  if (!isRight) throw unprocessable({ ids: [message(requestMessages.idsExpected)] });
  return ids;
}

function isId(id: unknown): id is string {
  return typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
}
