/** Serves records whose next step is due and, over the same database, the minimal work of such a write. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPortal } from '../../engine/config/load.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { blankRecord, contextAlone } from '../../engine/portal/model/record.ts';
import { unitOf } from '../../engine/portal/workflow/new-records.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { createApplication } from '../../engine/server/kernel/create-application.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { createServer } from '../../engine/server/bootstrap/server.ts';
import { fingerprintOfRules } from '../../engine/server/records/rows/newest-rules.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { startSession } from '../../engine/server/sessions/sessions.ts';
import { endWithInput } from './end-with-input.ts';
import { createFloor } from './life-floor.ts';

/** Enough for every round of both comparisons. */
const waiting = 2_300;
const config = fileURLToPath(new URL('../../config', import.meta.url));

const database = await openTestDatabase({});
const { portal } = await loadPortal(config, { proofs: false });
if (!portal) throw new Error('config/ does not compile.');
const example = portal.recordTypes['application']?.examples[0] ?? {};
const form = portal.recordTypes['application']?.form ?? null;
const licensing = await account(database, 'bplo');
const station = await account(database, 'bfp');
await seed(database, portal);

const data = await mkdtemp(join(tmpdir(), 'munisipyo-bench-'));
const settings = readSettings({ DATA_DIR: data });
const application = await createApplication({ settings, database, portal, auditKey: testAuditKey });
const ours = await createServer(application, { isLogging: false });
const ourAddress = await ours.listen({ port: 0, host: '127.0.0.1' });

const floor = createFloor(database, example);
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
  () => rm(data, { recursive: true }),
);

async function account(client: Database, department: string): Promise<string> {
  const password = randomBytes(16).toString('hex');
  const username = `${department}@bench.example`;
  const flags = { access: true, approve: true, username_change: true, email_verified: true };
  return (await createAccount(client, { department, username, name: department, password, flags })).id;
}

/**
 * Filed applications, and clearances with their papers; each has a twin for the floor to write. They were checked
 * under the present rules: otherwise the server would check them in the background, between two rounds.
 */
async function seed(client: Database, compiled: Portal): Promise<void> {
  await client.query(
    `INSERT INTO accounts (slug, department, username, name, password)
     SELECT 'owner' || n, 'establishment', 'owner' || n || '@bench.example', 'Owner ' || n, ''
     FROM generate_series(1, $1::int) n`,
    [waiting],
  );
  const unit = unitOfExample(compiled);
  for (const side of ['ours', 'floor']) {
    await client.query(
      `INSERT INTO records (id, type, slug, number, state, owner, data, form, head, life, unit)
       SELECT gen_random_uuid(), 'application', $2 || 'filed' || n, $2 || n, 'submitted', a.id, $1::jsonb, $3, '', $5, $6
       FROM generate_series(1, $4::int) n JOIN accounts a ON a.slug = 'owner' || n`,
      [JSON.stringify(example), side, form, waiting, fingerprintOfRules(compiled), unit],
    );
    await client.query(
      `INSERT INTO records (id, type, slug, state, kind, owner, office, unit, parent, ancestors, data, head, life)
       SELECT gen_random_uuid(), 'clearance', replace(slug, 'filed', 'station'), 'received', 'negative-list/bfp', owner, 'bfp', unit,
         id, ARRAY[id], '{}', '', life FROM records WHERE slug LIKE $1 || 'filed%'`,
      [side],
    );
  }
  await client.query('VACUUM ANALYZE records, accounts');
}

/** Without its unit, the first step would also move each record of the family into it. */
function unitOfExample(compiled: Portal): string | null {
  const record = { ...blankRecord('application', { state: 'submitted', owner: null }), data: example };
  const context = contextAlone({ record, today: '', now: '' });
  return unitOf({ portal: compiled, visitor: signedOut, context });
}

/** The page's CSRF token with its cookie. */
async function csrfOf(address: string): Promise<{ readonly token: string; readonly cookie: string }> {
  const response = await fetch(`${address}/api/v1/csrf`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
  });
  const { token } = (await response.json()) as { token: string };
  return { token, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}
