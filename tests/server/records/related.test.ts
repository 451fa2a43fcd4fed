/**
 * Items that repeat for records, over the real database: which records count, each with its own papers and verdict.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireEvent, WireItem, WireRecord } from '../../../engine/contract/record.ts';
import { openChecklist, openPaperDesk, pdf, send, type PaperDesk } from '../files/paper-desk.ts';
import { expectStatus, type Caller } from './office.ts';
import { always, any, item, kindOf, nobody, party, portal, recordType, state } from './portal.ts';

const lodging = kindOf('rooms', 'lodging', {
  items: [
    item('card', {
      title: 'Card',
      paper: 'card',
      from: 'wallet',
      each: { record: 'helper', where: state('linked'), title: 'name' },
    }),
    item('note', { title: 'Note', isOptional: true, each: { record: 'note', where: always, title: null } }),
  ],
});
const helperType = recordType('helper', {
  parties: {
    owner: { departments: ['member'], isMany: false },
    worker: { departments: ['member'], isMany: false },
  },
  access: { ...nobody, read: any(party('owner'), party('worker')) },
});
const withHelpers = {
  ...portal,
  kinds: { ...portal.kinds, [lodging.id]: lodging },
  recordTypes: { ...portal.recordTypes, helper: helperType },
};

let desk: PaperDesk;
let owner: Caller;
let worker: Caller;
let coast: Caller;
beforeAll(async () => {
  desk = await openPaperDesk(withHelpers);
  [owner, worker, coast] = (await Promise.all(
    ['member', 'member', 'coast'].map((department) => desk.office.person(department)),
  )) as [Caller, Caller, Caller];
});
afterAll(() => desk.end());

/** A person who works for this member. */
async function helper(name: string, of: Caller, { is = 'linked', account = worker.visitor.account } = {}) {
  const { database } = desk.office;
  const [id, slug] = [randomUUID(), randomUUID().slice(0, 8)];
  await database.query(
    `INSERT INTO records (id, type, slug, state, owner, data, version) VALUES ($1, 'helper', $2, $3, $4, $5, 1)`,
    [id, slug, is, of.visitor.account, JSON.stringify({ name })],
  );
  await database.query(`INSERT INTO parties (record, role, account) VALUES ($1, 'worker', $2)`, [
    id,
    account,
  ]);
  return { id, slug };
}

async function issueCard(record: string, to: Caller) {
  await desk.office.database.query(
    `INSERT INTO documents (id, code, record, document, number, owner, issued_at)
     VALUES ($1, $1::uuid::text, $2, 'card', 'C-1', $3, now())`,
    [randomUUID(), record, to.visitor.account],
  );
}

async function itemsOf(checklist: WireRecord, who = owner): Promise<readonly WireItem[]> {
  return (await who.get(`checklist/${checklist.slug}`)).json<WireRecord>().items;
}

test('each of one’s own helpers has a row, with what the portal has issued to that person', async () => {
  const other = await desk.office.person('member');
  const theirs = await helper('Zoe', other, { account: other.visitor.account });
  const left = await helper('Yan', owner, { is: 'left' });
  const ana = await helper('Ana', owner);
  const ben = await helper('Ben', owner, { account: other.visitor.account });
  await issueCard(theirs.id, worker);
  const checklist = await openChecklist(owner);
  const items = await itemsOf(checklist);
  expect(items.map(({ title, state: is, held }) => [title, is, held?.number])).toEqual([
    ['Card: Ana', 'accepted', 'C-1'],
    ['Card: Ben', 'missing', undefined],
  ]);
  expect(items.map(({ id }) => id)).toEqual([`card.${ana.slug}`, `card.${ben.slug}`]);
  expect(JSON.stringify(items)).not.toContain(left.slug);
});

test('each row is filed, returned, filed again and accepted by itself', async () => {
  const mine = await desk.office.person('member');
  const [cy, dan] = [await helper('Cy', mine), await helper('Dan', mine, { account: coast.visitor.account })];
  const checklist = await openChecklist(mine);
  const record = `checklist/${checklist.slug}`;
  const paper = (slug: string) => ({ record, item: `card.${slug}`, name: 'card.pdf', content: pdf });
  expect((await send(desk, mine, paper('no-such-row'))).status).toBe(404);
  const before = await itemsOf(checklist, mine);
  expect(before.map(({ state: is }) => is)).toEqual(['accepted', 'missing']);
  expect((await send(desk, mine, paper(dan.slug))).status).toBe(204);
  const version = async () => (await mine.get(record)).json<WireRecord>().version;
  expectStatus(await mine.post(`${record}/submit`, {}, { version: await version() }), 200);
  const late = await helper('Eve', mine);
  expect((await itemsOf(checklist, coast)).map(({ title }) => title)).toEqual(['Card: Cy', 'Card: Dan']);
  const review = async (body: object) =>
    coast.post(`${record}/items/card.${dan.slug}`, body, { version: await version() });
  expectStatus(await review({ state: 'returned', remark: 'Not readable.' }), 200);
  expectStatus(await coast.post(`${record}/return`, {}, { version: await version() }), 200);
  const titles = (await itemsOf(checklist, mine)).map(({ title, state: is }) => `${title} ${is}`);
  expect(titles).toEqual(['Card: Cy accepted', 'Card: Dan returned', 'Card: Eve accepted']);
  expect((await send(desk, mine, paper(dan.slug))).status).toBe(204);
  expectStatus(await mine.post(`${record}/submit`, {}, { version: await version() }), 200);
  expectStatus(await review({ state: 'accepted' }), 200);
  const events = (await mine.get(`${record}/events`)).json<WireEvent[]>().map(({ text }) => text);
  expect(events).toContain('Card: Dan: returned');
  await desk.office.database.query(`UPDATE records SET state = 'left' WHERE id = ANY($1)`, [
    [cy.id, dan.id, late.id],
  ]);
  const after = (await mine.get(`${record}/events`)).json<WireEvent[]>().map(({ text }) => text);
  expect(after).toContain('Card: accepted');
});
