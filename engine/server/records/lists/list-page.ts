/**
 * Reads a page of a list with one statement: the rows, each of their ancestors once, and the count. It reads only what
 * the columns show and what the rules about the rows ask.
 */
import type { AccountName, RecordContext } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import { quoted } from '../../sql/sql.ts';
import {
  type ContextNeeds,
  emptyContext,
  relatives,
  type RowNeeds,
  viewsOf,
  withFacts,
} from '../rows/context-rows.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import type { RequestContext } from '../rows/request-context.ts';
import { rowColumns, type RecordRow, toRecord } from '../rows/rows.ts';

/** The parts of the statement that do not depend on the columns. `$1` is the visitor's account. */
export interface PageSql {
  /** A query for rows of `records`, each with its `sort_key`. */
  readonly rows: string;
  /** The order of the rows `r`. */
  readonly order: string;
  /** An expression. */
  readonly total: string;
}

/** A record with its relatives, in the columns of a page. */
interface SlimRow extends Omit<RecordRow, 'items'> {
  readonly ancestors: readonly string[];
  readonly children: readonly Omit<RecordRow, 'items'>[];
  readonly parties: RecordContext['parties'];
  readonly did: readonly string[];
  readonly documents: RecordContext['documents'];
}

interface ListedRow extends SlimRow {
  /** The value that the row is sorted by. */
  readonly sort_key: string;
  readonly owner_slug: string | null;
  readonly owner_name: string | null;
  readonly worker: AccountName | null;
}

/** The row that the statement answers. */
export interface PageAnswer {
  readonly rows: readonly ListedRow[] | null;
  /** The ancestors of the rows. */
  readonly above: readonly SlimRow[] | null;
  readonly total: number | null;
}

export function pageText({ rows, order, total }: PageSql, { paths, own, above }: RowNeeds): string {
  const shown = typesOf(paths).map(quoted).join(', ');
  return `WITH page AS MATERIALIZED (${rows})
    SELECT (SELECT json_agg(x) FROM (
      SELECT ${slimColumns('r', own)}, r.sort_key, o.slug AS owner_slug, o.name AS owner_name,
        (SELECT json_build_object('slug', h.slug, 'name', h.name) FROM accounts h WHERE h.id = r.assignee) AS worker
      FROM page r LEFT JOIN accounts o ON o.id = r.owner ORDER BY ${order}) x) AS rows,
    (SELECT json_agg(x) FROM (
      SELECT ${slimColumns('a', above, shown === '' ? 'false' : `a.type IN (${shown})`)}
      FROM records a WHERE a.id IN (SELECT unnest(p.ancestors) FROM page p)) x) AS above,
    ${total} AS total`;
}

/** @param only the relatives of these rows are read */
function slimColumns(alias: string, { fields, relatives: needed }: ContextNeeds, only = 'true'): string {
  const read = (part: keyof typeof relatives | 'children', sql: string, nothing: string): string =>
    `${needed.has(part) ? `CASE WHEN ${only} THEN ${sql} ELSE ${nothing} END` : nothing} AS ${part}`;
  const children = `(SELECT coalesce(json_agg(y), '[]') FROM (
    SELECT ${rowColumns('c', fields)} FROM records c WHERE c.parent = ${alias}.id ORDER BY c.created_at, c.id) y)`;
  return `${rowColumns(alias, fields)}, ${alias}.ancestors,
    ${read('children', children, `'[]'::json`)},
    ${read('parties', relatives.parties(alias), `'[]'::json`)},
    ${read('did', relatives.did(alias), `ARRAY[]::text[]`)},
    ${read('documents', relatives.documents(alias), `'[]'::json`)}`;
}

/** The types of the ancestors that show something. */
function typesOf(paths: RowNeeds['paths']): string[] {
  return [...new Set(paths.map((path) => path.split('.')[0] ?? ''))];
}

/** The records of a page, with the visitor's views of the ancestors that they show something of. */
export async function storedPage(
  client: Queryable,
  scope: RequestContext,
  { rows, above }: Pick<PageAnswer, 'rows' | 'above'>,
  needs: RowNeeds,
): Promise<StoredRecord[]> {
  const rest = emptyContext(scope);
  const records = new Map((above ?? []).map((row) => [row.id, toSlimRecord(row)]));
  const contextOf = (row: SlimRow): RecordContext => ({
    ...rest,
    record: records.get(row.id) ?? toSlimRecord(row),
    ancestors: row.ancestors.flatMap((id) => records.get(id) ?? []),
    children: row.children.map(toSlimRecord),
    parties: row.parties,
    did: row.did,
    documents: row.documents,
  });
  const shown = typesOf(needs.paths);
  const near = (above ?? []).filter(({ type }) => shown.includes(type)).map(contextOf);
  const hasChildren = needs.above.relatives.has('children');
  const known = new Map(hasChildren ? near.map(({ record, children }) => [record.id, children]) : []);
  const views = viewsOf(scope, await withFacts(client, scope, near, { known, needs: needs.above }));
  const own = await withFacts(client, scope, (rows ?? []).map(contextOf), { known, needs: needs.own });
  return own.map((context, index) => {
    const { owner_slug: slug = null, owner_name: name, worker: assignee = null } = rows?.[index] ?? {};
    const owner = slug === null ? null : { slug, name: name ?? '' };
    return { context: { ...context, related: [] }, owner, assignee, head: null, above: views };
  });
}

function toSlimRecord(row: Omit<RecordRow, 'items'>): RecordContext['record'] {
  return toRecord({ ...row, items: {} });
}
