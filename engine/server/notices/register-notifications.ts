/** The routes of notifications in the portal: list them, and mark them as read. */
import type { FastifyInstance } from 'fastify';
import {
  notifications,
  usualRows,
  type WireNotification,
  type WireNotifications,
} from '../../contract/notifications.ts';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import type { Visitor } from '../../portal/model/department.ts';
import { pathOf } from '../../portal/routing/links.ts';
import type { Application } from '../kernel/application.ts';
import type { Queryable } from '../database/database.ts';
import { badRequest } from '../http/errors.ts';
import { announceChanges } from '../live/changes.ts';
import { mount } from '../http/mount.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { doorOf } from '../records/change/open-door.ts';
import { type CursorPosition, readCursor, writeCursor } from '../records/lists/cursor.ts';

export function registerNotifications(server: FastifyInstance, application: Application): void {
  mount(
    server,
    notifications,
    {
      'GET /notifications': async ({ query }, request, reply) => {
        const { id: account } = requireSession(request).account;
        reply.header('Cache-Control', 'no-store');
        const { limit = usualRows, cursor } = query;
        const page = { limit, after: cursor === undefined ? null : placeOf(application, cursor) };
        return listNotifications(application, { visitor: request.visitor, account, page });
      },
      'POST /notifications/read': async ({ body }, request, reply) => {
        const { id: account } = requireSession(request).account;
        reply.header('Cache-Control', 'no-store');
        await markRead(application.database, account, body.ids ?? null);
        announceChanges(application.database, { accounts: [account] });
        return { unread: await countUnread(application.database, account) };
      },
    },
    { mayAsk: doorOf(application) },
  );
}

/** @throws HttpError 400 for a cursor that this server did not sign */
function placeOf(application: Application, cursor: string): CursorPosition {
  const after = readCursor(application.secret('notifications'), cursor, 'notifications');
  if (after === null) throw badRequest('bad-cursor', message(requestMessages.cursorUnknown));
  return after;
}

interface PageRequest {
  readonly limit: number;
  readonly after: CursorPosition | null;
}

interface NotificationRow {
  readonly id: string;
  readonly at: Date;
  readonly subject: string;
  readonly body: string;
  readonly read: boolean;
  readonly type: string | null;
  readonly slug: string | null;
  readonly kind: string | null;
  readonly office: string | null;
  readonly ancestors: readonly { readonly type: string; readonly slug: string }[];
}

const reading = {
  name: 'notifications',
  text: `SELECT n.id, n.at, n.subject, n.body, n.read_at IS NOT NULL AS read, r.type, r.slug, r.kind, r.office,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('type', a.type, 'slug', a.slug)
         ORDER BY array_position(r.ancestors, a.id)), '[]') FROM records a WHERE a.id = ANY(r.ancestors)) AS ancestors
    FROM notifications n LEFT JOIN records r ON r.id = n.record
    WHERE n.account = $1 AND ($2::timestamptz IS NULL OR (n.at, n.id) < ($2::timestamptz, $3::uuid))
    ORDER BY n.at DESC, n.id DESC LIMIT $4`,
};

/** Newest first. */
async function listNotifications(
  application: Application,
  {
    visitor,
    account,
    page,
  }: { readonly visitor: Visitor; readonly account: string; readonly page: PageRequest },
): Promise<WireNotifications> {
  const { database } = application;
  const { limit, after } = page;
  const values = [account, after?.key ?? null, after?.id ?? null, limit + 1];
  const [rows, unread] = await Promise.all([
    database.query<NotificationRow>({ ...reading, values }),
    countUnread(database, account),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    rows.length > limit && last !== undefined
      ? writeCursor(application.secret('notifications'), {
          sort: 'notifications',
          key: last.at.toISOString(),
          id: last.id,
        })
      : null;
  return { items: shown.map((row) => toWire(application, visitor, row)), next, unread };
}

async function countUnread(client: Queryable, account: string): Promise<number> {
  const [row] = await client.query<{ count: number }>({
    name: 'unread-notifications',
    text: 'SELECT count(*) AS count FROM notifications WHERE account = $1 AND read_at IS NULL',
    values: [account],
  });
  return row?.count ?? 0;
}

/** @param ids of the account's own notifications; null: all */
async function markRead(client: Queryable, account: string, ids: readonly string[] | null): Promise<void> {
  await client.query(
    `UPDATE notifications SET read_at = now()
     WHERE account = $1 AND read_at IS NULL AND ($2::uuid[] IS NULL OR id = ANY($2::uuid[]))`,
    [account, ids],
  );
}

function toWire(application: Application, visitor: Visitor, row: NotificationRow): WireNotification {
  const { id, at, subject, body, read, type, slug, kind, office, ancestors } = row;
  const path =
    type === null || slug === null
      ? null
      : pathOf({ portal: application.portal(), visitor }, { type, slug, kind, office, ancestors });
  return { id, at: at.toISOString(), subject, text: body, read, path };
}
