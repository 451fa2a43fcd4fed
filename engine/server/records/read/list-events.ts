/** The history of a record as text, for readers who may read the whole record. */
import { recordTypeOf } from '../../../portal/access/access.ts';
import type { WireEvent } from '../../../contract/record.ts';
import { availableItems } from '../../../portal/checklist/checklist.ts';
import { claimRights } from '../../../portal/workflow/claims.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import type { Entries } from '../../history/event-chain.ts';
import { joinDetail } from '../../history/ledger.ts';
import { photoColumn, photoLink } from '../../account-pictures/photos.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { type AssigneeNames, assigneeText, type EventDetail, eventRemark, eventText } from './event-text.ts';
import { type RecordRequest, requestContextOf } from '../rows/record-desk.ts';
import { changesOfEvents } from './event-changes.ts';
import { openRecord, type RecordName } from './open-record.ts';

interface EventRowDetail extends EventDetail {
  readonly at: string;
  readonly who: string | null;
  /** Name of the officer for whom a deputy did it. */
  readonly acted_for: string | null;
  readonly department: string | null;
  /** Names of the assignee before and after, if the event changed it. */
  readonly people: AssigneeNames | null;
}

type StoredEventRow = EventRowDetail & { readonly photo: string | null; readonly entries: Entries | null };

const reading = {
  name: 'events-of-record',
  text: `SELECT e.at, a.name AS who, ${photoColumn('a.id')} AS photo, e.department, e.what, e.state,
      (SELECT name FROM accounts WHERE id = (e.detail ->> 'for')::uuid) AS acted_for, e.detail, v.entries,
      CASE WHEN e.what = 'assignee' THEN json_build_object(
        'from', (SELECT name FROM accounts WHERE id = (e.detail ->> 'from')::uuid),
        'to', (SELECT name FROM accounts WHERE id = (e.detail ->> 'to')::uuid),
        'own', e.account = (e.detail ->> 'to')::uuid) END AS people
    FROM events e LEFT JOIN event_values v USING (record, version) LEFT JOIN accounts a ON a.id = e.account
    WHERE e.record = $1 ORDER BY e.version`,
};

/** Oldest first. @throws HttpError 404 or 403 */
export async function listEvents(request: RecordRequest, named: RecordName): Promise<WireEvent[]> {
  const { reader: portal, visitor } = requestContextOf(request);
  // The history of an account has readers and an address of its own.
  if (recordTypeOf(portal, named.type)?.builtIn === 'user') throw notFound();
  const { stored, view } = await openRecord(request, named);
  if (view.level !== 'read') throw forbidden();
  const { record } = stored.context;
  const items = availableItems({ portal, visitor, context: stored.context });
  const { database } = request.desk.application;
  const found = await database.query<StoredEventRow>({ ...reading, values: [record.id] });
  const changes = changesOfEvents({ portal, visitor, context: stored.context }, found);
  const rows = found.map(({ entries, ...row }, index) => ({
    ...row,
    detail: joinDetail(row.detail, entries ?? {}),
    changes: changes[index] ?? null,
  }));
  // Who works on a record is no business of its owner.
  const isTold = claimRights({ portal, visitor, context: stored.context }) !== null;
  return rows
    .filter(({ people }) => isTold || people === null)
    .map((row) => ({
      at: new Date(row.at).toISOString(),
      who: row.who ?? portal.title,
      photo: photoLink(request.desk.application, row.photo),
      acted_for: row.acted_for,
      department: row.department,
      what: row.what,
      text: row.people === null ? eventText(portal, record, row, items) : assigneeText(portal, row.people),
      remark: eventRemark(portal, record.type, withoutHidden(row, view.hidden)),
      state: row.state,
      changes: row.changes,
    }));
}

/** An answer stored in a field is hidden whenever the field is. */
function withoutHidden(row: EventRowDetail, hidden: readonly string[]): EventRowDetail {
  const { input } = row.detail;
  if (!isMapping(input) || hidden.length === 0) return row;
  const answers = Object.entries(input).filter(([name]) => !hidden.includes(name));
  return { ...row, detail: { ...row.detail, input: Object.fromEntries(answers) } };
}
