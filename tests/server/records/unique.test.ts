/** A type that allows one record with the same values: the second learns early which one is in its way. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../../engine/contract/record.ts';
import { type Caller, expectStatus, type Office, openOffice } from './office.ts';
import { portal } from './portal.ts';

let office: Office;
let member: Caller;

beforeAll(async () => {
  office = await openOffice(portal);
  member = await office.person('member');
});
afterAll(() => office.end());

async function begin(caller: Caller, title: string): Promise<WireRecord> {
  const data = { title, year: 2026, lines: [{ line: 'hotel', gross: 10.5 }] };
  const answer = await caller.post('order', { data });
  expectStatus(answer, 201);
  return answer.json();
}

const submit = (caller: Caller, { slug, version }: WireRecord) =>
  caller.post(`order/${slug}/submit`, { input: {} }, { version });

const twinOf = async (caller: Caller, { slug }: WireRecord) =>
  (await caller.get(`order/${slug}/twin`)).json<unknown>();

const none = { fields: [], twin: null };

test('a draft learns which record has the same values, and filing it names that one', async () => {
  const draft = await begin(member, 'Twice');
  expect(await twinOf(member, draft)).toEqual(none);
  const answer = await submit(member, await begin(member, 'Twice'));
  expectStatus(answer, 200);
  const filed: WireRecord = answer.json();
  expect(filed.number).not.toBeNull();
  expect(await twinOf(member, draft)).toEqual({
    fields: ['title', 'year'],
    twin: { slug: filed.slug, number: filed.number },
  });
  expect(await twinOf(member, filed)).toEqual(none);
  const refused = await submit(member, draft);
  expectStatus(refused, 422);
  expect(refused.json().errors.title[0]).toContain(filed.number);
});

test('other values, another owner and a withdrawn record are in nobody’s way', async () => {
  const filed: WireRecord = (await submit(member, await begin(member, 'Gone'))).json();
  const other = await office.person('member');
  expect(await twinOf(other, await begin(other, 'Gone'))).toEqual(none);
  expect(await twinOf(member, await begin(member, 'Different'))).toEqual(none);
  const draft = await begin(member, 'Gone');
  const { version } = filed;
  expectStatus(await member.post(`order/${filed.slug}/withdraw`, { input: {} }, { version }), 200);
  expect(await twinOf(member, draft)).toEqual(none);
  expectStatus(await submit(member, draft), 200);
});

test('a record that the owner of the draft may not read stays unknown to them', async () => {
  const { order } = portal.recordTypes;
  if (order?.unique == null) throw new Error('Orders are not unique.');
  const anybodys = { ...order, unique: { ...order.unique, over: ['title'] } };
  const strict = await openOffice({ ...portal, recordTypes: { ...portal.recordTypes, order: anybodys } });
  const [first, second] = [await strict.person('member'), await strict.person('member')];
  const filed: WireRecord = (await submit(first, await begin(first, 'Taken'))).json();
  const draft = await begin(second, 'Taken');
  expect(await twinOf(second, draft)).toEqual(none);
  const refused = await submit(second, draft);
  expectStatus(refused, 422);
  expect(JSON.stringify(refused.json())).not.toContain(filed.number);
  expect(refused.json().errors.title).toEqual([
    expect.stringMatching(/^There is already one with the same answers: [^.]*\.$/),
  ]);
  await strict.end();
});
