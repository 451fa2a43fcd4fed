/** Access rules as SQL: what `may` and `viewOf` refuse, no list, count or search shows. */
import { draftState } from '../../portal/access.ts';
import type { Condition } from '../../portal/condition.ts';
import type { Portal } from '../../portal/portal.ts';
import type { RecordType } from '../../portal/record-type.ts';
import type { Visitor } from '../../portal/visitor.ts';
import { conditionSql, ownerSql } from './condition-sql.ts';
import { and, complete, createParameters, or, toSql } from './sql.ts';
import type { Clause, Place } from './sql.ts';

/** A condition over the row `r` of `records`, complete with its values. */
export function accessSql(
  condition: Condition,
  scope: {
    readonly portal: Portal;
    readonly visitor: Visitor;
    readonly type: string;
    readonly today: string;
  },
): { readonly text: string; readonly values: readonly unknown[] } {
  const parameters = createParameters();
  const place: Place = { ...scope, parameters, alias: 'r', isRelative: false };
  return complete(toSql(conditionSql(condition, place)), parameters);
}

/** May the visitor read the whole row? A draft is its owner's alone. */
export function mayReadSql(recordType: RecordType, place: Place): Clause {
  const read = conditionSql(recordType.access.read, place);
  const draft = draftState(place.portal, recordType.type);
  if (draft === null) return read;
  const state = place.parameters.add(draft, 'text');
  return or([
    and([`${place.alias}.state <> ${state}`, read]),
    and([`${place.alias}.state = ${state}`, ownerSql(place)]),
  ]);
}

/** May the visitor see the row in a list: all of it, or its summary? Public views are opened by address alone. */
export function mayListSql(recordType: RecordType, place: Place): Clause {
  const read = mayReadSql(recordType, place);
  const { summary } = recordType.access;
  if (summary === null) return read;
  const draft = draftState(place.portal, recordType.type);
  const sent: Clause =
    draft === null ? true : `${place.alias}.state <> ${place.parameters.add(draft, 'text')}`;
  return or([read, and([sent, conditionSql(summary.to, place)])]);
}
