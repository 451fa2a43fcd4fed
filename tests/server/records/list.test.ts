/** Lists over the real database: pages, order, filters, search, and nothing that the reader may not see. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChoiceCounts, WireRecord, WireRow } from '../../../engine/contract/record.ts';
import { indexRecords } from '../../../engine/server/records/lists/list-indexes.ts';
import { csvOf } from '../exported.ts';
import { expectStatus, openOffice } from './office.ts';
import type { Caller, Office } from './office.ts';
import { portal } from './portal.ts';

interface Page {
  readonly items: readonly WireRow[];
  readonly next: string | null;
  readonly total: number;
  readonly more?: true;
}

let office: Office;
let member: Caller;
let other: Caller;
let desk: Caller;
const titles = ['Ärger', 'beta', 'Beta', 'gamma', 'gamma', 'Zeta', 'omega', 'Café du Port'];

beforeAll(async () => {
  office = await openOffice(portal);
  member = await office.person('member');
  other = await office.person('member');
  desk = await office.person('desk');
  for (const [index, title] of titles.entries()) {
    const data = { title, year: 2020 + (index % 3), lines: [{ line: 'hotel' }] };
    const made = await member.post('order', { data: { ...data, secret: `hidden${index}` } });
    expectStatus(made, 201);
    if (index % 2 === 0) {
      expectStatus(await member.post(`order/${made.json().slug}/submit`, {}, { version: 1 }), 200);
    }
  }
  expectStatus(await other.post('order', { data: { title: 'foreign' } }), 201);
});
afterAll(() => office.end());

async function page(who: Caller, query: string): Promise<Page> {
  const answer = await who.get(`order?${query}`);
  expectStatus(answer, 200);
  return answer.json();
}

async function walk(who: Caller, query: string): Promise<WireRow[]> {
  const items: WireRow[] = [];
  for (let next: string | null = ''; next !== null;) {
    const one: Page = await page(who, `${query}&limit=2${next === '' ? '' : `&cursor=${next}`}`);
    expect(one.items.length).toBeLessThanOrEqual(2);
    expect(one.total).toBe((await page(who, query)).total);
    items.push(...one.items);
    next = one.next;
  }
  return items;
}

test.each([
  'created',
  '-created',
  'updated',
  '-updated',
  'number',
  '-number',
  'created_at',
  '-updated_at',
  'state',
  'title',
  '-title',
  'year',
  '-year',
  'due',
])('pages sorted by %s show every record once, in the order of one large page', async (sort) => {
  const whole = await page(member, `sort=${sort}&limit=100`);
  const paged = await walk(member, `sort=${sort}`);
  expect(paged.map(({ slug }) => slug)).toEqual(whole.items.map(({ slug }) => slug));
  expect(new Set(paged.map(({ slug }) => slug)).size).toBe(titles.length);
  expect(whole).toMatchObject({ total: titles.length, next: null });
});

test('a cursor belongs to the order that it was made in', async () => {
  const { next } = await page(member, 'sort=title&limit=2');
  expect((await member.get(`order?sort=year&cursor=${next}`)).statusCode).toBe(422);
});

test('numbers are sorted as numbers', async () => {
  const years = (await page(member, 'sort=year')).items.map(({ data }) => Number(data['year']));
  expect(years).toEqual([...years].sort((a, b) => a - b));
});

test('a list is narrowed by state, by several values, and by its own filters', async () => {
  expect((await page(member, 'state=draft')).total).toBe(4);
  expect((await page(member, 'state=draft,in-clearance')).total).toBe(8);
  expect((await page(member, 'state=draft&state=in-clearance&year=2020')).total).toBe(3);
  expect((await page(member, 'list=filed')).items.every(({ state }) => state !== 'draft')).toBe(true);
});

test('a column whose path begins with the record’s own type is read from its own answers', async () => {
  const { items } = await page(member, 'list=mine');
  expect(items.filter(({ shown }) => Object.hasOwn(shown, 'order.title'))).toEqual([]);
});

const openClearances = ({ items }: Page): unknown[] => items.map(({ shown }) => shown['open-clearances']);

test('a derived count is a column, of the record and of the one above it, and a list is sorted and narrowed by it', async () => {
  expect(openClearances(await page(member, 'list=counted'))).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
  expect(openClearances(await page(member, 'list=counted&open-clearances=1'))).toEqual([1, 1, 1, 1]);
  const paged = await walk(member, 'list=counted');
  expect(paged.map(({ shown }) => shown['open-clearances'])).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
  const narrowed = async (count: number) =>
    (await member.get(`clearance?list=with-order&order.open-clearances=${count}`)).json().total;
  expect([await narrowed(1), await narrowed(2)]).toEqual([4, 0]);
  const below = await member.get('clearance?list=with-order');
  expect(below.json().items.map(({ shown }: WireRecord) => shown['order.open-clearances'])).toEqual([
    1, 1, 1, 1,
  ]);
});

/** The title of the order of each clearance, read in pages. */
async function orders(query: string): Promise<unknown[]> {
  const shown: unknown[] = [];
  for (let next: string | null = ''; next !== null;) {
    const answer = await member.get(`clearance?${query}&limit=3${next === '' ? '' : `&cursor=${next}`}`);
    expectStatus(answer, 200);
    const one = answer.json<Page>();
    shown.push(...one.items.map((item) => item.shown['order.title']));
    ({ next } = one);
  }
  return shown;
}

test('a list is sorted by an answer, a column and a count of the record above, page by page', async () => {
  const titlesSent = ['omega', 'gamma', 'Ärger', 'Beta'].sort();
  expect(await orders('list=by-order&sort=order.title')).toEqual(titlesSent);
  expect(await orders('list=by-order')).toEqual(titlesSent.toReversed());
  expect(await orders('sort=order.open-clearances')).toHaveLength(4);
  for (const sort of ['order.secret', 'order.lines', 'nothing.title', 'order.constructor'])
    expectStatus(await member.get(`clearance?sort=${sort}`), 422);
});

test('a search finds beginnings of words, without case and accents, and numbers', async () => {
  expect((await page(member, 'q=cafe')).items.map(({ data }) => data['title'])).toEqual(['Café du Port']);
  expect((await page(member, 'q=port+caf')).total).toBe(1);
  expect((await page(member, 'q=arger')).total).toBe(1);
  const [filed] = (await page(member, 'list=filed')).items;
  expect((await page(member, `q=${filed?.number}`)).items.map(({ slug }) => slug)).toEqual([filed?.slug]);
});

test('a very long word finds what begins with it, and not everything', async () => {
  expect((await page(member, `q=${'a'.repeat(80)}`)).total).toBe(0);
  const data = { title: `${'b'.repeat(90)}`, year: 2020, lines: [{ line: 'hotel' }] };
  const third = await office.person('member');
  expectStatus(await third.post('order', { data }), 201);
  expect((await page(third, `q=${'b'.repeat(80)}`)).total).toBe(1);
});

test('what not every reader may read is not found by a search', async () => {
  expect((await page(member, 'q=hidden0')).total).toBe(0);
});

test('lists, counts and searches contain nothing that the reader may not see', async () => {
  expect((await page(desk, 'limit=100')).total).toBe(4);
  expect((await page(desk, 'q=beta')).total).toBe(1);
  expect((await page(desk, 'state=draft')).total).toBe(0);
  expect((await page(other, '')).items.map(({ data }) => data['title'])).toEqual(['foreign']);
  expect((await page(member, 'q=foreign')).total).toBe(0);
  const watch = await office.person('watch');
  const seen = await page(watch, 'limit=100');
  expect(seen.total).toBe(4);
  expect(seen.items.every(({ data }) => Object.keys(data).join() === 'title')).toBe(true);
  expect((await page(watch, 'q=gamma')).total).toBe(0);
  expect((await office.stranger.get('order')).statusCode).toBe(401);
});

const found = async (who: Caller, q: string) => {
  const answer = await who.get(`../records?q=${q}`);
  expectStatus(answer, 200);
  return answer
    .json<{ items: readonly WireRow[] }>()
    .items.map(({ type, data }) => `${type} ${data['title']}`);
};

test('a search through every type finds what the reader may read, and nothing else', async () => {
  expect(await found(member, 'cafe')).toEqual(['order Café du Port']);
  expect(await found(desk, 'cafe')).toEqual([]);
  expect(await found(other, 'gamma')).toEqual([]);
  expect(await found(other, 'foreign')).toEqual(['order foreign']);
  expect(await found(member, 'hidden0')).toEqual([]);
  expect(await found(member, '--')).toEqual([]);
  expect(await found(member, 'gamma')).toContain('order gamma');
  expectStatus(await member.get('../records?q=a'), 422);
  expectStatus(await member.get('../records'), 422);
  expectStatus(await office.stranger.get('../records?q=cafe'), 401);
});

test('the choices of a filter are counted under the other filters, and only where the reader sees the values', async () => {
  expect(await choicesOf(member, 'list=mine&by=state')).toEqual({ draft: 4, 'in-clearance': 4 });
  expect(await choicesOf(member, 'list=mine&by=state&state=draft')).toEqual({ draft: 4, 'in-clearance': 4 });
  for (const year of ['2020', '2021', '2022']) {
    const { total } = await page(member, `list=mine&state=draft&year=${year}`);
    expect((await choicesOf(member, 'list=mine&by=year&state=draft'))[year]).toBe(total);
  }
  expect(await choicesOf(member, 'list=mine&by=state&q=gamma')).toEqual({ draft: 1, 'in-clearance': 1 });
  const watch = await office.person('watch');
  expect(await choicesOf(watch, 'list=by-title&by=year')).toEqual({});
  expect(await choicesOf(desk, 'list=by-title&by=state')).toEqual({ 'in-clearance': 4 });
  expect(await choicesOf(desk, 'list=counted&by=clearance.state')).toEqual({});
  expectStatus(await member.get('order/choices?list=mine&by=secret'), 422);
  expectStatus(await member.get('order/choices?list=mine'), 422);
  expectStatus(await office.stranger.get('order/choices?list=mine&by=state'), 401);
});

test('a list counts its records up to 1,000 and says when there are more', async () => {
  const counted = await office.person('member');
  const copy = (many: number) =>
    office.database.query(
      `INSERT INTO records (id, type, slug, state, owner, data, head)
       SELECT gen_random_uuid(), 'order', gen_random_uuid()::text, 'draft', $1, '{"title":"many"}', '' FROM generate_series(1, $2::int)`,
      [counted.visitor.account, many],
    );
  try {
    await copy(1000);
    const exact = await page(counted, 'limit=1');
    expect([exact.total, exact.more]).toEqual([1000, undefined]);
    await copy(1);
    const more = await page(counted, 'limit=1');
    expect([more.total, more.more]).toEqual([1000, true]);
    const lines = (await csvOf(office.desk, counted.visitor, { type: 'order', list: 'mine' }))
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(1 + 1001);
  } finally {
    await office.database.query('DELETE FROM records WHERE owner = $1', [counted.visitor.account]);
  }
});

test('a row has what its list shows; a part tells who has it and what is missing, too', async () => {
  const [row] = (await page(member, 'list=mine&state=in-clearance&limit=1')).items;
  const { data, ...rest } = row ?? {};
  expect(Object.keys(data ?? {})).toEqual(['title']);
  for (const name of ['items', 'documents', 'form', 'clocks', 'next', 'part'])
    expect(rest).not.toHaveProperty(name);
  const [part] = (await page(member, 'list=mine&state=in-clearance&limit=1&rows=parts')).items;
  const whole = (await member.get(`order/${part?.slug}`)).json<WireRecord>();
  const { waits_for, next, parts, review, documents } = whole;
  // What a step ends is counted on the record itself only.
  const actions = whole.actions.map(({ ending: _ending, ...action }) => action);
  expect(part?.part).toMatchObject({ waits_for, next, parts, actions, review, documents });
  expect(part?.part?.items.map(({ title, state }) => [title, state])).toEqual(
    whole.items.map(({ title, state }) => [title, state]),
  );
  expect((await member.get('order?rows=whole')).statusCode).toBe(422);
});

test('a list tells what waits for the reader’s office and what for others', async () => {
  const made = await member.post('order', {
    data: { title: 'Waits', year: 2026, lines: [{ line: 'hotel', gross: 1 }] },
  });
  expectStatus(await member.post(`order/${made.json().slug}/hand-in`, {}, { version: 1 }), 200);
  const rows = (await page(desk, 'limit=100')).items;
  const waits = async (who: Caller, whose: string) =>
    (await page(who, `limit=100&waits=${whose}`)).items.map(({ slug }) => slug).sort();
  const inStates = (...states: string[]) =>
    rows
      .filter(({ state }) => states.includes(state))
      .map(({ slug }) => slug)
      .sort();
  expect(inStates('sent')).toHaveLength(1);
  expect(inStates('in-clearance')).not.toEqual([]);
  expect(await waits(desk, 'us')).toEqual(inStates('sent'));
  expect(await waits(desk, 'others')).toEqual(inStates('draft', 'in-clearance'));
  expect(await waits(member, 'us')).toEqual([]);
  expect((await desk.get('order?waits=nobody')).statusCode).toBe(422);
});

test('a list of some states has an index in its order, as long as the configuration has the list', async () => {
  const { database } = office;
  const ofChecklists = async (): Promise<string> => {
    const rows = await database.query<{ definition: string }>(
      "SELECT indexdef AS definition FROM pg_indexes WHERE indexname LIKE 'records_list_%'",
    );
    return rows.map(({ definition }) => definition).join('\n');
  };
  const itsIndex = /\(office, updated_at, id\) WHERE .*'checklist'.*'open'/;
  expect(await ofChecklists()).toMatch(itsIndex);
  const { checklist, ...others } = portal.recordTypes;
  const without = { ...portal, recordTypes: { ...others, checklist: { ...checklist!, lists: {} } } };
  expect(await indexRecords(database, without)).toEqual([]);
  expect(await ofChecklists()).not.toMatch(itsIndex);
  expect(await indexRecords(database, portal)).toEqual([]);
  expect(await ofChecklists()).toMatch(itsIndex);
});

test('filters about the records below must match in one of them, and find only what the reader may see there', async () => {
  const [order] = (await page(other, 'limit=1')).items;
  const addBelow = async (at: string, state: string) =>
    office.database.query(
      `INSERT INTO records (id, type, slug, state, office, owner, parent, ancestors)
       SELECT $1, 'clearance', $1::uuid::text, $2, $3, owner, id, ARRAY[id] FROM records WHERE slug = $4`,
      [randomUUID(), state, at, order?.slug],
    );
  await addBelow('coast', 'issued');
  await addBelow('hill', 'returned');
  const countOf = async (who: Caller, query: string) => (await page(who, query)).total;
  expect(await countOf(other, 'clearance.office=coast&clearance.state=issued')).toBe(1);
  expect(await countOf(other, 'clearance.office=hill,coast&clearance.state=returned')).toBe(1);
  expect(await countOf(other, 'clearance.office=coast&clearance.state=returned')).toBe(0);
  // This office is listed orders as summaries, and may read no clearance.
  const watch = await office.person('watch');
  expect(await countOf(watch, '')).toBeGreaterThan(0);
  expect(await countOf(watch, 'clearance.state=issued,returned,received,open,draft,sent')).toBe(0);
  expect((await other.get('order?sort=clearance.state')).statusCode).toBe(422);
});

/** How many records each choice of a filter would show. */
async function choicesOf(who: Caller, query: string): Promise<Record<string, number>> {
  const answer = await who.get(`order/choices?${query}`);
  expectStatus(answer, 200);
  const { counts, more } = answer.json<ChoiceCounts>();
  expect(more).toBe(false);
  return Object.fromEntries(counts.map(({ value, total }) => [value, total]));
}
