/** Finds the other record with the same values, of a type that allows them only once (`unique`). */
import { recordTypeOf, viewLevel } from '../../../portal/access/access.ts';
import { uniqueValues } from '../../../portal/changes/unique-record.ts';
import type { PortalRecord } from '../../../portal/model/record.ts';
import type { RecordTwin } from '../../../contract/records.ts';
import { statementOf } from '../../database/statements.ts';
import { complete, createParameters } from '../../sql/sql.ts';
import { readRecord } from '../rows/read-record.ts';
import { clientOf, type RecordRequest, requestContextOf } from '../rows/record-desk.ts';
import { uniqueRule } from './list-indexes.ts';

/** Null: there is none, or the visitor may not read it; both get the same answer. */
export async function findTwin(request: RecordRequest, record: PortalRecord): Promise<RecordTwin['twin']> {
  const scope = requestContextOf(request);
  const recordType = recordTypeOf(scope.portal, record.type);
  const rule = recordType === null ? null : uniqueRule(scope.portal, recordType);
  const over = recordType?.unique?.over ?? [];
  const values = uniqueValues(scope.portal, record);
  if (rule === null || values === null) return null;
  const parameters = createParameters();
  const same = rule.over.map((expression, index) => {
    const isId = over[index] === 'owner' || over[index] === 'parent';
    return `${expression} = ${parameters.add(values[index] ?? '', isId ? 'uuid' : 'text')}`;
  });
  const text = `SELECT slug FROM records WHERE ${rule.where} AND ${same.join(' AND ')}
    AND id <> ${parameters.add(record.id, 'uuid')} LIMIT 1`;
  const [found] = await clientOf(request).query<{ readonly slug: string }>(
    statementOf('twin', complete(text, parameters)),
  );
  if (found === undefined) return null;
  const stored = await readRecord(clientOf(request), scope, { type: record.type, slug: found.slug });
  if (stored === null || viewLevel({ ...scope, context: stored.context }) !== 'read') return null;
  return { slug: found.slug, number: stored.context.record.number };
}
