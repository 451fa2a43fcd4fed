/** How many records of a list have each value of one filter, with one statement and by the rules of the list. */
import type { ChoiceCounts } from '../../../contract/record.ts';
import type { RecordListInput } from '../../../contract/records.ts';
import { message } from '../../../locales/message.ts';
import { requestMessages } from '../../../locales/requests.ts';
import { recordTypeOf } from '../../../portal/access/access.ts';
import { filterColumns } from '../../../portal/model/record-type.ts';
import { notFound, unprocessable } from '../../http/errors.ts';
import { complete, createParameters, toSql } from '../../sql/sql.ts';
import { clientOf, type RecordRequest, requestContextOf } from '../rows/record-desk.ts';
import { readListQuery } from './list-query.ts';
import { fromSql } from './list-records.ts';
import { countedValues, placeOf, whereSql } from './list-where.ts';

/** Rows that are looked at. Beyond, the counts are the least that there are. */
const mostLookedAt = 10_000;

/**
 * @param by the filter that is counted: what is chosen in it does not narrow the list
 * @throws HttpError 404 for an unknown type, 422 for an invalid parameter
 */
export async function countChoices(
  request: RecordRequest,
  type: string,
  { by, ...input }: RecordListInput & { readonly by: string },
): Promise<ChoiceCounts> {
  const { portal, now } = requestContextOf(request);
  const recordType = recordTypeOf(portal, type);
  if (recordType === null) throw notFound();
  const { [by]: _chosen, cursor: _cursor, ...others } = input;
  const secret = request.desk.application.secret('cursor');
  const query = readListQuery({ portal, recordType, query: others, secret });
  const filters = query.list?.filters.map(({ value }) => value) ?? filterColumns;
  if (by !== 'due' && !filters.includes(by))
    throw unprocessable({ by: [message(requestMessages.filterUnknown)] });
  const parameters = createParameters();
  const where = whereSql(request, recordType, query, parameters);
  const place = placeOf(request, recordType, { query, parameters });
  const counted = countedValues(recordType, by, { query, place, now });
  if (where === false || counted === null || counted.shown === false) return { counts: [], more: false };
  const { text, values } = complete(
    `WITH rows AS MATERIALIZED (
        SELECT ARRAY(SELECT value FROM ${counted.table} v (value) WHERE value IS NOT NULL) AS found
        FROM ${fromSql(recordType, where)} AND ${toSql(counted.shown)} LIMIT ${mostLookedAt + 1})
      SELECT value, count(*)::integer AS total, (SELECT count(*) FROM rows)::integer AS looked
      FROM rows CROSS JOIN LATERAL unnest(found) f (value) GROUP BY value ORDER BY value`,
    parameters,
  );
  const rows = await clientOf(request).query<{ value: string; total: number; looked: number }>(text, values);
  return {
    counts: rows.map(({ value, total }) => ({ value, total })),
    more: rows.some(({ looked }) => looked > mostLookedAt),
  };
}
