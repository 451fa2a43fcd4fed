/** Creates the indexes that a configuration needs: for sorting, filtering and uniqueness. */
import { createHash } from 'node:crypto';
import { draftState } from '../../../portal/access/access.ts';
import { testsOf } from '../../../portal/conditions/possible.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import { isUniqueColumn } from '../../../portal/changes/unique-record.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { referencesOf } from '../../../portal/forms/references.ts';
import { officeInCharge } from '../../../portal/workflow/claims.ts';
import { signedOut } from '../../../portal/model/department.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { conditionSql } from '../../sql/condition-sql.ts';
import { bare, filteredFields, sortedFields, sortKey } from '../../sql/list-columns.ts';
import { createLiterals, not, quoted, type SqlScope, toSql } from '../../sql/sql.ts';
import { slugListSql, slugSql } from '../../sql/value-sql.ts';
import { todayIn } from '../../sql/today.ts';

interface ListIndex {
  readonly name: string;
  readonly isUnique: boolean;
  readonly definition: string;
}

/** A table with more rows is indexed while others write to it. */
const fewRows = 20_000;

/**
 * Creates missing indexes and drops those that the configuration no longer needs. Of several processes, one does so.
 * @returns a sentence for each index that could not be created, for example because of duplicate records
 */
export async function indexRecords(
  database: Database,
  portal: Portal,
  purposes: readonly IndexPurpose[] = ['unique', 'list'],
): Promise<string[]> {
  const types = Object.values(portal.recordTypes).filter(({ builtIn }) => builtIn === null);
  const wanted = purposes.flatMap((purpose) => types.flatMap((type) => indexesFor[purpose](portal, type)));
  if ((await planOf(database, purposes, wanted)).isDone) return [];
  return database.changeSchema((owner) =>
    owner.transaction(async (client) => {
      await client.query(`SELECT pg_advisory_xact_lock(hashtext('munisipyo list indexes'))`);
      return changeIndexes(owner, await planOf(owner, purposes, wanted));
    }),
  );
}

interface IndexPlan {
  readonly missing: readonly ListIndex[];
  /** Names of indexes. */
  readonly old: readonly string[];
  readonly isDone: boolean;
  /** Others must be able to write meanwhile. */
  readonly isLarge: boolean;
}

async function planOf(
  database: Queryable,
  purposes: readonly IndexPurpose[],
  wanted: readonly ListIndex[],
): Promise<IndexPlan> {
  const found = await database.query<{ name: string; valid: boolean }>(
    `SELECT i.relname AS name, x.indisvalid AS valid FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
     WHERE x.indrelid = 'records'::regclass`,
  );
  const ours = found.filter(({ name }) => purposes.some((purpose) => name.startsWith(`records_${purpose}_`)));
  // A process that ended while it made an index has left an invalid one.
  const old = ours.filter(({ name, valid }) => !valid || !wanted.some((one) => one.name === name));
  const kept = ours.filter((one) => !old.includes(one)).map(({ name }) => name);
  const missing = wanted.filter(({ name }) => !kept.includes(name));
  return {
    missing,
    old: old.map(({ name }) => name),
    isDone: missing.length === 0 && old.length === 0,
    isLarge: await hasManyRecords(database),
  };
}

/** Indexes for lists take a while then, and the portal can serve without them. */
export async function hasManyRecords(database: Queryable): Promise<boolean> {
  const [table] = await database.query<{ many: boolean }>(
    `SELECT reltuples > ${fewRows} AS many FROM pg_class WHERE oid = 'records'::regclass`,
  );
  return table?.many ?? false;
}

async function changeIndexes(owner: Queryable, { missing, old, isLarge }: IndexPlan): Promise<string[]> {
  const way = isLarge ? 'CONCURRENTLY ' : '';
  const faults: string[] = [];
  for (const name of old) await owner.query(`DROP INDEX ${way}IF EXISTS ${name}`);
  for (const { name, isUnique, definition } of missing) {
    const sql = `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${way}IF NOT EXISTS ${name} ON records ${definition}`;
    await owner.query(sql).catch((error: unknown) => faults.push(String(error)));
  }
  if (missing.length > 0) await owner.query('ANALYZE records');
  return faults;
}

function listIndexes(portal: Portal, recordType: RecordType): ListIndex[] {
  const ofType = `type = ${quoted(recordType.type)}`;
  const sorted = sortedFields(recordType).flatMap((name) => {
    const key = sortKey(portal, recordType, name);
    return key === null ? [] : [index('list', `((${key.sql('')}), id) WHERE ${ofType}`)];
  });
  const filtered = filteredFields(recordType).map((name) =>
    index('list', `((${slugSql('', name)})) WHERE ${ofType}`),
  );
  const { type, claim } = recordType;
  const named = referencesOf(portal, type).map(({ keys }) => {
    const [name = '', ...rest] = keys;
    return rest.length === 0
      ? index('list', `((${slugSql('', name)})) WHERE ${ofType}`)
      : index('list', `USING gin ((${slugListSql('', keys)})) WHERE ${ofType}`);
  });
  const unclaimed =
    claim === null
      ? []
      : [
          index(
            'list',
            `(office, state) WHERE type = ${quoted(type)} AND ${unclaimedSql(recordType, portal, '')}`,
          ),
        ];
  const all = [...sorted, ...filtered, ...named, ...unclaimed, ...orderIndexes(portal, recordType)];
  // A question may be a filter and name records.
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

/**
 * For each list of some states an index with only its records, in its order. Without one, PostgreSQL would read the
 * records of all states in that order, or sort all records of these states. The records of one owner are few, and the
 * general indexes serve lists of all states, except in the order of due dates: the states that end a record are part of
 * it.
 */
function orderIndexes(portal: Portal, recordType: RecordType): ListIndex[] {
  const place = indexPlace(portal, recordType.type);
  const definitions = Object.values(recordType.lists).flatMap(({ where, sort }) => {
    const parts = where.test === 'all' ? where.of : [where];
    const chosen = parts.filter((part) => testsOf(part).every(isOfState));
    const isOfOwner = parts.some(({ test }) => test === 'party' || test === 'self');
    const key = sortKey(portal, recordType, bare(sort));
    const isInGeneral = chosen.length === 0 && bare(sort) !== 'due';
    if (key === null || isOfOwner || isInGeneral) return [];
    const order = key.isAbove || Object.hasOwn(recordType.derived, bare(sort)) ? [] : [`(${key.sql('')})`];
    const office = parts.some(isOfOffice) ? ['office'] : [];
    const clauses = [`type = ${quoted(recordType.type)}`, ...chosen.map((part) => conditionSql(part, place))];
    return [`(${[...office, ...order, 'id'].join(', ')}) WHERE ${clauses.map(String).join(' AND ')}`];
  });
  return [...new Set(definitions)].map((definition) => index('list', definition));
}

function isOfState(condition: Condition): boolean {
  if (condition.test !== 'compare') return false;
  const { subject, operator, operand } = condition;
  return (
    subject.from === 'record' &&
    subject.name === 'state' &&
    'value' in operand &&
    ['is', 'in'].includes(operator)
  );
}

/** The list shows records of the visitor's own office. */
function isOfOffice(condition: Condition): boolean {
  if (condition.test !== 'compare') return false;
  const { subject, operator, operand } = condition;
  return (
    subject.from === 'record' &&
    subject.name === 'office' &&
    operator === 'is' &&
    'visitor' in operand &&
    operand.visitor === 'department'
  );
}

/**
 * Records that an office has and on which nobody works. The index has the same text, so that PostgreSQL uses it.
 * @param alias ends with a dot, or is empty in an index
 */
export function unclaimedSql({ type }: RecordType, portal: Portal, alias = 'r.'): string {
  const states = Object.values(portal.workflows[type]?.states ?? {})
    .filter(({ key }) => officeInCharge(portal, { type, state: key, office: '' }) !== null)
    .map(({ key }) => quoted(key));
  return states.length === 0
    ? 'false'
    : `${alias}assignee IS NULL AND ${alias}state IN (${states.join(', ')})`;
}

export interface UniqueRule {
  /** SQL expressions of which the values together occur only once. */
  readonly over: readonly string[];
  /** SQL condition: the records that count. */
  readonly where: string;
}

/**
 * `isTwin` in SQL. Drafts do not count: two people may begin the same record, and the second to send it is refused.
 * @returns null: the type allows all values
 */
export function uniqueRule(portal: Portal, { unique, type }: RecordType): UniqueRule | null {
  if (unique === null) return null;
  const place = indexPlace(portal, type);
  const draft = draftState(portal, type);
  const clauses = [
    `type = ${quoted(type)}`,
    ...(draft === null ? [] : [`state <> ${quoted(draft)}`]),
    toSql(not(conditionSql(unique.unless, place))),
  ];
  const over = unique.over.map((name) => (isUniqueColumn(name) ? name : `(data ->> ${quoted(name)})`));
  return { over, where: clauses.join(' AND ') };
}

function uniqueIndexes(portal: Portal, recordType: RecordType): ListIndex[] {
  const rule = uniqueRule(portal, recordType);
  return rule === null ? [] : [index('unique', `(${rule.over.join(', ')}) WHERE ${rule.where}`)];
}

/** In an index there is no visitor and no parameter. */
function indexPlace(portal: Portal, type: string): SqlScope {
  return {
    portal,
    visitor: signedOut,
    parameters: createLiterals(),
    alias: 'records',
    type,
    isRelative: false,
    today: todayIn(portal.timeZone),
  };
}

const indexesFor = { unique: uniqueIndexes, list: listIndexes };
type IndexPurpose = keyof typeof indexesFor;

function index(purpose: IndexPurpose, definition: string): ListIndex {
  const name = `records_${purpose}_${createHash('sha1').update(definition).digest('hex').slice(0, 16)}`;
  return { name, isUnique: purpose === 'unique', definition };
}
