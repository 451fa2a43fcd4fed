/** A record whose kind, department, form or state no longer exists takes no steps and gives the reason. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { WireRecord } from '../../../engine/contract/record.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { adoptPortal } from '../../../engine/server/records/succession/adopt-portal.ts';
import { sayStranded, type StrandedRecords } from '../../../engine/server/records/succession/stranded.ts';
import { wakeDue } from '../../../engine/server/records/upkeep/wake-due.ts';
import { expectStatus, openOffice, type Caller, type Office } from './office.ts';
import { portal } from './portal.ts';

let office: Office;
let member: Caller;
let coast: Caller;
let checklist: WireRecord;
let inForce = portal;

beforeAll(async () => {
  office = await openOffice(portal, undefined, { portal: () => inForce });
  member = await office.person('member');
  coast = await office.person('coast');
  const data = { title: 'A', year: 2026, lines: [{ line: 'hotel' }] };
  const order = await member.post('order', { data });
  expectStatus(order, 201);
  expectStatus(await member.post(`order/${order.json().slug}/submit`, {}, { version: 1 }), 200);
  const [found] = (await member.get('checklist')).json<{ items: WireRecord[] }>().items;
  if (found === undefined) throw new Error('No checklist was made.');
  checklist = found;
});
afterAll(() => office.end());

async function adopt(wished: Portal, isInForce = false): Promise<readonly StrandedRecords[]> {
  const adoption = { portal: wished, before: null, key: testAuditKey, isInForce };
  return (await adoptPortal(office.database, adoption)).stranded;
}
beforeEach(() => {
  inForce = portal;
});

const { kind, form } = { kind: 'rooms/lodging', form: 'checklist-form' };

function without<Key extends 'kinds' | 'departments'>(part: Key, name: string): Portal {
  const { [name]: _gone, ...others } = portal[part];
  return { ...portal, [part]: others };
}

const withoutForm = (): Portal => {
  const kinds = Object.entries(portal.kinds).map(([id, one]) => [id, { ...one, form: null }]);
  return { ...portal, kinds: Object.fromEntries(kinds) as Portal['kinds'] };
};

/** What its owner, its office and the engine may do with the checklist now. */
async function triesOf({ slug, version }: WireRecord): Promise<unknown> {
  const path = `checklist/${slug}`;
  const read = (await member.get(path)).json<WireRecord>();
  const step = await member.post(`${path}/submit`, { input: {} }, { version });
  const answers = await member.patch(path, { data: { rooms: 3 } }, { version });
  const review = await coast.post(`${path}/items/plan`, { state: 'waived', remark: 'x' }, { version });
  const { faults } = await wakeDue(office.desk);
  // Reading, lists and notifications still work.
  const reads = [
    await member.get('checklist'),
    await coast.get('checklist'),
    await member.get(`${path}/events`),
  ];
  return {
    reads: reads.map(({ statusCode }) => statusCode),
    read: [read.blocked, read.actions, read.editable, read.review],
    refused: [step, answers].map((one) => [one.statusCode, said(one.json())]),
    isReviewed: review.statusCode === 200,
    faults,
    version: (await member.get(path)).json<WireRecord>().version,
  };
}

function said({ code, message }: { readonly code: string; readonly message: string }): unknown {
  return { code, message };
}

function blocked(message: string): unknown {
  const refused = [409, { code: 'rules-removed', message }];
  return {
    reads: [200, 200, 200],
    read: [message, [], false, { accept: false, waive: false }],
    refused: [refused, refused],
    isReviewed: false,
    faults: [],
    version: checklist.version,
  };
}

test('a checklist of a kind that is gone is not filed empty', async () => {
  expect(checklist).toMatchObject({ kind, state: 'open' });
  inForce = without('kinds', kind);
  const sentence = `This record cannot be changed: its kind "${kind}" was removed from this portal.`;
  expect(await triesOf(checklist)).toEqual(blocked(sentence));
});

test('a record of a department that is gone stays as it is', async () => {
  inForce = without('departments', 'coast');
  const sentence = 'This record cannot be changed: its department "coast" was removed from this portal.';
  expect(await triesOf(checklist)).toEqual(blocked(sentence));
});

test('a record that was filled in stays as it is when nothing is asked any more', async () => {
  await office.database.query('UPDATE records SET form = $1 WHERE slug = $2', [form, checklist.slug]);
  inForce = withoutForm();
  const sentence = 'This record cannot be changed: its form was removed from this portal.';
  expect(await triesOf(checklist)).toEqual(blocked(sentence));
});

test('a record that was sent with a form that is lost is not taken for complete', async () => {
  const { slug, version } = checklist;
  const put = `UPDATE records SET state = $1, form = $2 WHERE slug = $3`;
  await office.database.query(put, ['returned', 'lost', slug]);
  const answer = await member.post(`checklist/${slug}/submit`, { input: {} }, { version });
  await office.database.query(put, ['open', form, slug]);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: 'rules-removed',
    message: 'This record cannot be changed: its form was removed from this portal.',
  });
});

test('with its rules it goes on', async () => {
  const read = (await member.get(`checklist/${checklist.slug}`)).json<WireRecord>();
  expect(read).toMatchObject({ blocked: null, editable: true });
  const { version } = checklist;
  expectStatus(await member.patch(`checklist/${checklist.slug}`, { data: { rooms: 3 } }, { version }), 200);
});

test('a configuration without a kind or a department in use is refused with what uses it', async () => {
  const kinds = await adopt(without('kinds', kind));
  expect(kinds).toEqual([{ kind, count: 1 }]);
  expect(kinds.map(sayStranded).join()).toContain(`There is 1 record of the kind "${kind}", which`);
  const departments = await adopt(without('departments', 'coast'));
  const [{ records } = { records: 0 }] = await office.database.query<{ records: number }>(
    `SELECT count(*)::integer AS records FROM records WHERE office = 'coast'`,
  );
  expect(departments).toEqual([{ department: 'coast', accounts: 1, records }]);
  expect(departments.map(sayStranded).join()).toContain(
    `There is 1 account and ${records} records of the department "coast", which`,
  );
});
