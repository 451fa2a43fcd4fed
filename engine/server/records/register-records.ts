/** The routes of records: read, list, create, change, take transitions, review items, history. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assignmentChanges, assignments } from '../../contract/assignments.ts';
import { items } from '../../contract/items.ts';
import { offeredRecords } from '../../contract/portal.ts';
import { recordChanges, records } from '../../contract/records.ts';
import { toDo } from '../../contract/to-do.ts';
import { type EndpointHandlers, mount } from '../http/mount.ts';
import { isDraft, recordTypeOf } from '../../portal/access/access.ts';
import { referencesIn } from '../../portal/forms/references.ts';
import { isOpenList } from '../../portal/routing/visitors.ts';
import { HttpError, notFound, unauthenticated } from '../http/errors.ts';
import { etagOf, readIfMatch } from '../http/required-headers.ts';
import { assignRecord } from './change/assign-record.ts';
import { type ChangeCall, handleChange } from './change/handle-change.ts';
import { changeRecord } from './change/change-record.ts';
import { createRecord, requireWelcome } from './change/create-record.ts';
import { answerOnce, forgetOldKeys, sendAnswer } from './store/idempotency.ts';
import { listAssignees } from './read/assignees.ts';
import { listEvents } from './read/list-events.ts';
import { hasManyRecords, indexRecords } from './lists/list-indexes.ts';
import { listToDo } from './lists/to-do.ts';
import { uniqueAnswers } from '../../portal/changes/unique-record.ts';
import { findTwin } from './lists/record-twin.ts';
import { countChoices } from './lists/choice-counts.ts';
import { findRecords } from './lists/find-records.ts';
import { writeRecords } from './lists/list-records.ts';
import { namedChoice, searchOffered } from './references/offered-records.ts';
import { openRecord } from './read/open-record.ts';
import type { RecordChangeRequest } from './read/open-record.ts';
import { forgetOldViewers, noteViewer } from './read/viewers.ts';
import { prefillRecord } from './read/prefill-record.ts';
import { recordRequestOf, requestContextOf } from './rows/record-desk.ts';
import type { RecordDesk, RecordRequest } from './rows/record-desk.ts';
import { withFormInForce } from './read/record-form.ts';
import { doorOf } from './change/open-door.ts';
import { reviewItem } from './change/review-item.ts';
import { takeTransition } from './change/take-transition.ts';
import { toWire } from './read/wire-record.ts';
import type { HttpAnswer } from './read/answer.ts';
import { anHour } from '../../portal/time/lengths.ts';

export function registerRecords(server: FastifyInstance, desk: RecordDesk): void {
  keepIndexed(server, desk);
  registerReading(server, desk);
  registerWriting(server, desk);
}

function registerReading(server: FastifyInstance, desk: RecordDesk): void {
  const door = doorOf(desk.application);
  const ask = (request: FastifyRequest): RecordRequest => recordRequestOf(desk, request);
  const { 'POST /records/:type': creation, 'GET /records/:type': listing, ...rest } = records;
  const reading = { ...rest, ...assignments, ...toDo };
  mount(
    server,
    { 'GET /records/:type': listing },
    {
      'GET /records/:type': async ({ params, query }, request, reply) =>
        reply
          .type('application/json; charset=utf-8')
          .send(await writeRecords(ask(request), params.type, query)),
    },
    {
      mayAsk: (request, { type = '' }) => {
        if (!request.visitor.signedIn && !namesOpenList(desk, request, type)) throw unauthenticated();
        door(request);
      },
    },
  );
  mount(
    server,
    offeredRecords,
    {
      'GET /forms/:hash/records/:question': async ({ params, query }, request, reply) => {
        reply.header('Cache-Control', 'no-store');
        const form = await desk.forms.find(desk.application.database, params.hash);
        const offered = referencesIn(form).find(({ question }) => question === params.question);
        if (form === null || offered === undefined) throw notFound();
        return query.value === undefined
          ? searchOffered(ask(request), offered, query.q ?? '')
          : namedChoice(ask(request), form, offered, query.value);
      },
    },
    { mayAsk: door },
  );
  const handlers: EndpointHandlers<typeof reading> = {
    'GET /records': async ({ query: { q } }, request) => findRecords(ask(request), q),
    'GET /to-do': async ({ query }, request, reply) => {
      reply.header('Cache-Control', 'no-store');
      return listToDo(ask(request), query);
    },
    'GET /records/:type/choices': async ({ params, query }, request) =>
      countChoices(ask(request), params.type, query),
    'GET /records/:type/prefill': async ({ params }, request) => prefillRecord(ask(request), params.type),
    'GET /records/:type/:slug': async ({ params }, request, reply) => {
      const asked = ask(request);
      const { stored } = await openRecord(asked, params).catch(signInFirst(request));
      // The ETag is the version for If-Match. Permissions change without a new version, so the answer must not be
      // cached.
      reply.headers({ ETag: etagOf(stored.context.record.version), 'Cache-Control': 'no-store' });
      const record = toWire(requestContextOf(asked), await withFormInForce(asked, stored));
      if (record === null) throw notFound();
      return record;
    },
    'PUT /presences/:type/:slug': async ({ params, body }, request) => ({
      viewers: await noteViewer(ask(request), params, body.here),
    }),
    'GET /records/:type/:slug/assignees': async ({ params }, request) => {
      const found = await listAssignees(ask(request), params);
      return found.map(({ slug, name, open }) => ({ slug, name, open }));
    },
    'GET /records/:type/:slug/twin': async ({ params }, request) => {
      const asked = ask(request);
      const { portal } = requestContextOf(asked);
      if (recordTypeOf(portal, params.type)?.unique == null) throw notFound();
      const { record } = (await openRecord(asked, params)).stored.context;
      if (!isDraft(portal, record)) return { fields: [], twin: null };
      const twin = await findTwin(asked, record);
      return { fields: twin === null ? [] : uniqueAnswers(requestContextOf(asked).portal, record), twin };
    },
    'GET /records/:type/:slug/events': async ({ params }, request) => listEvents(ask(request), params),
  };
  mount(server, reading, handlers, { mayAsk: door });
  mount(
    server,
    { 'POST /records/:type': creation },
    {
      'POST /records/:type': async ({ params: { type }, body }, request, reply) =>
        answerOnce(desk.application, { request, reply }, (idempotencyKey) =>
          createRecord(ask(request), { type, body, idempotencyKey }),
        ),
    },
    {
      mayAsk: (request, { type = '' }) => {
        door(request);
        requireWelcome(ask(request), type);
      },
    },
  );
}

function registerWriting(server: FastifyInstance, desk: RecordDesk): void {
  mount(
    server,
    { ...recordChanges, ...assignmentChanges, ...items },
    {
      'PATCH /records/:type/:slug': async ({ params: named, body }, request, reply) =>
        changeAs({ desk, request, named }, reply, (asked, changing) =>
          changeRecord(asked, { ...changing, data: body.data }),
        ),
      'POST /records/:type/:slug/:transition': async ({ params: named, body }, request, reply) =>
        changeAs({ desk, request, named }, reply, (asked, changing) =>
          takeTransition(asked, { ...changing, name: named.transition, input: body.input ?? {} }),
        ),
      'PUT /records/:type/:slug/assignee': async ({ params: named, body }, request, reply) =>
        changeAs({ desk, request, named }, reply, (asked, changing) =>
          assignRecord(asked, { ...changing, assignee: body.assignee }),
        ),
      'POST /records/:type/:slug/items/:item': async ({ params: named, body }, request, reply) =>
        changeAs({ desk, request, named }, reply, (asked, changing) =>
          reviewItem(asked, { ...changing, item: named.item, review: body }),
        ),
    },
    { isRecognisedLater: true },
  );
}

/** A change of an existing record needs If-Match. A retry is answered before that check. */
async function changeAs(
  call: ChangeCall,
  reply: FastifyReply,
  work: (recordRequest: RecordRequest, changing: RecordChangeRequest) => Promise<HttpAnswer>,
): Promise<FastifyReply> {
  const { request, named } = call;
  const answer = await handleChange(call, async (asked, idempotencyKey) => {
    if (request.validationError !== undefined) throw request.validationError;
    const version = readIfMatch(request);
    return work(asked, { type: named.type, slug: named.slug, version, idempotencyKey });
  });
  return sendAnswer(reply, answer);
}

/** Decides whether everybody may read the list that the query names. */
function namesOpenList({ application }: RecordDesk, { query }: FastifyRequest, type: string): boolean {
  const { list } = query as { readonly list?: unknown };
  return typeof list === 'string' && isOpenList(application.portal(), type, list);
}

/** For a signed-out visitor a record that is not public requires sign-in, whether or not it exists. */
function signInFirst(request: FastifyRequest): (error: unknown) => never {
  return (error) => {
    const isMissing = error instanceof HttpError && error.status === 404;
    throw isMissing && !request.visitor.signedIn ? unauthenticated() : error;
  };
}

function keepIndexed(server: FastifyInstance, { application }: RecordDesk): void {
  const index = async (purposes?: Parameters<typeof indexRecords>[2]): Promise<void> => {
    const faults = await indexRecords(application.database, application.portal(), purposes);
    for (const fault of faults) server.log.warn({ fault }, 'an index of the configuration could not be made');
  };
  const indexLater = (): void => {
    index().catch((error: unknown) => server.log.error({ err: error }, 'indexing failed'));
  };
  const stop = application.onPortalChange(indexLater);
  const timer = setInterval(() => {
    forgetOldViewers(application.database).catch((error: unknown) =>
      server.log.error({ err: error }, 'old presences were not removed'),
    );
    forgetOldKeys(application.database).catch((error: unknown) =>
      server.log.error({ err: error }, 'old idempotency keys were not removed'),
    );
  }, anHour).unref();
  server.addHook('onReady', async () => {
    if (!(await hasManyRecords(application.database))) return index();
    await index(['unique']);
    indexLater();
  });
  server.addHook('onClose', async () => {
    clearInterval(timer);
    stop();
  });
}
