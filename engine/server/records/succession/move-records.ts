/** Gives records the present names of what earlier configurations called otherwise, and adds an event to each history. */
import type { FormerName } from '../../../portal/model/place.ts';
import type { Form } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PortalRecord } from '../../../portal/model/record.ts';
import { answerScopeOf } from '../../../portal/succession/names-in.ts';
import { succeedForm } from '../../../portal/succession/succeed-form.ts';
import { succeedRecord, successionsOf } from '../../../portal/succession/succeed-record.ts';
import { batchesOf } from '../../../portal/values/batches-of.ts';
import { renamingsOf } from '../../../portal/workflow/state-renames.ts';
import type { Queryable } from '../../database/database.ts';
import { partOf, runParts } from '../../database/statements.ts';
import { withHash } from '../../forms/form-desk.ts';
import { eventParts, type Ledger, nextRows } from '../../history/ledger.ts';
import { type RecordRow, rowJson, toRecord } from '../rows/rows.ts';
import { recordsWith } from './name-uses.ts';

const atOnce = 500;

export interface RecordMove {
  readonly portal: Portal;
  /** Called only if there is something to write. */
  readonly ledger: () => Promise<Ledger>;
  /**
   * Names without an index of their own are searched in records that were changed since then. Null: never looked for
   * before, so in all.
   */
  readonly since: (name: FormerName) => Date | null;
}

/**
 * Searches on every call, because a process with another configuration may have written some since the last one.
 * @param client of a transaction, which locks the records' families until its end
 * @returns the number of records that were changed
 */
export async function moveRecords(client: Queryable, move: RecordMove): Promise<number> {
  const found = new Map<string, string>();
  for (const { text, values } of searches(move)) {
    const rows = await client.query<FoundRecord>(
      `SELECT r.id, coalesce(r.ancestors[cardinality(r.ancestors)], r.id) AS root FROM records r WHERE ${text}`,
      values,
    );
    for (const { id, root } of rows) found.set(id, root);
  }
  const all = Array.from(found, ([id, root]) => ({ id, root }));
  all.sort((a, b) => compare(a.root, b.root) || compare(a.id, b.id));
  const forms = new Map<string, Form>();
  let count = 0;
  for (const some of batchesOf(all, atOnce)) count += await moveSome(client, { ...move, forms }, some);
  return count;
}

interface FoundRecord {
  readonly id: string;
  /** The first record of its family. */
  readonly root: string;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

interface RecordSearch {
  /** A condition over records `r`. */
  readonly text: string;
  readonly values: readonly unknown[];
}

const indexed: ReadonlySet<string> = new Set(['department', 'type', 'kind']);
const elsewhere: ReadonlySet<string> = new Set(['lookup', 'document', 'role', 'step']);

function searches({ portal, since }: RecordMove): RecordSearch[] {
  const states = renamingsOf(portal).map(({ type, from }) => ({
    text: 'r.type = $1 AND r.state = $2',
    values: [type, from],
  }));
  const names = portal.formerNames.flatMap((one): RecordSearch[] => {
    if (one.successor === null || elsewhere.has(one.kind)) return [];
    const values: unknown[] = [];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const where = recordsWith[one.kind]({ portal, name: one.name, value });
    const earliest = indexed.has(one.kind) ? null : since(one);
    if (where === null) return [];
    return [{ text: earliest === null ? where : `${where} AND r.updated_at > ${value(earliest)}`, values }];
  });
  return [...states, ...names];
}

interface MovePart extends RecordMove {
  /** The adapted forms, by scope and hash. */
  readonly forms: Map<string, Form>;
}

/** A change of a record locks its family through the row of its root. This does too, in one order for all. */
async function moveSome(client: Queryable, move: MovePart, found: readonly FoundRecord[]): Promise<number> {
  const roots = [...new Set(found.map(({ root }) => root))];
  await client.query('SELECT FROM records WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [roots]);
  const rows = await client.query<{ record: RecordRow; head: Buffer | null }>(
    `SELECT ${rowJson('r')} AS record, r.head FROM records r WHERE r.id = ANY($1::uuid[])`,
    [found.map(({ id }) => id)],
  );
  const at = new Date().toISOString();
  const newForms = new Map<string, Form>();
  const changes = [];
  for (const { record: row, head } of rows) {
    const before = toRecord(row);
    const after = await present(client, move, before, newForms);
    if (after !== before) changes.push({ before, after, head });
  }
  if (changes.length === 0) return 0;
  const ledger = await move.ledger();
  const events = changes.flatMap(({ before, after, head }) => {
    const event = {
      record: after.id,
      version: after.version + 1,
      at,
      account: null,
      department: null,
      what: 'renamed',
    };
    const detail = after.state === before.state ? {} : { from: before.state };
    return nextRows(ledger, { head, record: before }, [{ ...event, state: after.state, detail, after }]);
  });
  const heads = new Map(events.map(({ record, hash }) => [record, hash]));
  const images = changes.map(({ after }) => ({
    ...after,
    version: after.version + 1,
    at,
    head: heads.get(after.id),
  }));
  await runParts(client, [
    ...eventParts(events),
    ...partOf('renamed', renaming, images),
    ...partOf(
      'filed',
      movingFiles,
      changes.flatMap(({ before, after }) => movedItems(before, after)),
    ),
    ...partOf(
      'kept',
      keeping,
      Array.from(newForms.values(), (form) => ({ hash: form.hash, body: JSON.stringify(form) })),
    ),
  ]);
  return changes.length;
}

/** The items that have other ids now. */
function movedItems(before: PortalRecord, after: PortalRecord): readonly MovedItem[] {
  const gone = Object.keys(before.items).filter((id) => !Object.hasOwn(after.items, id));
  return gone.flatMap((from) => {
    const to = Object.keys(after.items).find((id) => after.items[id] === before.items[from]);
    return to === undefined ? [] : [{ record: after.id, from, to }];
  });
}

interface MovedItem {
  readonly record: string;
  readonly from: string;
  readonly to: string;
}

/** The record with the names of the configuration in force, and with its form under these names. */
async function present(
  client: Queryable,
  { portal, forms }: MovePart,
  before: PortalRecord,
  newForms: Map<string, Form>,
): Promise<PortalRecord> {
  const after = succeedRecord(portal, before);
  if (after === before || after.form === null || Object.hasOwn(portal.forms, after.form)) return after;
  const scope = answerScopeOf(portal, after);
  const key = `${scope}\n${after.form}`;
  const form = forms.get(key) ?? (await adaptForm(client, portal, { scope, hash: after.form }));
  if (form === null) return after;
  forms.set(key, form);
  if (form.hash === after.form) return after;
  newForms.set(form.hash, form);
  return { ...after, form: form.hash };
}

async function adaptForm(
  client: Queryable,
  portal: Portal,
  { scope, hash }: { readonly scope: string; readonly hash: string },
): Promise<Form | null> {
  const [row] = await client.query<{ body: string }>('SELECT body FROM forms WHERE hash = $1', [hash]);
  if (row === undefined) return null;
  const form = JSON.parse(row.body) as Form;
  const { questions, departments } = successionsOf(portal);
  const body = succeedForm(form, { questions: questions.get(scope) ?? new Map(), departments });
  return body === form ? form : withHash(body);
}

const renaming = `UPDATE records r
  SET type = n.type, kind = n.kind, office = n.office, unit = n.unit, state = n.state, clocks = n.clocks,
    items = n.items, data = n.data, form = n.form, booking = n.booking, version = n.version,
    head = decode(n.head, 'hex'), updated_at = n.at
  FROM jsonb_to_recordset($1) AS n(id uuid, type text, kind text, office text, unit text, state text, clocks jsonb,
    items jsonb, data jsonb, form text, booking jsonb, version integer, at timestamptz, head text)
  WHERE r.id = n.id`;

const movingFiles = `UPDATE files f SET item = n.to
  FROM jsonb_to_recordset($1) AS n(record uuid, "from" text, "to" text)
  WHERE f.record = n.record AND f.item = n.from`;

const keeping = `INSERT INTO forms (hash, body)
  SELECT hash, body FROM jsonb_to_recordset($1) AS n(hash text, body text) ON CONFLICT DO NOTHING`;
