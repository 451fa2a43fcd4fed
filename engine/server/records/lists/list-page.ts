/**
 * Reads a page of a list with one statement: the rows, each of their ancestors once, and the count. It reads only what
 * the columns show and what the rules about the rows ask.
 */
import type { AccountName, PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import { quoted } from '../../sql/sql.ts';
import {
  type ContextNeeds,
  emptyContext,
  relatives,
  type RowNeeds,
  viewsOf,
  withFacts,
  withReferred,
} from '../rows/context-rows.ts';
import { withProfiles } from '../rows/owner-profiles.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import type { RequestContext } from '../rows/request-context.ts';
import type { CursorPosition } from './cursor.ts';
import { type RecordRow, toRecord } from '../rows/rows.ts';

/** The parts of the statement that do not depend on the columns. `$1` is the visitor's account. */
export interface PageSql {
  /** The tables that the others refer to, each with its name. */
  readonly tables: readonly string[];
  /** A query for rows of `records`, each with its `sort_key`. */
  readonly rows: string;
  /** The order of the rows `r`. */
  readonly order: string;
  /** An expression. */
  readonly total: string;
}

/** The columns that a statement has read of a record; the others are empty. */
type SlimRecord = Pick<RecordRow, 'id' | 'slug' | 'state' | 'data'> & Partial<RecordRow>;

/** A record with its relatives. */
interface SlimRow extends SlimRecord {
  /** A PostgreSQL array of ids. */
  readonly ancestors: string;
  readonly parties?: RecordContext['parties'];
  readonly did?: readonly string[];
  readonly deputyDid?: readonly string[];
  readonly documents?: RecordContext['documents'];
}

type AncestorRow = SlimRow & Pick<RecordRow, 'type'>;

/** Some rows of a page. */
interface RowsOfPage {
  readonly type: string;
  readonly rows: readonly string[];
  readonly page: PageLines;
}

interface ListedRow extends SlimRow {
  /** The value that the row is sorted by. */
  readonly sort_key: string;
  readonly owner_slug: string | null;
  readonly owner_name: string | null;
  readonly worker: AccountName | null;
}

/** The row that the statement answers. Null: there are none. */
export interface PageAnswer {
  /** JSON of the rows. */
  readonly rows: string | null;
  /** JSON of the ancestors of the rows. */
  readonly above: string | null;
  /** JSON of the children of these, as far as they are needed. */
  readonly children: string | null;
  readonly total: number | null;
}

/** The records of a page, each as its JSON. */
export interface PageLines {
  readonly rows: readonly string[];
  /** By id. */
  readonly above: ReadonlyMap<string, string>;
  /** By the id of their parent, in their order. */
  readonly children: ReadonlyMap<string, readonly string[]>;
}

export function pageLines({ rows, above, children }: PageAnswer): PageLines {
  return {
    rows: linesOf(rows),
    above: new Map(linesOf(above).map((line) => [idOf(line), line])),
    children: Map.groupBy(linesOf(children), parentOf),
  };
}

/** PostgreSQL writes a line break between the rows of a `json_agg`, and none inside a row. */
function linesOf(text: string | null): string[] {
  return text === null ? [] : text.slice(1, -1).split(', \n ');
}

const uuidLength = 36;

/** The id comes first in each row. */
export function idOf(line: string): string {
  const start = '{"id":"'.length;
  return line.slice(start, start + uuidLength);
}

/** Where the next page of the list begins. */
export function positionOf(line: string): Omit<CursorPosition, 'sort'> {
  const { id, sort_key: key } = JSON.parse(line) as ListedRow;
  return { key, id };
}

function parentOf(line: string): string {
  const start = '{"parent":"'.length;
  return line.slice(start, start + uuidLength);
}

export function pageText({ tables, rows, order, total }: PageSql, needs: RowNeeds): string {
  const { own, above } = needs;
  return `WITH ${[...tables, `page AS MATERIALIZED (${rows})`].join(', ')},
    above AS MATERIALIZED (SELECT ${aboveColumns} FROM records a WHERE a.id IN (SELECT unnest(p.ancestors) FROM page p))
    SELECT (SELECT json_agg(x)::text FROM (
      SELECT ${ownColumns}, ${answersSql('r', own)}, ${relativesSql('r', own)}, r.sort_key,
        o.slug AS owner_slug, o.name AS owner_name,
        (SELECT json_build_object('slug', h.slug, 'name', h.name) FROM accounts h WHERE h.id = r.assignee) AS worker
      FROM page r LEFT JOIN accounts o ON o.id = r.owner ORDER BY ${order}) x) AS rows,
    (SELECT json_agg(x)::text FROM (SELECT ${relativeColumns('a', above)}, ${relativesSql('a', above)} FROM above a) x) AS above,
    ${childrenSql(needs)} AS children,
    ${total} AS total`;
}

/** The children of all records of the page together, which costs less than a query for each. */
function childrenSql({ parents: types, own, above }: RowNeeds): string {
  const parents = [
    ...(own.relatives.has('children') ? ['SELECT p.id FROM page p'] : []),
    ...(types.length > 0
      ? [`SELECT a.id FROM above a WHERE a.type IN (${types.map(quoted).join(', ')})`]
      : []),
  ];
  if (parents.length === 0) return 'NULL::text';
  return `(SELECT json_agg(x)::text FROM (SELECT c.parent, ${relativeColumns('c', above)} FROM records c
      WHERE c.parent IN (${parents.join(' UNION ')}) ORDER BY c.created_at, c.id) x)`;
}

/** What the row of a list shows of its record, beside its answers. */
const ownColumns = `r.id, r.slug, r.number, r.state, r.kind, r.owner, r.office, r.unit, r.assignee, r.version, r.due, r.form,
  r.clocks, r.booking, r.filed_at AS filed, r.created_at AS created, r.updated_at AS updated`;

/** The columns of `records` that a page carries: without the items of checklists and the words to search. */
export const pageColumns = `r.id, r.type, r.slug, r.number, r.state, r.kind, r.owner, r.office, r.unit, r.assignee, r.parent,
  r.ancestors, r.version, r.due, r.data, r.form, r.clocks, r.booking, r.filed_at, r.created_at, r.updated_at`;

const aboveColumns = `a.id, a.type, a.slug, a.number, a.state, a.kind, a.owner, a.office, a.unit, a.ancestors, a.due, a.data,
  a.clocks, a.booking, a.created_at, a.updated_at`;

/** Columns of a record that only some rules and lists read. */
const rareColumns: Readonly<Record<string, string>> = {
  due: 'due',
  booking: 'booking',
  clocks: 'clocks',
  updated: 'updated_at',
};

/** What rules and columns read of an ancestor or a child. */
function relativeColumns(alias: string, needs: ContextNeeds): string {
  const rare = Object.entries(rareColumns).filter(([name]) => needs.fields.includes(name));
  const names = ['id', 'type', 'slug', 'number', 'state', 'kind', 'owner', 'office', 'unit'].map(
    (name) => `${alias}.${name}`,
  );
  const columns = [
    ...names,
    `${alias}.created_at AS created`,
    ...rare.map(([name, column]) => `${alias}.${column} AS ${name}`),
  ];
  return `${columns.join(', ')}, ${answersSql(alias, needs)}`;
}

/** Many records have none of the answers, and a look at the keys costs less than to read the values. */
function answersSql(alias: string, { answers }: ContextNeeds): string {
  const data = `${alias}.data`;
  if (answers.length <= fewAnswers) {
    const each = answers.map((name) => {
      const key = quoted(name);
      return `CASE WHEN ${data} ? ${key} THEN jsonb_build_object(${key}, ${data} -> ${key}) ELSE '{}' END`;
    });
    return `${each.join(' || ') || `'{}'::jsonb`} AS data`;
  }
  const names = `ARRAY[${answers.map(quoted).join(', ')}]::text[]`;
  return `CASE WHEN ${data} ?| ${names}
    THEN (SELECT jsonb_object_agg(f.key, f.value) FROM jsonb_each(${data}) f WHERE f.key = ANY(${names}))
    ELSE '{}' END AS data`;
}

/** Up to so many are picked one by one. */
const fewAnswers = 4;

function relativesSql(alias: string, { relatives: needed }: ContextNeeds): string {
  const read = Object.entries(relatives).flatMap(([name, sql]) =>
    needed.has(name as keyof typeof relatives) ? [`${sql(alias)} AS "${name}"`] : [],
  );
  return [`${alias}.ancestors::text AS ancestors`, ...read].join(', ');
}

/** Records of a page, with the visitor's views of the ancestors that they show something of. */
export async function storedRows(
  client: Queryable,
  scope: RequestContext,
  { type, rows: lines, page }: RowsOfPage,
  needs: RowNeeds,
): Promise<StoredRecord[]> {
  const rest = emptyContext(scope);
  const rows = lines.map((line) => JSON.parse(line) as ListedRow);
  const above = [...new Set(rows.flatMap(ancestorIds))].flatMap((id) => {
    const line = page.above.get(id);
    return line === undefined ? [] : [JSON.parse(line) as AncestorRow];
  });
  const records = new Map(above.map((row) => [row.id, slimRecord(row)]));
  const childrenOf = ({ id }: SlimRow) =>
    (page.children.get(id) ?? []).map((line) => slimRecord(JSON.parse(line) as SlimRecord));
  const contextOf = (row: SlimRow): RecordContext => {
    const ids = ancestorIds(row);
    return {
      ...rest,
      record: records.get(row.id) ?? slimRecord({ ...row, type, parent: ids[0] ?? null }),
      ancestors: ids.flatMap((id) => records.get(id) ?? []),
      children: childrenOf(row),
      parties: row.parties ?? [],
      did: row.did ?? [],
      deputyDid: row.deputyDid ?? [],
      documents: row.documents ?? [],
    };
  };
  const near = above.filter(({ type: one }) => needs.shown.includes(one)).map(contextOf);
  const parents = above.filter(({ type: one }) => needs.parents.includes(one));
  const known = new Map(parents.map((row) => [row.id, childrenOf(row)]));
  const whole = await withReferred(client, scope, [...near, ...rows.map(contextOf)], { known });
  const views = viewsOf(
    scope,
    await withFacts(client, scope, whole.slice(0, near.length), { known, needs: needs.above }),
  );
  const beside = await withProfiles(client, scope, whole.slice(near.length), needs.profiles);
  const own = await withFacts(client, scope, beside, { known, needs: needs.own });
  return own.map((context, index) => {
    const { owner_slug: slug = null, owner_name: name, worker: assignee = null } = rows[index] ?? {};
    const owner = slug === null ? null : { slug, name: name ?? '' };
    return { context: { ...context, related: [] }, owner, assignee, head: null, above: views };
  });
}

function ancestorIds({ ancestors }: Pick<SlimRow, 'ancestors'>): string[] {
  return ancestors
    .slice(1, -1)
    .split(',')
    .filter((id) => id !== '');
}

const unread = {
  type: '',
  number: null,
  kind: null,
  owner: null,
  office: null,
  unit: null,
  assignee: null,
  parent: null,
  version: 1,
  due: null,
  form: null,
  items: {},
  clocks: {},
  booking: null,
  signatures: [],
  filed: null,
};

function slimRecord(row: SlimRecord): PortalRecord {
  const created = row.created ?? '';
  return toRecord({ ...unread, since: created, updated: created, ...row, created });
}
