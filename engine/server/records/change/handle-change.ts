/** A call that changes a record, from arrival to answer: claimed, decided and written in one transaction. */
import type { FastifyRequest } from 'fastify';
import { signedOut } from '../../../portal/model/department.ts';
import type { Account } from '../../accounts/accounts.ts';
import type { Queryable } from '../../database/database.ts';
import { unauthenticated } from '../../http/errors.ts';
import type { Application } from '../../kernel/application.ts';
import { bearerOf, recognise, recogniseAs } from '../../sessions/register-sessions.ts';
import { digestOfToken } from '../../accounts/digests.ts';
import { keepSession } from '../../sessions/sessions.ts';
import type { HttpAnswer, IdempotencyKey } from '../read/answer.ts';
import type { RecordName } from '../read/open-record.ts';
import { isSlug } from '../rows/read-record.ts';
import {
  type RecordDesk,
  type RecordRequest,
  recordRequestOf,
  requestContextOf,
  type UnitOfWork,
} from '../rows/record-desk.ts';
import {
  answerBefore,
  callOf,
  type ClaimRow,
  idempotencyKeyOf,
  type IdempotentCall,
  keepRefusal,
  type KeptRefusal,
  refusalIn,
} from '../store/idempotency.ts';
import { type FamilyRows, readFamily } from '../store/lock-family.ts';
import { DuplicateError, namingTwin } from '../store/write-outcome.ts';
import { inTransaction, type UnitRequest } from './change-family.ts';
import { doorOf } from './open-door.ts';

export interface ChangeCall {
  readonly desk: RecordDesk;
  readonly request: FastifyRequest;
  readonly named: RecordName;
}

type ChangeWork = (recordRequest: RecordRequest, idempotencyKey: IdempotencyKey) => Promise<HttpAnswer>;

/** Work to do after the transaction has ended. */
interface CallAftermath {
  /** An answer to store for a retry after the write is rolled back. */
  refused: KeptRefusal | null;
  /** The session's last use should be recorded. */
  isStale: boolean;
}

/**
 * Does the work, or repeats the answer (or refusal) of an earlier call with this key. If the work did not start or
 * failed, nothing is stored and the key is free again.
 * @param work runs with the family already locked; returns the answer that it stored with its write
 * @throws HttpError 400 without a key, 401, 422 for another body, 409 while the first call is running
 */
export async function handleChange(call: ChangeCall, work: ChangeWork): Promise<HttpAnswer> {
  const { desk } = call;
  const incoming = await receive(call);
  const aftermath: CallAftermath = { refused: null, isStale: false };
  try {
    return await inTransaction({ desk, visitor: signedOut }, (inside) =>
      handleInTransaction(call, inside, { incoming, aftermath, work }),
    );
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error;
    const named = await namingTwin(recordRequestOf(desk, call.request), error);
    const refusal = refusalIn(named);
    if (aftermath.refused !== null && refusal !== null) aftermath.refused = { ...aftermath.refused, refusal };
    throw named;
  } finally {
    await settle(desk.application, incoming, aftermath);
  }
}

/** @throws HttpError 400, 401 or 403 for refusals that need no transaction */
async function receive({ desk, request, named }: ChangeCall): Promise<IncomingCall> {
  const { application } = desk;
  const token = bearerOf(request);
  if (token === null || request.headers['idempotency-key'] === undefined) {
    await recognise(application, request);
    doorOf(application)(request);
    if (!request.visitor.signedIn) throw unauthenticated();
  }
  return {
    token,
    ...callOf(request, { secret: application.secret('idempotency'), account: request.visitor.account }),
    named: isSlug(named.type) && isSlug(named.slug) ? named : null,
  };
}

async function handleInTransaction(
  { desk, request, named }: ChangeCall,
  { unitOfWork }: UnitRequest,
  {
    incoming,
    aftermath,
    work,
  }: { readonly incoming: IncomingCall; readonly aftermath: CallAftermath; readonly work: ChangeWork },
): Promise<HttpAnswer> {
  const { client } = unitOfWork;
  const taken = await startCall(client, incoming);
  aftermath.isStale = taken.isStale;
  if (incoming.token !== null) {
    await recogniseAs(desk.application, request, { ...taken, token: incoming.token, client });
  }
  doorOf(desk.application)(request);
  const asked = recordRequestOf(desk, request);
  const first = taken.before();
  if (first !== null) return first;
  const scope = requestContextOf(asked);
  const held: UnitOfWork = {
    ...unitOfWork,
    held: taken.family === null ? null : await readFamily(client, scope, taken.family, named),
  };
  const idempotencyKey = idempotencyKeyOf({ ...incoming, account: asked.visitor.account });
  return work({ ...asked, unitOfWork: held }, idempotencyKey).catch(async (error: unknown) => {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    const refused = { idempotencyKey, refusal, portal: unitOfWork.portal };
    if (held.isWriting) aftermath.refused = refused;
    else {
      await keepRefusal(desk.application, refused, client);
      await client.commit();
    }
    throw error;
  });
}

/** @throws HttpError 503 while another version comes into force */
async function settle(
  application: Application,
  { token }: IncomingCall,
  { refused, isStale }: CallAftermath,
): Promise<void> {
  const { database } = application;
  if (isStale && token !== null) await keepSession(database, token);
  if (refused !== null) await keepRefusal(application, refused, database);
}

interface IncomingCall extends IdempotentCall {
  /** The caller, if no token names one. */
  readonly account: string | null;
  readonly token: string | null;
  /** Null: the address cannot name a record. */
  readonly named: { readonly type: string; readonly slug: string } | null;
}

interface CallStart {
  /** The session's account. Null: the session has expired, or none was given. */
  readonly account: Account | null;
  /** The session's last use should be recorded. */
  readonly isStale: boolean;
  /** The state of the earlier call with the same key. */
  readonly before: () => HttpAnswer | null;
  /** Null if there is no such record. */
  readonly family: FamilyRows | null;
}

interface CallRow extends ClaimRow {
  readonly account: Account | null;
  readonly stale: boolean | null;
  readonly family: FamilyRows | null;
}

/**
 * Until the transaction ends, nobody else can claim this call or change the family. A retry of the call does not
 * wait.
 * @param client of the transaction that runs the call
 */
async function startCall(
  client: Queryable,
  { token, account, operation, key, body, named }: IncomingCall,
): Promise<CallStart> {
  const [row] = await client.query<CallRow>({
    name: 'take-up',
    text: 'SELECT * FROM portal_take_up($1, $2, $3, $4, $5, $6, $7)',
    values: [
      token === null ? null : digestOfToken(token),
      account,
      operation,
      key,
      body,
      named?.type ?? null,
      named?.slug ?? null,
    ],
  });
  if (row === undefined) throw new Error('A call was neither taken up nor refused.');
  return {
    account: row.account,
    isStale: row.stale === true,
    before: () => answerBefore(row),
    family: row.family,
  };
}
