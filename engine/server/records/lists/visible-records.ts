/** Which of some changed records a visitor may see, or could see before, by the rules of the lists. */
import { actorsOf } from '../../../portal/conditions/persons.ts';
import type { EarlierValues } from '../../live/changes.ts';
import { recordTypeOf } from '../../../portal/access/access.ts';
import { mayListSql } from '../../sql/access-sql.ts';
import { and, complete, createParameters, toSql } from '../../sql/sql.ts';
import { todayIn } from '../../sql/today.ts';
import { type RecordRequest, requestContextOf } from '../rows/record-desk.ts';

/**
 * Includes records that the visitor does not see any more, because a list must drop them.
 * @param changed records of this type
 */
export async function visibleAmong(
  request: RecordRequest,
  type: string,
  changed: Readonly<Record<string, EarlierValues>>,
): Promise<{ readonly type: string; readonly slug: string }[]> {
  const scope = requestContextOf(request);
  const recordType = recordTypeOf(scope.portal, type);
  if (recordType === null || recordType.builtIn !== null) return [];
  const parameters = createParameters();
  parameters.add(actorsOf(request.visitor), 'uuid[]');
  const today = todayIn(scope.portal.timeZone, scope.now);
  const place = { ...scope, parameters, alias: 'r', type, isRelative: false, today };
  const where = and([`r.type = ${parameters.add(type, 'text')}`, mayListSql(recordType, place)]);
  if (where === false) return [];
  const listed = parameters.add(changed, 'jsonb');
  // The same rules over each record as it is, and as it was.
  const { text, values } = complete(
    `SELECT DISTINCT r.type, r.slug FROM jsonb_each(${listed}) c JOIN records x ON x.id = c.key::uuid
      CROSS JOIN LATERAL (VALUES ('{}'::jsonb),
        (c.value || jsonb_build_object('data', x.data || coalesce(c.value -> 'data', '{}')))) w (was)
      CROSS JOIN LATERAL jsonb_populate_record(x, w.was) AS r
      WHERE ${toSql(where)}`,
    parameters,
  );
  return request.desk.application.database.query(text, values);
}
