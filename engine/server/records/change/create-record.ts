/** Creates a record, and for a registration also the account that owns it. */
import type { ApiBody } from '../../../contract/contract.ts';
import { isNever, may, mayBeginBelow, recordTypeOf } from '../../../portal/access/access.ts';
import { isOpenToStrangers } from '../../../portal/workflow/new-records.ts';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { FieldErrors } from '../../../portal/forms/form-verdict.ts';
import { referencesOf } from '../../../portal/forms/references.ts';
import { slugsAt } from '../../../portal/values/slugs-at.ts';
import type { Form } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { RequirementKind } from '../../../portal/model/requirement.ts';
import { contextOfBegun, kindToBegin } from '../../../portal/changes/begin-record.ts';
import { choicesOf, faultsOfAnswers, faultsToTell } from '../../../portal/changes/record-answers.ts';
import { presentAnswers } from '../../../portal/succession/succeed-record.ts';
import { namedAnswersOf } from '../../../portal/forms/references.ts';
import { normaliseAnswers } from '../../../portal/forms/written-answers.ts';
import { requireDepartment } from '../../http/require-newest.ts';
import { configuredMessage } from '../../../portal/text/tell.ts';
import { forbidden, HttpError, notFound, unauthenticated, unprocessable } from '../../http/errors.ts';
import { inTransaction } from './change-family.ts';
import { openRecord } from '../read/open-record.ts';
import { faultsOfChoices } from '../references/offered-records.ts';
import { withReferred } from '../rows/context-rows.ts';
import { clientOf, requestContextOf } from '../rows/record-desk.ts';
import type { AccountRequest } from '../../accounts/account-desk.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import { currentForm, keepForm } from '../read/record-form.ts';
import { prefillRecord } from '../read/prefill-record.ts';
import { readRecord } from '../rows/read-record.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { store, storeAlone, type FormContent } from './store-record.ts';
import { requireSoundFields } from '../rows/sound-json.ts';
import { todayIn } from '../../sql/today.ts';
import { keepAnswer, newIdentity } from '../store/write-record.ts';
import type { HttpAnswer, IdempotencyKey } from '../read/answer.ts';
import { message } from '../../../locales/message.ts';
import { recordMessages } from '../../../locales/records.ts';
import { requestMessages } from '../../../locales/requests.ts';

/** @throws HttpError 401, 403, 404 or 422 */
export async function createRecord(
  asked: RecordRequest,
  {
    type,
    body,
    idempotencyKey,
  }: {
    readonly type: string;
    readonly body: ApiBody<'POST /records/:type'>;
    readonly idempotencyKey: IdempotencyKey;
  },
): Promise<HttpAnswer> {
  const { portal, visitor } = requestContextOf(asked);
  // What is read under one version must not be written under the next.
  const request = { ...asked, portal };
  const recordType = recordTypeOf(portal, type);
  if (recordType === null) throw notFound();
  if (isNever(recordType.access.create) || recordType.builtIn !== null) throw closed(request, recordType);
  const parent = await parentOf(request, recordType, body.parent ?? null);
  const context = contextOf(request, recordType, { parent, kind: body.kind ?? null });
  if (!may({ portal, visitor, context }, 'create', type))
    throw closed(request, recordType, recordType.access.cannotCreate);
  requireSoundFields(body.data ?? {});
  const said = presentAnswers(portal, context.record, body.data ?? {});
  const first = (await firstAnswersFor(request, context, said)) ?? said;
  // The answers decide which questions apply.
  const answered = { ...context, record: { ...context.record, data: first } };
  const [around = answered] = await withReferred(clientOf(request), requestContextOf(request), [answered]);
  const form = currentForm(request, around);
  const data =
    form === null ? first : normaliseAnswers(form, first, portal.locales, namedAnswersOf(form, around));
  await requireSound(request, context, { form, data });
  if (form !== null) await keepForm(request, form);
  const content = { data, form, idempotencyKey };
  const requireChoices = async (inside: RecordRequest): Promise<void> =>
    requireNone(await faultsOfChosen(inside, context, { form, data }));
  if (recordType.account !== null)
    return register(request, context, { ...content, recordType, requireChoices });
  const isNaming = referencesOf(portal, type).some(({ keys }) => slugsAt(data, keys).length > 0);
  const secret = body.follow ?? null;
  if (visitor.signedIn && secret !== null)
    throw unprocessable({ follow: [message(requestMessages.fieldUnknown)] });
  if (!visitor.signedIn) await request.desk.accounts.countForm(request.network ?? '');
  if (!isNaming && secret === null) return store(request, context, content);
  // Until the record is stored, nobody may change what its answers name.
  return inTransaction(request, async (inside) => {
    if (isNaming) await requireChoices(inside);
    if (secret !== null) await keepLink(inside, { ...context, record: { ...context.record, data } }, secret);
    return store(inside, context, content);
  });
}

function keepLink(inside: RecordRequest, { record, now }: RecordContext, secret: string): Promise<void> {
  const { portal } = requestContextOf(inside);
  const { writers } = inside.desk;
  const language = inside.language ?? null;
  return writers.keepFollowLink(clientOf(inside), { portal, record, now, secret, language });
}

interface FilledForm {
  readonly form: Form | null;
  readonly data: Answers;
}

function faultsOfChosen(
  request: RecordRequest,
  { record }: RecordContext,
  { form, data }: FilledForm,
): Promise<FieldErrors> {
  const { portal } = requestContextOf(request);
  return faultsOfChoices(request, form, choicesOf(portal, form, { ...record, data }));
}

/** Without answers, a new record starts with the applicant's earlier answers if they are still valid; else null. */
async function firstAnswersFor(
  request: RecordRequest,
  context: RecordContext,
  said: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>> | null> {
  const { type } = context.record;
  const sources = requestContextOf(request).portal.recordTypes[type]?.prefill ?? [];
  if (Object.keys(said).length > 0 || sources.length === 0 || request.visitor.account === null) return null;
  const { data } = await prefillRecord(request, type);
  const form = currentForm(request, { ...context, record: { ...context.record, data } });
  return requireSound(request, context, { form, data }).then(
    () => data,
    (error: unknown) => {
      if (error instanceof HttpError) return null;
      throw error;
    },
  );
}

/**
 * Requires sign-in before any other check, if no signed-out visitor may make the call.
 * @throws HttpError 401; 403 if signing in would not help
 */
export function requireWelcome(request: RecordRequest, type: string): void {
  const { portal, visitor } = requestContextOf(request);
  if (visitor.signedIn) return;
  const recordType = recordTypeOf(portal, type);
  if (recordType === null || isNever(recordType.access.create)) throw unauthenticated();
  // Below a parent, or for a kind, the decision needs the parent or the kind, which are read later.
  if (recordType.parents.length > 0 || recordType.kinds.length > 0) return;
  const context = contextOf(request, recordType, { parent: null, kind: null });
  if (!may({ portal, visitor, context }, 'create', type))
    throw closed(request, recordType, recordType.access.cannotCreate);
}

/**
 * Asks for sign-in only if it may help.
 * @param reason what the configuration says to whom its rule refuses
 */
function closed(request: RecordRequest, recordType: RecordType, reason: string | null = null): HttpError {
  const { portal, visitor } = requestContextOf(request);
  if (!visitor.signedIn && !isOpenToStrangers(portal, recordType)) return unauthenticated();
  if (reason !== null) return forbidden('nothing-begins', configuredMessage(reason, 'message'));
  const isForNobody = isNever(recordType.access.create) || recordType.builtIn !== null;
  if (isForNobody || (visitor.signedIn && recordType.parents.length === 0)) return forbidden();
  return forbidden('nothing-begins', message(recordMessages.nothingBegins));
}

/** The parent of the new record. The parent's type says who may create records below it. */
async function parentOf(
  request: RecordRequest,
  recordType: RecordType,
  slug: string | null,
): Promise<StoredRecord | null> {
  const { parents } = recordType;
  if (parents.length === 0) {
    if (slug === null) return null;
    throw unprocessable({ parent: [message(requestMessages.noParentAllowed)] });
  }
  if (slug === null) throw unprocessable({ parent: [message(recordMessages.parentMissing)] });
  const scope = requestContextOf(request);
  for (const type of parents) {
    const found = await readRecord(request.desk.application.database, scope, { type, slug });
    if (found === null) continue;
    const { stored } = await openRecord(request, { type, slug });
    if (!mayBeginBelow({ ...scope, context: stored.context })) throw closed(request, recordType);
    return stored;
  }
  throw notFound();
}

function contextOf(
  request: RecordRequest,
  recordType: RecordType,
  { parent, kind: wanted }: { readonly parent: StoredRecord | null; readonly kind: string | null },
): RecordContext {
  const { portal, visitor } = requestContextOf(request);
  const now = request.desk.application.now();
  return contextOfBegun({ portal, visitor }, recordType, {
    ...newIdentity(),
    kind: kindOf(portal, recordType.kinds, wanted),
    above: parent === null ? [] : [parent.context.record, ...parent.context.ancestors],
    today: todayIn(portal.timeZone, now),
    now: now.toISOString(),
  });
}

function kindOf(portal: Portal, sets: readonly string[], wanted: string | null): RequirementKind | null {
  if (sets.length === 0) return null;
  const kind = kindToBegin(portal, sets, wanted);
  if (kind === null) throw unprocessable({ kind: [message(recordMessages.kindMissing)] });
  if (kind.isRetired) throw unprocessable({ kind: [message(recordMessages.kindRetired)] });
  return kind;
}

async function requireSound(
  request: RecordRequest,
  context: RecordContext,
  { form, data }: FilledForm,
): Promise<void> {
  const { portal, visitor } = requestContextOf(request);
  const { validate } = request.desk.forms;
  const { faults, refused } = faultsOfAnswers({ portal, visitor, context }, form, {
    data,
    given: data,
    validate,
  });
  const unnamed = await faultsOfChosen(request, context, { form, data });
  requireNone({ ...refused, ...faultsToTell(faults, unnamed) });
}

function requireNone(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw unprocessable(errors);
}

/** The answer is the same whether or not the address has an account. Only the reader of its mail learns which. */
const ACCEPTED: HttpAnswer = { status: 202, headers: {}, text: '{}' };

async function register(
  request: RecordRequest,
  context: RecordContext,
  {
    recordType,
    requireChoices,
    data,
    form,
    idempotencyKey,
  }: FormContent & {
    readonly recordType: RecordType;
    readonly requireChoices: (inside: RecordRequest) => Promise<void>;
  },
): Promise<HttpAnswer> {
  const { account: rule } = recordType;
  if (rule === null) throw new Error('Only a registration opens an account.');
  const { accounts } = request.desk;
  const { [rule.password]: password, ...kept } = data;
  const wanted: AccountRequest = {
    department: rule.department,
    username: textOf(data[rule.username]),
    name: textOf(data[rule.name]),
    password: textOf(password),
    language: request.language ?? null,
  };
  const prepared = await accounts
    .prepare(wanted, request.network ?? '')
    .catch(renameFields({ username: rule.username, password: rule.password, name: rule.name }));
  return inTransaction(request, async (inside) => {
    const { client } = inside.unitOfWork;
    const { portal } = requestContextOf(inside);
    await requireDepartment(request.desk.application, { portal, department: rule.department }, client);
    await requireChoices(inside);
    if (idempotencyKey !== null) await keepAnswer(client, idempotencyKey, ACCEPTED);
    const owner = await accounts.open(client, prepared);
    if (owner === null) {
      await accounts.tellOwner(client, wanted.username);
    } else {
      const own = { ...context, record: { ...context.record, owner: owner.id } };
      await storeAlone(inside, own, { filled: { data: kept, form, idempotencyKey: null }, owner });
    }
    return ACCEPTED;
  });
}

/** Reports the account's faults under the form fields that they come from. */
function renameFields(names: Readonly<Record<string, string>>): (error: unknown) => never {
  return (error) => {
    const errors = error instanceof HttpError ? error.problem.errors : undefined;
    if (errors === undefined) throw error;
    const renamed = Object.entries(errors).map(([field, said]) => [names[field] ?? field, said]);
    throw unprocessable(Object.fromEntries(renamed));
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
