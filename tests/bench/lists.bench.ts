/**
 * Every configured list as each department sees it, among 200,000 records or as many as `BENCH_RECORDS` asks for.
 * Prints the plans of the ten slowest statements.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPortal } from '../../engine/config/load.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { createServer } from '../../engine/server/bootstrap/server.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { createApplication } from '../../engine/server/kernel/create-application.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { indexRecords } from '../../engine/server/records/lists/list-indexes.ts';
import type { Comparison } from './measure.ts';
import { readerOf, seedRecords } from './records-seed.ts';
import { createRecorder, type Statement } from './recorder.ts';

const records = Number(process.env['BENCH_RECORDS'] ?? 200_000);
const printed = 10;
const goal = 50;

export async function run(): Promise<Comparison[]> {
  const database = await openTestDatabase({});
  const { portal } = await loadPortal(fileURLToPath(new URL('../../config', import.meta.url)), {
    proofs: false,
  });
  if (!portal) throw new Error('config/ does not compile.');
  await indexRecords(database, portal);
  const offices = await seedRecords(database.beside(2), portal, records);
  const found: Measured[] = [];
  for (const { name, statement } of await listStatements(database, portal, offices))
    found.push({ name, ...(await explain(database, statement)) });
  await database.end();
  const slowest = found.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, printed);
  for (const { name, plan } of slowest) console.log(`\n${name}\n${plan}`);
  const ours = slowest[0]?.milliseconds ?? 0;
  const name = `the slowest of ${found.length} lists among ${records.toLocaleString('en')}`;
  return [
    { name, unit: 'ms', ours, floor: null, ratio: null, goal: `at most ${goal} ms`, isMet: ours <= goal },
  ];
}

interface Measured {
  readonly name: string;
  readonly plan: string;
  readonly milliseconds: number;
}

interface ListStatement {
  readonly name: string;
  readonly statement: Statement;
}

/** The statements of the first page of each list, as each department reads it. */
async function listStatements(
  database: Database,
  portal: Portal,
  offices: Awaited<ReturnType<typeof seedRecords>>,
): Promise<ListStatement[]> {
  const data = await mkdtemp(join(tmpdir(), 'munisipyo-bench-'));
  const recorder = createRecorder(database);
  const settings = readSettings({ DATA_DIR: data });
  const application = await createApplication({
    settings,
    database: recorder.database,
    portal,
    auditKey: testAuditKey,
  });
  const server = await createServer(application, { isLogging: false });
  const found = new Map<string, ListStatement>();
  for (const department of Object.keys(portal.departments)) {
    const known = offices.find(({ office }) => office === department);
    const token = known?.token ?? (await readerOf(database, department));
    for (const { type, lists } of Object.values(portal.recordTypes)) {
      for (const { name } of Object.values(lists)) {
        const below = isBelow(portal, type, name) ? '&parent=top100' : '';
        const url = `/api/v1/records/${type}?list=${name}&limit=25${below}`;
        const asked = await recorder.record(async () => {
          await server.inject({ url, headers: { authorization: `Bearer ${token}` } });
        });
        const [statement] = asked.filter((one) => textOf(one).startsWith('WITH page'));
        if (statement !== undefined)
          found.set(textOf(statement), { name: `${type}?list=${name} for ${department}`, statement });
      }
    }
  }
  await server.close();
  await rm(data, { recursive: true });
  return [...found.values()];
}

/** Are all pages with this list pages of a record, whose children it shows? */
function isBelow({ routes }: Portal, type: string, list: string): boolean {
  const pages = routes.filter(({ of }) => of.some((one) => one.type === type && one.list === list));
  return pages.length > 0 && pages.every(({ below }) => below !== null);
}

function textOf([statement]: Statement): string {
  return typeof statement === 'string' ? statement : statement.text;
}

/** The second run, which finds its pages in memory. */
async function explain(
  database: Database,
  [statement, values]: Statement,
): Promise<{ readonly plan: string; readonly milliseconds: number }> {
  const text = `EXPLAIN (ANALYZE, BUFFERS) ${textOf([statement, values])}`;
  const given = (typeof statement === 'string' ? values : statement.values) ?? [];
  await database.query(text, given);
  const lines = await database.query<{ 'QUERY PLAN': string }>(text, given);
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
  return { plan, milliseconds: Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1] ?? 0) };
}
