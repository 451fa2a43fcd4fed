/** The services of the server's record code: the portal, the database, the forms and the accounts. */
import type { Form } from '../../../portal/model/form.ts';
import { inFirstLanguage, inLanguage } from '../../../portal/translation/in-language.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { AccountDesk } from '../../accounts/account-desk.ts';
import type { Application } from '../../kernel/application.ts';
import type { Queryable, Transaction } from '../../database/database.ts';
import type { FormDesk } from '../../forms/form-desk.ts';
import type { RequestContext } from './request-context.ts';
import type { StoredFamily } from './read-record.ts';

export interface RecordDesk {
  readonly application: Application;
  readonly forms: FormDesk;
  readonly accounts: AccountDesk;
}

/** One request about records, with the services that it needs. */
export interface RecordRequest extends Pick<RequestContext, 'visitor' | 'language' | 'requestId'> {
  readonly desk: RecordDesk;
  /** Network of the caller, from `networkOf`; left out for requests of the server itself. */
  readonly network?: string;
  /** Set once its transaction has begun. */
  readonly unitOfWork?: UnitOfWork;
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
  /** True once something has been written that a rollback would undo. */
  isWriting?: boolean;
}

export function requestContextOf(
  request: RecordRequest,
): RequestContext & Required<Pick<RequestContext, 'now' | 'reader'>> {
  const { desk, visitor, language, requestId, unitOfWork } = request;
  const portal = unitOfWork?.portal ?? desk.application.portal();
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
  { forms }: RecordDesk,
  scope: RequestContext,
  { hash, context }: { readonly hash: string; readonly context: RecordContext },
): Form | undefined {
  const form = scope.portal.forms[hash];
  return form === undefined ? undefined : forms.ofStep(form, scope, context);
}

/** Where the request's statements run. A transaction must not wait for a second connection. */
export function clientOf({ desk, unitOfWork }: RecordRequest): Queryable {
  return unitOfWork?.client ?? desk.application.database;
}
