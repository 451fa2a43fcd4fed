/**
 * Writes a computed outcome: assigns numbers, writes everything in the caller's transaction, and returns the record as
 * it is then.
 */
import { message, type Message } from '../../../locales/message.ts';
import { recordMessages } from '../../../locales/records.ts';
import { changedMembers, type Outcome } from '../../../portal/life/decide-command.ts';
import type { PendingEffect } from '../../../portal/life/decision-draft.ts';
import {
  ancestorsOf,
  descendantsOf,
  type Family,
  type Member,
  memberOf,
} from '../../../portal/life/family.ts';
import type { IssuedDocument } from '../../../portal/model/document.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import type { Database } from '../../database/database.ts';
import { runParts } from '../../database/statements.ts';
import { inOrder } from '../../database/transactions.ts';
import { type FieldMessages, HttpError, type HttpProblem, unprocessable } from '../../http/errors.ts';
import { deliveredRecord, jobsPart } from '../../jobs/jobs-part.ts';
import { addChanges, announceChanges, type EarlierValues } from '../../live/changes.ts';
import { searchWords } from '../../sql/search-sql.ts';
import { answerOf, type HttpAnswer, type IdempotencyKey } from '../read/answer.ts';
import { storedForms } from '../read/record-form.ts';
import { uniqueAnswers } from '../../../portal/changes/unique-record.ts';
import { numberSubject } from '../../../portal/writing/record-number.ts';
import { findTwin } from '../lists/record-twin.ts';
import { fieldsOfRules } from '../lists/row-needs.ts';
import { fingerprintOfRules } from '../rows/newest-rules.ts';
import type { StoredFamily } from '../rows/read-record.ts';
import { clientOf, type RecordRequest, requestContextOf, type UnitOfWork } from '../rows/record-desk.ts';
import { storedMember } from './lock-family.ts';
import { nextNumber } from './numbers.ts';
import {
  answerPart,
  type ChangedRecord,
  type FamilyWrite,
  type InsertedRecord,
  writeRecords,
} from './write-record.ts';

/**
 * Conflict: somebody else changed one of the records first. The transaction is rolled back and may be tried again.
 */
export class ConcurrencyError extends Error {}

export interface StoredOutcome {
  readonly stored: StoredFamily;
  readonly outcome: Outcome;
  /** Id of the record in the answer. */
  readonly id: string;
  readonly status: number;
  readonly idempotencyKey: IdempotencyKey | null;
  /** Name of the transition, or the type of another command. */
  readonly what: string;
}

/** Can it be written in one statement, without a transaction? */
export function isPlain({ outcome }: Pick<StoredOutcome, 'outcome'>): boolean {
  return outcome.numbers.size === 0 && endsWithRecords(outcome);
}

/** Does it write only records and their histories? */
function endsWithRecords({ documents, notices, requests, accounts, booked, freed }: Outcome): boolean {
  return [documents, notices, requests, accounts, booked, freed].every(({ length }) => length === 0);
}

/**
 * Writes the whole outcome. The request is inside a transaction that ends afterwards, unless the outcome is plain.
 * @throws ConcurrencyError
 * @throws HttpError 422 if there is already such a record, or a slot has been taken
 */
export async function writeOutcome(request: RecordRequest, write: StoredOutcome): Promise<HttpAnswer> {
  const changed: UnitOfWork['changed'] = request.unitOfWork?.changed ?? { records: {} };
  const answer = await writeAll(request, write, changed);
  if (request.unitOfWork === undefined) announceRecords(request.desk.application.database, changed);
  return answer;
}

/** Call it after the commit. */
export function announceRecords(database: Database, { records }: UnitOfWork['changed']): void {
  if (Object.keys(records).length > 0) announceChanges(database, { records });
}

async function writeAll(
  request: RecordRequest,
  write: StoredOutcome,
  changed: UnitOfWork['changed'],
): Promise<HttpAnswer> {
  const { idempotencyKey } = write;
  const client = clientOf(request);
  if (request.unitOfWork !== undefined) request.unitOfWork.isWriting = true;
  const outcome = await stampNumbers(request, write.outcome);
  const isKnown = outcome.documents.length === 0 && outcome.notices.length === 0;
  const early = isKnown ? answerTo(request, write, { family: outcome.family, mailed: null }) : null;
  const keep = idempotencyKey === null || early === null ? null : { ...idempotencyKey, answer: early };
  const writing = familyWriteOf(request, write.stored, outcome);
  const { portal } = requestContextOf(request);
  for (const { record: written } of [...writing.changed, ...writing.inserted]) {
    const earlier = earlierValues(portal, write.stored.family.members.get(written.id)?.record, written);
    addChanges(changed.records, { [written.type]: { [written.id]: earlier } });
  }
  const { record } = memberOf(outcome.family, write.id);
  const written = writeRecords(client, { ...writing, keep }).catch(explainFailure(request, record));
  if (early !== null && endsWithRecords(outcome)) {
    await inOrder(written, commit(request));
    return early;
  }
  return notifyAndIssue(request, { ...write, outcome }, { written, early });
}

const visibleColumns = ['state', 'kind', 'owner', 'office', 'unit', 'assignee'] as const;

function earlierValues(portal: Portal, before: PortalRecord | undefined, after: PortalRecord): EarlierValues {
  if (before === undefined) return {};
  const columns = visibleColumns.filter((name) => before[name] !== after[name]);
  const answers = fieldsOfRules(portal, after.type).filter(
    (name) => JSON.stringify(before.data[name]) !== JSON.stringify(after.data[name]),
  );
  return {
    ...Object.fromEntries(columns.map((name) => [name, before[name]])),
    ...(answers.length > 0 && {
      data: Object.fromEntries(answers.map((name) => [name, before.data[name] ?? null])),
    }),
  };
}

async function commit({ unitOfWork }: RecordRequest): Promise<void> {
  await unitOfWork?.client.commit();
}

interface WriteResult {
  readonly written: Promise<void>;
  /** Null: the answer depends on the documents and the notices. */
  readonly early: HttpAnswer | null;
}

/** Notices and documents read the data after the write. Numbers come last, because others wait for their counters. */
async function notifyAndIssue(
  request: RecordRequest,
  write: StoredOutcome,
  { written, early }: WriteResult,
): Promise<HttpAnswer> {
  const { outcome, idempotencyKey } = write;
  const { accounts, booked, freed } = outcome;
  const client = clientOf(request);
  const { writers } = request.desk;
  const changed = inOrder(
    written,
    writers.changeBookings(client, requestContextOf(request).portal, outcome),
    writers.changeAccounts(client, accounts),
  );
  // A transaction that waits for a slot or an account must not hold a counter meanwhile.
  if (accounts.length + booked.length + freed.length > 0) await changed;
  const { account: actor } = request.visitor;
  const [, notices, { documents, parts }] = await inOrder(
    changed,
    outcome.notices.length === 0
      ? { parts: [], mailed: null }
      : writers.prepareNotices(client, { notices: outcome.notices, actor }),
    writers.prepareDocuments(client, {
      orders: outcome.documents,
      step: { name: write.what, record: write.id },
      below: (id) => descendantsOf(outcome.family, id),
    }),
  );
  const { mailed } = notices;
  const answer =
    early ?? answerTo(request, write, { family: withDocuments(outcome.family, documents), mailed });
  const last = runParts(client, [
    ...notices.parts,
    ...parts,
    ...jobsPart(
      outcome.requests.map((effect) => jobOf(request, effect)),
      'requested',
    ),
    ...(early === null && idempotencyKey !== null ? [answerPart(idempotencyKey, answer)] : []),
  ]);
  await inOrder(last, commit(request));
  return answer;
}

async function stampNumbers(request: RecordRequest, outcome: Outcome): Promise<Outcome> {
  if (areNumbered(outcome)) return outcome;
  const numbers = new Map<string, string>();
  for (const [id, pattern] of outcome.numbers) {
    const { record } = memberOf(outcome.family, id);
    numbers.set(
      id,
      await nextNumber(
        { client: clientOf(request), database: request.desk.application.database },
        { of: record.type, subject: numberSubject(record, outcome.family.today) },
        pattern,
      ),
    );
  }
  return withNumbers(outcome, numbers);
}

function familyWriteOf(
  request: RecordRequest,
  { family: stored, heads }: StoredFamily,
  outcome: Outcome,
): Omit<FamilyWrite, 'keep'> {
  const { portal } = requestContextOf(request);
  const { application } = request.desk;
  const ledger = { key: application.auditKey, configuration: application.versionOf(portal) };
  const { family, created: made } = outcome;
  const known = new Map<string, readonly string[]>();
  const wordsOf = (record: PortalRecord) =>
    searchWords(portal, { record, ancestors: ancestorsOf(family, record) }, known);
  const changed = changedMembers(outcome).map(({ record, wake }): ChangedRecord => ({
    record,
    wake,
    words: wordsOf(record),
    before: memberOf(stored, record.id).record,
    head: heads.get(record.id) ?? null,
  }));
  const added = Array.from(made, (id): InsertedRecord => {
    const { record, wake } = memberOf(family, id);
    const ancestors = ancestorsOf(family, record).map((one) => one.id);
    return { record, wake, words: wordsOf(record), ancestors };
  });
  const { events, joined, left, documentStates } = outcome;
  const forms = request.unitOfWork?.forms.values() ?? [];
  const life = fingerprintOfRules(portal);
  return {
    changed,
    inserted: added,
    events,
    ledger,
    at: family.now,
    life,
    joined,
    left,
    documentStates,
    forms,
  };
}

function jobOf(request: RecordRequest, { record, ...effect }: PendingEffect) {
  const { requestId } = requestContextOf(request);
  const data = {
    ...effect,
    record: deliveredRecord(record),
    ...(requestId !== undefined && { request: requestId }),
  };
  return { name: 'effect', data } as const;
}

function answerTo(
  request: RecordRequest,
  { stored, id, status }: StoredOutcome,
  { family, mailed }: { readonly family: Family; readonly mailed: string | null },
): HttpAnswer {
  const scope = requestContextOf(request);
  const { apiPrefix } = request.desk.application;
  return answerOf(scope, storedMember(scope, { ...stored, family }, id), { status, apiPrefix, mailed });
}

/** Remembers the forms that were written. Call it after the transaction. */
export function rememberForms({ desk, unitOfWork }: RecordRequest): void {
  for (const hash of unitOfWork?.forms.keys() ?? []) storedForms(desk).add(hash);
}

/** A second record of a type that allows one. */
export class DuplicateError extends HttpError {
  readonly record: PortalRecord;

  constructor(record: PortalRecord, problem: HttpProblem) {
    super(problem);
    this.record = record;
  }
}

/**
 * The same refusal, which names the other record if the caller may read it.
 * @param request after the transaction has ended
 */
export async function namingTwin(
  request: RecordRequest,
  { record, problem }: DuplicateError,
): Promise<DuplicateError> {
  const number = (await findTwin(request, record))?.number ?? null;
  if (number === null) return new DuplicateError(record, problem);
  const said = message(recordMessages.duplicateOf, { type: typeTitle(request, record), number });
  return new DuplicateError(record, { ...problem, errors: atUniqueAnswer(request, record, said) });
}

function atUniqueAnswer(request: RecordRequest, record: PortalRecord, said: Message): FieldMessages {
  return { [uniqueAnswers(requestContextOf(request).portal, record)[0] ?? 'data']: [said] };
}

function typeTitle(request: RecordRequest, { type }: PortalRecord) {
  const { title = '' } = requestContextOf(request).portal.recordTypes[type] ?? {};
  return { text: title, kind: 'name' } as const;
}

/**
 * A second record of a type that allows one is the person's mistake (422). After a conflict the caller may try again.
 */
function explainFailure(request: RecordRequest, record: PortalRecord): (error: unknown) => never {
  return (error) => {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '40001') throw new ConcurrencyError();
    if (code !== '23505' || !constraint?.startsWith('records_unique_')) throw error;
    const said = message(recordMessages.duplicateAnswers, { type: typeTitle(request, record) });
    const { problem } = unprocessable(atUniqueAnswer(request, record, said));
    throw new DuplicateError(record, problem);
  };
}

type Numbers = ReadonlyMap<string, string>;

function areNumbered({ numbers }: Outcome): boolean {
  return numbers.size === 0;
}

/** Replaces the records everywhere: in the family, and in the contexts of notices and documents. */
function withNumbers(outcome: Outcome, numbers: Numbers): Outcome {
  const inContext = <T extends { readonly context: RecordContext }>(one: T): T => ({
    ...one,
    context: numberedContext(one.context, numbers),
  });
  return {
    ...outcome,
    family: mapMembers(outcome.family, (member) => ({
      ...member,
      record: numbered(member.record, numbers),
    })),
    events: outcome.events.map((one) => ({ ...one, after: numbered(one.after, numbers) })),
    notices: outcome.notices.map(inContext),
    documents: outcome.documents.map(inContext),
  };
}

/** Each document with its issued number and code. */
function withDocuments(family: Family, issued: readonly IssuedDocument[]): Family {
  if (issued.length === 0) return family;
  const known = new Map(issued.map((one) => [one.id, one]));
  return mapMembers(family, (member) => ({
    ...member,
    documents: member.documents.map((one) => {
      const inserted = known.get(one.id);
      return inserted === undefined ? one : { ...inserted, state: one.state };
    }),
  }));
}

function mapMembers(family: Family, change: (member: Member) => Member): Family {
  const members = Array.from(family.members, ([id, member]) => [id, change(member)] as const);
  return { ...family, members: new Map(members) };
}

function numberedContext(context: RecordContext, numbers: Numbers): RecordContext {
  const each = (record: PortalRecord) => numbered(record, numbers);
  return {
    ...context,
    record: each(context.record),
    ancestors: context.ancestors.map(each),
    children: context.children.map(each),
  };
}

function numbered(record: PortalRecord, numbers: Numbers): PortalRecord {
  const number = numbers.get(record.id);
  return number === undefined ? record : { ...record, number };
}
