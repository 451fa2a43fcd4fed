/** The routes of records: read, list, create, change, take transitions, review items, history. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOpenList } from '../../portal/routing/open-lists.ts';
import { listSlots } from '../calendar/list-slots.ts';
import { unauthenticated } from '../http/errors.ts';
import { networkOf } from '../http/network.ts';
import { languageOf } from '../languages/register-languages.ts';
import { type ChangeCall, handleChange } from './change/handle-change.ts';
import { changeRecord } from './change/change-record.ts';
import { createRecord, requireWelcome } from './change/create-record.ts';
import { exportRecords } from './lists/export-records.ts';
import { callOf, forgetOldKeys, once, sendAnswer } from './store/idempotency.ts';
import { etagOf, readIfMatch } from './read/if-match.ts';
import { listEvents } from './read/list-events.ts';
import { indexRecords } from './lists/list-indexes.ts';
import { listRecords } from './lists/list-records.ts';
import { openRecord } from './read/open-record.ts';
import type { RecordChangeRequest, RecordName } from './read/open-record.ts';
import { listChoices } from './read/picks.ts';
import { prefillRecord } from './read/prefill-record.ts';
import { requestContextOf } from './rows/record-desk.ts';
import type { RecordDesk, RecordRequest } from './rows/record-desk.ts';
import { withFormInForce } from './read/record-form.ts';
import { requireOpenDoor } from './change/open-door.ts';
import { reviewItem } from './change/review-item.ts';
import { takeTransition } from './change/take-transition.ts';
import { toWire } from './read/wire-record.ts';
import type { HttpAnswer } from './read/answer.ts';
import { anHour } from '../../portal/time/lengths.ts';

const base = '/records';

/** One statement reads the caller and the record. */
const changes = { config: { isRecognisedLater: true } };

type QueryParams = { readonly Querystring: Readonly<Record<string, unknown>> };

export function registerRecords(server: FastifyInstance, desk: RecordDesk): void {
  keepIndexed(server, desk);
  const ask = (request: FastifyRequest): RecordRequest => {
    requireOpenDoor({ portal: desk.application.portal(), visitor: request.visitor });
    const language = languageOf(desk.application, request);
    const { id: requestId, visitor, ip } = request;
    return { desk, visitor, language, requestId, network: networkOf(ip) };
  };
  registerReading(server, desk, ask);
  registerWriting(server, desk, ask);
}

type Ask = (request: FastifyRequest) => RecordRequest;

function registerReading(server: FastifyInstance, desk: RecordDesk, ask: Ask): void {
  server.get<{ Params: { type: string } } & QueryParams>(`${base}/:type`, (request) => {
    const { list } = request.query;
    const isOpen =
      typeof list === 'string' && isOpenList(desk.application.portal(), request.params.type, list);
    if (!request.visitor.signedIn && !isOpen) throw unauthenticated();
    return listRecords(ask(request), request.params.type, request.query);
  });
  server.get<{ Params: { type: string } } & QueryParams>(
    `${base}/:type/export.csv`,
    async (request, reply) => {
      if (!request.visitor.signedIn) throw unauthenticated();
      const { type } = request.params;
      const file = await exportRecords(ask(request), type, request.query);
      reply.headers({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${type}.csv"`,
        'Cache-Control': 'no-store',
      });
      return file;
    },
  );
  server.get<{ Params: { type: string } }>(`${base}/:type/prefill`, (request) => {
    if (!request.visitor.signedIn) throw unauthenticated();
    return prefillRecord(ask(request), request.params.type);
  });
  server.get<{ Params: RecordName }>(`${base}/:type/:slug`, async (request, reply) => {
    const asked = ask(request);
    const { stored } = await openRecord(asked, request.params).catch(signInFirst(request));
    // The ETag is the version for If-Match. Permissions change without a new version, so the answer must not be
    // cached.
    reply.headers({ ETag: etagOf(stored.context.record.version), 'Cache-Control': 'no-store' });
    return toWire(requestContextOf(asked), await withFormInForce(asked, stored));
  });
  server.get<{ Params: RecordName & { name: string } } & QueryParams>(
    `${base}/:type/:slug/:name/slots`,
    (request) => {
      if (!request.visitor.signedIn) throw unauthenticated();
      return listSlots(ask(request), { ...request.params, query: request.query });
    },
  );
  server.get<{ Params: RecordName & { name: string } } & QueryParams>(
    `${base}/:type/:slug/:name/choices`,
    async (request, reply) => {
      if (!request.visitor.signedIn) throw unauthenticated();
      const { q } = request.query;
      reply.header('Cache-Control', 'no-store');
      return listChoices(ask(request), request.params, typeof q === 'string' ? q : '');
    },
  );
  server.get<{ Params: RecordName }>(`${base}/:type/:slug/events`, (request) => {
    if (!request.visitor.signedIn) throw unauthenticated();
    return listEvents(ask(request), request.params);
  });
}

function registerWriting(server: FastifyInstance, desk: RecordDesk, ask: Ask): void {
  server.post<{ Params: { type: string } }>(`${base}/:type`, async (request, reply) => {
    const asked = ask(request);
    requireWelcome(asked, request.params.type);
    return create(request, reply, asked);
  });
  const change = (
    request: FastifyRequest<{ Params: RecordName }>,
    reply: FastifyReply,
    work: (recordRequest: RecordRequest, changing: RecordChangeRequest) => Promise<HttpAnswer>,
  ): Promise<FastifyReply> => changeAs({ desk, request, named: request.params, ask }, reply, work);
  server.patch<{ Params: RecordName }>(`${base}/:type/:slug`, changes, (request, reply) =>
    change(request, reply, changeRecord),
  );
  server.post<{ Params: RecordName & { name: string } }>(
    `${base}/:type/:slug/:name`,
    changes,
    (request, reply) =>
      change(request, reply, (asked, changing) =>
        takeTransition(asked, { ...changing, name: request.params.name }),
      ),
  );
  server.post<{ Params: RecordName & { item: string } }>(
    `${base}/:type/:slug/items/:item`,
    changes,
    (request, reply) =>
      change(request, reply, (asked, changing) =>
        reviewItem(asked, { ...changing, item: request.params.item }),
      ),
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
    const version = readIfMatch(request.headers['if-match']);
    return work(asked, { type: named.type, slug: named.slug, body: request.body, version, idempotencyKey });
  });
  return sendAnswer(reply, answer);
}

async function create(
  request: FastifyRequest<{ Params: { type: string } }>,
  reply: FastifyReply,
  recordRequest: RecordRequest,
): Promise<FastifyReply> {
  const { application } = recordRequest.desk;
  const { type } = request.params;
  const call = callOf(request, {
    secret: application.secret('idempotency'),
    account: recordRequest.visitor.account,
  });
  const answer = await once(application.database, call, (idempotencyKey) =>
    createRecord(recordRequest, { type, body: request.body, idempotencyKey }),
  );
  return sendAnswer(reply, answer);
}

/** For a signed-out visitor a record that is not public requires sign-in, whether or not it exists. */
function signInFirst(request: FastifyRequest): (error: unknown) => never {
  return (error) => {
    throw request.visitor.signedIn ? error : unauthenticated();
  };
}

function keepIndexed(server: FastifyInstance, { application }: RecordDesk): void {
  const index = async (): Promise<void> => {
    const faults = await indexRecords(application.database, application.portal());
    for (const fault of faults) server.log.warn({ fault }, 'an index of the configuration could not be made');
  };
  const indexLater = (): void => {
    index().catch((error: unknown) => server.log.error({ err: error }, 'indexing failed'));
  };
  const stop = application.onPortalChange(indexLater);
  const timer = setInterval(() => {
    forgetOldKeys(application.database).catch((error: unknown) =>
      server.log.error({ err: error }, 'old idempotency keys were not removed'),
    );
  }, anHour).unref();
  server.addHook('onReady', index);
  server.addHook('onClose', async () => {
    clearInterval(timer);
    stop();
  });
}
