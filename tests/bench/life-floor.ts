/**
 * The minimal server work for such a write, without decisions: find the caller, lock the record, read the inputs,
 * write the rows and their histories, store the response for a retry, and answer.
 *
 * All of it is necessary. Without the session anybody could write. Without the stored response a retry files
 * twice. Without the lock on its children nobody sees that the last one lets a record continue. A gapless number
 * must be drawn in the transaction that uses it. A history shows what each event changed, with a salt for each value
 * so that it can be erased, and a keyed hash over the event before, so that nobody can rewrite it: these rows and
 * hashes belong in the same transaction. A document is signed with its number, so a write that issues one draws the
 * number first: three round trips instead of two, the minimum. Related statements are sent in one packet.
 */
import { createHmac, generateKeyPairSync, hash, randomUUID, sign } from 'node:crypto';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../../engine/server/database/database.ts';
import { testAuditKey } from '../../engine/server/database/testing.ts';
import { inOrder } from '../../engine/server/database/transactions.ts';

interface Row {
  readonly id: string;
  readonly slug: string;
  readonly owner: string;
  readonly version: number;
  readonly head: string;
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
  const { head: _, ...shown } = record;
  const answer = JSON.stringify({ ...shown, data: example, input: body });
  const rows = rowsOf(record, writing, { what: 'accept', account: session.account, input: body });
  const changed = client.query({ ...changing, values: [...rows, slug, key, answer] });
  await inOrder(changed, writing.rows === 0 ? client.commit() : issue(client, record));
  return answer;
}

const { privateKey } = generateKeyPairSync('ed25519');

/** The number comes after the other rows, because others wait for its counter. */
async function issue(client: Transaction, { id: record, owner: account }: Row): Promise<void> {
  const [drawn] = await client.query<{ value: number }>(numbering);
  const said = { id: randomUUID(), record, account, number: String(drawn?.value), text: letter };
  const signature = sign(null, Buffer.from(JSON.stringify(said)), privateKey).toString('base64url');
  const values = [JSON.stringify({ ...said, signature })];
  await inOrder(client.query({ ...issuing, values }), client.commit());
}

const letter = 'What a notice says to whom it is sent. '.repeat(15);

function rowsOf(
  { id: parent, owner, version, head }: Row,
  { rows, example }: Writing,
  step: { readonly what: string; readonly account: string; readonly input: unknown },
): unknown[] {
  const words = Object.values(example).flatMap((one) => (typeof one === 'string' ? one.split(' ') : []));
  const { account, input } = step;
  const taken = eventOf(head, { record: parent, version: version + 1, what: step.what, account }, { input });
  const made = Array.from({ length: rows }, (_, index) => {
    // The assessment.
    const row = { id: randomUUID(), slug: randomUUID(), parent, owner, data: index === 0 ? example : {} };
    const event = eventOf('', { record: row.id, version: 1, what: 'created', account }, { record: row });
    return { ...row, words: words.slice(0, 8), event };
  });
  const events = [taken, ...made.map(({ event }) => event)];
  const told = rows === 0 ? [] : [{ id: randomUUID(), record: parent, account: owner, text: letter }];
  const created = made.map(({ event, ...row }) => ({ ...row, hash: event.hash }));
  return [parent, taken.hash, ...[created, example, events, told].map((one) => JSON.stringify(one)), words];
}

interface FloorEvent {
  readonly record: string;
  readonly version: number;
  readonly what: string;
  readonly account: string;
}

/** @param before hash of the event before, hexadecimal */
function eventOf(before: string, event: FloorEvent, values: Readonly<Record<string, unknown>>) {
  const sealed = Object.entries(values).map(([name, value]) => [name, [randomUUID(), JSON.stringify(value)]]);
  const entries = Object.fromEntries(sealed) as object;
  const digest = hash('sha256', JSON.stringify(entries));
  const chained = createHmac('sha256', testAuditKey).update(before, 'hex');
  return {
    ...event,
    entries,
    digest,
    hash: chained.update(JSON.stringify({ ...event, digest })).digest('hex'),
  };
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
        form, items, clocks, booking, wake, encode(head, 'hex') AS head, created_at, updated_at FROM family) f`,
};

const numbering = {
  name: 'bare-number',
  text: `INSERT INTO sequences AS s (name, value) VALUES ('bare', 1)
    ON CONFLICT (name) DO UPDATE SET value = s.value + 1 RETURNING value`,
};

const issuing = {
  name: 'bare-issue',
  text: `INSERT INTO documents (id, code, record, document, number, owner, issued_at, content)
    SELECT id, id, record, 'receipt', number, account, now(), jsonb_build_object('text', text, 'signature', signature)
    FROM jsonb_to_record($1) AS n(id uuid, record uuid, account uuid, number text, text text, signature text)`,
};

const changing = {
  name: 'bare-write',
  text: `WITH changed AS (
      UPDATE records SET version = version + 1, updated_at = now(), state = 'in-clearance', data = $4,
        search = array_to_tsvector($7::text[]), head = decode($2, 'hex') WHERE id = $1
    ), made AS (
      INSERT INTO records (id, type, slug, state, kind, owner, office, parent, ancestors, data, search, head)
      SELECT id, 'clearance', slug, 'requested', 'negative-list/bfp', owner, 'bfp', parent, ARRAY[parent], data,
        array_to_tsvector(words), decode(hash, 'hex')
      FROM jsonb_to_recordset($3)
        AS n(id uuid, slug text, owner uuid, parent uuid, data jsonb, words text[], hash text)
    ), notified AS (
      INSERT INTO notifications (id, account, record, notice, subject, body, at)
      SELECT id, account, record, 'accepted', 'Accepted', text, now()
      FROM jsonb_to_recordset($6) AS n(id uuid, record uuid, account uuid, text text)
    ), mailed AS (
      INSERT INTO messages (id, at, channel, name, address, subject, text, html, state)
      SELECT id, now(), 'mail', 'Owner', 'owner@bench.example', 'Accepted', text, text || text, 'kept'
      FROM jsonb_to_recordset($6) AS n(id uuid, text text)
    ), kept AS (
      INSERT INTO idempotency (scope, key, body, status, headers, answer) VALUES ($8, $9, '', 200, '{}', $10)
    ), told AS (
      INSERT INTO events (record, version, at, account, department, what, state, configuration, digest, hash)
      SELECT record, version, now(), account, 'bplo', what, 'in-clearance', 1, decode(digest, 'hex'), decode(hash, 'hex')
      FROM jsonb_to_recordset($5)
        AS n(record uuid, version integer, account uuid, what text, digest text, hash text)
    )
    INSERT INTO event_values (record, version, entries)
    SELECT record, version, entries FROM jsonb_to_recordset($5) AS n(record uuid, version integer, entries jsonb)`,
};
