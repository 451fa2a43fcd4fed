/** What the records' part of the server works with: the portal, the database, and the parts that know forms and accounts. */
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

/** Knows forms: those of the portal in force and those that records were filled in with earlier. */
export interface FormDesk {
  /** Faults by field, dotted where nested; a draft may leave fields empty. */
  validate(
    form: Form,
    data: Readonly<Record<string, unknown>>,
    how: { readonly draft: boolean; readonly days?: FormDays },
  ): Promise<FieldErrors>;
  /** The form as this record is asked it: properties that depend on facts are decided. */
  specialise(form: Form, scope: RequestContext, context: RecordContext): Form;
  /** The form of a step as this record is asked it, for whoever opens the page and later asks for it by its hash. */
  ofStep(form: Form, scope: RequestContext, context: RecordContext): Form;
  /** Keeps a form for as long as records name it. */
  keep(client: Queryable, form: Form): Promise<void>;
  find(client: Queryable, hash: string): Promise<Form | null>;
}

export interface AccountRequest {
  readonly department: string;
  readonly username: string;
  readonly name: string;
  readonly password: string;
  /** In which its owner has read the form; null: not known. */
  readonly language: string | null;
}

/** An account whose password was found good enough, and hashed. */
type PreparedAccount = Omit<AccountRequest, 'password'> & { readonly hash: string };

/** Opens accounts. */
export interface AccountDesk {
  /**
   * Checks and counts a registration, and hashes its password.
   * @param network of the caller, as `networkOf` gives it
   * @throws HttpError 422 that names `username` or `password`, 429 where too many come from the network
   */
  prepare(account: AccountRequest, network: string): Promise<PreparedAccount>;
  /** @returns null where the address has an account already. */
  open(
    client: Queryable,
    account: PreparedAccount,
  ): Promise<{ readonly id: string; readonly slug: string; readonly name: string } | null>;
  /** Writes to the owner of an account that somebody asked for another one with the same address. */
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
  /** Network of the caller, as `networkOf` gives it; left out: the server itself asks. */
  readonly network?: string;
  /** Set once its transaction has begun. */
  readonly unitOfWork?: UnitOfWork;
}

/** One transaction, with what is read once and written together in it. */
export interface UnitOfWork {
  readonly client: Transaction;
  /** The configuration under which all of it happens, even where another comes into force meanwhile. */
  readonly portal: Portal;
  /** Forms that are to be kept with what is written, by hash. */
  readonly forms: Map<string, Form>;
  /** The locked family; null: there is no such record; left out: none is locked yet. */
  readonly held?: StoredFamily | null;
  /** Whether anything has been written that would have to be undone. */
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

/** The form that a step asks, as it asks this record. */
export function stepFormOf(
  { forms }: RecordDesk,
  scope: RequestContext,
  { hash, context }: { readonly hash: string; readonly context: RecordContext },
): Form | undefined {
  const form = scope.portal.forms[hash];
  return form === undefined ? undefined : forms.ofStep(form, scope, context);
}

/** Where the request's statements run: a transaction must not wait for another connection. */
export function clientOf({ desk, unitOfWork }: RecordRequest): Queryable {
  return unitOfWork?.client ?? desk.application.database;
}
