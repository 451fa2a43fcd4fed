/** The records over which checklist items repeat. Queried only if a checklist has such an item. */
import { isDraft } from '../../../portal/access/access.ts';
import { itemsAsked } from '../../../portal/checklist/checklist.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PortalRecord, RelatedRecord } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import { type RecordRow, rowJson, toRecord } from './rows.ts';

/** A record with its ancestors, nearest first. */
interface InLine {
  readonly record: PortalRecord;
  readonly ancestors: readonly PortalRecord[];
}

/** `own`: types of records that the owner has or is a party to; `below`: types of children of the records in `line`. */
interface RelatedQuery {
  readonly id: string;
  readonly owner: string | null;
  readonly own: readonly string[];
  readonly below: readonly string[];
  readonly line: readonly string[];
}

interface RelatedRow {
  readonly of: string;
  readonly record: RecordRow;
  readonly parties: RelatedRecord['parties'];
  readonly documents: RelatedRecord['documents'];
}

const reading = {
  name: 'related-records',
  text: `SELECT q.id AS of, ${rowJson('x')} AS record,
    (SELECT coalesce(json_agg(json_build_object('role', p.role, 'account', p.account, 'department', p.department)), '[]')
       FROM parties p WHERE p.record = x.id) AS parties,
    (SELECT coalesce(json_agg(portal_document(d) ORDER BY d.issued_at DESC), '[]') FROM documents d
       WHERE d.state = 'valid' AND (d.record = x.id OR (d.owner IS DISTINCT FROM q.owner AND
         (d.owner = x.owner OR d.owner IN (SELECT p.account FROM parties p WHERE p.record = x.id))))) AS documents
    FROM jsonb_to_recordset($1) AS q(id uuid, owner uuid, own text[], below text[], line uuid[])
    JOIN LATERAL (
      SELECT r.* FROM records r WHERE r.parent = ANY(q.line) AND r.type = ANY(q.below)
      UNION SELECT r.* FROM records r WHERE r.owner = q.owner AND r.type = ANY(q.own)
      UNION SELECT r.* FROM records r JOIN parties p ON p.record = r.id
        WHERE p.account = q.owner AND r.type = ANY(q.own)
    ) x ON true ORDER BY x.created_at, x.id`,
};

/** By the id of the record with the checklist. Records without such items are left out. */
export async function readRelated(
  client: Queryable,
  portal: Portal,
  records: readonly InLine[],
): Promise<ReadonlyMap<string, readonly RelatedRecord[]>> {
  const asked = records.flatMap((one) => askedBy(portal, one));
  if (asked.length === 0) return new Map();
  const rows = await client.query<RelatedRow>({ ...reading, values: [JSON.stringify(asked)] });
  const owners = new Map(asked.map(({ id, owner }) => [id, owner]));
  const found = new Map<string, RelatedRecord[]>(asked.map(({ id }) => [id, []]));
  for (const { of, record: row, parties, documents } of rows) {
    const record = toRecord(row);
    const isOthersDraft = isDraft(portal, record) && record.owner !== owners.get(of);
    if (!isOthersDraft) found.get(of)?.push({ record, parties, documents });
  }
  return found;
}

function askedBy(portal: Portal, { record, ancestors }: InLine): RelatedQuery[] {
  const types = new Set(
    itemsAsked(portal, record).flatMap(({ each }) =>
      each !== null && 'record' in each ? [each.record] : [],
    ),
  );
  if (types.size === 0) return [];
  const line = [record, ...ancestors];
  const isBelow = (type: string): boolean =>
    line.some((one) => portal.recordTypes[type]?.parents.includes(one.type) === true);
  const below = [...types].filter(isBelow);
  const own = [...types].filter((type) => !isBelow(type));
  return [{ id: record.id, owner: record.owner, own, below, line: line.map(({ id }) => id) }];
}
