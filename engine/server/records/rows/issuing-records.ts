/** The records that will issue documents for items of a checklist. Queried only if a checklist has such an item. */
import { itemsAsked } from '../../../portal/checklist/checklist.ts';
import { kindsAwaited, mayStillIssue } from '../../../portal/checklist/coming-papers.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { IssuingRecord, PortalRecord } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';

interface IssuingRow {
  readonly of: string;
  readonly type: string;
  readonly state: string;
  readonly kind: string;
}

/** What a record waits for is not issued by itself, by one above it or by one below it. */
const reading = {
  name: 'issuing-records',
  text: `SELECT q.id AS of, r.type, r.state, r.kind
    FROM jsonb_to_recordset($1) AS q(id uuid, owner uuid, line uuid[], kinds text[])
    JOIN records r ON r.ancestors @> ARRAY[q.line[cardinality(q.line)]] AND r.kind = ANY(q.kinds)
      AND r.owner = q.owner AND r.id <> ALL(q.line) AND NOT r.ancestors @> ARRAY[q.id]
    ORDER BY r.created_at, r.id`,
};

/** By the id of the record with the checklist. Records without such items are left out. */
export async function readIssuing(
  client: Queryable,
  portal: Portal,
  records: readonly { readonly record: PortalRecord; readonly ancestors: readonly PortalRecord[] }[],
): Promise<ReadonlyMap<string, readonly IssuingRecord[]>> {
  const asked = records.flatMap(({ record, ancestors }) => {
    const kinds = kindsAwaited(portal, itemsAsked(portal, record));
    const line = [record, ...ancestors].map(({ id }) => id);
    return kinds.length === 0 || ancestors.length === 0
      ? []
      : [{ id: record.id, owner: record.owner, line, kinds }];
  });
  if (asked.length === 0) return new Map();
  const rows = await client.query<IssuingRow>({ ...reading, values: [JSON.stringify(asked)] });
  return Map.groupBy(
    rows.filter((row) => mayStillIssue(portal, row)),
    ({ of }) => of,
  );
}
