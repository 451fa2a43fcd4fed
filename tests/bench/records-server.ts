/**
 * Serves the seeded records three times from one database: by the portal's server, by a bare Fastify with the same
 * statements, and by a bare Fastify with the least SQL.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastify } from 'fastify';
import { loadPortal } from '../../engine/config/load.ts';
import { createApplication } from '../../engine/server/kernel/create-application.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { createServer } from '../../engine/server/bootstrap/server.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { indexRecords } from '../../engine/server/records/lists/list-indexes.ts';
import { startSession } from '../../engine/server/sessions/sessions.ts';
import { endWithInput } from './end-with-input.ts';
import { createRecorder, type Statement } from './recorder.ts';
import { createRecordsFloor } from './records-floor.ts';
import { seedRecords, type SeededOffice } from './records-seed.ts';

export interface ApiCall {
  readonly token: string;
  readonly path: string;
}

/** One call of the API, and the same on the floor with the least SQL. */
export interface BenchCall extends ApiCall {
  readonly floorPath: string;
}

export interface BenchServers {
  readonly ours: string;
  readonly sameSql: string;
  readonly leastSql: string;
  readonly calls: Readonly<Record<'record' | 'list' | 'due' | 'search', readonly BenchCall[]>>;
  /** What waits for offices and for owners, and the counts in the navigation of both. */
  readonly waiting: Readonly<Record<'office' | 'owner' | 'counts', readonly ApiCall[]>>;
}

const config = fileURLToPath(new URL('../../config', import.meta.url));
const database = await openTestDatabase({});
const { portal } = await loadPortal(config, { proofs: false });
if (!portal) throw new Error('config/ does not compile.');
await indexRecords(database, portal);
const offices = await seedRecords(database.beside(2), portal, Number(process.argv[2]));
const recorder = createRecorder(database);
const data = await mkdtemp(join(tmpdir(), 'munisipyo-bench-'));
const application = await createApplication({
  settings: readSettings({ DATA_DIR: data }),
  database: recorder.database,
  portal,
  auditKey: testAuditKey,
});
const server = await createServer(application, { isLogging: false });
const ours = await server.listen({ port: 0, host: '127.0.0.1' });

const calls: BenchServers['calls'] = {
  record: (await Promise.all(offices.map(recordsOf))).flat(),
  list: offices.map(({ office, token }) => ({
    token,
    path: '/api/v1/records/checklist?list=office&limit=25',
    floorPath: `/list?office=${office}`,
  })),
  due: offices.map(({ office, token }) => ({
    token,
    path: '/api/v1/records/clearance?list=requests&limit=25',
    floorPath: `/due?office=${office}`,
  })),
  search: (await Promise.all(offices.map(searchesOf))).flat(),
};
const owners = await tokensOfOwners();
const readers = offices.map(({ token }) => token);
const calling = (path: string) => (token: string) => ({ token, path: `/api/v1${path}` });
const waiting: BenchServers['waiting'] = {
  office: readers.map(calling('/to-do')),
  owner: owners.map(calling('/to-do')),
  counts: [...readers, ...owners].map(calling('/navigation/counts')),
};
const known = new Map<string, readonly Statement[]>();
for (const call of Object.values(calls).flat())
  known.set(keyOf(call), await recorder.record(() => ask(call)));

const same = fastify({ logger: false });
same.get('/*', async ({ url, headers }) => {
  const answers = [];
  const key = keyOf({ path: url, token: headers.authorization?.slice('Bearer '.length) ?? '' });
  for (const [statement, values] of known.get(key) ?? []) {
    answers.push(await database.query(statement, values));
  }
  return answers;
});
const sameSql = await same.listen({ port: 0, host: '127.0.0.1' });
const least = createRecordsFloor(database);
const leastSql = await least.listen({ port: 0, host: '127.0.0.1' });

console.log(JSON.stringify({ ours, sameSql, leastSql, calls, waiting } satisfies BenchServers));
endWithInput(
  () => server.close(),
  () => same.close(),
  () => least.close(),
  () => database.end(),
  () => rm(data, { recursive: true }),
);

function keyOf({ token, path }: ApiCall): string {
  return `${token} ${path}`;
}

async function ask({ token, path }: ApiCall): Promise<void> {
  const response = await fetch(`${ours}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function tokensOfOwners(): Promise<string[]> {
  const accounts = await database.query<{ id: string }>(
    `SELECT owner AS id FROM records WHERE type = 'application' ORDER BY md5(slug) LIMIT 20`,
  );
  return Promise.all(accounts.map(({ id }) => startSession(database, id)));
}

async function recordsOf({ office, token }: SeededOffice): Promise<BenchCall[]> {
  const slugs = await database.query<{ slug: string }>(
    `SELECT slug FROM records WHERE type = 'checklist' AND office = $1 ORDER BY md5(slug) LIMIT 130`,
    [office],
  );
  return slugs.map(({ slug }) => ({
    token,
    path: `/api/v1/records/checklist/${slug}`,
    floorPath: `/record/${slug}`,
  }));
}

/** Each finds the business of one of the office's records by its name. */
async function searchesOf({ office, token }: SeededOffice): Promise<BenchCall[]> {
  const found = await database.query<{ word: string }>(
    `SELECT substr(a.slug, 4) AS word FROM records c JOIN records a ON a.id = c.parent
     WHERE c.type = 'clearance' AND c.office = $1 ORDER BY md5(c.slug) LIMIT 40`,
    [office],
  );
  return found.map(({ word }) => ({
    token,
    path: `/api/v1/records/checklist?list=office&limit=25&q=beach+${word}`,
    floorPath: `/search?office=${office}&word=${word}`,
  }));
}
