/** Derived values as SQL: a `fact` of the row, or of its nearest ancestor whose type declares it. */
import { draftState } from '../../portal/access/access.ts';
import type { ChildMeasure } from '../../portal/conditions/derived-values.ts';
import type { Condition } from '../../portal/model/condition.ts';
import type { DerivedValue } from '../../portal/model/record-type.ts';
import { aliasBelow, toSql } from './sql.ts';
import type { Clause, SqlScope } from './sql.ts';
import { columnSql, fieldSql, jsonbSql, operandSql, isNamingSql } from './value-sql.ts';

/** Compiles the conditions inside. It is a parameter because a condition may read a derived value itself. */
type ConditionCompiler = (condition: Condition, place: SqlScope) => Clause;

/** An expression of type jsonb; null if no type declares the fact or it has no value. */
export function derivedSql(name: string, place: SqlScope, compile: ConditionCompiler): string {
  const declaring = Object.values(place.portal.recordTypes).filter((one) => Object.hasOwn(one.derived, name));
  const valueOf = (type: string, at: SqlScope, counts: boolean): string => {
    const derived = place.portal.recordTypes[type]?.derived[name];
    return derived === undefined ? 'NULL::jsonb' : valueSql(derived, { at, counts, compile });
  };
  if (declaring.some(({ type }) => type === place.type)) {
    return valueOf(place.type ?? '', place, !place.isRelative);
  }
  const above = aliasBelow(place);
  const cases = declaring.map(({ type }) => {
    const at: SqlScope = { ...place, alias: above, type, isRelative: true };
    return `WHEN ${place.parameters.add(type, 'text')} THEN ${valueOf(type, at, !place.isRelative)}`;
  });
  if (cases.length === 0) return 'NULL::jsonb';
  const types = place.parameters.add(
    declaring.map(({ type }) => type),
    'text[]',
  );
  const self = place.type === null ? ownOrAbove(place) : `${place.alias}.ancestors`;
  return (
    `(SELECT CASE ${above}.type ${cases.join(' ')} END FROM records ${above} WHERE ${above}.id = ANY(${self}) ` +
    `AND ${above}.type = ANY(${types}) ORDER BY array_position(${self}, ${above}.id) LIMIT 1)`
  );
}

function ownOrAbove({ alias }: SqlScope): string {
  return `(ARRAY[${alias}.id] || ${alias}.ancestors)`;
}

interface DerivedSql {
  readonly at: SqlScope;
  /** Are the children known? Those of a relative are not. */
  readonly counts: boolean;
  readonly compile: ConditionCompiler;
}

function valueSql(derived: DerivedValue, how: DerivedSql): string {
  const { at, compile } = how;
  switch (derived.measure) {
    case 'cases': {
      const cases = derived.cases.map(
        ({ when, value }) => `WHEN ${toSql(compile(when, at))} THEN ${jsonbSql(operandSql(value, at), at)}`,
      );
      const otherwise = jsonbSql(operandSql(derived.otherwise, at), at);
      return cases.length === 0 ? otherwise : `(CASE ${cases.join(' ')} ELSE ${otherwise} END)`;
    }
    case 'union':
      return `portal_union(${fieldSql(derived.of, at)})`;
    case 'sum': {
      const less = derived.less === null ? '' : ` - portal_sum(${fieldSql(derived.less, at)})`;
      return `to_jsonb(portal_sum(${fieldSql(derived.of, at)})${less})`;
    }
    case 'less': {
      const [of, less] = [derived.of, derived.less].map((one) => `portal_number(${valueSql(one, how)})`);
      return `to_jsonb(${of} - ${less})`;
    }
    case 'percent': {
      const part = `portal_number(${valueSql(derived.part, how)})::float8`;
      return `to_jsonb(${part} / nullif(portal_number(${valueSql(derived.of, how)})::float8, 0) * 100)`;
    }
    default:
      return how.counts ? countedSql(derived, how) : 'NULL::jsonb';
  }
}

function countedSql(derived: ChildMeasure, { at, compile }: DerivedSql): string {
  const alias = aliasBelow(at);
  const child: SqlScope = { ...at, alias, type: derived.of, isRelative: true };
  const { of, through } = derived;
  const draft = through === undefined ? null : draftState(at.portal, of);
  const isRelated =
    through === undefined
      ? `${alias}.parent = ${at.alias}.id`
      : isNamingSql(alias, through, `ARRAY[${at.alias}.slug]`) +
        (draft === null ? '' : ` AND ${alias}.state <> ${at.parameters.add(draft, 'text')}`);
  const from =
    `FROM records ${alias} WHERE ${isRelated} ` +
    `AND ${alias}.type = ${at.parameters.add(derived.of, 'text')} AND ${toSql(compile(derived.where, child))}`;
  switch (derived.measure) {
    case 'count':
      return `to_jsonb((SELECT count(*) ${from}))`;
    case 'exists':
      return `to_jsonb(EXISTS (SELECT 1 ${from}))`;
    case 'total':
      return `to_jsonb((SELECT coalesce(sum(portal_sum(${fieldSql(derived.field, child)})), 0) ${from}))`;
    default: {
      const [given] = Object.values(derived.give);
      if (given === undefined) return 'NULL::jsonb';
      const by = columnSql(derived.by, alias);
      const way = derived.measure === 'latest' ? 'DESC NULLS LAST' : 'ASC NULLS FIRST';
      const order = `portal_number(${by}) ${way}, (${by} #>> '{}') COLLATE "C" ${way}`;
      return `(SELECT ${columnSql(given, alias)} ${from} ORDER BY ${order} LIMIT 1)`;
    }
  }
}
