/** Serves clearances with their histories and the work that waits: by the portal's server and by SQL written by hand. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fastify } from 'fastify';
import { loadPortal } from '../../engine/config/load.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { createServer } from '../../engine/server/bootstrap/server.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { createApplication } from '../../engine/server/kernel/create-application.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { indexRecords } from '../../engine/server/records/lists/list-indexes.ts';
import { rollUp } from '../../engine/server/reports/roll-up.ts';
import { startSession } from '../../engine/server/sessions/sessions.ts';
import { seedRecords } from './records-seed.ts';

/** One call of the API, and the same by hand. */
export interface ReportCall {
  readonly token: string;
  readonly path: string;
  readonly floorPath: string;
}

export interface ReportServers {
  readonly ours: string;
  readonly floor: string;
  readonly calls: Readonly<Record<'month' | 'offices' | 'office' | 'waiting', ReportCall>>;
}

const database = await openTestDatabase({});
const { portal } = await loadPortal(fileURLToPath(new URL('../../config', import.meta.url)), {
  proofs: false,
});
if (!portal) throw new Error('config/ does not compile.');
await indexRecords(database, portal);
const [first = 200_000, ...later] = process.argv.slice(2).map(Number);
const offices = await seedRecords(database, portal, first);
const largest = offices[0];
if (largest === undefined) throw new Error('There is no office.');
const mayor = await createAccount(database, {
  department: 'mayor',
  username: 'mayor@example.org',
  name: 'Mayor',
  password: randomUUID(),
});
const token = await startSession(database, mayor.id);
// Without a time limit, as the queue has it.
const patient = database.beside(2);
const data = await mkdtemp(join(tmpdir(), 'munisipyo-bench-'));
const application = await createApplication({
  settings: readSettings({ DATA_DIR: data }),
  database,
  portal,
  auditKey: testAuditKey,
});
const server = await createServer(application, { isLogging: false });
const bare = createFloor();
let clearances = 0;

/** Brings the clearances up to this number: over five years and 20 offices of different sizes. */
async function addClearances(upto: number): Promise<void> {
  const shares = Object.keys(portal?.departments ?? {}).slice(0, 20);
  // One in three is not open: it was issued, within its time or late.
  await patient.query(
    `WITH spread AS (
       SELECT n, ($3::text[])[1 + floor(cardinality($3::text[]) * power(n::bigint * 7919 % 9973 / 9973.0, 2))::int] AS office,
         now() - (n::bigint * 104729 % 1825) * interval '1 day' - n * interval '1 second' AS began FROM generate_series($1::int + 1, $2::int) n
     ), made AS (
       INSERT INTO records (id, type, slug, state, kind, owner, office, clocks, head, created_at, updated_at)
       SELECT gen_random_uuid(), 'clearance', 'report' || n, (ARRAY['received', 'issued', 'issued'])[1 + n % 3],
         'negative-list/' || office, NULL, office, jsonb_build_object('clearance', jsonb_build_object('state',
           CASE n % 3 WHEN 0 THEN 'running' ELSE 'stopped' END, 'startedAt', began, 'due', began + interval '7 days')), '',
         began, began + n % 20 * interval '1 day' FROM spread
       RETURNING id, state, created_at, updated_at
     )
     INSERT INTO events (record, version, at, what, state, account, configuration, hash)
     SELECT id, e.version, e.at, e.what, e.state, $4, 1, '' FROM made CROSS JOIN LATERAL (VALUES
       (1, created_at, 'created', 'requested'), (2, created_at + interval '1 hour', 'submit', 'received'),
       (3, updated_at + interval '2 hours', 'issue', 'issued')) AS e(version, at, what, state)
     WHERE e.version < 3 OR made.state = 'issued'`,
    [clearances, upto, shares, mayor.id],
  );
  clearances = upto;
  await database.changeSchema((owner) => owner.query('VACUUM ANALYZE'));
  const start = performance.now();
  await rollUp({ ...application, database: patient });
  console.error(`rolled up ${upto} clearances in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  await database.changeSchema((owner) => owner.query('VACUUM ANALYZE'));
}

const flow = (office: string) => `WITH moved AS (
      SELECT r.id, min(e.at) FILTER (WHERE e.state IN ('received', 'for-approval')) AS arrived,
        min(e.at) FILTER (WHERE e.state IN ('issued', 'waived', 'deemed', 'rejected', 'cancelled')) AS gone
      FROM records r JOIN events e ON e.record = r.id WHERE r.type = 'clearance' ${office} GROUP BY r.id)
    SELECT month, sum(i) AS arrived, sum(o) AS gone, sum(sum(i - o)) OVER (ORDER BY month) AS open FROM (
      SELECT date_trunc('month', arrived AT TIME ZONE 'Asia/Manila') AS month, 1 AS i, 0 AS o FROM moved WHERE arrived IS NOT NULL
      UNION ALL SELECT date_trunc('month', gone AT TIME ZONE 'Asia/Manila'), 0, 1 FROM moved WHERE gone IS NOT NULL) m
    GROUP BY month ORDER BY month`;

/** The numbers that a report shows, with SQL written by hand over the rows. */
function createFloor() {
  const floor = fastify({ logger: false });
  floor.get('/month', () => patient.query(flow('')));
  floor.get<{ Querystring: { office: string } }>('/office', ({ query: { office } }) =>
    patient.query(flow('AND r.office = $1'), [office]),
  );
  floor.get('/offices', () =>
    patient.query(
      `SELECT office, count(*) FILTER (WHERE gone <= due) AS met, count(*) FILTER (WHERE coalesce(gone, now()) > due) AS missed
       FROM (SELECT r.office, (r.clocks -> 'clearance' ->> 'due')::timestamptz AS due,
           (SELECT min(e.at) FROM events e WHERE e.record = r.id AND e.state IN ('issued', 'waived', 'rejected')) AS gone
         FROM records r WHERE r.type = 'clearance' AND r.state NOT IN ('requested', 'cancelled')) x GROUP BY office ORDER BY office`,
    ),
  );
  floor.get<{ Querystring: { office: string } }>('/waiting', ({ query: { office } }) =>
    database.query(
      `SELECT r.id, r.type, r.slug, r.number, r.state, r.kind, r.due, r.updated_at FROM records r
       WHERE r.type = 'clearance' AND r.office = $1 AND r.state IN ('received', 'appointment-set', 'inspected', 'for-approval', 'overdue')
       ORDER BY coalesce(r.due, 'infinity'), r.id LIMIT 50`,
      [office],
    ),
  );
  return floor;
}

const [ours, floor] = await Promise.all(
  [server, bare].map((one) => one.listen({ port: 0, host: '127.0.0.1' })),
);
const { office, token: clerk } = largest;
console.log(
  JSON.stringify({
    ours: ours ?? '',
    floor: floor ?? '',
    calls: {
      month: { token, path: '/api/v1/reports/clearance-flow', floorPath: '/month' },
      offices: { token, path: '/api/v1/reports/clearance-clock', floorPath: '/offices' },
      office: { token: clerk, path: '/api/v1/reports/clearance-flow', floorPath: `/office?office=${office}` },
      waiting: { token: clerk, path: '/api/v1/to-do', floorPath: `/waiting?office=${office}` },
    },
  } satisfies ReportServers),
);
// Each line on the input asks for the next number of records.
for await (const _ of createInterface({ input: process.stdin })) {
  await addClearances(later.shift() ?? clearances);
  console.log('ready');
}
await Promise.all([server.close(), bare.close()]);
await patient.end();
await database.end();
await rm(data, { recursive: true });
process.exit(0);
