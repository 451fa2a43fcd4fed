/**
 * Compiles a condition to SQL with the semantics of `holds`: two-valued, a missing value makes a comparison false.
 */
import { compare } from '../../portal/conditions/field-value.ts';
import { personsOf, scopesOf } from '../../portal/conditions/persons.ts';
import type { Condition, ConditionOf, Operand, Operator } from '../../portal/model/condition.ts';
import { isWithin } from '../../portal/time/today.ts';
import { derivedSql } from './derived-sql.ts';
import { aliasBelow, ancestorId, and, constant, isActOf, not, or, toSql } from './sql.ts';
import type { Clause, SqlScope, SqlType } from './sql.ts';
import { jsonbSql, listSql, operandSql, rowsSql, subjectSql } from './value-sql.ts';
import type { SqlValue } from './value-sql.ts';

/**
 * The condition over the row `place.alias`.
 * @throws Error for words that only the engine can evaluate, such as `form`; the configuration check refuses them in rules of access
 */
export function conditionSql(condition: Condition, place: SqlScope): Clause {
  switch (condition.test) {
    case 'always':
      return true;
    case 'all':
      return and(condition.of.map((part) => conditionSql(part, place)));
    case 'any':
      return anySql(condition.of, place);
    case 'not':
      return not(conditionSql(condition.of, { ...place, isBar: !place.isBar }));
    case 'compare':
      return or(scopesOf(condition, place).map((one) => comparisonSql(condition, one)));
    // One date for the whole statement.
    case 'between':
      return isWithin(condition, place.today);
    case 'self':
      return selfSql(place);
    case 'party':
      return partySql(condition.role, place);
    case 'did':
      return didSql(condition.transitions, place);
    case 'children':
      return childrenSql(condition, place);
    case 'parent':
      return parentSql(condition, place);
    // The database does not store who has seen a record, and a visitor with a link sees only one record.
    case 'unseen':
    case 'link':
      return false;
    case 'after':
    case 'applies':
    case 'checklist':
    case 'expired':
    case 'form':
    case 'lapsed':
    case 'unreachable':
      throw new Error(`"${condition.test}" cannot be asked of the database.`);
  }
}

function comparisonSql(condition: ConditionOf<'compare'>, place: SqlScope): Clause {
  const { subject, operator, operand, each } = condition;
  if (each !== undefined) return eachSql(condition, each, place);
  const left = subjectSql(subject, place, (name, at) => derivedSql(name, at, conditionSql));
  const right = operandSql(operand, place);
  if ('constant' in right) {
    if ('constant' in left) return compare(left.constant, operator, right.constant);
    const quick = quickSql(left.sql, { operator, operand, right: right.constant }, place);
    if (quick !== null) return quick;
  }
  return generalSql(left, operator, right, place);
}

/** Over each row of a list, or over one value as a list of one. */
function eachSql(
  { subject, operator, operand }: ConditionOf<'compare'>,
  each: 'every' | 'any',
  place: SqlScope,
): Clause {
  const right = jsonbSql(operandSql(operand, place), place);
  const rows =
    subject.from === 'field'
      ? rowsSql(subject.path, place)
      : listSql(
          subjectSql(subject, place, (name, at) => derivedSql(name, at, conditionSql)),
          place,
        );
  const row = `${place.alias}_row`;
  const isTrue = `portal_compare(${row}.value, '${operator}', ${right})`;
  const from = `FROM jsonb_array_elements(${rows}) AS ${row}(value)`;
  return each === 'any'
    ? `EXISTS (SELECT 1 ${from} WHERE ${isTrue})`
    : `(SELECT count(*) > 0 AND bool_and(${isTrue}) ${from})`;
}

function generalSql(left: SqlValue, operator: Operator, right: SqlValue, place: SqlScope): string {
  return `portal_compare(${jsonbSql(left, place)}, '${operator}', ${jsonbSql(right, place)})`;
}

/** The comparisons that an index supports: equal to one value, or to one of several. */
function quickSql(
  left: string,
  {
    operator,
    operand,
    right,
  }: { readonly operator: Operator; readonly operand: Operand; readonly right: unknown },
  place: SqlScope,
): Clause | null {
  const add = isOfConfiguration(operand)
    ? (value: unknown, type: SqlType) => constant(value, type, place.parameters)
    : place.parameters.add;
  const column = /^to_jsonb\((\w+\.\w+)\)$/.exec(left)?.[1];
  if (operator === 'is') {
    if (!isScalar(right) || right === '') return false;
    if (column === undefined) return `${left} = ${add(JSON.stringify(right), 'jsonb')}`;
    return typeof right === 'string' && `${column} = ${add(right, 'text')}`;
  }
  if (operator !== 'in' || !Array.isArray(right)) return null;
  const values = right.filter((one) => isScalar(one) && one !== '');
  if (values.length === 0) return false;
  if (column === undefined) {
    const several = add(
      values.map((one) => JSON.stringify(one)),
      'jsonb[]',
    );
    return `${left} = ANY(${several})`;
  }
  return `${column} = ANY(${add(values.map(String), 'text[]')})`;
}

/** The configuration declares departments and their units. */
function isOfConfiguration(operand: Operand): boolean {
  return 'value' in operand || ('visitor' in operand && ['department', 'unit'].includes(operand.visitor));
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The record's owner is the visitor's account, or that of the officer for whom they act. */
function selfSql(place: SqlScope): Clause {
  return isOneOfSql(`${place.alias}.owner`, place);
}

function isOneOfSql(column: string, { visitor, isBar, parameters }: SqlScope): Clause {
  const accounts = personsOf(visitor, isBar).flatMap(({ account }) => account ?? []);
  return or(accounts.map((account) => `${column} = ${parameters.add(account, 'uuid')}`));
}

function partySql(role: string, place: SqlScope): Clause {
  const { visitor, parameters, alias } = place;
  if (!visitor.signedIn) return false;
  if (role === 'owner') return selfSql(place);
  if (place.isRelative) return false;
  const isAccount = isOneOfSql('p.account', place);
  const isDepartment =
    visitor.department !== null && `p.department = ${parameters.add(visitor.department, 'text')}`;
  const either = or([isAccount, isDepartment]);
  if (either === false) return false;
  const named = parameters.add(role, 'text');
  return `EXISTS (SELECT 1 FROM parties p WHERE p.record = ${alias}.id AND p.role = ${named} AND ${toSql(either)})`;
}

function didSql(
  transitions: readonly string[],
  { visitor, isBar, parameters, alias, isRelative }: SqlScope,
): Clause {
  if (isRelative || transitions.length === 0) return false;
  const names = parameters.add([...transitions], 'text[]');
  const accounts = personsOf(visitor, isBar).flatMap(({ account }) => account ?? []);
  return or(
    accounts.map((account) => {
      const isTheirs = isActOf(parameters.add(account, 'uuid'));
      return `EXISTS (SELECT 1 FROM events e WHERE e.record = ${alias}.id AND ${isTheirs} AND e.what = ANY(${names}))`;
    }),
  );
}

type ChildrenTest = ConditionOf<'children'>;

/** Children of which one is enough are searched once, whatever their types. */
function anySql(parts: readonly Condition[], place: SqlScope): Clause {
  const single = parts.filter(isSingle);
  const others = parts.filter((part) => !isSingle(part));
  return or([...others.map((part) => conditionSql(part, place)), singleSql(single, place)]);
}

function isSingle(condition: Condition): condition is ChildrenTest {
  if (condition.test !== 'children') return false;
  const { every, any, atLeast } = condition.quantifier;
  return every === null && (any === null ? atLeast === 1 : atLeast <= 1);
}

function childrenSql(condition: ChildrenTest, place: SqlScope): Clause {
  if (isSingle(condition)) return singleSql([condition], place);
  const { type, quantifier } = condition;
  const { every, any, atLeast } = quantifier;
  const least = any === null ? atLeast : Math.max(1, atLeast);
  if (place.isRelative) return least <= 0;
  const child = childOf(place, type);
  const from = `FROM records ${child.alias} WHERE ${isChild(place)}`;
  const counted = countedSql(condition, place);
  const enough =
    least <= 0 ||
    (counted !== false &&
      `(SELECT count(*) ${from} AND ${toSql(counted)}) >= ${place.parameters.add(least, 'integer')}`);
  const wrong = every === null ? false : and([typeSql(child), not(conditionSql(every, child))]);
  const none = wrong === false || `NOT EXISTS (SELECT 1 ${from} AND ${toSql(wrong)})`;
  return and([enough, none]);
}

/** There is a child of which one of these is true. */
function singleSql(conditions: readonly ChildrenTest[], place: SqlScope): Clause {
  if (place.isRelative) return false;
  const counted = or(conditions.map((one) => countedSql(one, place)));
  if (counted === false) return false;
  const below = aliasBelow(place);
  if (!isRequester(place))
    return `EXISTS (SELECT 1 FROM records ${below} WHERE ${isChild(place)} AND ${toSql(counted)})`;
  // Searches from the children, so that a person with a few records does not scan everybody's.
  const link = `${below}.${linkToParent(place)}`;
  return `${place.alias}.id = ANY(ARRAY(SELECT ${link} FROM records ${below} WHERE ${link} IS NOT NULL AND ${toSql(counted)}))`;
}

function countedSql({ type, quantifier: { any } }: ChildrenTest, place: SqlScope): Clause {
  const child = childOf(place, type);
  return and([typeSql(child), any === null || conditionSql(any, child)]);
}

function childOf(place: SqlScope, type: string): SqlScope {
  return { ...place, alias: aliasBelow(place), type, isRelative: true };
}

function isChild(place: SqlScope): string {
  return `${aliasBelow(place)}.${linkToParent(place)} = ${place.alias}.id`;
}

function typeSql({ alias, type, parameters }: SqlScope): string {
  return `${alias}.type = ${constant(type, 'text', parameters)}`;
}

/** The column of a child that names its parent. The children of an account are the records that it owns. */
function linkToParent({ portal, type }: SqlScope): 'parent' | 'owner' {
  return portal.recordTypes[type ?? '']?.builtIn === 'user' ? 'owner' : 'parent';
}

function isRequester({ portal, visitor }: SqlScope): boolean {
  return visitor.department !== null && portal.departments[visitor.department]?.kind === 'requester';
}

function parentSql({ type, of }: ConditionOf<'parent'>, place: SqlScope): Clause {
  const parent: SqlScope = { ...place, alias: aliasBelow(place), type, isRelative: true };
  const clause = conditionSql(of, parent);
  if (clause === false) return false;
  return `EXISTS (SELECT 1 FROM records ${parent.alias} WHERE ${parent.alias}.id = ${ancestorId(place, type)} AND ${toSql(clause)})`;
}
