/** Writes a family's records, events, parties and document states, and the call's answer, in one statement. */
import { randomFillSync } from 'node:crypto';
import { v7 as nextId } from 'uuid';
import type { Form } from '../../../portal/model/form.ts';
import type { PartyChange, PendingEvent } from '../../../portal/life/decision-draft.ts';
import type { PortalRecord } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import { partOf, runParts, type StatementPart } from '../../database/statements.ts';
import { eventParts, type EventRow, type HistoryEnd, type Ledger, nextRows } from '../../history/ledger.ts';
import type { HttpAnswer, IdempotencyKey } from '../read/answer.ts';

/** A record in the state that is to be written. */
interface RecordImage {
  readonly record: PortalRecord;
  readonly words: readonly string[];
  /** When an automatic step may be due (ISO date-time). */
  readonly wake: string | null;
}

export interface ChangedRecord extends RecordImage {
  /** The version that is stored now. */
  readonly before: PortalRecord;
  /** Hash of the newest stored event. */
  readonly head: Buffer | null;
}

export interface InsertedRecord extends RecordImage {
  /** Ids, nearest first. */
  readonly ancestors: readonly string[];
}

export interface FamilyWrite {
  readonly changed: readonly ChangedRecord[];
  readonly inserted: readonly InsertedRecord[];
  /** In the order in which they happened. */
  readonly events: readonly PendingEvent[];
  readonly ledger: Ledger;
  /** ISO date-time. */
  readonly at: string;
  /** Identifies the rules that computed all of it, as `fingerprintOfRules` does. */
  readonly life: number;
  readonly joined: readonly PartyChange[];
  readonly left: readonly PartyChange[];
  /** New states of documents that were issued earlier, by id. */
  readonly documentStates: ReadonlyMap<string, string>;
  readonly forms: Iterable<Form>;
  /** The answer to store for a retry, or null without a key or while the answer is not known yet. */
  readonly keep: (IdempotencyKey & { readonly answer: HttpAnswer }) | null;
}

const fields = `id uuid, type text, slug text, number text, state text, kind text, owner uuid, office text,
  unit text, assignee uuid, parent uuid, ancestors uuid[], version integer, before integer, due timestamptz, data jsonb, form text,
  items jsonb, since timestamptz, clocks jsonb, booking jsonb, signatures jsonb, wake timestamptz, life integer, words text[], head text,
  filed timestamptz, created timestamptz, updated timestamptz`;
const party = 'record uuid, role text, account uuid, department text';

const changing = `UPDATE records r SET number = n.number, state = n.state, owner = n.owner, office = n.office, unit = n.unit,
    assignee = n.assignee, version = n.version, due = n.due, data = n.data, form = n.form, items = n.items, since = n.since, clocks = n.clocks,
    booking = n.booking, signatures = n.signatures, wake = n.wake, life = n.life, search = array_to_tsvector(n.words), head = decode(n.head, 'hex'),
    filed_at = n.filed, updated_at = n.updated
  FROM jsonb_to_recordset($1) AS n(${fields}) WHERE r.id = n.id AND r.version = n.before
  RETURNING r.id`;

/** The number of records found equals the number to change. */
const insist = 'SELECT portal_insist((SELECT count(*) FROM changed) = jsonb_array_length($1))';

const making = `INSERT INTO records (id, type, slug, number, state, kind, owner, office, unit, assignee, parent, ancestors,
    version, due, data, form, items, since, clocks, booking, signatures, wake, life, search, head, filed_at, created_at, updated_at)
  SELECT id, type, slug, number, state, kind, owner, office, unit, assignee, parent, ancestors,
    version, due, data, form, items, since, clocks, booking, signatures, wake, life, array_to_tsvector(words), decode(head, 'hex'), filed, created, updated
  FROM jsonb_to_recordset($1) AS n(${fields})`;

const leaving = `DELETE FROM parties p USING jsonb_to_recordset($1) AS n(${party})
  WHERE p.record = n.record AND p.role = n.role
    AND p.account IS NOT DISTINCT FROM n.account AND p.department IS NOT DISTINCT FROM n.department`;

const joining = `INSERT INTO parties (record, role, account, department)
  SELECT record, role, account, department FROM jsonb_to_recordset($1) AS n(${party}) ON CONFLICT DO NOTHING`;

const standing = `UPDATE documents d SET state = n.state
  FROM jsonb_to_recordset($1) AS n(id uuid, state text) WHERE d.id = n.id`;

const keepingForms = `INSERT INTO forms (hash, body)
  SELECT hash, body FROM jsonb_to_recordset($1) AS n(hash text, body text) ON CONFLICT DO NOTHING`;

const answering = `INSERT INTO idempotency (scope, key, body, status, headers, answer) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (scope, key) DO UPDATE SET body = excluded.body, status = excluded.status, headers = excluded.headers,
    answer = excluded.answer, started_at = portal_answered_at(idempotency.started_at)`;

/**
 * Writes all or nothing.
 * @throws the driver's error `serialization_failure` if somebody else changed one of the records first
 */
export async function writeRecords(client: Queryable, write: FamilyWrite): Promise<void> {
  const { changed, inserted: made, keep, life } = write;
  const events = eventsOf(write);
  const heads = new Map(events.map(({ record, hash }) => [record, hash]));
  const rows = (of: readonly (RecordImage & Partial<ChangedRecord & InsertedRecord>)[]) =>
    of.map((one) => {
      const head = heads.get(one.record.id) ?? one.head?.toString('hex') ?? null;
      return { ...toRow(one, head), life };
    });
  const parts = [
    ...partOf('changed', changing, rows(changed)),
    ...partOf('made', making, rows(made)),
    ...eventParts(events),
    ...partOf('gone', leaving, write.left),
    ...partOf('joined', joining, write.joined),
    ...partOf(
      'stand',
      standing,
      Array.from(write.documentStates, ([id, state]) => ({ id, state })),
    ),
    ...partOf(
      'kept',
      keepingForms,
      Array.from(write.forms, (form) => ({ hash: form.hash, body: JSON.stringify(form) })),
    ),
    ...(keep === null ? [] : [answerPart(keep, keep.answer)]),
  ];
  await runParts(client, parts, changed.length === 0 ? undefined : insist);
}

/** Stores the answer for a retry. */
export async function keepAnswer(
  client: Queryable,
  idempotencyKey: IdempotencyKey,
  answer: HttpAnswer,
): Promise<void> {
  await runParts(client, [answerPart(idempotencyKey, answer)]);
}

export function answerPart(
  { scope, key, body }: IdempotencyKey,
  { status, headers, text }: HttpAnswer,
): StatementPart {
  return {
    name: 'answered',
    text: answering,
    values: [scope, key, body, status, JSON.stringify(headers), text],
  };
}

/**
 * The columns of a record that never change. Each id comes after those before it: records of one moment, such as the
 * parts of a record, are listed in the order in which they were created, which is that of the configuration.
 */
export function newIdentity(): { readonly id: string; readonly slug: string } {
  return { id: nextId(), slug: newSlug() };
}

/** Letters that are easy to tell apart. 80 bits, so nobody can guess a code. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A pool of random bytes: one large read costs hardly more than a small one. */
const drawn = Buffer.alloc(4096);
let used = drawn.length;

function newSlug(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  let slug = '';
  for (const byte of drawn.subarray(used, (used += 16))) slug += letters[byte % letters.length];
  return slug;
}

/** The rows of all events; those of one record are in order. */
function eventsOf({ changed, inserted: made, events: told, at, ledger }: FamilyWrite): EventRow[] {
  const ends = new Map(changed.map(({ record, before, head }) => [record.id, { head, record: before }]));
  const begun: HistoryEnd = { head: null, record: null };
  const written = new Map([...changed, ...made].map(({ record }) => [record.id, record]));
  return [...Map.groupBy(told, ({ record }) => record)].flatMap(([id, all]) => {
    const events = all.map((one, index) => {
      // The last event is the state in which the record is written.
      const after = index === all.length - 1 ? (written.get(id) ?? one.after) : one.after;
      return { ...one, after, at };
    });
    return nextRows(ledger, ends.get(id) ?? begun, events);
  });
}

function toRow(
  { record, words, wake, before, ancestors }: RecordImage & Partial<ChangedRecord & InsertedRecord>,
  head: string | null,
): object {
  const { filedAt, createdAt, updatedAt, ...columns } = record;
  return {
    ...columns,
    before: before?.version,
    ancestors,
    words,
    wake,
    head,
    filed: filedAt,
    created: createdAt,
    updated: updatedAt,
  };
}
