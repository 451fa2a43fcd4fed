/** The services of the server's record code: the portal, the database, the forms, the accounts and the writers. */
import type { CollectedRecords } from '../../live/changes.ts';
import type { FastifyRequest } from 'fastify';
import type { Form } from '../../../portal/model/form.ts';
import { inFirstLanguage, inLanguage } from '../../../portal/translation/in-language.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PendingDocument } from '../../../portal/life/decision-draft.ts';
import type { Outcome } from '../../../portal/life/decide-command.ts';
import type { IssuedDocument } from '../../../portal/model/document.ts';
import type { PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import type { StatementPart } from '../../database/statements.ts';
import type { AccountDesk } from '../../accounts/account-desk.ts';
import type { Application } from '../../kernel/application.ts';
import type { Queryable, Transaction } from '../../database/database.ts';
import { languageOf } from '../../http/language.ts';
import { networkOf } from '../../http/network.ts';
import type { FormDesk } from '../../forms/form-desk.ts';
import type { RequestContext } from './request-context.ts';
import type { StoredFamily } from './read-record.ts';

/**
 * Writes what a step causes beside its records. Each writer is in the room of its own subject, and works on the client
 * of the step's transaction after the records are written.
 */
interface RecordWriters {
  /** Books and frees slots. @throws HttpError 422 on `slot` if all its places have been taken */
  changeBookings(
    client: Queryable,
    portal: Portal,
    outcome: Pick<Outcome, 'family' | 'booked' | 'freed'>,
  ): Promise<void>;
  /** Closes, reopens and renames accounts, and ends their sessions. */
  changeAccounts(client: Queryable, changes: Outcome['accounts']): Promise<void>;
  /**
   * Stores the secret link of who sends a record without an account, and mails it. The record follows in the same
   * transaction. @throws HttpError 422 on `follow`
   */
  keepFollowLink(client: Queryable, link: NewFollowLink): Promise<void>;
  /** Composes the notices for all recipients. */
  prepareNotices(client: Queryable, batch: NoticeBatch): Promise<PreparedNotices>;
  /** Assigns numbers, whose counters others wait for from then on, and signs the documents. */
  prepareDocuments(client: Queryable, batch: DocumentBatch): Promise<PreparedDocuments>;
}

export interface NewFollowLink {
  readonly portal: Portal;
  /** With its answers. */
  readonly record: PortalRecord;
  /** ISO date-time. */
  readonly now: string;
  readonly secret: string;
  /** The language in which the sender read the form; null: not known. */
  readonly language: string | null;
}

export interface NoticeBatch {
  readonly notices: Outcome['notices'];
  /** Account that took the step; null: the engine. */
  readonly actor: string | null;
}

export interface PreparedNotices {
  /** The parts of the statement that stores and sends them. */
  readonly parts: readonly StatementPart[];
  /** The address of the mail that goes to the actor; null: none. */
  readonly mailed: string | null;
}

/** A document to issue, with the record after the step. */
export type DocumentOrder = Pick<PendingDocument, 'id' | 'context' | 'document' | 'variant' | 'validUntil'>;

export interface DocumentBatch {
  readonly orders: readonly DocumentOrder[];
  /** The step that issues them, and its record. */
  readonly step: { readonly name: string; readonly record: string };
  /** All descendants of the record with this id, after the step. Parents come before their children. */
  readonly below: (id: string) => readonly PortalRecord[];
}

export interface PreparedDocuments {
  readonly documents: readonly IssuedDocument[];
  /** The parts of the statement that stores them. */
  readonly parts: readonly StatementPart[];
}

/** The services for reading records and their forms. */
export interface ReadingDesk {
  readonly application: Pick<Application, 'database' | 'portal' | 'now'>;
  readonly forms: FormDesk;
}

export interface RecordDesk extends ReadingDesk {
  readonly application: Application;
  readonly accounts: AccountDesk;
  readonly writers: RecordWriters;
}

/** One request that reads records, with the services that it needs. */
export interface ReadingRequest extends Pick<RequestContext, 'visitor' | 'language' | 'requestId'> {
  readonly desk: ReadingDesk;
  /** Network of the caller, from `networkOf`; left out for requests of the server itself. */
  readonly network?: string;
  /** The configuration for the whole request, even if another comes into force meanwhile; left out: the one in force. */
  readonly portal?: Portal;
  /** Set once its transaction has begun. */
  readonly unitOfWork?: UnitOfWork;
}

/** One request about records. */
export interface RecordRequest extends ReadingRequest {
  readonly desk: RecordDesk;
}

/** One transaction, with the data that it reads once and writes together. */
export interface UnitOfWork {
  readonly client: Transaction;
  /** The configuration for the whole transaction, even if another comes into force meanwhile. */
  readonly portal: Portal;
  /** Forms to store with the write, by hash. */
  readonly forms: Map<string, Form>;
  /** The locked family; null: there is no such record; left out: no lock yet. */
  readonly held?: StoredFamily | null;
  /** The records that have changed. */
  readonly changed: { readonly records: CollectedRecords };
  /** True once something has been written that a rollback would undo. */
  isWriting?: boolean;
}

export function recordRequestOf(desk: RecordDesk, request: FastifyRequest): RecordRequest {
  const { id: requestId, visitor, portal, ip } = request;
  return {
    desk,
    visitor,
    portal,
    language: languageOf(desk.application, request),
    requestId,
    network: networkOf(ip),
  };
}

export function requestContextOf(
  request: ReadingRequest,
): RequestContext & Required<Pick<RequestContext, 'now' | 'reader'>> {
  const { desk, visitor, language, requestId, unitOfWork } = request;
  const portal = unitOfWork?.portal ?? request.portal ?? desk.application.portal();
  const reader = language === undefined ? inFirstLanguage(portal) : inLanguage(portal, language);
  return {
    portal,
    reader,
    visitor,
    ...(language !== undefined && { language }),
    ...(requestId !== undefined && { requestId }),
    now: desk.application.now(),
    stepForm: (hash, context) => stepFormOf(desk, { portal, visitor }, { hash, context })?.hash ?? hash,
  };
}

/** The form of a step, specialised for this record. */
export function stepFormOf(
  { forms }: Pick<RecordDesk, 'forms'>,
  scope: RequestContext,
  { hash, context }: { readonly hash: string; readonly context: RecordContext },
): Form | undefined {
  const form = scope.portal.forms[hash];
  return form === undefined ? undefined : forms.ofStep(form, scope, context);
}

/** Where the request's statements run. A transaction must not wait for a second connection. */
export function clientOf({ desk, unitOfWork }: ReadingRequest): Queryable {
  return unitOfWork?.client ?? desk.application.database;
}
