/** The records over which checklist items repeat. Queried only if a checklist has such an item. */
import { isRelated, relatedScopeOf } from '../../../portal/checklist/related-records.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PortalRecord, RelatedRecord } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import { type RecordRow, rowJson, toRecord } from './rows.ts';

/** A record with its ancestors, nearest first. */
interface InLine {
  readonly record: PortalRecord;
  readonly ancestors: readonly PortalRecord[];
}

interface RelatedRow {
  readonly of: string;
  readonly record: RecordRow;
  readonly parties: RelatedRecord['parties'];
  readonly documents: RelatedRecord['documents'];
}

/** `isRelated` and `isOfRelated` in SQL, but for drafts. */
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
  const asked = records.flatMap((one) => {
    const scope = relatedScopeOf(portal, one);
    return scope === null ? [] : [{ id: one.record.id, scope }];
  });
  if (asked.length === 0) return new Map();
  const questions = asked.map(({ id, scope }) => ({ id, ...scope }));
  const rows = await client.query<RelatedRow>({ ...reading, values: [JSON.stringify(questions)] });
  const found = Map.groupBy(rows, ({ of }) => of);
  return new Map(
    asked.map(({ id, scope }) => [
      id,
      (found.get(id) ?? [])
        .map(({ record, parties, documents }) => ({ record: toRecord(record), parties, documents }))
        .filter((one) => isRelated(portal, scope, one)),
    ]),
  );
}
