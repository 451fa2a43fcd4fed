/** Carries out a change: stamps the number, writes the rows with their events, and answers with the record as it is then. */
import { withCountedFacts } from '../../portal/derived-values.ts';
import type { NewRecord } from '../../portal/new-records.ts';
import type { PortalRecord, RecordContext } from '../../portal/record.ts';
import type { NumberPattern } from '../../portal/record-type.ts';
import type { Queryable } from '../database/database.ts';
import { unprocessable } from '../http/errors.ts';
import type { Claim } from './idempotency.ts';
import { nextNumber } from './numbers.ts';
import { askerOf } from './record-desk.ts';
import type { RecordRequest } from './record-desk.ts';
import { currentForm, keepForm } from './record-form.ts';
import type { StoredRecord } from './read-record.ts';
import { searchWords } from './search-words.ts';
import { answerOf } from './wire-record.ts';
import { newIdentity, writeRecords } from './write-record.ts';
import type { Answer, MadeRecord } from './write-record.ts';

/** A change that was computed and is to be written. */
export interface Order {
  /** As it is now; a new record has no head. */
  readonly stored: StoredRecord;
  readonly isNew: boolean;
  /** As it is to be; version, number and time are set here. */
  readonly record: PortalRecord;
  readonly number: NumberPattern | null;
  readonly creates: readonly NewRecord[];
  readonly what: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Writes the order in one statement where it stamps no number, else in one transaction.
 * @returns the answer, kept for a retry; null when somebody else changed the record first
 */
export async function carryOut(
  request: RecordRequest,
  order: Order,
  claim: Claim | null,
): Promise<Answer | null> {
  const { database } = request.desk.application;
  if (order.number === null) return carryOutOn(request, order, { client: database, claim });
  return database
    .transaction(async (client) => {
      const answer = await carryOutOn(request, order, { client, claim });
      // Rolled back, so that the number is not lost.
      if (answer === null) throw new Overtaken();
      return answer;
    })
    .catch((error: unknown) => {
      if (error instanceof Overtaken) return null;
      throw error;
    });
}

class Overtaken extends Error {}

interface On {
  readonly client: Queryable;
  readonly claim: Claim | null;
}

/** The same on a client of the caller's, who may have more to do in the transaction. */
export async function carryOutOn(
  request: RecordRequest,
  order: Order,
  { client, claim }: On,
): Promise<Answer | null> {
  const asker = askerOf(request);
  const { stored, isNew } = order;
  const at = new Date().toISOString();
  const number =
    order.number === null
      ? order.record.number
      : await nextNumber(client, order.record, order.number, stored.context.today);
  const version = isNew ? 1 : stored.context.record.version + 1;
  const createdAt = isNew ? at : order.record.createdAt;
  const record: PortalRecord = { ...order.record, number, version, createdAt, updatedAt: at };
  const by = { account: asker.visitor.account ?? record.owner, department: asker.visitor.department };
  const context: RecordContext = { ...stored.context, record };
  const made: MadeRecord[] = [];
  for (const one of order.creates) made.push(...(await plant(request, context, { one, at, by })));
  const event = { ...by, what: order.what, detail: order.detail };
  const own = { record, words: searchWords(asker.portal, context), event };
  const after = afterwards(request, context, { made, what: order.what });
  const answer = answerOf(asker, { ...stored, context: after }, isNew ? 201 : 200);
  const ancestors = context.ancestors.map(({ id }) => id);
  const isWritten = await writeRecords(client, {
    changed: isNew ? null : { ...own, head: stored.head },
    made: isNew ? [{ ...own, ancestors }, ...made] : made,
    keep: claim === null ? null : { ...claim, answer },
  }).catch(explainDouble(request, record));
  return isWritten ? answer : null;
}

interface Planting {
  readonly one: NewRecord;
  readonly at: string;
  readonly by: { readonly account: string | null; readonly department: string | null };
}

/** Rows for a record that the engine makes, and for what stands below it. */
async function plant(
  request: RecordRequest,
  context: RecordContext,
  { one, at, by }: Planting,
): Promise<MadeRecord[]> {
  const { portal } = askerOf(request);
  const { children, ...columns } = one;
  const parent = context.record;
  const bare: PortalRecord = {
    ...columns,
    ...newIdentity(),
    number: null,
    owner: parent.owner,
    parent: parent.id,
    version: 1,
    due: null,
    items: {},
    since: at,
    clocks: {},
    booking: null,
    createdAt: at,
    updatedAt: at,
  };
  const around: RecordContext = {
    ...context,
    record: bare,
    ancestors: [parent, ...context.ancestors],
    children: [],
    parties: [],
    did: [],
    facts: {},
    documents: [],
  };
  const form = currentForm(request, around);
  if (form !== null) await keepForm(request, form);
  const record = { ...bare, form: form?.hash ?? null };
  const below = { ...around, record };
  const ancestors = below.ancestors.map(({ id }) => id);
  const event = { ...by, what: 'created', detail: {} };
  const own: MadeRecord = { record, words: searchWords(portal, below), event, ancestors };
  const planted = [own];
  for (const child of children) planted.push(...(await plant(request, below, { one: child, at, by })));
  return planted;
}

function afterwards(
  request: RecordRequest,
  context: RecordContext,
  { made, what }: { readonly made: readonly MadeRecord[]; readonly what: string },
): RecordContext {
  const { portal, visitor } = askerOf(request);
  const own = made.map(({ record }) => record).filter(({ parent }) => parent === context.record.id);
  const children = [...context.children, ...own];
  const counted = Object.keys(portal.recordTypes[context.record.type]?.derived ?? {});
  const facts = Object.fromEntries(Object.entries(context.facts).filter(([name]) => !counted.includes(name)));
  const did = visitor.account === null ? context.did : [...context.did, what];
  return withCountedFacts(portal, visitor, { ...context, children, did, facts, input: {} });
}

/** A second record where the type allows one is the person's mistake, not ours. */
function explainDouble(request: RecordRequest, record: PortalRecord): (error: unknown) => never {
  return (error) => {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== '23505' || !constraint?.startsWith('records_unique_')) throw error;
    const type = askerOf(request).portal.recordTypes[record.type];
    const field = type?.unique?.over.find((name) => Object.hasOwn(record.data, name)) ?? 'data';
    throw unprocessable({ [field]: [`There is already one with the same answers: ${type?.title ?? ''}.`] });
  };
}
