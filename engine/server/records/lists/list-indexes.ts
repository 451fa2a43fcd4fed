/** Creates the indexes that a configuration needs: for sorting, filtering and uniqueness. */
import { createHash } from 'node:crypto';
import { draftState } from '../../../portal/access/access.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { officeInCharge } from '../../../portal/workflow/claims.ts';
import { signedOut } from '../../../portal/model/department.ts';
import type { Database } from '../../database/database.ts';
import { conditionSql } from '../../sql/condition-sql.ts';
import { filteredFields, sortedFields, sortKey } from '../../sql/list-columns.ts';
import { createLiterals, not, quoted, toSql } from '../../sql/sql.ts';
import { todayIn } from '../../sql/today.ts';

interface ListIndex {
  readonly name: string;
  readonly sql: string;
}

/**
 * Creates missing indexes and drops unique indexes that the configuration no longer names.
 * @returns a sentence for each index that could not be created, for example because of duplicate records
 */
export async function indexRecords(database: Database, portal: Portal): Promise<string[]> {
  const types = Object.values(portal.recordTypes).filter(({ builtIn }) => builtIn === null);
  const wanted = types.flatMap((type) => [...listIndexes(portal, type), ...uniqueIndexes(portal, type)]);
  const rows = await database.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema() AND tablename = 'records'`,
  );
  const found = rows.map(({ name }) => name);
  const missing = wanted.filter(({ name }) => !found.includes(name));
  const old = found.filter(
    (name) => name.startsWith('records_unique_') && !wanted.some((one) => one.name === name),
  );
  if (missing.length === 0 && old.length === 0) return [];
  return database.changeSchema(async (owner) => {
    const faults: string[] = [];
    for (const { sql } of missing) {
      await owner.query(sql).catch((error: unknown) => faults.push(String(error)));
    }
    for (const name of old) await owner.query(`DROP INDEX IF EXISTS ${name}`);
    return faults;
  });
}

function listIndexes(portal: Portal, recordType: RecordType): ListIndex[] {
  const sorted = sortedFields(recordType).flatMap((name) => {
    const key = sortKey(portal, recordType, name);
    return key === null ? [] : [index('list', `(type, (${key.sql('')}), id)`)];
  });
  const filtered = filteredFields(recordType).map((name) =>
    index('list', `(type, (data ->> ${quoted(name)}))`),
  );
  const { type, claim } = recordType;
  const unclaimed =
    claim === null
      ? []
      : [
          index(
            'list',
            `(office, state) WHERE type = ${quoted(type)} AND ${unclaimedSql(recordType, portal, '')}`,
          ),
        ];
  return [...sorted, ...filtered, ...unclaimed];
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

const uniqueColumns = ['owner', 'office', 'unit', 'kind', 'parent'];

/** Drafts do not count: two people may begin the same record, and the second to send it is refused. */
function uniqueIndexes(portal: Portal, recordType: RecordType): ListIndex[] {
  const { unique, type } = recordType;
  if (unique === null) return [];
  const place = {
    portal,
    visitor: signedOut,
    parameters: createLiterals(),
    alias: 'records',
    type,
    isRelative: false,
    today: todayIn(portal.timeZone),
  };
  const draft = draftState(portal, type);
  const clauses = [
    `type = ${quoted(type)}`,
    ...(draft === null ? [] : [`state <> ${quoted(draft)}`]),
    toSql(not(conditionSql(unique.unless, place))),
  ];
  const over = unique.over.map((name) =>
    uniqueColumns.includes(name) ? name : `(data ->> ${quoted(name)})`,
  );
  return [index('unique', `(${over.join(', ')}) WHERE ${clauses.join(' AND ')}`)];
}

function index(purpose: 'list' | 'unique', definition: string): ListIndex {
  const name = `records_${purpose}_${createHash('sha1').update(definition).digest('hex').slice(0, 16)}`;
  const unique = purpose === 'unique' ? 'UNIQUE ' : '';
  return { name, sql: `CREATE ${unique}INDEX IF NOT EXISTS ${name} ON records ${definition}` };
}
