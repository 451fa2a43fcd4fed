/** Changes a record and the family records that follow from the change, in one transaction that locks the family. */
import type { Command, Outcome } from '../../../portal/life/decide-command.ts';
import { decideOrRefuse } from '../../../portal/life/decide-or-refuse.ts';
import { type Family, memberOf } from '../../../portal/life/family.ts';
import type { PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import type { Refusal } from '../../../portal/workflow/transition.ts';
import { forbidden, HttpError, impossible, notFound, unprocessable } from '../../http/errors.ts';
import { requireApplied } from '../../http/require-newest.ts';
import { announceRecords, ConcurrencyError, rememberForms, writeOutcome } from '../store/write-outcome.ts';
import {
  knowingReferred,
  lockFamily,
  memberNamed,
  storedMember,
  withAllRelated,
} from '../store/lock-family.ts';
import type { RecordName } from '../read/open-record.ts';
import type { StoredRecord, StoredFamily } from '../rows/read-record.ts';
import { requestContextOf, clientOf, type RecordRequest, type UnitOfWork } from '../rows/record-desk.ts';
import { currentForm, keepForm } from '../read/record-form.ts';
import type { HttpAnswer, IdempotencyKey } from '../read/answer.ts';
import { assignInTurn } from './assign-in-turn.ts';
import { newIdentity } from '../store/write-record.ts';
import { message } from '../../../locales/message.ts';
import { recordMessages } from '../../../locales/records.ts';

/** The change, computed while the family is locked. */
export interface RecordCommand {
  readonly command: Command;
  /** The record that replaces the stored one in the computation, where they differ. */
  readonly record?: PortalRecord;
}

const attempts = 4;

/**
 * @param decide checks whether the change is allowed; its request is inside the transaction
 * @throws HttpError 403, 404, 409 or 422; 503 while another version comes into force
 */
export async function changeFamily(
  request: RecordRequest,
  named: RecordName & { readonly idempotencyKey: IdempotencyKey | null },
  decide: (inside: RecordRequest, stored: StoredRecord) => Promise<RecordCommand>,
): Promise<HttpAnswer> {
  return inTransaction(request, async (inside) => {
    const scope = requestContextOf(inside);
    const { client } = inside.unitOfWork;
    const { held } = inside.unitOfWork;
    const stored = held === undefined ? await lockFamily(client, scope, named) : held;
    const id = stored === null ? null : memberNamed(stored.family, named);
    if (stored === null || id === null) throw notFound();
    const recordCommand = await decide(inside, storedMember(scope, stored, id));
    return changeInTransaction(inside, stored, {
      ...recordCommand,
      id,
      idempotencyKey: named.idempotencyKey,
    });
  });
}

export type UnitRequest = RecordRequest & { readonly unitOfWork: UnitOfWork };

/**
 * Runs the work in the request's transaction, or else in its own. Its own is retried after a conflict with a writer
 * that does not hold the family lock.
 */
export async function inTransaction<T>(
  request: RecordRequest,
  work: (inside: UnitRequest) => Promise<T>,
): Promise<T> {
  const { unitOfWork } = request;
  if (unitOfWork !== undefined) return work({ ...request, unitOfWork });
  const { application } = request.desk;
  for (let attempt = 1; ; attempt += 1) {
    const forms: UnitOfWork['forms'] = new Map();
    const changed: UnitOfWork['changed'] = { records: {} };
    const portal = request.portal ?? application.portal();
    let inside: UnitRequest | null = null;
    try {
      const result = await application.database.transaction((client) => {
        inside = { ...request, unitOfWork: { client, portal, forms, changed } };
        return work(inside);
      });
      if (inside !== null) rememberForms(inside);
      announceRecords(application.database, changed);
      return result;
    } catch (error) {
      // Records with the names of another version are no reason to refuse anything.
      if (error instanceof HttpError) await requireApplied(application, portal, application.database);
      if (!(error instanceof ConcurrencyError)) throw error;
      if (attempt >= attempts) {
        throw impossible('overtaken', message(recordMessages.changesTooQuickly));
      }
    }
  }
}

export interface FamilyChange extends RecordCommand {
  readonly id: string;
  readonly idempotencyKey: IdempotencyKey | null;
}

/** The same for a caller that has begun the transaction and locked the family. */
export async function changeInTransaction(
  inside: RecordRequest,
  stored: StoredFamily,
  { command, record, id, idempotencyKey }: FamilyChange,
): Promise<HttpAnswer> {
  const family = record === undefined ? stored.family : withRecord(stored.family, record);
  const outcome = await decideWhole(inside, family, { command, id });
  const what = command.type === 'take' ? command.step.name : command.type;
  const status = command.type === 'add' ? 201 : 200;
  return writeOutcome(inside, { stored, outcome, id, status, idempotencyKey, what });
}

/**
 * Records that change too may have checklists. The change is then computed again with the records that these read.
 */
async function decideWhole(
  inside: RecordRequest,
  family: Family,
  { command, id }: Pick<FamilyChange, 'command' | 'id'>,
): Promise<Outcome> {
  const outcome = await decideFor(inside, family, command);
  const moved = new Set(outcome.events.map(({ record }) => record));
  const isAlone = [...family.members.keys()].every((one) => one === id || !moved.has(one));
  if (isAlone) return outcome;
  const whole = await withAllRelated(clientOf(inside), requestContextOf(inside).portal, family);
  return whole === family ? outcome : decideFor(inside, whole, command);
}

/** @throws HttpError 403, 404, 409 or 422 for a refusal */
export async function decideFor(request: RecordRequest, before: Family, command: Command): Promise<Outcome> {
  const asked = requestContextOf(request);
  const { portal, visitor } = asked;
  const family = await knowingReferred(clientOf(request), asked, before, answeredIn(before, command));
  const forms: Parameters<typeof keepForm>[1][] = [];
  const scope = {
    portal,
    visitor,
    tools: {
      identity: newIdentity,
      form(context: RecordContext) {
        const form = currentForm(request, context);
        if (form !== null) forms.push(form);
        return form?.hash ?? null;
      },
    },
  };
  const outcome = decideOrRefuse(scope, family, command);
  if (outcome.refused !== undefined) throw refusalError(outcome);
  for (const form of forms) await keepForm(request, form);
  return assignInTurn(request, outcome);
}

/** The record with the answers that the command gives it. */
function answeredIn(family: Family, command: Command): readonly PortalRecord[] {
  if (command.type === 'put' || command.type === 'add') return [command.record];
  if (command.type !== 'take') return [];
  const { record } = memberOf(family, command.id);
  return [{ ...record, data: { ...record.data, [command.step.name]: command.step.input } }];
}

function withRecord(family: Family, record: PortalRecord): Family {
  const member = { ...memberOf(family, record.id), record };
  return { ...family, members: new Map(family.members).set(record.id, member) };
}

function refusalError(refused: Refusal): HttpError {
  switch (refused.refused) {
    case 'not-found':
      return notFound();
    case 'forbidden':
      return forbidden();
    case 'invalid':
      return unprocessable(refused.errors);
    case 'conflict':
      return impossible('not-in-this-state', refused.message);
  }
}
