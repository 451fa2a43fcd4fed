/** The routes of messages between people and offices. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  messagesAtOnce,
  threads,
  usualThreads,
  type WireAttachments,
  type WireThreadRow,
  type WireThreads,
} from '../../contract/threads.ts';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { attachmentsOf, threadAddresses } from '../../portal/access/threads.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { AttachmentRules, Visitor } from '../../portal/model/department.ts';
import type { RecordContext } from '../../portal/model/record.ts';
import { pathOf } from '../../portal/routing/links.ts';
import { outlookOf } from '../../portal/wire/outlook.ts';
import { photoLink } from '../account-pictures/photos.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import { doorOf } from '../records/change/open-door.ts';
import { readCursor, writeCursor } from '../records/lists/cursor.ts';
import { type RecordDesk, recordRequestOf, requestContextOf } from '../records/rows/record-desk.ts';
import { answerOnce } from '../records/store/idempotency.ts';
import {
  countUnreadThreads,
  readMessages,
  readThreads,
  sideTitle,
  type ThreadRow,
  type ThreadScope,
  wordsOf,
} from './thread-rows.ts';
import { attachmentsOfThread } from './attachments.ts';
import { nameOf, readThreadRecord } from './thread-record.ts';
import { answerThread, beginThread, markThreadRead } from './write-threads.ts';

type ReadScope = ThreadScope & { readonly reader: Portal };

export function registerThreads(server: FastifyInstance, desk: RecordDesk): void {
  const { application } = desk;
  const { database } = application;
  const scopeOf = (request: FastifyRequest): ReadScope => requestContextOf(recordRequestOf(desk, request));
  const open = async (scope: ReadScope, slug: string): Promise<ThreadRow> => {
    const [thread] = await readThreads(database, scope, { slug, limit: 1 });
    if (thread === undefined) throw notFound();
    return thread;
  };
  mount(
    server,
    threads,
    {
      'GET /threads': async ({ query }, request, reply) => {
        reply.header('Cache-Control', 'no-store');
        return listThreads(application, scopeOf(request), query);
      },
      'GET /threads/unread': async (_input, request, reply) => {
        reply.header('Cache-Control', 'no-store');
        return { unread: await countUnreadThreads(database, scopeOf(request)) };
      },
      'GET /threads/addresses': async ({ query }, request, reply) => {
        reply.header('Cache-Control', 'no-store');
        const scope = scopeOf(request);
        const about =
          query.record === undefined ? null : await readThreadRecord(database, scope, query.record);
        const sides = threadAddresses(scope, about);
        const people = await namesOf(application, sides);
        const from = scope.visitor.department ?? '';
        const type = about?.context.record.type ?? null;
        const items = sides.map((side) => ({
          department: side.department,
          to: nameOf(side),
          title: people.get(side.account ?? '') ?? sideTitle(scope.reader, side),
          attachments: toAttachments(attachmentsOf(scope.portal, { from, to: side.department, about: type })),
        }));
        const handlers = about === null ? [] : handlersOf(scope, about.context);
        return {
          items: handlersFirst(items, handlers).map(({ to, title, attachments }) => ({
            to,
            title,
            attachments,
          })),
        };
      },
      'GET /threads/:slug': async ({ params, query }, request, reply) => {
        reply.header('Cache-Control', 'no-store');
        const scope = scopeOf(request);
        const thread = await open(scope, params.slug);
        const before = query.before ?? thread.last + 1;
        const rows = await readMessages(database, { thread: thread.id, before, limit: messagesAtOnce });
        const messages = rows.map(({ side, department, unit, is_person: isPerson, at, ...row }) => ({
          ...row,
          at: at.toISOString(),
          photo: photoLink(application, row.photo),
          own: side === thread.side,
          office: isPerson ? null : sideTitle(scope.reader, { department, unit }),
        }));
        const attachments = toAttachments(attachmentsOfThread(scope, thread));
        return { ...toWire(scope, thread), attachments, messages, earlier: (rows[0]?.number ?? 1) > 1 };
      },
      'POST /threads': async ({ body }, request, reply) =>
        answerOnce(application, { request, reply }, (idempotencyKey) =>
          beginThread({ application, request, idempotencyKey }, body),
        ),
      'POST /threads/:slug/messages': async ({ params, body }, request, reply) =>
        answerOnce(application, { request, reply }, (idempotencyKey) =>
          answerThread({ application, request, idempotencyKey }, { ...body, slug: params.slug }),
        ),
      'POST /threads/:slug/read': async ({ params, body }, request, reply) => {
        reply.header('Cache-Control', 'no-store');
        const scope = scopeOf(request);
        const { id, side } = await open(scope, params.slug);
        await markThreadRead(application, { thread: id, side }, body.number);
        return { unread: await countUnreadThreads(database, scope) };
      },
    },
    { mayAsk: doorOf(application) },
  );
}

/** The number of threads with unread messages, as the answers about the caller's account contain it. */
export async function countUnreadOf(desk: RecordDesk, visitor: Visitor): Promise<number> {
  return countUnreadThreads(desk.application.database, requestContextOf({ desk, visitor }));
}

interface ThreadListQuery {
  readonly q?: string;
  readonly record?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** @throws HttpError 400 for a cursor that this server did not sign, 404 for an unknown record */
async function listThreads(
  application: Application,
  scope: ReadScope,
  { q = '', record, limit = usualThreads, cursor }: ThreadListQuery,
): Promise<WireThreads> {
  const secret = application.secret('threads');
  const after = cursor === undefined ? null : readCursor(secret, cursor, 'threads');
  if (cursor !== undefined && after === null)
    throw badRequest('bad-cursor', message(requestMessages.cursorUnknown));
  const words = wordsOf(q);
  const about = record === undefined ? null : await readThreadRecord(application.database, scope, record);
  const [type = '', slug = ''] = record?.split('/') ?? [];
  const rows = await readThreads(application.database, scope, {
    ...(words.length > 0 && { words }),
    ...(record !== undefined && { record: { type, slug } }),
    after,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    writable: threadAddresses(scope, about).length > 0,
    items: shown.map((row) => toRow(scope, row)),
    next:
      rows.length > limit && last !== undefined
        ? writeCursor(secret, { sort: 'threads', key: last.changed_at.toISOString(), id: last.id })
        : null,
  };
}

function toRow(scope: ReadScope, row: ThreadRow): WireThreadRow {
  const { excerpt, own } = row;
  return { ...toWire(scope, row), excerpt, own };
}

function toWire(scope: ReadScope, row: ThreadRow): Omit<WireThreadRow, 'excerpt' | 'own'> {
  const { slug, subject, record, unread } = row;
  const { reader } = scope;
  return {
    slug,
    subject,
    with: row.person ?? sideTitle(reader, row),
    record: record && {
      type: record.type,
      slug: record.slug,
      title: record.number ?? reader.recordTypes[record.type]?.title ?? record.type,
      path: pathOf(scope, record),
    },
    changed_at: row.changed_at.toISOString(),
    unread,
  };
}

function toAttachments(rules: AttachmentRules | null): WireAttachments | null {
  if (rules === null) return null;
  const { accepts, maxBytes, most } = rules;
  return { accepts: [...accepts], max_bytes: maxBytes, most };
}

async function namesOf(
  { database }: Application,
  sides: readonly { readonly account: string | null }[],
): Promise<Map<string, string>> {
  const ids = sides.flatMap(({ account }) => account ?? []);
  if (ids.length === 0) return new Map();
  const rows = await database.query<{ id: string; name: string }>(
    'SELECT id, name FROM accounts WHERE id = ANY($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Who has the record now, its office, who has it next, and who has such records: the first is most likely meant. */
function handlersOf(scope: ReadScope, context: RecordContext): readonly string[] {
  const { waits_for: now, next } = outlookOf(scope, { context, ownerName: null });
  const states = Object.values(scope.portal.workflows[context.record.type]?.states ?? {});
  const keys = [
    now?.key ?? null,
    context.record.office,
    ...next.map(({ key }) => key),
    ...states.map(({ waitsFor }) => waitsFor),
  ];
  return keys.filter((key) => key !== null);
}

/** The others follow by their titles. */
function handlersFirst<Item extends { readonly department: string; readonly title: string }>(
  items: readonly Item[],
  handlers: readonly string[],
): Item[] {
  const rankOf = ({ department }: Item) => {
    const rank = handlers.indexOf(department);
    return rank === -1 ? handlers.length : rank;
  };
  return items.toSorted((a, b) => rankOf(a) - rankOf(b) || a.title.localeCompare(b.title));
}
