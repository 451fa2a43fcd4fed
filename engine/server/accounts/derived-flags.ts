/** Flags that nobody sets: a department derives them from the records that the account may see. */
import type { Value } from '../../portal/model/condition.ts';
import type { DerivedValue } from '../../portal/model/record-type.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Visitor } from '../../portal/model/visitor.ts';
import type { Application } from '../kernel/application.ts';
import type { Queryable } from '../database/database.ts';
import { mayListSql } from '../sql/access-sql.ts';
import { conditionSql } from '../sql/condition-sql.ts';
import { and, complete, createParameters, toSql, type SqlScope } from '../sql/sql.ts';
import { statementOf } from '../database/statement-name.ts';
import { todayIn } from '../sql/today.ts';
import { columnSql } from '../sql/value-sql.ts';

/** A value with several columns is an object. */
export type DerivedFlag = Value | Readonly<Record<string, Value>>;

type FlagMeasure = Extract<DerivedValue, { measure: 'count' | 'exists' | 'latest' | 'earliest' }>;

/**
 * Computes the derived flags of the visitor's department in one statement.
 * @param names the flags to compute; left out: all
 */
export async function readDerivedFlags(
  { database, portal: inForce, now }: Application,
  visitor: Visitor,
  { names, client = database }: { readonly names?: ReadonlySet<string>; readonly client?: Queryable } = {},
): Promise<Readonly<Record<string, DerivedFlag>>> {
  const portal = inForce();
  const derived = Object.entries(portal.departments[visitor.department ?? '']?.derived ?? {});
  const parameters = createParameters();
  const today = todayIn(portal.timeZone, now());
  const place = (type: string): SqlScope => ({
    portal,
    visitor,
    parameters,
    today,
    alias: 'r',
    type,
    isRelative: false,
  });
  const parts = derived.flatMap(([name, value]) =>
    isCounted(value) && (names?.has(name) ?? true)
      ? [`${parameters.add(name, 'text')}, ${flagSql(portal, value, place(value.of))}`]
      : [],
  );
  if (parts.length === 0) return {};
  const text = `SELECT jsonb_build_object(${parts.join(', ')}) AS flags`;
  const statement = statementOf('derived-flags', complete(text, parameters));
  const [row] = await client.query<{ flags: Record<string, DerivedFlag> }>(statement);
  return row?.flags ?? {};
}

function isCounted(derived: DerivedValue): derived is FlagMeasure {
  return ['count', 'exists', 'latest', 'earliest'].includes(derived.measure);
}

function flagSql(portal: Portal, derived: FlagMeasure, place: SqlScope): string {
  const type = portal.recordTypes[derived.of];
  if (type === undefined) return 'NULL';
  const where = toSql(and([mayListSql(type, place), conditionSql(derived.where, place)]));
  const from = `FROM records r WHERE r.type = ${place.parameters.add(type.type, 'text')} AND ${where}`;
  switch (derived.measure) {
    case 'count':
      return `(SELECT count(*) ${from})`;
    case 'exists':
      return `EXISTS (SELECT 1 ${from})`;
    default: {
      const given = Object.entries(derived.give);
      const [only] = given;
      if (only === undefined) return 'NULL';
      const cells = given.map(
        ([key, column]) => `${place.parameters.add(key, 'text')}, ${columnSql(column, 'r')}`,
      );
      const value = given.length === 1 ? columnSql(only[1], 'r') : `jsonb_build_object(${cells.join(', ')})`;
      const way = derived.measure === 'latest' ? 'DESC NULLS LAST' : 'ASC NULLS LAST';
      const by = columnSql(derived.by, 'r');
      return `(SELECT ${value} ${from} ORDER BY portal_number(${by}) ${way}, (${by} #>> '{}') COLLATE "C" ${way}, r.created_at DESC LIMIT 1)`;
    }
  }
}
