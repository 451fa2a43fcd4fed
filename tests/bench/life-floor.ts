/**
 * The minimal server work for such a write, without decisions: find the caller, lock the record, read the inputs,
 * write the rows, store the response for a retry, and answer.
 *
 * All of it is necessary. Without the session anybody could write. Without the stored response a retry files
 * twice. Without the lock on its children nobody sees that the last one lets a record continue. A gapless number
 * must be drawn in the transaction that uses it. It uses two round trips, the minimum, and sends related statements
 * in one packet.
 */
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../../engine/server/database/database.ts';
import { inOrder } from '../../engine/server/database/transactions.ts';

interface Row {
  readonly id: string;
  readonly slug: string;
  readonly owner: string;
  readonly data: object;
}

interface Writing {
  readonly slug: string;
  /** The number of records created below it. */
  readonly rows: number;
  /** Answers of a whole form. */
  readonly example: Readonly<Record<string, unknown>>;
}

export function createFloor(database: Database, example: Writing['example']): FastifyInstance {
  const server = fastify({ logger: false });
  server.get<{ Params: { slug: string } }>('/:slug', async ({ params }) => {
    const [made] = await database.query<{ count: number }>(counting, [params.slug]);
    return made?.count;
  });
  server.post<{ Params: { slug: string; rows: string } }>('/:slug/:rows', async (request, reply) => {
    const { slug, rows } = request.params;
    const writing = { slug, rows: Number(rows), example };
    const answer = await database.transaction((client) => write(client, request, writing));
    return reply.type('application/json; charset=utf-8').send(answer);
  });
  return server;
}

async function write(client: Transaction, request: FastifyRequest, writing: Writing): Promise<string> {
  const { slug, example } = writing;
  const { headers, body } = request;
  const key = headers['idempotency-key'];
  const token = hash('sha256', (headers.authorization ?? '').slice('Bearer '.length), 'buffer');
  const [[session], , [read]] = await inOrder(
    client.query<{ account: string; earlier: string | null }>({ ...recognising, values: [token, slug, key] }),
    client.query({ ...holding, values: [slug] }),
    client.query<{ family: Row[] }>({ ...reading, values: [slug] }),
  );
  const record = read?.family.find((one) => one.slug === slug);
  if (session === undefined || record === undefined) throw new Error(`There is no ${slug} for this caller.`);
  if (session.earlier !== null) return session.earlier;
  const answer = JSON.stringify({ ...record, data: example, input: body });
  await inOrder(
    client.query({ ...changing, values: [...rowsOf(record, writing), session.account, slug, key, answer] }),
    client.commit(),
  );
  return answer;
}

const letter = 'What a notice says to whom it is sent. '.repeat(15);

function rowsOf({ id: parent, owner }: Row, { rows, example }: Writing): unknown[] {
  const words = Object.values(example).flatMap((one) => (typeof one === 'string' ? one.split(' ') : []));
  const made = Array.from({ length: rows }, (_, index) => ({
    id: randomUUID(),
    slug: randomUUID(),
    parent,
    owner,
    words: words.slice(0, 8),
    hash: randomBytes(32).toString('hex'),
    // The assessment.
    data: index === 0 ? example : {},
  }));
  const told = rows === 0 ? [] : [{ id: randomUUID(), record: parent, account: owner, text: letter }];
  return [parent, JSON.stringify(made), JSON.stringify(example), words, JSON.stringify(told)];
}

/** Records that a step of the named record created: older ones have no first event. */
const counting = `SELECT count(*) FROM events e JOIN records r ON r.id = e.record
  WHERE e.what = 'created' AND r.ancestors @> (SELECT ARRAY[id] FROM records WHERE slug = $1)`;

const recognising = {
  name: 'bare-recognise',
  text: `SELECT a.*, a.id AS account, (SELECT answer FROM idempotency WHERE scope = $2 AND key = $3) AS earlier
    FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.token = $1 AND s.seen_at > now() - interval '12 hours'`,
};

const root = 'SELECT coalesce(parent, id) AS id FROM records WHERE slug = $1';

const holding = { name: 'bare-hold', text: `SELECT FROM records WHERE id = (${root}) FOR NO KEY UPDATE` };

const reading = {
  name: 'bare-read',
  text: `WITH root AS (${root}), family AS (
      SELECT r.* FROM root JOIN records r ON r.id = root.id UNION ALL SELECT r.* FROM root JOIN records r ON r.parent = root.id
    ) SELECT json_agg(f) AS family FROM (SELECT id, type, slug, number, state, kind, owner, office, parent, version, due, data,
        form, items, clocks, booking, wake, head, created_at, updated_at FROM family) f`,
};

const changing = {
  name: 'bare-write',
  text: `WITH changed AS (
      UPDATE records SET version = version + 1, updated_at = now(), state = 'in-clearance', data = $3,
        search = array_to_tsvector($4::text[]) WHERE id = $1 RETURNING version
    ), made AS (
      INSERT INTO records (id, type, slug, state, kind, owner, office, parent, ancestors, data, search, head)
      SELECT id, 'clearance', slug, 'requested', 'negative-list/bfp', owner, 'bfp', parent, ARRAY[parent], data,
        array_to_tsvector(words), decode(hash, 'hex')
      FROM jsonb_to_recordset($2)
        AS n(id uuid, slug text, owner uuid, parent uuid, data jsonb, words text[], hash text) RETURNING id, head
    ), numbered AS (
      INSERT INTO sequences AS s (name, value) SELECT 'bare', 1 FROM jsonb_array_elements($5)
      ON CONFLICT (name) DO UPDATE SET value = s.value + 1 RETURNING value
    ), issued AS (
      INSERT INTO documents (id, code, record, document, number, owner, issued_at, content)
      SELECT id, id, record, 'receipt', value::text, account, now(), jsonb_build_object('text', text)
      FROM jsonb_to_recordset($5) AS n(id uuid, record uuid, account uuid, text text), numbered
    ), notified AS (
      INSERT INTO notifications (id, account, record, notice, subject, body, at)
      SELECT id, account, record, 'accepted', 'Accepted', text, now()
      FROM jsonb_to_recordset($5) AS n(id uuid, record uuid, account uuid, text text)
    ), mailed AS (
      INSERT INTO messages (id, at, channel, name, address, subject, text, html, state)
      SELECT id, now(), 'mail', 'Owner', 'owner@bench.example', 'Accepted', text, text || text, 'kept'
      FROM jsonb_to_recordset($5) AS n(id uuid, text text)
    ), kept AS (
      INSERT INTO idempotency (scope, key, body, status, headers, answer) VALUES ($7, $8, '', 200, '{}', $9)
    )
    INSERT INTO events (record, version, at, account, department, what, state, configuration, hash)
    SELECT $1, version, now(), $6::uuid, 'bplo', 'accept', 'in-clearance', 1, decode(repeat('00', 32), 'hex') FROM changed
    UNION ALL SELECT id, 1, now(), $6::uuid, 'bplo', 'created', 'requested', 1, head FROM made`,
};
