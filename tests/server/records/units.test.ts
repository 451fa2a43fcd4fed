/**
 * Units of an office over the real database: each works on its own records, and staff without a unit get an
 * explanation.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { WireRecord } from '../../../engine/contract/record.ts';
import { wakeDue } from '../../../engine/server/records/upkeep/wake-due.ts';
import { csvOf } from '../exported.ts';
import { expectStatus, openOffice } from './office.ts';
import type { Caller, Office } from './office.ts';
import { readPortal } from '../read-portal.ts';

let office: Office;
let owner: Caller;
let licensing: Caller;
let balabag: Caller;
let yapak: Caller;
let nowhere: Caller;
const flags = { access: true, approve: true, username_change: true };

beforeAll(async () => {
  office = await openOffice(await readPortal());
  owner = await office.person('establishment', { access: true, username_change: true, email_verified: true });
  licensing = await office.person('bplo');
  balabag = await office.person('barangay', flags, 'balabag');
  yapak = await office.person('barangay', flags, 'yapak');
  nowhere = await office.person('barangay', flags, null);
});
afterAll(() => office.end());

async function exampleOf(form: string): Promise<Record<string, unknown>> {
  return parse(await readFile(`config/forms/${form}.yaml`, 'utf8')).examples?.[0] ?? {};
}

async function take(
  who: Caller,
  { type, slug, version }: WireRecord,
  name: string,
  input = {},
): Promise<WireRecord> {
  const answer = await who.post(`${type}/${slug}/${name}`, { input }, { version });
  expectStatus(answer, 200);
  return answer.json();
}

const listOf = async (who: Caller, query: string) =>
  (await who.get(query)).json<{ items: WireRecord[]; total: number; reason?: string }>();

/** What this caller can find out about the record, by every endpoint. */
async function seenBy(who: Caller, { type, slug, version }: WireRecord): Promise<Record<string, unknown>> {
  const { items, total } = await listOf(who, `${type}?limit=100`);
  const named = (text: string) => text.includes(slug) || /Reyes Beach|Ben Cruz/.test(text);
  return {
    opens: (await who.get(`${type}/${slug}`)).statusCode,
    history: (await who.get(`${type}/${slug}/events`)).statusCode,
    edits: (await who.patch(`${type}/${slug}`, { data: {} }, { version })).statusCode,
    step: (await who.post(`${type}/${slug}/return`, { input: { reason: 'Not ours.' } }, { version: 999 }))
      .statusCode,
    listed: items.some((one) => one.slug === slug),
    counted: total,
    found: (await listOf(who, `${type}?q=${type === 'clearance' ? 'reyes' : 'cruz'}`)).total,
    exported: named(await csvOf(office.desk, who.visitor, { type, list: 'office' })),
  };
}

const nothing = {
  opens: 404,
  history: 404,
  edits: 404,
  step: 404,
  listed: false,
  counted: 0,
  found: 0,
  exported: false,
};

/** The clearance of the barangay of an application that the licensing office has accepted. */
async function businessClearance(name: string): Promise<{ application: string; clearance: WireRecord }> {
  const data = { ...(await exampleOf('unified-form')), business_name: name };
  const draft: WireRecord = (await owner.post('application', { data })).json();
  const sent = await take(owner, draft, 'submit');
  await take(licensing, sent, 'accept', { class: 'complex', lines_confirmed: true });
  const all = await listOf(owner, `clearance?list=of-application&parent=${draft.slug}&limit=100`);
  const clearance = all.items.find(({ kind }) => kind === 'negative-list/barangay');
  if (clearance === undefined) throw new Error('No clearance of the barangay.');
  return { application: draft.slug, clearance };
}

test('a barangay reaches the clearances of its own businesses and of no others', async () => {
  const { application, clearance } = await businessClearance('Reyes Beach Resort');
  await office.database.query("UPDATE records SET state = 'for-approval' WHERE slug = $1", [clearance.slug]);
  expect(await seenBy(balabag, clearance)).toMatchObject({
    opens: 200,
    history: 200,
    listed: true,
    found: 1,
    exported: true,
  });
  expect(await seenBy(yapak, clearance)).toEqual(nothing);
  expect(await seenBy(nowhere, clearance)).toEqual(nothing);
  expectStatus(await balabag.get(`application/${application}`), 200);
  expectStatus(await yapak.get(`application/${application}`), 404);
});

test('a barangay reaches the clearances of its own residents and of no others', async () => {
  const worker = await office.person('applicant');
  const example = parse(await readFile('config/records/occupational-clearance.yaml', 'utf8')).examples[0];
  const made = await worker.post('occupational-clearance', { data: example });
  expectStatus(made, 201);
  await office.database.query("UPDATE records SET state = 'requested' WHERE slug = $1", [made.json().slug]);
  expect(await seenBy(balabag, made.json())).toMatchObject({
    opens: 200,
    edits: 200,
    listed: true,
    found: 1,
    exported: true,
  });
  expect(await seenBy(yapak, made.json())).toEqual(nothing);
  expect(await seenBy(nowhere, made.json())).toEqual(nothing);
});

test('only an account without a unit gets the reason why it sees nothing', async () => {
  const why = /has no unit of Barangay/;
  expect((await listOf(nowhere, 'clearance?list=office')).reason).toMatch(why);
  expect(await listOf(nowhere, 'occupational-clearance')).toMatchObject({
    items: [],
    total: 0,
    reason: expect.stringMatching(why),
  });
  for (const who of [balabag, yapak, licensing])
    expect(await listOf(who, 'clearance')).not.toHaveProperty('reason');
});

test('a clearance moves to another barangay with the address of the business', async () => {
  const { application, clearance } = await businessClearance('Moving Resort');
  const above = (await licensing.get(`application/${application}`)).json<WireRecord>();
  // As if a step had requested the address again.
  await office.database.query("UPDATE records SET state = 'incomplete' WHERE slug = $1", [above.slug]);
  const moved = await owner.patch(
    `application/${above.slug}`,
    { data: { biz_barangay: 'yapak', biz_purok: null } },
    { version: above.version },
  );
  expectStatus(moved, 200);
  const answers = [balabag, yapak].map(
    async (who) => (await who.get(`clearance/${clearance.slug}`)).statusCode,
  );
  expect(await Promise.all(answers)).toEqual([404, 200]);
});

test('the accounts of another barangay are not listed', async () => {
  const { items } = await listOf(yapak, 'user');
  // Besides its own accounts a barangay sees the owners who have sent it records.
  const own = items.filter((row) => row.office === yapak.visitor.department);
  expect(own.map(({ data }) => data['username'])).toEqual([yapak.visitor.username]);
});

test('records from before the office had units come to theirs when they are next looked at', async () => {
  const { clearance } = await businessClearance('Older Resort');
  await office.database.query('UPDATE records SET unit = NULL, life = 1, wake = NULL WHERE slug = $1', [
    clearance.slug,
  ]);
  await wakeDue(office.desk);
  const answers = [balabag, yapak].map(
    async (who) => (await who.get(`clearance/${clearance.slug}`)).statusCode,
  );
  expect(await Promise.all(answers)).toEqual([200, 404]);
});
