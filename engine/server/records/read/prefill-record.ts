/** Returns the initial answers of a new record, taken from the caller's own records as its type defines. */
import { recordTypeOf } from '../../../portal/access/access.ts';
import { prefilledAnswers, type PrefillRecord } from '../../../portal/forms/prefill.ts';
import type { Prefill, RecordType } from '../../../portal/model/record-type.ts';
import type { PrefilledAnswers } from '../../../contract/records.ts';
import { notFound } from '../../http/errors.ts';
import { mayReadSql } from '../../sql/access-sql.ts';
import { conditionSql } from '../../sql/condition-sql.ts';
import { sortKey } from '../../sql/list-columns.ts';
import { faultsOfChoices } from '../references/offered-records.ts';
import { requestContextOf } from '../rows/record-desk.ts';
import { withoutPaths } from '../../../portal/values/slugs-at.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import { and, complete, createParameters, toSql, type SqlScope } from '../../sql/sql.ts';
import { statementOf } from '../../database/statements.ts';
import { todayIn } from '../../sql/today.ts';

/** @throws HttpError 404 for an unknown type */
export async function prefillRecord(request: RecordRequest, type: string): Promise<PrefilledAnswers> {
  const { portal } = requestContextOf(request);
  const recordType = recordTypeOf(portal, type);
  if (recordType === null || recordType.builtIn !== null) throw notFound();
  const form = portal.forms[recordType.form ?? ''];
  if (form === undefined) return { data: {}, from: [] };
  const found = await Promise.all(recordType.prefill.map((prefill) => newest(request, prefill)));
  const sources = found.filter((source) => source !== null);
  const earlier = prefilledAnswers(portal, form, sources);
  const refused = await faultsOfChoices(request, form, earlier);
  const data = withoutPaths(earlier, Object.keys(refused));
  return {
    data,
    from:
      Object.keys(data).length === 0
        ? []
        : sources.map(({ prefill, number }) => ({ type: prefill.from, number })),
  };
}

async function newest(request: RecordRequest, prefill: Prefill): Promise<PrefillRecord | null> {
  const { portal } = requestContextOf(request);
  const from = recordTypeOf(portal, prefill.from);
  const statement = from === null ? null : statementFor(request, from, prefill);
  if (statement === null) return null;
  const [row] = await request.desk.application.database.query<Omit<PrefillRecord, 'prefill'>>(statement);
  return row === undefined ? null : { prefill, ...row };
}

function statementFor(request: RecordRequest, from: RecordType, { where, latest }: Prefill) {
  const scope = requestContextOf(request);
  const parameters = createParameters();
  const today = todayIn(scope.portal.timeZone, scope.now);
  const place: SqlScope = { ...scope, parameters, alias: 'r', type: from.type, isRelative: false, today };
  const owner = parameters.add(request.visitor.account, 'uuid');
  const chosen = and([
    `r.type = ${parameters.add(from.type, 'text')}`,
    `r.owner = ${owner}`,
    mayReadSql(from, place),
    conditionSql(where, place),
  ]);
  if (chosen === false) return null;
  const order = sortKey(scope.portal, from, latest)?.sql('r.') ?? 'r.created_at';
  const text = `SELECT r.number, r.data FROM records r WHERE ${toSql(chosen)}
    ORDER BY ${order} DESC, r.created_at DESC LIMIT 1`;
  return statementOf('prefill', complete(text, parameters));
}
