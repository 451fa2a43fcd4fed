/** Describes the calls for notifications, and for links that take a step without sign-in. */
import { inPath, inQuery, json, object, reading, writing, type Paths } from './operation.ts';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const textOrNull = { type: ['string', 'null'] };
const tag = 'Notifications';

const notification = object({
  id: { type: 'string', format: 'uuid' },
  at: { type: 'string', format: 'date-time' },
  subject: text,
  text,
  read: { type: 'boolean' },
  path: { ...textOrNull, description: 'The page of the record that its reader may open.' },
});

const link = object({
  state: { enum: ['open', 'used', 'over'], description: 'used: the step was taken; over: it is too late.' },
  title: { ...text, description: 'What the step is called.' },
  about: { ...text, description: 'What kind of record it is a step of.' },
});

export const notificationPaths: Paths = {
  '/notifications': {
    get: reading({
      id: 'notifications',
      tag,
      summary: 'What the caller was told, the newest first.',
      parameters: [
        inQuery('limit', 'How many at most, 20 where it is left out.', {
          type: 'integer',
          minimum: 1,
          maximum: 100,
        }),
        inQuery('cursor', '`next` of the page before.'),
      ],
      answer: {
        status: 200,
        description: 'A page, and how many of all are unread.',
        schema: object({ items: { type: 'array', items: notification }, next: textOrNull, unread: count }),
      },
      errors: [400, 403, 422],
    }),
  },
  '/notifications/read': {
    post: writing({
      id: 'notifications.read',
      tag,
      summary: 'Mark notifications read: those that are named, or all.',
      body: json(object({ ids: { type: 'array', items: { type: 'string', format: 'uuid' } } }, [])),
      answer: {
        status: 200,
        description: 'How many are unread now.',
        schema: object({ unread: count }),
      },
      errors: [422],
    }),
  },
  '/links/{token}': {
    get: reading({
      id: 'link',
      tag,
      summary: 'What a link that was sent is for. Reading does not use it up.',
      security: 'none',
      parameters: [inPath('token', 'The last part of the address in the mail.')],
      answer: { status: 200, description: 'The link.', schema: link },
      errors: [404],
    }),
    post: writing({
      id: 'link.take',
      tag,
      summary: 'Take the step that the link is for, once, without signing in.',
      security: 'none',
      parameters: [inPath('token', 'The last part of the address in the mail.')],
      answer: { status: 200, description: 'The step was taken.', schema: link },
      errors: [404, 409],
    }),
  },
};
