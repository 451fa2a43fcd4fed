/** Every migration after the baseline, applied to a stored database of release 0.2. */
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/server/database/database.ts';
import { loadMigrations, type Migration } from '../../../engine/server/database/migrate.ts';
import { signedOut } from '../../../engine/portal/model/department.ts';
import { expectStatus, openOffice } from '../records/office.ts';
import { portal } from '../records/portal.ts';
import { faultsOf, openRelease, upgrade } from './upgrade.ts';

/**
 * Checks of the stored rows after a migration, by its name: each throws on a failure. Each migration after the
 * baseline has an entry.
 */
const outcomes: Readonly<Record<string, (database: Database) => Promise<void>>> = {
  '0002-messages': async (database) => {
    const rows = await database.query('SELECT DISTINCT channel, record FROM messages');
    expect(rows).toEqual([{ channel: 'mail', record: null }]);
    const waiting = await database.query("SELECT id FROM messages WHERE state = 'waiting'");
    const jobs = await database.query("SELECT data->>'id' AS id FROM outbox WHERE name = 'message'");
    expect(jobs).toEqual(waiting);
  },
  '0003-password-links': async (database) => {
    const link = `INSERT INTO password_links SELECT '\\x00', id, 'reset', username, now(), now() FROM accounts LIMIT 1`;
    await database.query(link);
    expect(await database.query('SELECT agent, network FROM sessions WHERE id IS NULL')).toEqual([]);
    await database.query('DELETE FROM password_links');
  },
  '0004-account-events': async (database) => {
    const accounts = await database.query('SELECT DISTINCT position, version, head FROM accounts');
    expect(accounts).toEqual([{ position: null, version: 1, head: null }]);
    await expect(database.query('DELETE FROM records')).rejects.toThrow('has a history');
  },
  '0007-threads': async (database) => {
    const thread = `INSERT INTO threads (id, slug, subject, record, changed_at)
      SELECT gen_random_uuid(), 'thread', 'Opening hours', id, now() FROM records LIMIT 1`;
    await database.query(thread);
    expect(await database.query('SELECT last FROM threads')).toEqual([{ last: 0 }]);
    await database.query('DELETE FROM threads');
  },
  '0008-assignees': async (database) => {
    const assigned = 'UPDATE records SET assignee = (SELECT id FROM accounts ORDER BY id LIMIT 1)';
    expect(await database.query('SELECT DISTINCT assignee FROM records')).toEqual([{ assignee: null }]);
    await database.query(assigned);
    await database.query('UPDATE accounts SET is_suspended = NOT is_suspended');
    const jobs = "SELECT count(*)::integer AS count FROM outbox WHERE name = 'release'";
    expect(await database.query(jobs)).toEqual([{ count: 1 }]);
  },
  '0009-presences': async (database) => {
    expect(await database.query('SELECT * FROM presences')).toEqual([]);
  },
  '0010-second-steps': async (database) => {
    const accounts = await database.query('SELECT DISTINCT has_second_step FROM accounts');
    expect(accounts).toEqual([{ has_second_step: false }]);
    expect(await database.query('SELECT * FROM second_steps, recovery_codes')).toEqual([]);
  },
  '0012-sign-in-providers': async (database) => {
    const identity = `INSERT INTO account_identities (issuer, subject, account)
      SELECT 'https://id.example', 'one', id FROM accounts ORDER BY id LIMIT 1`;
    await database.query(identity);
    await expect(database.query(identity)).rejects.toThrow('account_identities_pkey');
    await database.query('DELETE FROM account_identities');
    expect(await database.query('SELECT * FROM provider_sign_ins')).toEqual([]);
  },
  '0015-exports': async (database) => {
    expect(await database.query('SELECT * FROM exports')).toEqual([]);
    expect(await database.query('SELECT * FROM report_mails')).toEqual([]);
  },
  '0016-erase-threads': async (database) => {
    expect(await database.query('SELECT erase_threads(id) AS count FROM accounts LIMIT 1')).toEqual([
      { count: 0 },
    ]);
  },
  '0017-calendar-files': async (database) => {
    expect(await database.query('SELECT 1 FROM messages WHERE calendar IS NOT NULL')).toEqual([]);
  },
  '0018-memberships': async (database) => {
    const chosen = await database.query('SELECT membership FROM sessions WHERE membership IS NOT NULL');
    expect(chosen).toEqual([]);
    await database.query(
      "INSERT INTO memberships (account, department) SELECT id, 'second' FROM accounts ORDER BY id LIMIT 1",
    );
    expect(
      await database.query('SELECT DISTINCT other_departments AS others FROM accounts ORDER BY 1'),
    ).toEqual([{ others: [] }, { others: ['second'] }]);
    await database.query('DELETE FROM memberships');
    expect(await database.query('SELECT DISTINCT other_departments AS others FROM accounts')).toEqual([
      { others: [] },
    ]);
  },
  '0019-delegations': async (database) => {
    expect(await database.query('SELECT 1 FROM sessions WHERE delegation IS NOT NULL')).toEqual([]);
    const delegation = `INSERT INTO delegations (officer, membership, deputy, first_day, last_day, reason)
      SELECT o.id, o.membership, d.id, '2026-11-24', '2026-11-30', 'Leave' FROM accounts o JOIN accounts d ON o.id < d.id LIMIT 1`;
    await database.query(delegation);
    await database.query('UPDATE accounts SET is_suspended = false');
    const open = 'SELECT count(*)::integer AS count FROM open_delegations';
    expect(await database.query(open)).toEqual([{ count: 1 }]);
    await database.query('UPDATE accounts SET is_suspended = true');
    expect(await database.query(open)).toEqual([{ count: 0 }]);
    await database.query('DELETE FROM delegations');
  },
  '0020-passkeys': async (database) => {
    expect(await database.query('SELECT * FROM passkeys')).toEqual([]);
    expect(await database.query('SELECT * FROM used_challenges')).toEqual([]);
  },
  '0021-attachments': async (database) => {
    const ofRecords = await database.query('SELECT record IS NOT NULL AS kept, addressed FROM files');
    expect(ofRecords.every(({ kept, addressed }) => kept && addressed === null)).toBe(true);
    const orphan = `INSERT INTO files (id, account, name, type, bytes, state)
      SELECT 'x', id, 'a.pdf', 'application/pdf', 1, 'filed' FROM accounts LIMIT 1`;
    await expect(database.query(orphan)).rejects.toThrow('files_of_record_or_message');
  },
  '0022-list-views': async (database) => {
    expect(await database.query('SELECT * FROM list_views')).toEqual([]);
    expect(await database.query('SELECT * FROM default_views')).toEqual([]);
  },
  '0023-accounts-by-name': async (database) => {
    const rows = await database.query<{ name: string; listed: string }>(
      `SELECT name, data ->> 'name' AS listed FROM user_records`,
    );
    expect(rows.map(({ name }) => name)).toEqual(rows.map(({ listed }) => listed));
  },
  '0024-report-summaries': async (database) => {
    const [row] = await database.query<{ middle: number; high: number }>(
      `SELECT portal_percentile(0.5, ARRAY[3, 1]::float8[], ARRAY[1, 2]::bigint[]) AS middle,
         portal_percentile(0.9, ARRAY[3, 1]::float8[], ARRAY[1, 1]::bigint[]) AS high`,
    );
    expect(row).toEqual({ middle: 1, high: 2.8 });
    // The first run of the portal fills them.
    expect(await database.query('SELECT 1 FROM report_summaries')).toEqual([]);
  },
  '0028-account-photos': async (database) => {
    expect(await database.query('SELECT account FROM account_photos')).toEqual([]);
  },
  '0030-equal-memberships': async (database) => {
    const named =
      'SELECT count(*)::integer AS count, count(DISTINCT membership)::integer AS ids FROM accounts';
    const [all] = await database.query<{ count: number; ids: number }>(named);
    expect(all?.ids).toBe(all?.count);
    await database.query("INSERT INTO memberships (account, department) SELECT id, 'second' FROM accounts");
    const [rows] = await database.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM user_records',
    );
    expect(rows?.count).toBe(2 * (all?.count ?? 0));
    await database.query('DELETE FROM memberships');
  },
  // 0037 makes its index again.
  '0034-offices-to-do': async () => {},
  '0035-accounts-found': async (database) => {
    const plans = await database.transaction(async (client) => {
      await client.query('SET LOCAL enable_seqscan = off');
      return client.query(`EXPLAIN SELECT slug FROM user_records WHERE search @@ 'x'::tsquery`);
    });
    // Only the same text as the column of the view uses the index.
    expect(JSON.stringify(plans)).toContain('accounts_by_word');
  },
  '0036-signatures': async (database) => {
    const insert = `INSERT INTO signatures (id, account, content) SELECT $1, id, $2 FROM accounts ORDER BY id LIMIT 1`;
    await database.query(insert, ['one', Buffer.from('PNG')]);
    // A second one signs only after the first is set aside.
    await expect(database.query(insert, ['two', Buffer.from('PNG')])).rejects.toThrow(/signatures_current/);
  },
  '0037-to-do-by-waiting': async (database) => {
    const [index] = await database.query<{ columns: string }>(
      `SELECT substring(pg_get_indexdef('records_by_office'::regclass), '[(].*[)]') AS columns`,
    );
    expect(index?.columns).toBe('(office, type, state, due, since, id)');
  },
  '0038-successions': async (database) => {
    expect(await database.query('SELECT kind, name FROM successions')).toEqual([]);
  },
  '0039-applied-versions': async (database) => {
    await database.query(
      `INSERT INTO applied_versions (version, author, message, plan) SELECT max(number), 'Ana', 'x', '{}' FROM versions`,
    );
    // Nobody writes under a version that was left.
    const late = `INSERT INTO events (record, version, at, what, state, configuration, hash)
      SELECT id, 999, now(), 'x', 'x', 0, '' FROM records LIMIT 1`;
    await expect(database.query(late)).rejects.toThrow('version 0 is no longer in force');
  },
  '0040-wished-versions': async (database) => {
    const decided = await database.query('SELECT author, approver FROM applied_versions');
    expect(decided).toEqual([{ author: 'Ana', approver: null }]);
    expect(await database.query('SELECT number FROM wished_versions')).toEqual([]);
  },
  '0041-migration-runs': async (database) => {
    const insert = `INSERT INTO migration_runs (migration, direction, records, version) SELECT 'one', $1, 1, max(number) FROM versions`;
    await database.query(insert, ['forward']);
    await expect(database.query(insert, ['sideways'])).rejects.toThrow(/direction_check/);
    await expect(database.query('DELETE FROM migration_runs')).rejects.toThrow(/migration_runs/);
  },
  '0042-configuration-drafts': async (database) => {
    expect(await database.query('SELECT account FROM configuration_drafts')).toEqual([]);
  },
  '0043-onlookers': async (database) => {
    const sessions = await database.query('SELECT DISTINCT seen, seen_membership, seen_until FROM sessions');
    expect(sessions.filter(({ seen }) => seen !== null)).toEqual([]);
    const found = await database.query('SELECT onlooker FROM sessions s, portal_session(s.token)');
    expect(found.filter(({ onlooker }) => onlooker !== null)).toEqual([]);
  },
  '0044-pruned-versions': async (database) => {
    expect(await database.query('SELECT version FROM pruned_versions')).toEqual([]);
    const prune = 'INSERT INTO pruned_versions (version) SELECT max(number) FROM versions';
    await expect(database.query(prune)).rejects.toThrow(/are not pruned/);
  },
  '0047-wished-version-accounts': async (database) => {
    expect(await database.query('SELECT author_account FROM wished_versions')).toEqual([]);
  },
  '0048-several-people': async (database) => {
    expect(await database.query('SELECT DISTINCT signatures FROM records')).toEqual([{ signatures: [] }]);
    const [read] = await database.query<{ family: { members: readonly { signatures: unknown }[] } }>(
      'SELECT portal_family(id, ARRAY[]::uuid[]) AS family FROM records WHERE parent IS NULL LIMIT 1',
    );
    expect(read?.family.members[0]?.signatures).toEqual([]);
  },
  '0050-follow-links': async (database) => {
    const link = `INSERT INTO follow_links (token, record, made_at, expires_at) SELECT '\\x00', $1, now(), now()`;
    const [record] = await database.query<{ id: string }>('SELECT id FROM records LIMIT 1');
    await database.query(link, [record?.id]);
    await database.query('DELETE FROM follow_links');
    // The record may follow in the same transaction, and must.
    await expect(database.query(link, ['00000000-0000-0000-0000-000000000000'])).rejects.toThrow(
      /follow_links_record/,
    );
  },
};

let migrations: readonly Migration[];
let opened: Database[] = [];

beforeAll(async () => {
  migrations = await loadMigrations();
});
const close = async (): Promise<void> => {
  for (const database of opened) await database.end();
  opened = [];
};
afterEach(close);
afterAll(close);

async function upgraded(all: readonly Migration[]): Promise<Database> {
  const database = await openRelease(all);
  opened.push(database);
  await upgrade(database, all);
  return database;
}

/** A migration that is not released. */
function invented(sql: string): readonly Migration[] {
  const checksum = createHash('sha256').update(sql).digest('hex');
  return [...migrations, { name: '9999-invented', sql, checksum }];
}

test('a database of release 0.2 is brought up to date, and everything in it is kept', async () => {
  const database = await upgraded(migrations);
  expect(await faultsOf(database)).toEqual([]);
  expect(Object.keys(outcomes)).toEqual(migrations.slice(1).map(({ name }) => name));
  for (const check of Object.values(outcomes)) await check(database);
});

test('its records are read and changed as before, and their histories go on', async () => {
  const database = await upgraded(migrations);
  opened = [];
  const [row] = await database.query<{ owner: string; name: string; username: string; slug: string }>(
    `SELECT a.id AS owner, a.name, a.username, r.slug FROM records r JOIN accounts a ON a.id = r.owner
     WHERE r.data ->> 'title' = 'Second order'`,
  );
  if (row === undefined) throw new Error('The stored record is not there.');
  const { owner: account, slug, ...who } = row;
  const flags = { access: true };
  const office = await openOffice(portal, undefined, { database });
  const member = office.as({ ...signedOut, ...who, signedIn: true, account, department: 'member', flags });
  const read = await member.get(`order/${slug}`);
  expect(read.json()).toMatchObject({
    state: 'draft',
    version: 2,
    data: { title: 'Second order', year: 2025 },
  });
  expectStatus(await member.post(`order/${slug}/hand-in`, {}, { version: 2 }), 200);
  expect(await faultsOf(database)).toEqual([]);
  await office.end();
});

test('a later migration finds the rows, and the portal may use what it makes', async () => {
  const database = await upgraded(
    invented(`CREATE TABLE shelves AS SELECT id AS record, data ->> 'title' AS title FROM records;
      ALTER TABLE accounts ADD COLUMN telephone text NOT NULL DEFAULT '-'`),
  );
  expect(await faultsOf(database)).toEqual([]);
  expect(await database.query('SELECT title FROM shelves ORDER BY title')).toEqual([
    { title: 'First order' },
    { title: 'Second order' },
  ]);
  expect(await database.query('SELECT DISTINCT telephone FROM accounts')).toEqual([{ telephone: '-' }]);
});

test.each([
  ['changes answers', `UPDATE records SET data = data || '{"year": 1999}'`, /in "data.year"/],
  ['removes rows', 'DELETE FROM files', /^files has 0 of 1 rows$/],
  ['changes a document', `UPDATE documents SET number = 'X'`, /signed statement in "number"/],
])('a migration that %s is found', async (_, sql, fault) => {
  expect(await faultsOf(await upgraded(invented(sql)))).toContainEqual(expect.stringMatching(fault));
});
