/** Ways round a rule: forbidden data must not leak through a history, an order, a cursor or a child record. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { RecordType } from '../../../engine/portal/model/record-type.ts';
import type { WireEvent, WireRecord, WireRow } from '../../../engine/contract/record.ts';
import { csvOf } from '../exported.ts';
import { expectStatus, openOffice, type Caller, type Office } from './office.ts';
import { always, any, department, not, officeOwn, party, portal as plain, state } from './portal.ts';

const type = (name: string): RecordType => plain.recordTypes[name]!;
const order = type('order');
const clearance = type('clearance');
const portal: Portal = {
  ...plain,
  recordTypes: {
    ...plain.recordTypes,
    order: {
      ...order,
      access: {
        ...order.access,
        below: not(state('withdrawn')),
        summary: { to: department('watch'), fields: ['number'] },
      },
      fields: {
        ...order.fields,
        reason: { read: department('desk'), personal: null, isMasked: false },
      },
    },
    // Readable for everybody who works there, whether or not they may read the order.
    clearance: { ...clearance, access: { ...clearance.access, read: always } },
  },
};

let office: Office;
let member: Caller;
let desk: Caller;
let watch: Caller;
const titles = ['Alpha', 'Bravo', 'Charlie'];

beforeAll(async () => {
  office = await openOffice(portal);
  member = await office.person('member');
  desk = await office.person('desk');
  watch = await office.person('watch');
  for (const [index, title] of titles.entries()) {
    const data = { title, year: 2020 + index, lines: [{ line: 'hotel' }] };
    const { slug } = (await member.post('order', { data })).json<WireRecord>();
    const step = index === 0 ? 'hand-in' : 'submit';
    expectStatus(await member.post(`order/${slug}/${step}`, {}, { version: 1 }), 200);
  }
});
afterAll(() => office.end());

interface Page {
  readonly items: readonly WireRow[];
  readonly next: string | null;
}

async function page(who: Caller, path: string): Promise<Page> {
  const answer = await who.get(path);
  expectStatus(answer, 200);
  return answer.json<Page>();
}

test('an answer that is kept in a hidden field is not said in the history either', async () => {
  const [sent] = (await page(desk, 'order?state=sent')).items;
  const { slug, version } = sent!;
  const reason = 'He owes us money.';
  expectStatus(await desk.post(`order/${slug}/reject`, { input: { reason } }, { version }), 200);
  const remarks = async (who: Caller) =>
    (await who.get(`order/${slug}/events`)).json<WireEvent[]>().map(({ remark }) => remark);
  expect(await remarks(desk)).toContain(reason);
  expect(await remarks(member)).not.toContain(reason);
  expect((await member.get(`order/${slug}`)).json<WireRecord>().data).not.toHaveProperty('reason');
});

test('a reader of a part cannot learn the rest by a filter, order or cursor', async () => {
  expect((await page(watch, 'order')).items).toHaveLength(3);
  expect((await page(watch, 'order?year=2021')).items).toEqual([]);
  expect((await page(desk, 'order?year=2021')).items).toHaveLength(1);
  const ascending = await page(watch, 'order?sort=title&limit=2');
  const cursor = Buffer.from(ascending.next ?? '', 'base64url').toString('latin1');
  for (const title of titles) expect(cursor).not.toContain(title);
  const rest = await page(watch, `order?sort=title&limit=2&cursor=${ascending.next}`);
  expect(new Set([...ascending.items, ...rest.items].map(({ slug }) => slug)).size).toBe(3);
});

test('an order by the record above tells nothing of one that its reader may not read', async () => {
  const sorted = async (who: Caller, sort: string) =>
    (await page(who, `clearance?list=of-order&sort=${sort}`)).items.map(({ slug }) => slug);
  expect(await sorted(desk, '-order.title')).toEqual((await sorted(desk, 'order.title')).toReversed());
  const { next } = await page(watch, 'clearance?list=of-order&sort=order.title&limit=1');
  expect(Buffer.from(next ?? '', 'base64url').toString('latin1')).toContain('["order.title","",');
});

test('a record below shows and finds nothing of an order that its reader may not read', async () => {
  const shown = async (who: Caller) =>
    (await page(who, 'clearance?list=of-order')).items.map((one) => one.shown['order.title'] ?? null).sort();
  expect(await shown(desk)).toEqual(['Bravo', 'Charlie']);
  expect(await shown(watch)).toEqual([null, null]);
  expect((await page(desk, 'clearance?q=brav')).items).toHaveLength(1);
  expect((await page(watch, 'clearance?q=brav')).items).toEqual([]);
  const file = await csvOf(office.desk, watch.visitor, { type: 'clearance', list: 'of-order' });
  for (const title of titles) expect(file).not.toContain(title);
});

async function aboveTheFirst(who: Caller): Promise<WireRecord['ancestors']> {
  const [first] = (await page(who, 'clearance?list=of-order')).items;
  return (await who.get(`clearance/${first?.slug}`)).json<WireRecord>().ancestors;
}

test('a record says which of those above it its reader may see', async () => {
  expect(await aboveTheFirst(desk)).toMatchObject([{ type: 'order', visible: true }]);
  expect(await aboveTheFirst(watch)).toMatchObject([{ type: 'order', visible: true }]);
  const hill = await office.person('hill');
  const [above] = await aboveTheFirst(hill);
  expect(above).toMatchObject({ visible: false });
  expect((await hill.get(`order/${above?.slug}`)).statusCode).toBe(404);
});

test('a record counts below it only what its reader sees there', async () => {
  const branches: Portal = {
    ...plain,
    recordTypes: {
      ...plain.recordTypes,
      order: { ...order, access: { ...order.access, read: always } },
      clearance: { ...clearance, access: { ...clearance.access, read: any(party('owner'), officeOwn) } },
    },
  };
  const other = await openOffice(branches);
  const owner = await other.person('member');
  const data = { title: 'Delta', year: 2021, lines: [{ line: 'hotel' }] };
  const { slug } = (await owner.post('order', { data })).json<WireRecord>();
  expectStatus(await owner.post(`order/${slug}/submit`, {}, { version: 1 }), 200);
  const parts = async (who: Caller) => (await who.get(`order/${slug}`)).json<WireRecord>().parts;
  const whole = await parts(owner);
  const total = whole.find(({ type: of }) => of === 'clearance')?.total ?? 0;
  const offices = (
    await other.database.query<{ office: string }>(`SELECT office FROM records WHERE type = 'clearance'`)
  ).map(({ office: key }) => key);
  expect(offices).toHaveLength(total);
  const mine = offices.filter((key) => key === offices[0]).length;
  expect(await parts(await other.person(offices[0]!))).toMatchObject([{ type: 'clearance', total: mine }]);
  expect(await parts(await other.person('watch'))).toEqual([]);
  await other.end();
});

test('nothing can be created below a closed record, and no sign-in is requested', async () => {
  const data = { title: 'Echo', year: 2024, lines: [{ line: 'hotel' }] };
  const { slug } = (await member.post('order', { data })).json<WireRecord>();
  const sent = await member.post(`order/${slug}/submit`, {}, { version: 1 });
  const { version } = sent.json<WireRecord>();
  expectStatus(await member.post(`order/${slug}/withdraw`, {}, { version }), 200);
  for (const who of [office.stranger, member]) {
    expect((await who.get(`order/${slug}`)).json<WireRecord>().begins).toEqual([]);
    const refused = await who.post('note', { parent: slug });
    expectStatus(refused, 403);
    expect(refused.json()).toMatchObject({
      code: 'nothing-begins',
      message: 'You cannot start anything here now.',
    });
  }
});

test('the history has the answers before and after, for those who could read them then', async () => {
  const made = (
    await member.post('order', {
      data: { title: 'Deltta', year: 2024, lines: [{ line: 'hotel' }] },
    })
  ).json<WireRecord>();
  const { slug } = made;
  const change = async (who: Caller, data: object, version: number) => {
    const answer = await who.patch(`order/${slug}`, { data }, { version });
    expectStatus(answer, 200);
    return answer.json<WireRecord>().version;
  };
  const version = await change(member, { title: 'Delta' }, made.version);
  expectStatus(await member.post(`order/${slug}/submit`, {}, { version }), 200);
  const changesFor = async (who: Caller) =>
    (await who.get(`order/${slug}/events`)).json<WireEvent[]>().flatMap(({ changes }) => changes ?? []);
  const spelling = { before: { title: 'Deltta' }, after: { title: 'Delta' } };
  expect(await changesFor(member)).toEqual([spelling]);
  // The desk could not read the draft.
  expect(await changesFor(desk)).toEqual([]);
});
