/** Messages between people and offices: threads, their messages, and to whom the caller may write. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { requestMessages } from '../locales/requests.ts';
import { threadMessages } from '../locales/threads.ts';
import { Photo } from './photos.ts';
import type { Contract } from './endpoint.ts';
import { Body, Count, Flag, List, Moment, OrNull, Text } from './schema.ts';

const mostRows = 100;
/** Threads on a page, if the query does not name a number. */
export const usualThreads = 20;
/** Messages of a thread in one answer. */
export const messagesAtOnce = 100;

const ThreadRecordLink = Type.Object({
  type: Text,
  slug: Text,
  title: Type.String({ description: 'Its number, or the title of its type.' }),
  path: OrNull(Text, { description: 'Its page, if the caller may open one.' }),
});

const Thread = Type.Object({
  slug: Text,
  subject: Text,
  with: Type.String({ description: 'The other side: an office, or a person.' }),
  record: OrNull(ThreadRecordLink),
  changed_at: Moment,
  unread: Flag,
});

const ThreadRow = Type.Object({
  ...Thread.properties,
  excerpt: Type.String({ description: 'The beginning of the newest message, or the names of its files.' }),
  own: Type.Boolean({ description: 'The caller’s side wrote the newest message.' }),
});
export type WireThreadRow = Static<typeof ThreadRow>;

const MessageFile = Type.Object({ id: Text, name: Text, type: Text, bytes: Type.Integer() });

const AttachmentRules = Type.Object({
  accepts: List(Text, { description: 'Extensions without the dot.' }),
  max_bytes: Count,
  most: Type.Integer({ description: 'The largest number of files of one message.' }),
});
export type WireAttachments = Static<typeof AttachmentRules>;
const attachments = OrNull(AttachmentRules, {
  description: 'The files that a message may carry; null: none.',
});

const ThreadMessage = Type.Object({
  number: Count,
  at: Moment,
  name: Type.String({ description: 'Who wrote it.' }),
  photo: Photo,
  office: OrNull(Text, { description: 'The office in whose name; null: a person wrote for themselves.' }),
  own: Type.Boolean({ description: 'The caller’s side wrote it.' }),
  text: Type.String({ description: 'Empty if the message consists of files.' }),
  files: List(MessageFile, { description: '`POST /files/{id}/link` opens one.' }),
});
export type WireThreadMessage = Static<typeof ThreadMessage>;

const WholeThread = Type.Object(
  {
    ...Thread.properties,
    attachments,
    messages: List(ThreadMessage),
    earlier: Type.Boolean({ description: 'There are older messages: ask with `before`.' }),
  },
  { description: 'The thread with its newest messages, oldest first.' },
);
export type WireThread = Static<typeof WholeThread>;

const ThreadPage = Type.Object(
  {
    writable: Type.Boolean({
      description: 'The caller may begin a thread, about the record that the query names.',
    }),
    items: List(ThreadRow),
    next: OrNull(Text, { description: 'Cursor of the next page.' }),
  },
  { description: 'One page, the last changed first.' },
);
export type WireThreads = Static<typeof ThreadPage>;

const Address = Type.Object({
  to: Type.String({ description: 'Names the recipient in a new thread.' }),
  title: Text,
  attachments,
});
export type WireThreadAddress = Static<typeof Address>;

const Unread = Type.Object({ unread: Count }, { description: 'The number of threads with unread messages.' });
const said = Type.String({ maxLength: 5000, description: 'Empty only beside files.' });
const files = Type.Optional(
  Type.Array(Text, {
    maxItems: 20,
    uniqueItems: true,
    description: 'Ids of files that the caller uploaded for it.',
  }),
);
const texts = { text: message(threadMessages.textExpected) };
const aboutRecord = Type.Optional(Type.String({ description: 'A record, as `type/slug`.' }));
const tag = 'Messages';

export const threads = {
  'GET /threads': {
    id: 'threads',
    tag,
    summary:
      'The threads of the caller or their office. Those about records only while the caller may read the record.',
    access: 'session',
    isPrivate: true,
    query: Type.Object({
      q: Type.Optional(
        Type.String({
          maxLength: 200,
          description:
            'Beginnings of words of the subject, the number of the record, the messages, and the names of the people.',
        }),
      ),
      record: aboutRecord,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mostRows, default: usualThreads })),
      cursor: Type.Optional(Type.String({ description: '`next` of the previous page.' })),
    }),
    messages: { limit: message(requestMessages.limitExpected, { least: 1, most: mostRows }) },
    answers: { 200: ThreadPage },
    refusals: [400, 403, 404, 422],
  },
  'GET /threads/unread': {
    id: 'threads.unread',
    tag,
    summary: 'The number of threads with unread messages.',
    access: 'session',
    isPrivate: true,
    answers: { 200: Unread },
    refusals: [403],
  },
  'GET /threads/addresses': {
    id: 'threads.addresses',
    tag,
    summary: 'To whom the caller may write, about a record or about none.',
    access: 'session',
    isPrivate: true,
    query: Type.Object({ record: aboutRecord }),
    answers: {
      200: Type.Object(
        { items: List(Address) },
        { description: 'The recipients; about a record, who has it now or next comes first.' },
      ),
    },
    refusals: [403, 404, 422],
  },
  'GET /threads/:slug': {
    id: 'thread',
    tag,
    summary: 'A thread with its messages.',
    access: 'session',
    isPrivate: true,
    params: { slug: 'The thread.' },
    query: Type.Object({
      before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only messages with lower numbers.' })),
    }),
    answers: { 200: WholeThread },
    refusals: [403, 404, 422],
  },
  'POST /threads': {
    id: 'thread.begin',
    tag,
    summary:
      'Write to somebody. Nobody can write more messages within an hour than the configuration allows.',
    access: 'session',
    headers: ['idempotency'],
    body: Body({
      to: Text,
      subject: Type.String({ pattern: '\\S', maxLength: 200 }),
      text: said,
      files,
      record: Type.Optional(OrNull(Text, { description: 'A record, as `type/slug`.' })),
    }),
    messages: { ...texts, subject: message(threadMessages.subjectExpected) },
    answers: { 201: Type.Object({ slug: Text }, { description: 'The new thread.' }) },
    refusals: [400, 403, 404, 409, 422, 429],
  },
  'POST /threads/:slug/messages': {
    id: 'thread.answer',
    tag,
    summary: 'Answer in a thread.',
    access: 'session',
    params: { slug: 'The thread.' },
    headers: ['idempotency'],
    body: Body({ text: said, files }),
    messages: texts,
    answers: { 201: Type.Object({ number: Count }, { description: 'The number of the message.' }) },
    refusals: [400, 403, 404, 409, 422, 429],
  },
  'POST /threads/:slug/read': {
    id: 'thread.read',
    tag,
    summary: 'Mark the messages up to this number as read, for the caller’s whole side.',
    access: 'session',
    isForDeputies: true,
    params: { slug: 'The thread.' },
    body: Body({ number: Count }),
    answers: { 200: Unread },
    refusals: [403, 404, 422],
  },
} as const satisfies Contract;
