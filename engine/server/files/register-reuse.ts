/** The routes for reusing files: list the reusable ones of a record, and reuse one. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OfferedPapers } from '../../contract/files.ts';
import { notFound } from '../http/errors.ts';
import { callOf, once, sendAnswer } from '../records/store/idempotency.ts';
import { readRecord } from '../records/rows/read-record.ts';
import { requestContextOf, type RecordDesk, type RecordRequest } from '../records/rows/record-desk.ts';
import { viewOf } from '../../portal/access/access.ts';
import { listOffers } from './offered-files.ts';
import { reuseFile } from './reuse-file.ts';
import type { UploadStore } from './upload-store.ts';

const base = '/files';

interface ReuseParts {
  readonly desk: RecordDesk;
  readonly ask: (desk: RecordDesk, request: FastifyRequest) => RecordRequest;
  readonly store: UploadStore;
}

export function registerReuse(server: FastifyInstance, { desk, ask, store }: ReuseParts): void {
  const { application } = desk;
  server.get<{ Querystring: { readonly record?: unknown } }>(`${base}/offered`, async (request, reply) => {
    const recordRequest = ask(desk, request);
    reply.header('Cache-Control', 'no-store');
    return offersFor(recordRequest, request.query.record);
  });
  server.post<{ Params: { readonly id: string } }>(`${base}/:id/reuse`, async (request, reply) => {
    const recordRequest = ask(desk, request);
    const { body, params } = request;
    const call = callOf(request, {
      secret: application.secret('idempotency'),
      account: recordRequest.visitor.account,
    });
    const answer = await once(application.database, call, (idempotencyKey) =>
      reuseFile(recordRequest, { store, id: params.id, body, idempotencyKey }),
    );
    return sendAnswer(reply, answer);
  });
}

/** @throws HttpError 404 if there is no such record for this visitor */
async function offersFor(recordRequest: RecordRequest, named: unknown): Promise<OfferedPapers> {
  const { database } = recordRequest.desk.application;
  const scope = requestContextOf(recordRequest);
  const [type = '', slug = ''] = typeof named === 'string' ? named.split('/') : [];
  const stored = await readRecord(database, scope, { type, slug });
  const view = stored === null ? null : viewOf({ ...scope, context: stored.context });
  if (stored === null || view === null) throw notFound();
  return { items: view.level === 'read' ? await listOffers(recordRequest, database, stored) : {} };
}
