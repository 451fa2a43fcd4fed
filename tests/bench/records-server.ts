/**
 * Serves 200,000 records twice from one database: by the portal's server, and by a bare Fastify with the same SQL.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastify } from 'fastify';
import { loadPortal } from '../../engine/config/load.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { createApplication } from '../../engine/server/kernel/create-application.ts';
import type { Database, NamedStatement } from '../../engine/server/database/database.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { createServer } from '../../engine/server/bootstrap/server.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { startSession } from '../../engine/server/sessions/sessions.ts';
import { endWithInput } from './end-with-input.ts';

/** Each with its own owner, a clearance and six checklists: 200,000 records. */
const applications = 25_000;
const checklistsEach = 6;
const kind = 'tourism/accommodation';
const clearance = 'negative-list/pmto';
const config = fileURLToPath(new URL('../../config', import.meta.url));

type Statement = readonly [string | NamedStatement, readonly unknown[] | undefined];

const database = await openTestDatabase();
const { portal } = await loadPortal(config, { proofs: false });
if (!portal) throw new Error('config/ does not compile.');
const office = portal.kinds[kind]?.office ?? '';
const token = await seed(database, portal);
const recorder = createRecorder(database);
const data = await mkdtemp(join(tmpdir(), 'munisipyo-bench-'));
const settings = readSettings({ DATA_DIR: data });
const application = await createApplication({
  settings,
  database: recorder.database,
  portal,
  auditKey: testAuditKey,
});
const ours = await createServer(application, { isLogging: false });
const ourAddress = await ours.listen({ port: 0, host: '127.0.0.1' });

const slugs = await database.query<{ slug: string }>(
  `SELECT slug FROM records WHERE type = 'checklist' ORDER BY md5(slug) LIMIT 400`,
);
const paths = [
  ...slugs.map(({ slug }) => `/api/v1/records/checklist/${slug}`),
  '/api/v1/records/checklist?list=office&limit=25',
  '/api/v1/records/clearance?list=requests&limit=25',
];
const known = new Map<string, readonly Statement[]>();
for (const path of paths) known.set(path, await recorder.record(() => ask(path)));

const floor = fastify({ logger: false });
floor.get('/*', async (request) => {
  const answers = [];
  for (const [statement, values] of known.get(request.url) ?? [])
    answers.push(await database.query(statement, values));
  return answers;
});
const floorAddress = await floor.listen({ port: 0, host: '127.0.0.1' });

console.log(JSON.stringify({ ours: ourAddress, floor: floorAddress, token, paths }));
endWithInput(
  () => ours.close(),
  () => floor.close(),
  () => database.end(),
  () => rm(data, { recursive: true }),
);

async function ask(path: string): Promise<void> {
  const response = await fetch(`${ourAddress}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

/** @returns the token of a session of the office that reads the records */
async function seed(client: Database, { kinds }: Portal): Promise<string> {
  const reader = await createAccount(client, account(office, 'reader@example.org'));
  await client.query(
    `INSERT INTO accounts (slug, department, username, name, password)
     SELECT 'owner' || n, 'establishment', 'owner' || n || '@example.org', 'Owner ' || n, ''
     FROM generate_series(1, $1::int) n`,
    [applications],
  );
  const items = Object.fromEntries(
    (kinds[kind]?.items ?? []).map(({ id }) => [id, { state: 'filed', remark: null, files: [] }]),
  );
  await client.query(
    `INSERT INTO records (id, type, slug, state, owner, data, head, created_at, updated_at)
     SELECT gen_random_uuid(), 'application', 'top' || n, 'in-clearance', a.id,
       jsonb_build_object('business_name', 'Beach Resort ' || n, 'application_type', 'new'), '', now() - n * interval '8 second', now()
     FROM generate_series(1, $1::int) n JOIN accounts a ON a.slug = 'owner' || n`,
    [applications],
  );
  await client.query(
    // Half of them are done: nothing in those is due.
    `INSERT INTO records (id, type, slug, state, kind, owner, office, parent, ancestors, head, due, created_at, updated_at)
     SELECT gen_random_uuid(), 'clearance', 'middle' || slug, (ARRAY['received', 'issued'])[1 + nth % 2], $1, owner, $2,
       id, ARRAY[id], '', CASE nth % 2 WHEN 0 THEN now() + nth * 7919 % 20000 * interval '1 minute' END, created_at, now()
     FROM (SELECT *, row_number() OVER (ORDER BY slug) AS nth FROM records WHERE type = 'application') above`,
    [clearance, office],
  );
  await client.query(
    `INSERT INTO records (id, type, slug, state, kind, owner, office, parent, ancestors, data, form, items, head, created_at, updated_at)
     SELECT gen_random_uuid(), 'checklist', 'bench' || n || slug, (ARRAY['filed', 'returned', 'accepted'])[1 + n % 3], $1, owner, $2,
       id, id || ancestors, $3::jsonb || jsonb_build_object('rooms', n), $4, $5, '', created_at, created_at + n * interval '1 second'
     FROM records, generate_series(1, ${checklistsEach}) n WHERE type = 'clearance'`,
    [
      kind,
      office,
      JSON.stringify(kinds[kind]?.examples[0] ?? {}),
      kinds[kind]?.form ?? null,
      JSON.stringify(items),
    ],
  );
  await client.query('VACUUM ANALYZE records, accounts');
  return startSession(client, reader.id);
}

function account(department: string, username: string) {
  const password = createHash('sha256').update(randomBytes(8)).digest('hex');
  return { department, username, name: department, password };
}

/** A database that can log the statements of a task. */
function createRecorder(inner: Database) {
  let seen: Statement[] | null = null;
  const recording: Database = {
    ...inner,
    query(statement, values) {
      seen?.push([statement, values]);
      return inner.query(statement, values);
    },
  };
  return {
    database: recording,
    async record(work: () => Promise<void>): Promise<readonly Statement[]> {
      seen = [];
      await work();
      const found = seen;
      seen = null;
      return found;
    },
  };
}
