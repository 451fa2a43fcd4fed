/** The notifications of the caller: the list, and marking them read. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { requestMessages } from '../locales/requests.ts';
import type { Contract } from './endpoint.ts';
import { Body, Count, Flag, List, Moment, OrNull, Text } from './schema.ts';

const mostRows = 100;
/** Notifications on a page, if the query does not name a number. */
export const usualRows = 20;

const Notification = Type.Object({
  id: Type.String({ format: 'uuid' }),
  at: Moment,
  subject: Text,
  text: Type.String({ description: 'Plain text; paragraphs are divided by empty lines.' }),
  read: Flag,
  path: OrNull(Text, { description: 'The page of the record, if the reader may open one.' }),
});
export type WireNotification = Static<typeof Notification>;

const NotificationPage = Type.Object(
  {
    items: List(Notification),
    next: OrNull(Text, { description: 'Cursor of the next page.' }),
    unread: Count,
  },
  { description: 'One page, newest first, and the number of all unread notifications.' },
);
export type WireNotifications = Static<typeof NotificationPage>;

const tag = 'Notifications';

export const notifications = {
  'GET /notifications': {
    id: 'notifications',
    tag,
    summary: 'The notifications of the caller, the newest first.',
    access: 'session',
    isPrivate: true,
    query: Type.Object({
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: mostRows,
          default: usualRows,
          description: 'The maximum number.',
        }),
      ),
      cursor: Type.Optional(Type.String({ description: '`next` of the previous page.' })),
    }),
    messages: { limit: message(requestMessages.limitExpected, { least: 1, most: mostRows }) },
    answers: { 200: NotificationPage },
    refusals: [400, 403, 422],
  },
  'POST /notifications/read': {
    id: 'notifications.read',
    tag,
    summary: 'Mark the named notifications, or all, as read.',
    access: 'session',
    isForDeputies: true,
    body: Body({
      ids: Type.Optional(OrNull(List(Type.String({ format: 'uuid' }), { maxItems: 1000 }))),
    }),
    messages: { ids: message(requestMessages.idsExpected) },
    answers: { 200: Type.Object({ unread: Count }, { description: 'The number of unread notifications.' }) },
    refusals: [422],
  },
} as const satisfies Contract;
