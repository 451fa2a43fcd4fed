/** Writes a record, what is made below it, the events and the call's answer in one statement. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { PortalRecord } from '../../portal/record.ts';
import type { Queryable } from '../database/database.ts';
import { hashEvent } from './event-chain.ts';
import type { NewEvent } from './event-chain.ts';

/** A record to be written as it is to be, with the event that says why. */
export interface RecordWrite {
  readonly record: PortalRecord;
  readonly words: readonly string[];
  readonly event: Pick<NewEvent, 'account' | 'department' | 'what' | 'detail'>;
}

export interface ChangedRecord extends RecordWrite {
  /** Hash of the newest event so far. */
  readonly head: Buffer | null;
}

export interface MadeRecord extends RecordWrite {
  /** Ids, nearest first. */
  readonly ancestors: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Writing {
  /** The record with its new version, or null when all are new. */
  readonly changed: ChangedRecord | null;
  readonly made: readonly MadeRecord[];
  /** The answer to keep for a retry, or null where the call has no key. */
  readonly keep: { readonly scope: string; readonly key: string; readonly answer: Answer } | null;
}

const fields = `id uuid, type text, slug text, number text, state text, kind text, owner uuid, office text,
  unit text, parent uuid, ancestors uuid[], version integer, due timestamptz, data jsonb, form text,
  items jsonb, since timestamptz, clocks jsonb, booking jsonb, words text[], head text, created timestamptz, updated timestamptz`;

const statement = {
  name: 'write-records',
  text: `
WITH changed AS (
  UPDATE records r SET number = n.number, state = n.state, unit = n.unit, version = n.version, due = n.due,
    data = n.data, form = n.form, items = n.items, since = n.since, clocks = n.clocks,
    booking = n.booking, search = array_to_tsvector(n.words),
    head = decode(n.head, 'hex'), updated_at = n.updated
  FROM jsonb_to_recordset($1) AS n(${fields})
  WHERE r.id = n.id AND r.version = n.version - 1
  RETURNING r.id
), done AS (
  SELECT 1 WHERE (SELECT count(*) FROM changed) = jsonb_array_length($1)
), made AS (
  INSERT INTO records (id, type, slug, number, state, kind, owner, office, unit, parent, ancestors, version,
    due, data, form, items, since, clocks, booking, search, head, created_at, updated_at)
  SELECT id, type, slug, number, state, kind, owner, office, unit, parent, ancestors, version,
    due, data, form, items, since, clocks, booking, array_to_tsvector(words), decode(head, 'hex'), created, updated
  FROM jsonb_to_recordset($2) AS n(${fields}), done
), told AS (
  INSERT INTO events (record, version, at, account, department, what, state, detail, hash)
  SELECT record, version, at, account, department, what, state, detail, decode(hash, 'hex')
  FROM jsonb_to_recordset($3) AS n(record uuid, version integer, at timestamptz, account uuid,
    department text, what text, state text, detail jsonb, hash text), done
), answered AS (
  UPDATE idempotency i SET status = n.status, headers = n.headers, answer = n.answer
  FROM jsonb_to_recordset($4) AS n(scope text, key text, status integer, headers jsonb, answer text), done
  WHERE i.scope = n.scope AND i.key = n.key
)
SELECT EXISTS (SELECT 1 FROM done) AS done`,
};

/**
 * Writes all or nothing.
 * @returns false when somebody else changed the record first
 */
export async function writeRecords(client: Queryable, { changed, made, keep }: Writing): Promise<boolean> {
  const rows = [
    ...(changed === null ? [] : [{ ...changed, ancestors: [] as readonly string[] }]),
    ...made.map((one) => ({ ...one, head: null })),
  ].map(toRow);
  const [first, ...others] = rows;
  const changes = changed === null || first === undefined ? [] : [first.row];
  const inserts = (changed === null ? rows : others).map(({ row }) => row);
  const answers =
    keep === null
      ? []
      : [
          {
            scope: keep.scope,
            key: keep.key,
            status: keep.answer.status,
            headers: keep.answer.headers,
            answer: JSON.stringify(keep.answer.body),
          },
        ];
  const values = [changes, inserts, rows.map(({ event }) => event), answers].map((one) =>
    JSON.stringify(one),
  );
  const [result] = await client.query<{ done: boolean }>({ ...statement, values });
  return result?.done ?? false;
}

/** What every record has once and for all. */
export function newIdentity(): { readonly id: string; readonly slug: string } {
  return { id: randomUUID(), slug: newSlug() };
}

/** Letters that are not mistaken for each other; 80 bits, so that nobody finds one by trying. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

function newSlug(): string {
  return Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join('');
}

function toRow({
  record,
  words,
  event,
  head,
  ancestors,
}: RecordWrite & Pick<ChangedRecord, 'head'> & Pick<MadeRecord, 'ancestors'>): {
  readonly row: object;
  readonly event: object;
} {
  const { createdAt, updatedAt, ...columns } = record;
  const { id, version, state } = record;
  const told: NewEvent = { record: id, version, at: updatedAt, state, ...event };
  const hash = hashEvent(told, head);
  return {
    row: { ...columns, ancestors, words, head: hash, created: createdAt, updated: updatedAt },
    event: { ...told, hash },
  };
}
