/** Rows of `records` from the database, and the records that the pure functions read. */
import type { Booking } from '../../../portal/model/calendar.ts';
import type { ClockState } from '../../../portal/model/workflow.ts';
import type { ItemRecord, PortalRecord, StepSignature } from '../../../portal/model/record.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';

/** One record as JSON, with its relatives. */
export interface RecordRow {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly number: string | null;
  readonly state: string;
  readonly kind: string | null;
  readonly owner: string | null;
  readonly office: string | null;
  readonly unit: string | null;
  readonly assignee: string | null;
  readonly parent: string | null;
  readonly version: number;
  readonly due: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly form: string | null;
  readonly items: Readonly<Record<string, ItemRecord>>;
  readonly since: string;
  readonly clocks: Readonly<Record<string, ClockState>>;
  readonly booking: Booking | null;
  readonly signatures: readonly StepSignature[];
  readonly filed: string | null;
  readonly created: string;
  readonly updated: string;
}

/** Values of the columns that are not read. */
const empty = { items: `'{}'::json`, signatures: `'[]'::json` };

/** A child as such an object. Nothing asks for the items of a child, which are most of its row. */
export function childJson(alias: string): string {
  return rowJson(alias, empty);
}

/** An account as such an object. Nobody signs it. */
export function userJson(alias: string): string {
  return rowJson(alias, { items: `${alias}.items`, signatures: empty.signatures });
}

/** A row of `records` as one JSON object, so one answer contains the record and its relatives. */
export function rowJson(
  a: string,
  { items, signatures } = { items: `${a}.items`, signatures: `${a}.signatures` },
): string {
  return `json_build_object('id', ${a}.id, 'type', ${a}.type, 'slug', ${a}.slug, 'number', ${a}.number,
    'state', ${a}.state, 'kind', ${a}.kind, 'owner', ${a}.owner, 'office', ${a}.office, 'unit', ${a}.unit, 'assignee', ${a}.assignee,
    'parent', ${a}.parent, 'version', ${a}.version, 'due', ${a}.due, 'data', ${a}.data, 'form', ${a}.form,
    'items', ${items}, 'since', ${a}.since, 'clocks', ${a}.clocks, 'booking', ${a}.booking, 'signatures', ${signatures},
    'filed', ${a}.filed_at, 'created', ${a}.created_at, 'updated', ${a}.updated_at)`;
}

/** The documents that the portal has issued to the record's owner. A checklist may use them. */
export function walletJson(alias: string): string {
  return `(SELECT coalesce(json_agg(portal_document(w) ORDER BY w.issued_at DESC), '[]')
    FROM documents w WHERE w.owner = ${alias}.owner AND w.state = 'valid')`;
}

export function toRecord(row: RecordRow): PortalRecord {
  return {
    id: row.id,
    type: row.type,
    slug: row.slug,
    number: row.number,
    state: row.state,
    kind: row.kind,
    owner: row.owner,
    office: row.office,
    unit: row.unit,
    assignee: row.assignee,
    parent: row.parent,
    version: row.version,
    due: row.due === null ? null : isoTime(row.due),
    data: row.data,
    form: row.form,
    items: row.items,
    since: isoTime(row.since),
    clocks: row.clocks,
    booking: row.booking,
    signatures: row.signatures,
    filedAt: row.filed === null ? null : isoTime(row.filed),
    createdAt: isoTime(row.created),
    updatedAt: isoTime(row.updated),
  };
}

const inUtc = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00:00$/;

/** Converts a timestamp of the database's JSON to an ISO date-time. */
export function isoTime(time: string): string {
  // In UTC the text differs only in its fraction of a second and its end, and needs no parsing: a page has hundreds.
  const [, second, fraction = ''] = inUtc.exec(time) ?? [];
  return second === undefined
    ? new Date(time).toISOString()
    : `${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

export function fieldAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (isMapping(at) && Object.hasOwn(at, key) ? at[key] : undefined), data);
}
