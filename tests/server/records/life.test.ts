/**
 * Records change automatically: joins, clocks, waits, expiring documents, over the real database and with a test
 * clock.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../../engine/contract/record.ts';
import { verifyHistories } from '../../../engine/server/audit/verify-histories.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { wakeDue } from '../../../engine/server/records/upkeep/wake-due.ts';
import { csvOf } from '../exported.ts';
import { lifePortal } from './life-portal.ts';
import { expectStatus, openOffice, type Caller, type Office } from './office.ts';

let office: Office;
let owner: Caller;
let desk: Caller;
let keeper: Caller;
let now = new Date();

beforeAll(async () => {
  office = await openOffice(lifePortal, undefined, { now: () => now });
  owner = await office.person('member');
  desk = await office.person('desk');
  keeper = await office.person('watch');
});
afterAll(() => office.end());

const at = (moment: string): void => {
  now = new Date(`${moment}+08:00`);
};
const wake = () => wakeDue(office.desk);

async function take(who: Caller, one: WireRecord, name: string, input = {}): Promise<WireRecord> {
  const answer = await who.post(`${one.type}/${one.slug}/${name}`, { input }, { version: one.version });
  expectStatus(answer, 200);
  return answer.json();
}

async function again(who: Caller, { type, slug }: WireRecord): Promise<WireRecord> {
  const answer = await who.get(`${type}/${slug}`);
  expectStatus(answer, 200);
  return answer.json();
}

async function checksOf(loan: WireRecord): Promise<WireRecord[]> {
  const rows = await office.database.query<{ slug: string }>(
    `SELECT c.slug FROM records c JOIN records p ON p.id = c.parent WHERE p.slug = $1 ORDER BY c.data ->> 'size' DESC, c.id`,
    [loan.slug],
  );
  return Promise.all(rows.map(({ slug }) => again(desk, { type: 'check', slug } as WireRecord)));
}

async function asked(): Promise<WireRecord> {
  const data = { title: 'Tent', year: 2026, lines: [{ line: 'hotel' }] };
  const made = await owner.post('loan', { data });
  expectStatus(made, 201);
  return take(owner, made.json(), 'ask');
}

/** Every record's history is complete, and leads to its version. */
async function expectWhole(): Promise<void> {
  const { findings } = await verifyHistories(office.database, testAuditKey);
  expect(findings).toEqual([]);
}

test('a join comes true with the last child, however many finish at the same moment', async () => {
  at('2026-11-20T09:00');
  for (let round = 0; round < 5; round += 1) {
    const loan = await asked();
    expect(loan).toMatchObject({ state: 'asked', number: expect.stringMatching(/^L-2026-\d{3}$/) });
    const checks = await checksOf(loan);
    expect(checks).toHaveLength(4);
    await Promise.all(checks.map((one) => take(desk, one, 'finish')));
    const granted = await again(owner, loan);
    expect(granted).toMatchObject({ state: 'granted', version: loan.version + 1 });
    expect(granted.documents).toMatchObject([
      { document: 'slip', number: expect.stringMatching(/^S-2026-\d\d$/), state: 'valid' },
    ]);
  }
  await expectWhole();
});

test('the engine signs what nobody did, and tells people what was asked to be told', async () => {
  at('2026-11-20T09:00');
  const loan = await asked();
  for (const one of await checksOf(loan)) await take(desk, one, 'finish');
  const events = (await owner.get(`loan/${loan.slug}/events`)).json();
  expect(events).toMatchObject([
    { what: 'created' },
    { what: 'ask', who: owner.visitor.name },
    { what: 'grant', who: lifePortal.title, state: 'granted' },
  ]);
  const told = await office.database.query(
    'SELECT subject FROM notifications WHERE account = $1 AND record = (SELECT id FROM records WHERE slug = $2)',
    [owner.visitor.account, loan.slug],
  );
  expect(told).toEqual([{ subject: `asked: ${loan.number}` }]);
});

test('the children of a withdrawn record end with it', async () => {
  at('2026-11-20T09:00');
  const loan = await asked();
  const [first] = await checksOf(loan);
  if (first !== undefined) await take(desk, first, 'finish');
  await take(owner, loan, 'withdraw');
  const states = (await checksOf(loan)).map(({ state }) => state);
  expect(states).toEqual(['done', 'dropped', 'dropped', 'dropped']);
  expect((await checksOf(loan)).every(({ clocks }) => clocks[0]?.state === 'stopped')).toBe(true);
});

test('a clock warns once, is extended once, and lapses', async () => {
  // A Friday morning: three working days end on Wednesday with the office hours.
  at('2026-11-20T09:00');
  const loan = await asked();
  const checks = await checksOf(loan);
  const [small, large] = [checks[0], checks.at(-1)];
  if (small === undefined || large === undefined) throw new Error('no checks');
  expect(small.due).toBe('2026-11-25T09:00:00.000Z');
  expect(small.actions.map(({ name }) => name)).toEqual(['finish', 'pause', 'extend-days']);
  at('2026-11-24T16:59');
  await wake();
  expect(await again(desk, small)).toMatchObject({ version: small.version });
  at('2026-11-24T17:30');
  // Two processes check at the same moment.
  await Promise.all([wake(), wake()]);
  await wake();
  const warned = await again(desk, small);
  expect(warned).toMatchObject({ state: 'open', version: small.version + 1 });
  const extended = await take(desk, warned, 'extend-days');
  expect(extended).toMatchObject({ state: 'open', due: '2026-11-30T09:00:00.000Z' });
  expect(extended.actions.map(({ name }) => name)).toEqual(['finish', 'pause']);
  const refused = await desk.post(
    `check/${small.slug}/extend-days`,
    { input: {} },
    { version: extended.version },
  );
  expect(refused.statusCode).toBe(409);
  at('2026-11-30T17:01');
  await wake();
  const lapsed = await again(desk, small);
  expect(lapsed).toMatchObject({ state: 'late', clocks: [{ state: 'running', lapsed: true }] });
  expect((await desk.get(`check/${small.slug}/events`)).json()).toMatchObject([
    { what: 'created' },
    { what: 'warned', who: lifePortal.title },
    { what: 'extend-days' },
    { what: 'lapse', who: lifePortal.title },
  ]);
  expect(large.due).toBe('2026-12-01T09:00:00.000Z');
  await expectWhole();
});

test('a list by due date has what waits without one next, and then what has ended, the latest first', async () => {
  at('2026-11-02T09:00');
  const [first, second, waiting, large] = await checksOf(await asked());
  await take(desk, waiting!, 'pause');
  await take(desk, first!, 'finish');
  at('2026-11-02T09:05');
  await take(desk, second!, 'finish');
  const expected = [large, waiting, second, first].map((one) => one?.slug);
  const { items } = (await desk.get('check?sort=due&limit=100')).json<{ items: readonly WireRecord[] }>();
  expect(items.map(({ slug }) => slug).filter((slug) => expected.includes(slug))).toEqual(expected);
});

test('a paused clock loses no time', async () => {
  at('2026-11-20T09:00');
  const [check] = await checksOf(await asked());
  if (check === undefined) throw new Error('no check');
  const paused = await take(desk, check, 'pause');
  expect(paused).toMatchObject({ due: null, clocks: [{ state: 'paused' }] });
  at('2026-11-27T09:00');
  await wake();
  const resumed = await take(owner, await again(owner, paused), 'resume');
  expect(resumed).toMatchObject({ state: 'open', due: '2026-12-02T09:00:00.000Z' });
});

test('the clock of a record rests while one below it waits for the owner, and loses no time', async () => {
  at('2026-11-20T09:00');
  const loan = await asked();
  expect(loan).toMatchObject({ due: '2026-12-18T09:00:00.000Z' });
  const [first, second] = await checksOf(loan);
  if (first === undefined || second === undefined) throw new Error('no checks');
  at('2026-11-23T09:00');
  const paused = await take(desk, first, 'pause');
  const resting = await again(owner, loan);
  expect(resting).toMatchObject({ version: loan.version + 1, due: null, clocks: [{ state: 'paused' }] });
  at('2026-11-24T09:00');
  const other = await take(desk, second, 'pause');
  at('2026-11-26T09:00');
  await take(owner, await again(owner, paused), 'resume');
  expect(await again(owner, loan)).toMatchObject({ due: null });
  at('2027-01-04T09:00');
  await wake();
  expect(await again(owner, loan)).toMatchObject({ state: 'asked', due: null });
  await take(owner, await again(owner, other), 'resume');
  // From 23 November to 4 January there were 30 working days.
  expect(await again(owner, loan)).toMatchObject({
    due: '2027-01-29T09:00:00.000Z',
    clocks: [{ state: 'running' }],
  });
  expect((await owner.get(`loan/${loan.slug}/events`)).json()).toMatchObject([
    { what: 'created' },
    { what: 'ask' },
    { what: 'clock-paused', text: 'Clock paused: Whole', who: lifePortal.title },
    { what: 'clock-resumed', text: 'Clock resumed: Whole' },
  ]);
  await expectWhole();
});

test('what a clock that has run out leads to may leave the record where it is, once', async () => {
  at('2026-11-20T09:00');
  const loan = await asked();
  const since = (await again(owner, loan)).since;
  at('2026-12-18T17:01');
  await Promise.all([wake(), wake()]);
  at('2026-12-21T09:00');
  await wake();
  const reminded = await again(owner, loan);
  expect(reminded).toMatchObject({ state: 'asked', since, version: loan.version + 1 });
  const events = (await owner.get(`loan/${loan.slug}/events`)).json();
  expect(events).toMatchObject([
    { what: 'created' },
    { what: 'ask' },
    { what: 'remind', who: lifePortal.title },
  ]);
});

test('a clock counts from an answer as soon as it is given, moves with it, and is over with the day that is shown', async () => {
  at('2027-01-05T09:00');
  const made = await owner.post('berth', { data: { boat: 'Amihan' } });
  expectStatus(made, 201);
  const berth: WireRecord = made.json();
  expect(berth).toMatchObject({ state: 'open', due: null, clocks: [] });
  const say = async (starts_on: string): Promise<WireRecord> => {
    const { version } = await again(owner, berth);
    const answer = await owner.patch(
      `berth/${berth.slug}`,
      { data: { boat: 'Amihan', starts_on } },
      { version },
    );
    expectStatus(answer, 200);
    return answer.json();
  };
  expect(await say('2027-03-10')).toMatchObject({ due: '2027-04-10T16:00:00.000Z' });
  expect(await say('2026-12-31')).toMatchObject({ due: '2027-01-31T16:00:00.000Z' });
  const events = (await owner.get(`berth/${berth.slug}/events`)).json();
  expect(events).toMatchObject([
    { what: 'created' },
    { what: 'saved' },
    { what: 'clock-moved', text: 'Due day changed: Season', who: lifePortal.title },
    { what: 'saved' },
    { what: 'clock-moved' },
  ]);
  // The last day is a Sunday: on the Wednesday before, two working days are left.
  at('2027-01-27T09:00');
  const list = (query: string) => owner.get(`berth${query}`);
  expect(await csvOf(office.desk, owner.visitor, { type: 'berth', list: 'mine' })).toContain(
    'Amihan,2027-01-31\r\n',
  );
  const dueTotal = async (due: string) =>
    (await list(`?list=mine&due=${due}`)).json<{ total: number }>().total;
  expect([await dueTotal('soon'), await dueTotal('today'), await dueTotal('week')]).toEqual([1, 0, 1]);
  at('2027-01-24T09:00');
  expect(await dueTotal('week')).toBe(0);
  at('2027-01-25T09:00');
  expect(await dueTotal('week')).toBe(1);
  at('2027-01-31T23:59');
  expect([await dueTotal('today'), await dueTotal('week'), await dueTotal('late')]).toEqual([1, 1, 0]);
  await wake();
  expect(await again(owner, berth)).toMatchObject({ state: 'open' });
  at('2027-02-01T00:00');
  await wake();
  expect(await again(owner, berth)).toMatchObject({ state: 'over' });
  await expectWhole();
});

async function begin(moment: string) {
  at(moment);
  return owner.post('stall', { data: { reason: 'Ice' } });
}

test('a seasonal record is refused outside its season, in the local time zone', async () => {
  const refused = await begin('2026-11-30T23:59');
  expectStatus(refused, 403);
  expect(refused.json()).toMatchObject({ message: 'Ask for a stall in December.' });
  expectStatus(await begin('2026-12-01T00:01'), 201);
  expectStatus(await begin('2026-12-31T23:59'), 201);
  expectStatus(await begin('2027-01-01T00:01'), 403);
});

test('an expired document ends its record, and a wait closes it', async () => {
  at('2027-01-04T09:00');
  const loan = await asked();
  for (const one of await checksOf(loan)) await take(desk, one, 'finish');
  const granted = await again(owner, loan);
  expect(granted.documents[0]).toMatchObject({ valid_until: '2027-02-03' });
  at('2027-02-03T23:59');
  await wake();
  expect(await again(owner, loan)).toMatchObject({ state: 'granted' });
  at('2027-02-04T00:01');
  await wake();
  expect(await again(owner, loan)).toMatchObject({ state: 'over' });
  const renewed = await take(owner, await again(owner, loan), 'renew');
  expect(renewed).toMatchObject({ state: 'granted' });
  // Of several documents of one step, the last one is the newest.
  const numbers = renewed.documents.map(({ number }) => number ?? '');
  expect(numbers).toEqual(numbers.toSorted().toReversed());
  const { documents } = await again(owner, loan);
  expect(documents.map(({ number }) => number)).toEqual(numbers);
  const stopped = await take(desk, renewed, 'stop');
  expect(stopped.documents.map(({ state }) => state)).toEqual(numbers.map(() => 'suspended'));
  at('2027-03-20T00:01');
  await wake();
  expect(await again(owner, loan)).toMatchObject({ state: 'over' });
  at('2027-04-05T00:02');
  await wake();
  expect(await again(owner, loan)).toMatchObject({ state: 'closed' });
  const left = await office.database.query('SELECT slug FROM records WHERE wake <= $1', [now.toISOString()]);
  expect(left).toEqual([]);
});

test('an account that is chosen gets its part of the record, and no other can be chosen', async () => {
  at('2027-01-04T09:00');
  const loan = await asked();
  for (const one of await checksOf(loan)) await take(desk, one, 'finish');
  const granted = await again(owner, loan);
  expect((await keeper.get(`loan/${loan.slug}`)).statusCode).toBe(404);
  const choices = (await owner.get(`loan/${loan.slug}/entrust/choices?q=watch`)).json();
  expect(choices).toEqual([{ value: expect.any(String), label: keeper.visitor.name }]);
  // It is chosen by any of its memberships.
  const account = keeper.visitor.account;
  await office.database.query("UPDATE accounts SET department = 'desk' WHERE id = $1", [account]);
  await office.database.query("INSERT INTO memberships (account, department) VALUES ($1, 'watch')", [
    account,
  ]);
  expect((await owner.get(`loan/${loan.slug}/entrust/choices?q=watch`)).json()).toEqual(choices);
  const path = `loan/${loan.slug}/entrust`;
  for (const pick of [[], ['nobody'], 'x', [choices[0].value, choices[0].value, 'y']]) {
    const refused = await owner.post(path, { input: { pick } }, { version: granted.version });
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().errors)).toEqual(['pick']);
  }
  await take(owner, granted, 'entrust', { pick: [choices[0].value] });
  expect(await again(keeper, loan)).toMatchObject({ state: 'granted' });
});

test('a new record starts with its owner’s earlier answers; new answers override them', async () => {
  at('2027-01-04T09:00');
  const person = await office.person('member');
  const lines = [{ line: 'hotel', gross: 12 }];
  const first = await person.post('loan', { data: { title: 'Boat', year: 2026, lines } });
  expectStatus(first, 201);
  expect((await person.post('loan', {})).json().data).toEqual({});
  await take(person, first.json(), 'ask');
  for (const one of await checksOf(first.json())) await take(desk, one, 'finish');
  expect((await person.post('loan', {})).json().data).toEqual({ title: 'Boat', lines: [{ line: 'hotel' }] });
  expect((await person.post('loan', { data: { title: 'Tent' } })).json().data).toEqual({ title: 'Tent' });
  expect((await owner.post('loan', {})).json().data).not.toHaveProperty('title', 'Boat');
});
