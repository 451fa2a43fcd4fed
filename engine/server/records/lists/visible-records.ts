/** Which of some records a visitor may see, by the rules of the lists. */
import { recordTypeOf } from '../../../portal/access/access.ts';
import { mayListSql } from '../../sql/access-sql.ts';
import { and, complete, createParameters, toSql } from '../../sql/sql.ts';
import { todayIn } from '../../sql/today.ts';
import { type RecordRequest, requestContextOf } from '../rows/record-desk.ts';

/** @param ids of records of this type */
export async function visibleAmong(
  request: RecordRequest,
  type: string,
  ids: readonly string[],
): Promise<{ readonly type: string; readonly slug: string }[]> {
  const scope = requestContextOf(request);
  const recordType = recordTypeOf(scope.portal, type);
  if (recordType === null || recordType.builtIn !== null) return [];
  const parameters = createParameters();
  parameters.add(request.visitor.account, 'uuid');
  const today = todayIn(scope.portal.timeZone, scope.now);
  const place = { ...scope, parameters, alias: 'r', type, isRelative: false, today };
  const where = and([
    `r.type = ${parameters.add(type, 'text')}`,
    `r.id = ANY(${parameters.add([...ids], 'uuid[]')})`,
    mayListSql(recordType, place),
  ]);
  if (where === false) return [];
  const { text, values } = complete(`SELECT r.type, r.slug FROM records r WHERE ${toSql(where)}`, parameters);
  return request.desk.application.database.query(text, values);
}
