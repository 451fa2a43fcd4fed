/** Attacks on histories: somebody with database access changes them, and the audit reports what and where. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeEach, afterEach, beforeAll, expect, test } from 'vitest';
import { anchorEvents, publishedAnchors, readAnchors } from '../../../engine/server/audit/anchors.ts';
import { auditNow } from '../../../engine/server/audit/audit-job.ts';
import { verifyHistories } from '../../../engine/server/audit/verify-histories.ts';
import type { Queryable } from '../../../engine/server/database/database.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { isErasable } from '../../../engine/server/history/ledger.ts';
import { expectStatus, openOffice, type Caller, type Office } from './office.ts';
import { portal } from './portal.ts';

let office: Office;
let member: Caller;
/** Ids and slugs of two records: the attacked one, and another. */
let victim: { id: string; slug: string };
let other: { id: string; slug: string };
/** Titles are unique. */
let count = 0;

beforeAll(async () => {
  office = await openOffice(portal);
  member = await office.person('member');
});
afterAll(() => office.end());

beforeEach(async () => {
  victim = await record();
  other = await record();
});
// The next test must not find what one test broke.
afterEach(async () => {
  await tamper((client) =>
    client.query('DELETE FROM anchors; DELETE FROM event_values; DELETE FROM events; DELETE FROM records'),
  );
  await anchorEvents(office.database, testAuditKey);
});

/** Created, changed, submitted: three events. */
async function record(): Promise<{ id: string; slug: string }> {
  count += 1;
  const data = { title: `Secret title ${count}`, year: 2026, lines: [{ line: 'hotel' }] };
  const made = await member.post('order', { data });
  expectStatus(made, 201);
  const { slug } = made.json();
  expectStatus(await member.patch(`order/${slug}`, { data: { year: 2025 } }, { version: 1 }), 200);
  expectStatus(await member.post(`order/${slug}/hand-in`, {}, { version: 2 }), 200);
  const [row] = await office.database.query<{ id: string }>('SELECT id FROM records WHERE slug = $1', [slug]);
  return { id: row?.id ?? '', slug };
}

async function audit(): Promise<string[]> {
  const { findings } = await verifyHistories(office.database, testAuditKey);
  return findings.map(({ subject, version, why }) =>
    [subject, version, why].filter((one) => one !== null).join(' '),
  );
}

/** @returns the number of events with the value */
async function erase(fields: string, id: string): Promise<number> {
  const [row] = await office.database.query<{ count: number }>(
    'SELECT erase_event_values($1, $2::text[]) AS count',
    [id, fields.split(' ')],
  );
  return row?.count ?? 0;
}

/** As the owner of the tables can, bypassing all triggers. */
async function tamper(work: (client: Queryable) => Promise<unknown>): Promise<void> {
  const all = ['events', 'event_values', 'anchors'];
  const set = (client: Queryable, how: string) =>
    client.query(all.map((table) => `ALTER TABLE ${table} ${how} TRIGGER USER`).join(';'));
  await office.database.changeSchema((owner) =>
    owner.transaction(async (client) => {
      await set(client, 'DISABLE');
      await work(client);
      await set(client, 'ENABLE');
    }),
  );
}

test.each([
  [
    'an edited event',
    `UPDATE events SET what = 'approve' WHERE record = $1 AND version = 2`,
    /2 was changed/,
  ],
  [
    'an event of another time',
    `UPDATE events SET at = at - interval '1 day' WHERE record = $1 AND version = 1`,
    /1 was changed/,
  ],
  ['an event that went missing', 'DELETE FROM events WHERE record = $1 AND version = 2', /2 is missing/],
  [
    'the last event that went missing',
    'DELETE FROM events WHERE record = $1 AND version = 3',
    /is at version 3, but its last event is version 2/,
  ],
  ['a whole history that went missing', 'DELETE FROM events WHERE record = $1', /has no history/],
  [
    'an edited value',
    `UPDATE event_values SET entries = jsonb_set(entries, '{data.year,1}', '"2027"') WHERE record = $1 AND version = 2`,
    /2 has other values/,
  ],
  [
    'values that went missing',
    'DELETE FROM event_values WHERE record = $1 AND version = 2',
    /2 has lost the values/,
  ],
  [
    'another configuration',
    'UPDATE events SET configuration = 99 WHERE record = $1 AND version = 3',
    /3 names version 99/,
  ],
  [
    'an edited answer',
    `UPDATE records SET data = data || '{"year": 2027}' WHERE id = $1`,
    /does not agree with its history in "data.year"/,
  ],
  [
    'an added answer',
    `UPDATE records SET data = data || '{"note": "x"}' WHERE id = $1`,
    /does not agree with its history in "data.note"/,
  ],
  [
    'another owner',
    'UPDATE records SET owner = gen_random_uuid() WHERE id = $1',
    /does not agree with its history in "record"/,
  ],
  [
    'another due date',
    `UPDATE records SET due = now() WHERE id = $1`,
    /does not agree with its history in "clocks"/,
  ],
  [
    'another day of filing',
    `UPDATE records SET filed_at = filed_at - interval '1 day' WHERE id = $1`,
    /was filed at another time than its history says/,
  ],
  [
    'another clock',
    `UPDATE records SET clocks = '{"forged": {"state": "stopped"}}' WHERE id = $1`,
    /does not agree with its history in "clocks"/,
  ],
  [
    'another place in the family',
    'UPDATE records SET ancestors = ARRAY[gen_random_uuid()] WHERE id = $1',
    /has other ancestors than its parent leads to/,
  ],
  [
    'a record that is its own parent',
    'UPDATE records SET parent = id, ancestors = ARRAY[id] WHERE id = $1',
    /does not agree with its history in "record"/,
  ],
  [
    'what may not be erased',
    `UPDATE event_values SET entries = jsonb_set(entries, '{record}', sealed_entry('record', entries -> 'record'))
     WHERE record = $1 AND version = 1`,
    /1 has lost "record", which may not be erased/,
  ],
  ['another state', `UPDATE records SET state = 'approved' WHERE id = $1`, /is in the state "approved"/],
  [
    'a forged event without the key',
    `UPDATE events SET hash = substring(hash FROM 2) WHERE record = $1 AND version = 1`,
    /1 was changed/,
  ],
])('%s is found and named', async (_, sql, why) => {
  await tamper((client) => client.query(sql, [victim.id]));
  const findings = await audit();
  expect(findings[0]).toMatch(why);
  expect(findings[0]).toContain(`order/${victim.slug}`);
  expect(findings.join()).not.toContain(other.slug);
});

test('a record that was removed with all its traces is missed by the anchor, and so is one that was put back a step', async () => {
  const anchor = await anchorEvents(office.database, testAuditKey);
  expect(anchor?.events).toBeGreaterThanOrEqual(6);
  expect(await anchorEvents(office.database, testAuditKey)).toBeNull();
  expect(await audit()).toEqual([]);
  await tamper(async (client) => {
    for (const [table, column] of [
      ['event_values', 'record'],
      ['events', 'record'],
      ['records', 'id'],
    ]) {
      await client.query(`DELETE FROM ${table} WHERE ${column} = $1`, [victim.id]);
    }
  });
  expect(await audit()).toEqual([
    expect.stringContaining(
      `covers ${anchor?.events} events, of which ${(anchor?.events ?? 0) - 3} are there`,
    ),
  ]);
});

test('the last event that was removed together with what it did is missed by the anchor', async () => {
  await anchorEvents(office.database, testAuditKey);
  await tamper(async (client) => {
    await client.query('DELETE FROM event_values WHERE record = $1 AND version = 3', [victim.id]);
    await client.query('DELETE FROM events WHERE record = $1 AND version = 3', [victim.id]);
    await client.query(
      `UPDATE records SET version = 2, state = 'draft', head = e.hash, number = NULL FROM events e
       WHERE e.record = records.id AND e.version = 2 AND records.id = $1`,
      [victim.id],
    );
  });
  expect((await audit()).join()).toMatch(/anchor \d+ of .* covers/);
});

test('anchors that were edited or taken away are found, the last ones by the log', async () => {
  await anchorEvents(office.database, testAuditKey);
  const published = await readAnchors(office.database);
  await tamper((client) => client.query('DELETE FROM anchors WHERE number > 1'));
  expect(await audit()).toEqual([]);
  const { findings } = await verifyHistories(office.database, testAuditKey, published);
  expect(findings.map(({ why }) => why)).toEqual(['is in the log, but not in the database']);
  await tamper((client) => client.query('UPDATE anchors SET upto = 1000'));
  expect((await audit()).join()).toContain('anchor 1 of');
  await tamper((client) => client.query('DELETE FROM anchors'));
  expect((await audit()).join()).toContain('the anchors are missing');
});

test('every night the log gets an anchor and a line for each broken history', async () => {
  const { application } = office.desk;
  const lines: [string, object, string][] = [];
  await auditNow(application, (...line) => lines.push(line));
  expect(lines).toEqual([
    ['info', { anchor: expect.objectContaining({ events: 6 }) }, 'histories anchored'],
    ['info', expect.objectContaining({ events: 6, broken: 0 }), 'histories verified'],
  ]);
  const log = lines.map(([level, fields, msg]) => JSON.stringify({ level, ...fields, msg })).join('\n');
  expect(publishedAnchors(log)).toEqual((await readAnchors(office.database)).slice(-1));
  await tamper((client) => client.query('UPDATE records SET version = 9 WHERE id = $1', [victim.id]));
  lines.length = 0;
  await auditNow(application, (...line) => lines.push(line));
  expect(lines).toMatchObject([
    ['error', { finding: { subject: `order/${victim.slug}` } }, 'a history is broken'],
    ['error', { broken: 1 }, 'histories verified'],
  ]);
});

test('another key is distinguished from a broken history', async () => {
  const verified = verifyHistories(office.database, createSecretKey(randomBytes(32)));
  await expect(verified).rejects.toThrow('This is not the audit key of this database.');
});

test('personal values can be erased from a record and its history, which stays whole and counts them', async () => {
  expect(await erase('data.title', victim.id)).toBe(1);
  const kept = await office.database.query('SELECT entries::text FROM event_values WHERE record = $1', [
    victim.id,
  ]);
  expect(JSON.stringify(kept)).not.toContain('Secret title');
  expect(JSON.stringify(kept)).toContain('2025');
  expect(await audit()).toEqual([expect.stringContaining('still holds "data.title", which was erased')]);
  await office.database.query(`UPDATE records SET data = data - 'title', search = '' WHERE id = $1`, [
    victim.id,
  ]);
  expect(await audit()).toEqual([]);
  expect((await verifyHistories(office.database, testAuditKey)).erased).toBe(1);
  await office.database.query(`UPDATE records SET data = data || '{"title": "Forged"}' WHERE id = $1`, [
    victim.id,
  ]);
  expect(await audit()).toEqual([expect.stringContaining('still holds "data.title"')]);
  await tamper((client) =>
    client.query(
      `UPDATE event_values SET entries = jsonb_set(entries, '{data.title}', '"00"') WHERE record = $1`,
      [victim.id],
    ),
  );
  expect(await audit()).toEqual([expect.stringContaining('has other values')]);
});

test('a remark on an item can be erased, but not what became of the item', async () => {
  const list = await reviewed({ state: 'accepted', remark: 'Their cousin opened.' });
  await expect(erase('items.seen', list)).rejects.toThrow('may not be erased: items.seen');
  expect(await erase('items.seen.remark detail.remark', list)).toBe(1);
  expect(await audit()).toEqual([expect.stringContaining('still holds "items.seen.remark"')]);
  await office.database.query(
    `UPDATE records SET items = jsonb_set(items, '{seen,remark}', 'null') WHERE id = $1`,
    [list],
  );
  expect(await audit()).toEqual([]);
  await office.database.query(
    `UPDATE records SET items = jsonb_set(items, '{seen,state}', '"waived"') WHERE id = $1`,
    [list],
  );
  expect(await audit()).toEqual([expect.stringContaining('in "items.seen"')]);
});

/** @returns the id of a checklist whose item `seen` an office has reviewed */
async function reviewed(verdict: object): Promise<string> {
  const coast = await office.person('coast');
  const data = { title: `Reviewed ${count}`, year: 2026, lines: [{ line: 'hotel' }] };
  const { slug: order } = (await member.post('order', { data })).json();
  expectStatus(await member.post(`order/${order}/submit`, {}, { version: 1 }), 200);
  const [list] = await office.database.query<{ id: string; slug: string }>(
    `SELECT id, slug FROM records WHERE type = 'checklist'`,
  );
  const { id, slug } = list ?? { id: '', slug: '' };
  expectStatus(await member.patch(`checklist/${slug}`, { data: { rooms: 4 } }, { version: 1 }), 200);
  const setItems = (items: string) =>
    office.database.query(`UPDATE records SET items = ${items} WHERE id = $1`, [id]);
  // No history contains a paper that nobody uploaded.
  await setItems(`'{"plan": {"state": "filed", "remark": null, "files": []}}'`);
  expectStatus(await member.post(`checklist/${slug}/submit`, {}, { version: 2 }), 200);
  await setItems(`items - 'plan'`);
  expectStatus(await coast.post(`checklist/${slug}/items/seen`, verdict, { version: 3 }), 200);
  return id;
}

test.each([
  ['data.title', true],
  ['data.a.remark', true],
  ['detail.input.reason', true],
  ['detail.remark', true],
  ['items.plan.remark', true],
  ['items.card.abc.files', true],
  ['items.plan', false],
  ['items.remark', false],
  ['record', false],
  ['clocks', false],
  ['database', false],
])('the database and the audit agree whether "%s" may be erased', async (field, isSo) => {
  const rows = await office.database.query('SELECT is_erasable($1) AS is', [field]);
  expect([isErasable(field), rows]).toEqual([isSo, [{ is: isSo }]]);
});

test('nobody rewrites histories by way of the database, and values may only be erased', async () => {
  for (const table of ['events', 'event_values', 'anchors', 'audit_keys', 'versions']) {
    const truncate = `TRUNCATE ${table} CASCADE`;
    await expect(office.database.query(truncate)).rejects.toThrow('permission denied');
    const asOwner = office.database.changeSchema((owner) => owner.query(truncate));
    await expect(asOwner).rejects.toThrow('append-only');
    await expect(office.database.query(`DELETE FROM ${table}`)).rejects.toThrow('append-only');
  }
  await expect(office.database.query(`UPDATE events SET what = 'x'`)).rejects.toThrow('append-only');
  for (const entries of [
    `'{}'`,
    `entries || '{"data.title": "00"}'`,
    `entries || '{"data.title": ["", "1"]}'`,
    `jsonb_set(entries, '{record}', sealed_entry('record', entries -> 'record'))`,
    `jsonb_set(entries, '{clocks}', sealed_entry('clocks', entries -> 'clocks'))`,
  ]) {
    await expect(
      office.database.query(
        `UPDATE event_values SET entries = ${entries} WHERE record = $1 AND version = 1`,
        [victim.id],
      ),
    ).rejects.toThrow('only be erased');
  }
  await expect(erase('data.title record clocks', victim.id)).rejects.toThrow(
    'may not be erased: record, clocks',
  );
});
