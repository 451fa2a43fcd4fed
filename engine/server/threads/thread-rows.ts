/**
 * Reads threads. The caller or their office must be one of the two sides, and a thread about a record is visible only
 * while the caller may read that record.
 */
import type { WireThreadMessage } from '../../contract/threads.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { ownSide } from '../../portal/access/threads.ts';
import { photoColumn } from '../account-pictures/photos.ts';
import type { Queryable } from '../database/database.ts';
import { statementOf } from '../database/statements.ts';
import type { RequestContext } from '../records/rows/request-context.ts';
import { mayListSql } from '../sql/access-sql.ts';
import { and, complete, createParameters, or, type Parameters, toSql } from '../sql/sql.ts';
import { todayIn } from '../sql/today.ts';

export type ThreadScope = RequestContext & { readonly now: Date };

export interface ThreadRow {
  readonly id: string;
  readonly slug: string;
  readonly subject: string;
  readonly changed_at: Date;
  readonly last: number;
  /** The caller's side. */
  readonly side: number;
  readonly unread: boolean;
  /** The other side. */
  readonly department: string;
  readonly unit: string | null;
  readonly person: string | null;
  /** The newest message: its beginning, or the names of its files. */
  readonly excerpt: string;
  readonly own: boolean;
  readonly record: {
    readonly type: string;
    readonly slug: string;
    readonly number: string | null;
    readonly kind: string | null;
    readonly office: string | null;
    readonly ancestors: readonly { readonly type: string; readonly slug: string }[];
  } | null;
}

interface ThreadQuery {
  readonly id?: string;
  readonly slug?: string;
  /** Every word must begin a word of the subject, the record's number, a message, or the name of a person. */
  readonly words?: readonly string[];
  readonly record?: { readonly type: string; readonly slug: string };
  readonly after?: { readonly key: string; readonly id: string } | null;
  readonly limit: number;
}

const columns = `t.id, t.slug, t.subject, t.changed_at, t.last, s.side, t.last > s.read AS unread,
  o.department, o.unit, p.name AS person, m.side = s.side AS own,
  CASE WHEN m.text <> '' THEN left(m.text, 200) ELSE (SELECT string_agg(f.name, ', ' ORDER BY f.created_at, f.id)
    FROM files f WHERE f.thread = t.id AND f.message = m.number) END AS excerpt,
  CASE WHEN r.id IS NULL THEN NULL ELSE jsonb_build_object('type', r.type, 'slug', r.slug, 'number', r.number,
    'kind', r.kind, 'office', r.office, 'ancestors', (SELECT coalesce(jsonb_agg(jsonb_build_object(
      'type', a.type, 'slug', a.slug) ORDER BY array_position(r.ancestors, a.id)), '[]')
      FROM records a WHERE a.id = ANY(r.ancestors))) END AS record`;

/** Visible threads, the last changed first. */
export async function readThreads(
  client: Queryable,
  scope: ThreadScope,
  { id, slug, words, record, after, limit }: ThreadQuery,
): Promise<ThreadRow[]> {
  const parameters = createParameters();
  const visible = visibleSql(scope, parameters);
  if (visible === null) return [];
  const text = (value: string): string => parameters.add(value, 'text');
  const clauses = [
    visible,
    ...(id === undefined ? [] : [`t.id = ${parameters.add(id, 'uuid')}`]),
    ...(slug === undefined ? [] : [`t.slug = ${text(slug)}`]),
    ...(record === undefined ? [] : [`r.type = ${text(record.type)} AND r.slug = ${text(record.slug)}`]),
    ...(words === undefined
      ? []
      : [`t.search @@ to_tsquery('simple', ${text(words.map((word) => `'${word}':*`).join(' & '))})`]),
    ...(after === undefined || after === null
      ? []
      : [
          `(t.changed_at, t.id) < (${parameters.add(after.key, 'timestamptz')}, ${parameters.add(after.id, 'uuid')})`,
        ]),
  ];
  const statement = complete(
    `SELECT ${columns} FROM ${tables}
      JOIN thread_sides o ON o.thread = t.id AND o.side <> s.side LEFT JOIN accounts p ON p.id = o.account
      JOIN thread_messages m ON m.thread = t.id AND m.number = t.last
     WHERE ${clauses.join(' AND ')}
     ORDER BY t.changed_at DESC, t.id DESC LIMIT ${parameters.add(limit, 'integer')}`,
    parameters,
  );
  return client.query<ThreadRow>(statementOf('threads', statement));
}

/** The number of visible threads with messages that nobody of the caller's side has read. */
export async function countUnreadThreads(client: Queryable, scope: ThreadScope): Promise<number> {
  const parameters = createParameters();
  const visible = visibleSql(scope, parameters);
  if (visible === null) return 0;
  const statement = complete(
    `SELECT count(*) AS count FROM ${tables} WHERE t.last > s.read AND ${visible}`,
    parameters,
  );
  const [row] = await client.query<{ count: number }>(statementOf('unread-threads', statement));
  return row?.count ?? 0;
}

const tables = 'thread_sides s JOIN threads t ON t.id = s.thread LEFT JOIN records r ON r.id = t.record';

/** @returns null if the caller belongs to no side */
function visibleSql(scope: ThreadScope, parameters: Parameters): string | null {
  const { portal, visitor, now } = scope;
  const own = ownSide(scope);
  if (own === null) return null;
  // Conditions of records name the account as the first value.
  const account = parameters.add(visitor.account, 'uuid');
  const department = parameters.add(own.department, 'text');
  const unit = parameters.add(own.unit, 'text');
  const mine =
    own.account === null
      ? `s.account IS NULL AND s.department = ${department} AND s.unit IS NOT DISTINCT FROM ${unit}`
      : `s.account = ${account}`;
  const today = todayIn(portal.timeZone, now);
  const types = new Set(portal.threads.rules.flatMap(({ about }) => about));
  const readable = [...types].map((type) => {
    const recordType = portal.recordTypes[type];
    if (recordType === undefined) return false;
    const place = { ...scope, parameters, alias: 'r', type, isRelative: false, today };
    return and([`r.type = ${parameters.add(type, 'text')}`, mayListSql(recordType, place)]);
  });
  return `(${mine}) AND (${toSql(or(['t.record IS NULL', ...readable]))})`;
}

type ThreadMessageRow = Omit<WireThreadMessage, 'at' | 'office' | 'own'> & {
  readonly at: Date;
  readonly side: number;
  readonly department: string;
  readonly unit: string | null;
  /** False: an officer wrote it. */
  readonly is_person: boolean;
};

/** The newest messages below a number, oldest first. */
export async function readMessages(
  client: Queryable,
  { thread, before, limit }: { readonly thread: string; readonly before: number; readonly limit: number },
): Promise<ThreadMessageRow[]> {
  const rows = await client.query<ThreadMessageRow>({
    name: 'messages-of-thread',
    text: `SELECT m.number, m.at, a.name, ${photoColumn('a.id')} AS photo, m.text, m.side, s.department, s.unit, s.account IS NOT NULL AS is_person,
        (SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'bytes', f.bytes)
          ORDER BY f.created_at, f.id), '[]') FROM files f WHERE f.thread = m.thread AND f.message = m.number) AS files
      FROM thread_messages m JOIN thread_sides s USING (thread, side) JOIN accounts a ON a.id = m.account
      WHERE m.thread = $1 AND m.number < $2 ORDER BY m.number DESC LIMIT $3`,
    values: [thread, before, limit],
  });
  return rows.toReversed();
}

/** The words of a text, as they are stored for searching. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{1,100}/gu) ?? [])];
}

/** The title of an office, with its unit. */
export function sideTitle(
  { departments, lookups }: Portal,
  { department, unit }: { readonly department: string; readonly unit: string | null },
): string {
  const { title = department, units = null } = departments[department] ?? {};
  const label = lookups[units ?? '']?.rows.find(({ value }) => value === unit)?.label;
  return label === undefined ? title : `${title}: ${label}`;
}
