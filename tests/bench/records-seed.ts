/** Seeds applications with a clearance and checklists each, spread over offices of different sizes. */
import { createHash, randomBytes } from 'node:crypto';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { startSession } from '../../engine/server/sessions/sessions.ts';

/** Of 20 businesses, so many belong to each kind, and their records to its office. */
const shares = [
  { kind: 'tourism/accommodation', clearance: 'negative-list/pmto', share: 12 },
  { kind: 'menro/serial', clearance: 'negative-list/menro', share: 6 },
  { kind: 'police/cctv-requirements', clearance: 'negative-list/police', share: 2 },
] as const;

const checklistsEach = 6;

export interface SeededOffice {
  readonly office: string;
  /** Of a session of somebody in the office. */
  readonly token: string;
}

/**
 * @param client without a time limit: a million records take longer than a request may
 * @param records about how many there will be
 */
export async function seedRecords(
  client: Database,
  portal: Portal,
  records: number,
): Promise<readonly SeededOffice[]> {
  const applications = Math.ceil(records / (2 + checklistsEach));
  await client.query(
    `INSERT INTO accounts (slug, department, username, name, password)
     SELECT 'owner' || n, 'establishment', 'owner' || n || '@example.org', 'Owner ' || n, ''
     FROM generate_series(1, $1::int) n`,
    [applications],
  );
  await client.query(
    `INSERT INTO records (id, type, slug, state, owner, data, search, head, created_at, updated_at)
     SELECT gen_random_uuid(), 'application', 'top' || n, 'in-clearance', a.id,
       jsonb_build_object('business_name', 'Beach Resort ' || n, 'application_type', 'new'),
       array_to_tsvector(ARRAY['top' || n, 'beach', 'resort', n::text]), '', now() - n * interval '8 second', now()
     FROM generate_series(1, $1::int) n JOIN accounts a ON a.slug = 'owner' || n`,
    [applications],
  );
  const offices: SeededOffice[] = [];
  let before = 0;
  for (const { kind, clearance, share } of shares) {
    const office = portal.kinds[kind]?.office ?? '';
    await seedOffice(client, portal, { kind, clearance, office, before, share });
    before += share;
    offices.push({ office, token: await readerOf(client, office) });
  }
  // Without statistics PostgreSQL guesses. Only the owner of the tables may gather them.
  await client.changeSchema((owner) => owner.query('VACUUM ANALYZE'));
  return offices;
}

/** @returns the session token of a new account of the office */
export async function readerOf(client: Database, office: string): Promise<string> {
  const password = createHash('sha256').update(randomBytes(8)).digest('hex');
  const username = `${office}-reader@example.org`;
  const reader = await createAccount(client, { department: office, username, name: office, password });
  return startSession(client, reader.id);
}

interface OfficeShare {
  readonly kind: string;
  readonly clearance: string;
  readonly office: string;
  /** The share of the offices before it. */
  readonly before: number;
  readonly share: number;
}

async function seedOffice(
  client: Database,
  { kinds }: Portal,
  { kind, clearance, office, before, share }: OfficeShare,
): Promise<void> {
  await client.query(
    // Half of them are done: nothing in those is due.
    `INSERT INTO records (id, type, slug, state, kind, owner, office, parent, ancestors, search, head, due, created_at, updated_at)
     SELECT gen_random_uuid(), 'clearance', 'middle' || slug, (ARRAY['received', 'issued'])[1 + nth % 2], $1, owner, $2,
       id, ARRAY[id], array_to_tsvector(ARRAY['middle' || slug, '^beach', '^resort', '^' || nth]), '',
       CASE nth % 2 WHEN 0 THEN now() + nth * 7919 % 20000 * interval '1 minute' END, created_at, now()
     FROM (SELECT *, substr(slug, 4)::int AS nth FROM records WHERE type = 'application') above
     WHERE nth / 2 % 20 >= $3 AND nth / 2 % 20 < $3 + $4`,
    [clearance, office, before, share],
  );
  const { items: asked = [], examples = [], form = null } = kinds[kind] ?? {};
  const items = asked.map(({ id }) => [id, { state: 'filed', remark: null, files: [] }]);
  await client.query(
    `INSERT INTO records (id, type, slug, state, kind, owner, office, parent, ancestors, data, form, items, search, head, created_at, updated_at)
     SELECT gen_random_uuid(), 'checklist', 'bench' || n || slug, (ARRAY['filed', 'returned', 'accepted'])[1 + n % 3], $1, owner, $2,
       id, id || ancestors, $3::jsonb || jsonb_build_object('rooms', n), $4, $5,
       array_to_tsvector(ARRAY['bench' || n || slug, '^beach', '^resort', '^' || substr(slug, 10)]), '',
       created_at, created_at + n * interval '1 second'
     FROM records, generate_series(1, ${checklistsEach}) n WHERE type = 'clearance' AND office = $2`,
    [kind, office, JSON.stringify(examples[0] ?? {}), form, JSON.stringify(Object.fromEntries(items))],
  );
}
