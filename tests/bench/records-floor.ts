/**
 * The least SQL that draws a page of a list: the shown columns of one page through an index, and a count that stops at
 * 1,000. And the least that answers one record: its row.
 */
import { fastify, type FastifyInstance } from 'fastify';
import type { Database } from '../../engine/server/database/database.ts';

interface ListQuery {
  readonly office: string;
  readonly word?: string;
}

export function createRecordsFloor(database: Database): FastifyInstance {
  const server = fastify({ logger: false });
  server.get<{ Querystring: ListQuery }>('/list', ({ query }) => page(database, lists.own, [query.office]));
  server.get<{ Querystring: ListQuery }>('/due', ({ query }) => page(database, lists.due, [query.office]));
  server.get<{ Querystring: ListQuery }>('/search', ({ query: { office, word } }) =>
    page(database, lists.search, [office, `'beach':* & '${word}':*`, `'^beach':* & '^${word}':*`]),
  );
  server.get<{ Params: { slug: string } }>('/record/:slug', ({ params }) =>
    database.query({ name: 'bare-record', text: 'SELECT * FROM records WHERE slug = $1' }, [params.slug]),
  );
  return server;
}

interface FloorList {
  readonly name: string;
  readonly where: string;
  readonly order: string;
  /** The application's place among the ancestors. */
  readonly above: number;
}

const lists = {
  own: {
    name: 'own',
    where: `r.type = 'checklist' AND r.office = $1 AND r.state <> ALL('{open,filed}')`,
    order: 'r.updated_at DESC, r.id DESC',
    above: 2,
  },
  due: {
    name: 'due',
    where: `r.type = 'clearance' AND r.office = $1 AND r.state = ANY('{received,no-show,overdue}')`,
    order: `coalesce(r.due, 'infinity'), r.id`,
    above: 1,
  },
  search: {
    name: 'search',
    where: `r.type = 'checklist' AND r.office = $1 AND r.state <> ALL('{open,filed}')
      AND (r.search @@ $2::tsquery OR r.search @@ $3::tsquery)`,
    order: 'r.updated_at DESC, r.id DESC',
    above: 2,
  },
} as const satisfies Record<string, FloorList>;

async function page(database: Database, list: FloorList, values: readonly unknown[]): Promise<object> {
  const { name, where, order, above } = list;
  const [items, [counted]] = await Promise.all([
    database.query(
      {
        name: `bare-page-${name}`,
        text: `SELECT r.slug, r.kind, r.state, r.due, r.updated_at, r.version,
            a.slug AS above, a.number, a.data ->> 'business_name' AS business
          FROM (SELECT * FROM records r WHERE ${where} ORDER BY ${order} LIMIT 26) r
          JOIN records a ON a.id = r.ancestors[${above}] ORDER BY ${order}`,
      },
      values,
    ),
    database.query(
      {
        name: `bare-count-${name}`,
        text: `SELECT count(*)::integer AS total FROM (SELECT FROM records r WHERE ${where} LIMIT 1001) r`,
      },
      values,
    ),
  ]);
  return { items, ...counted };
}
