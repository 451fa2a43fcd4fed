/** Serves records whose next step is due, and beside it a bare Fastify that writes as many rows of that size in one transaction. */
import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { fastify } from 'fastify';
import { loadPortal } from '../../engine/config/load.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { createApplication } from '../../engine/server/create-application.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { openTestDatabase } from '../../engine/server/database/testing.ts';
import { createServer } from '../../engine/server/server.ts';
import { readSettings } from '../../engine/server/settings.ts';
import { startSession } from '../../engine/server/sessions/sessions.ts';
import { endWithInput } from './end-with-input.ts';

/** Enough for every round of both sides. */
const waiting = 1_500;
const config = fileURLToPath(new URL('../../config', import.meta.url));

const database = await openTestDatabase();
const { portal } = await loadPortal(config, { proofs: false });
if (!portal) throw new Error('config/ does not compile.');
const example = portal.recordTypes['application']?.examples[0] ?? {};
const form = portal.recordTypes['application']?.form ?? null;
const licensing = await account(database, 'bplo');
const station = await account(database, 'bfp');
await seed(database);

const settings = readSettings({ DATA_DIR: `/tmp/bench-${process.pid}` });
const application = await createApplication({ settings, database, portal });
const ours = await createServer(application, { isLogging: false });
const ourAddress = await ours.listen({ port: 0, host: '127.0.0.1' });

const floor = fastify({ logger: false });
floor.post<{ Params: { slug: string; rows: string } }>('/:slug/:rows', async ({ params }) => {
  await bareTransaction(params.slug, Number(params.rows));
  return { done: true };
});
const floorAddress = await floor.listen({ port: 0, host: '127.0.0.1' });
const sessions = {
  licensing: await startSession(database, licensing),
  station: await startSession(database, station),
};
console.log(
  JSON.stringify({
    ours: ourAddress,
    floor: floorAddress,
    sessions,
    waiting,
    csrf: await csrfOf(ourAddress),
  }),
);
endWithInput(
  () => ours.close(),
  () => floor.close(),
  () => database.end(),
);

async function account(client: Database, department: string): Promise<string> {
  const password = randomBytes(16).toString('hex');
  const username = `${department}@bench.example`;
  const flags = { access: true, approve: true, username_change: true, email_verified: true };
  return (await createAccount(client, { department, username, name: department, password, flags })).id;
}

/** Applications that were filed, and clearances whose papers are in; each has a twin for the floor to write. */
async function seed(client: Database): Promise<void> {
  await client.query(
    `INSERT INTO accounts (slug, department, username, name, password)
     SELECT 'owner' || n, 'establishment', 'owner' || n || '@bench.example', 'Owner ' || n, ''
     FROM generate_series(1, $1::int) n`,
    [waiting],
  );
  for (const side of ['ours', 'floor']) {
    await client.query(
      `INSERT INTO records (id, type, slug, number, state, owner, data, form, head)
       SELECT gen_random_uuid(), 'application', $2 || 'filed' || n, $2 || n, 'submitted', a.id, $1::jsonb, $3, ''
       FROM generate_series(1, $4::int) n JOIN accounts a ON a.slug = 'owner' || n`,
      [JSON.stringify(example), side, form, waiting],
    );
    await client.query(
      `INSERT INTO records (id, type, slug, state, kind, owner, office, parent, ancestors, data, head)
       SELECT gen_random_uuid(), 'clearance', replace(slug, 'filed', 'station'), 'received', 'negative-list/bfp', owner, 'bfp',
         id, ARRAY[id], '{}', '' FROM records WHERE slug LIKE $1 || 'filed%'`,
      [side],
    );
  }
  await client.query('VACUUM ANALYZE records, accounts');
}

const words = Object.values(example).flatMap((value) => (typeof value === 'string' ? value.split(' ') : []));
const letter = 'What a notice says to whom it is sent. '.repeat(15);

/**
 * One record locked and changed, so many made below it, an event for each, and where records are made a document, a
 * notification and a mail: nothing decided, nothing derived.
 */
async function bareTransaction(slug: string, rows: number): Promise<void> {
  await database.transaction(async (client) => {
    const [found] = await client.query<{ id: string; owner: string }>({
      name: 'bare-lock',
      text: 'SELECT id, owner FROM records WHERE slug = $1 FOR UPDATE',
      values: [slug],
    });
    const { id: parent = '', owner = '' } = found ?? {};
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
    await client.query({
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
        ), issued AS (
          INSERT INTO documents (id, code, record, document, owner, issued_at, content)
          SELECT id, id, record, 'receipt', account, now(), jsonb_build_object('text', text)
          FROM jsonb_to_recordset($5) AS n(id uuid, record uuid, account uuid, text text)
        ), notified AS (
          INSERT INTO notifications (id, account, record, notice, subject, body, at)
          SELECT id, account, record, 'accepted', 'Accepted', text, now()
          FROM jsonb_to_recordset($5) AS n(id uuid, record uuid, account uuid, text text)
        ), mailed AS (
          INSERT INTO mails (id, at, name, address, subject, text, html, state)
          SELECT id, now(), 'Owner', 'owner@bench.example', 'Accepted', text, text || text, 'kept'
          FROM jsonb_to_recordset($5) AS n(id uuid, text text)
        )
        INSERT INTO events (record, version, at, account, department, what, state, hash)
        SELECT $1, version, now(), $6::uuid, 'bplo', 'accept', 'in-clearance', decode(repeat('00', 32), 'hex') FROM changed
        UNION ALL SELECT id, 1, now(), $6::uuid, 'bplo', 'created', 'requested', head FROM made`,
      values: [parent, JSON.stringify(made), JSON.stringify(example), words, JSON.stringify(told), licensing],
    });
  });
}

/** The page's token with the cookie that it belongs to. */
async function csrfOf(address: string): Promise<{ readonly token: string; readonly cookie: string }> {
  const response = await fetch(`${address}/api/v1/csrf`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
  });
  const { token } = (await response.json()) as { token: string };
  return { token, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}
