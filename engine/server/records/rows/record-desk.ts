/** The services of the server's record code: the portal, the database, the forms and the accounts. */
import type { FieldErrors } from '../../../portal/forms/form-verdict.ts';
import type { FormDays } from '../../../portal/forms/form-days.ts';
import type { Form } from '../../../portal/model/form.ts';
import { inFirstLanguage, inLanguage } from '../../../portal/translation/in-language.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { Application } from '../../application.ts';
import type { Queryable, Transaction } from '../../database/database.ts';
import type { RequestContext } from './request-context.ts';
import type { StoredFamily } from './read-record.ts';

/** Knows the forms of the current portal and the older forms that records were filled in with. */
export interface FormDesk {
  /** Faults by field, with dotted paths. A draft may leave fields empty. */
  validate(
    form: Form,
    data: Readonly<Record<string, unknown>>,
    how: { readonly draft: boolean; readonly days?: FormDays },
  ): Promise<FieldErrors>;
  /** The form specialised for this record: properties that depend on facts are decided. */
  specialise(form: Form, scope: RequestContext, context: RecordContext): Form;
  /** The form of a step, specialised for this record. A page requests it later by its hash. */
  ofStep(form: Form, scope: RequestContext, context: RecordContext): Form;
  /** Stores a form for as long as records refer to it. */
  keep(client: Queryable, form: Form): Promise<void>;
  find(client: Queryable, hash: string): Promise<Form | null>;
}

export interface AccountRequest {
  readonly department: string;
  readonly username: string;
  readonly name: string;
  readonly password: string;
  /** The language in which the owner has read the form; null: not known. */
  readonly language: string | null;
}

/** An account whose password has been checked and hashed. */
type PreparedAccount = Omit<AccountRequest, 'password'> & { readonly hash: string };

/** Creates accounts. */
export interface AccountDesk {
  /**
   * Checks and counts a registration, and hashes its password.
   * @param network of the caller, from `networkOf`
   * @throws HttpError 422 that names `username` or `password`, 429 after too many from the network
   */
  prepare(account: AccountRequest, network: string): Promise<PreparedAccount>;
  /** @returns null if the address already has an account */
  open(
    client: Queryable,
    account: PreparedAccount,
  ): Promise<{ readonly id: string; readonly slug: string; readonly name: string } | null>;
  /** Writes to the owner of an account that somebody tried to register its address again. */
  tellOwner(client: Queryable, username: string): Promise<void>;
}

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
