/**
 * A paper with limited validity needs its date. The file is kept without it, its owner or the office enters the date
 * later, and an expired date is refused.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { OfferedPapers } from '../../../engine/contract/files.ts';
import type { WireItem, WireRecord } from '../../../engine/contract/record.ts';
import type { Caller } from '../records/office.ts';
import { withMarkedLanguage } from '../../portal/marked-language.ts';
import { item, kindOf, portal } from '../records/portal.ts';
import { announce, call, openChecklist, openPaperDesk, pdf, send, type PaperDesk } from './paper-desk.ts';

const stays = portal.kinds['rooms/lodging'] ?? kindOf('rooms', 'lodging', {});
const report = { paper: 'report', title: 'Report', validFor: '30 days' };
const monthly = item('sales', { ...report, title: 'Sales', each: { lastMonths: 1 }, isOptional: true });

/** The report is valid for 30 days, as is that of the last month; the plan without end. */
const dated: Portal = {
  ...portal,
  kinds: {
    ...portal.kinds,
    'rooms/lodging': { ...stays, items: [item('report', report), item('plan'), monthly] },
  },
};

let desk: PaperDesk;
let owner: Caller;
let coast: Caller;
beforeAll(async () => {
  desk = await openPaperDesk(withMarkedLanguage(dated));
  coast = await desk.office.person('coast');
});
beforeEach(async () => {
  owner = await desk.office.person('member');
});
afterAll(() => desk.end());

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

function reportOf(record: string, issuedOn?: string) {
  const content = Buffer.concat([pdf, Buffer.from(`% ${randomUUID()}\n`)]);
  return { record, item: 'report', name: 'report.pdf', content, ...(issuedOn !== undefined && { issuedOn }) };
}

async function itemOf(record: string, id = 'report'): Promise<WireItem | undefined> {
  return (await owner.get(record)).json<WireRecord>().items.find((one) => one.id === id);
}

async function open(): Promise<string> {
  return `checklist/${(await openChecklist(owner)).slug}`;
}

async function fileAndSubmit(record: string): Promise<number> {
  await send(desk, owner, reportOf(record));
  await send(desk, owner, { ...reportOf(record), item: 'plan' });
  await owner.patch(record, { data: { rooms: 2 } }, { version: 3 });
  return (await owner.post(`${record}/submit`, {}, { version: 4 })).statusCode;
}

function date(record: string, id: string, issuedOn: string, who = owner): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const body = Buffer.from(JSON.stringify({ issued_on: issuedOn }));
  return call(desk, who, 'PUT', `records/${record}/items/${id}/date`, headers, body);
}

test('the day comes with the paper, and says until when it is good', async () => {
  const record = await open();
  expect(await itemOf(record)).toMatchObject({ dated: true, issued_on: null, valid_until: null });
  expect(await itemOf(record, 'plan')).toMatchObject({ dated: false });
  expect((await send(desk, owner, reportOf(record, daysAgo(3)))).status).toBe(204);
  const seen = { state: 'filed', issued_on: daysAgo(3), valid_until: daysAgo(-27) };
  expect(await itemOf(record)).toMatchObject(seen);
  // A second page of the same paper does not need the date again.
  await send(desk, owner, reportOf(record));
  expect(await itemOf(record)).toMatchObject(seen);
  for (const { id } of (await itemOf(record))?.files ?? []) await call(desk, owner, 'DELETE', `files/${id}`);
  expect(await itemOf(record)).toMatchObject({ state: 'missing', issued_on: null });
});

test('one that has run out is refused before a byte is sent, by its name and its last day', async () => {
  const record = await open();
  const refused = await announce(desk, owner, reportOf(record, '2024-02-01'));
  expect(refused.status).toBe(422);
  const said = 'Report: this paper was valid until 2 March 2024. Send one that is still valid.';
  expect(await refused.json()).toMatchObject({ errors: { issued_on: [said] } });
  const statuses = [daysAgo(-2), '2026-02-30', 'yesterday'].map((day) =>
    announce(desk, owner, reportOf(record, day)).then(({ status }) => status),
  );
  expect(await Promise.all(statuses)).toEqual([422, 422, 422]);
  expect(await itemOf(record)).toMatchObject({ state: 'missing', files: [] });
});

test('a refusal names the paper of a month in the language of its reader', async () => {
  const record = await open();
  const { items } = (await owner.get(record)).json<WireRecord>();
  const { id = '', title = '' } = items.find((one) => one.id.startsWith('sales.')) ?? {};
  const paper = { ...reportOf(record, '2024-02-01'), item: id };
  const said = async (language: string): Promise<string> =>
    (await announce(desk, owner, { ...paper, language }).then((answer) => answer.json())).errors.issued_on[0];
  const month = (language: string) =>
    new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(
      Date.parse(`${id.slice('sales.'.length)}-01T00:00Z`),
    );
  expect(title).toBe(`Sales: ${month('en')}`);
  expect(await said('en')).toMatch(`Sales: ${month('en')}: this paper was valid until`);
  expect(await said('fil')).toMatch(`«Sales»: ${month('fil')}»: this paper`);
});

test('a paper that expires before it is submitted must be replaced', async () => {
  const record = await open();
  await send(desk, owner, reportOf(record, daysAgo(29)));
  await desk.office.database.query(
    `UPDATE records SET items = jsonb_set(items, '{report,issuedOn}', to_jsonb($2::text)) WHERE slug = $1`,
    [record.split('/')[1], daysAgo(40)],
  );
  expect(await itemOf(record)).toMatchObject({ state: 'expired', editable: true });
  await owner.patch(record, { data: { rooms: 2 } }, { version: 2 });
  await send(desk, owner, { ...reportOf(record), item: 'plan' });
  expect((await owner.post(`${record}/submit`, {}, { version: 4 })).statusCode).toBe(422);
  await send(desk, owner, reportOf(record, daysAgo(1)));
  expect(await itemOf(record)).toMatchObject({ state: 'filed', issued_on: daysAgo(1), files: [{}] });
});

test('a file is kept without its date, which its owner enters or corrects until the checklist is sent', async () => {
  const record = await open();
  expect((await send(desk, owner, reportOf(record))).status).toBe(204);
  const undated = { state: 'filed', issued_on: null, undated: true, files: [{}] };
  expect(await itemOf(record)).toMatchObject(undated);
  await send(desk, owner, { ...reportOf(record), item: 'plan' });
  await owner.patch(record, { data: { rooms: 2 } }, { version: 3 });
  const say = (issued_on: string) => date(record, 'report', issued_on);
  expect((await say('2024-02-01')).status).toBe(422);
  expect((await say('yesterday')).status).toBe(422);
  expect(await itemOf(record)).toMatchObject(undated);
  const said = await say(daysAgo(3));
  expect(said.status).toBe(200);
  const { version } = (await said.json()) as WireRecord;
  expect(await itemOf(record)).toMatchObject({ issued_on: daysAgo(3), undated: false, files: [{}] });
  // A typing error is corrected without sending the paper again.
  expect((await say(daysAgo(4))).status).toBe(200);
  expect(await itemOf(record)).toMatchObject({ issued_on: daysAgo(4), files: [{}] });
  expect((await owner.post(`${record}/submit`, {}, { version: version + 1 })).statusCode).toBe(200);
  expect((await say(daysAgo(5))).status).toBe(403);
});

test('only a paper that is there and expires gets a date, from its owner', async () => {
  const record = await open();
  expect((await date(record, 'report', daysAgo(3))).status).toBe(409);
  await send(desk, owner, { ...reportOf(record), item: 'plan' });
  expect((await date(record, 'plan', daysAgo(3))).status).toBe(409);
  await send(desk, owner, reportOf(record));
  expect((await date(record, 'report', daysAgo(3), await desk.office.person('member'))).status).toBe(404);
});

test('the office says the day of a paper that came without it, and may go without', async () => {
  const record = await open();
  expect(await fileAndSubmit(record)).toBe(200);
  const accept = (issued: string | undefined, version: number) =>
    coast.post(`${record}/items/report`, { state: 'accepted', issued_on: issued }, { version });
  expect((await accept(daysAgo(100), 5)).statusCode).toBe(422);
  const accepted = await accept(daysAgo(5), 5);
  expect(accepted.statusCode).toBe(200);
  expect(accepted.json<WireRecord>().items[0]).toMatchObject({ state: 'accepted', issued_on: daysAgo(5) });
  const other = await open();
  expect(await fileAndSubmit(other)).toBe(200);
  const bare = await coast.post(`${other}/items/report`, { state: 'accepted' }, { version: 5 });
  expect(bare.json<WireRecord>().items[0]).toMatchObject({ state: 'accepted', issued_on: null });
});

test('a paper that is offered again keeps its day, asks for it where it has none, and is not offered once it has run out', async () => {
  const [first, second, third] = [await open(), await open(), await open()];
  const offers = async (record: string) => {
    const answer = await call(desk, owner, 'GET', `files/offered?record=${record}`);
    return ((await answer.json()) as OfferedPapers).items['report'] ?? [];
  };
  const reuse = (id: string, record: string, issuedOn?: string) =>
    call(
      desk,
      owner,
      'POST',
      `files/${id}/reuse`,
      { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      Buffer.from(JSON.stringify({ record, item: 'report', issued_on: issuedOn })),
    );
  await send(desk, owner, reportOf(first));
  const [bare] = await offers(second);
  expect(bare).toMatchObject({ issued_on: null, valid_until: null });
  expect((await reuse(String(bare?.file), second, daysAgo(60))).status).toBe(422);
  expect((await reuse(String(bare?.file), second, daysAgo(10))).status).toBe(200);
  expect(await itemOf(second)).toMatchObject({ issued_on: daysAgo(10), valid_until: daysAgo(-20) });
  const known = (await offers(third)).find((one) => one.issued_on !== null);
  expect(known).toMatchObject({ issued_on: daysAgo(10), valid_until: daysAgo(-20) });
  await desk.office.database.query(
    `UPDATE records SET items = jsonb_set(items, '{report,issuedOn}', to_jsonb($2::text)) WHERE slug = ANY($1)`,
    [[first, second].map((one) => one.split('/')[1]), daysAgo(31)],
  );
  expect(await offers(third)).toEqual([]);
});
