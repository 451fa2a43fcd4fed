/** What people were told, in the portal: the list, and marking it read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Application } from '../application.ts';
import { notifications } from '../../contract/notifications.ts';
import { badRequest, unauthenticated } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { type CursorPosition, readCursor } from '../records/lists/cursor.ts';
import { requireOpenDoor } from '../records/change/open-door.ts';
import { countUnread, listNotifications, markRead } from './notifications.ts';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';

const usualRows = 20;

export function registerNotifications(server: FastifyInstance, application: Application): void {
  const accountOf = ({ visitor }: FastifyRequest): string => {
    if (visitor.account === null) throw unauthenticated();
    requireOpenDoor({ portal: application.portal(), visitor });
    return visitor.account;
  };
  mount(server, notifications, {
    'GET /notifications': async ({ query }, request, reply) => {
      const account = accountOf(request);
      reply.header('Cache-Control', 'no-store');
      const { limit = usualRows, cursor } = query;
      const page = { limit, after: cursor === undefined ? null : placeOf(application, cursor) };
      return listNotifications(application, { visitor: request.visitor, account, page });
    },
    'POST /notifications/read': async ({ body }, request, reply) => {
      const account = accountOf(request);
      reply.header('Cache-Control', 'no-store');
      await markRead(application.database, account, body.ids ?? null);
      return { unread: await countUnread(application.database, account) };
    },
  });
}

/** @throws HttpError 400 for a cursor that this server did not make */
function placeOf(application: Application, cursor: string): CursorPosition {
  const after = readCursor(application.secret('notifications'), cursor, 'notifications');
  if (after === null) throw badRequest('bad-cursor', message(requestMessages.cursorUnknown));
  return after;
}
