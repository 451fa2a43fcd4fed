/** Appointments over the real database: free slots, who gets the last one, what a move and a cancellation free. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compilePortal } from '../../../engine/config/compile.ts';
import { readFiles } from '../../../engine/config/read-files.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { WireRecord, WireRow } from '../../../engine/contract/record.ts';
import type { WireSlot } from '../../../engine/contract/calendar.ts';
import { expectStatus, openOffice } from './office.ts';
import type { Caller, Office } from './office.ts';

const overlay = new Map([
  [
    'calendar/days.yaml',
    `working: [mon, tue, wed, thu, fri]
officeHours: { from: '08:00', to: '17:00' }
holidays:
  - { title: Founders' Day, day: 2026-11-30 }
`,
  ],
  [
    'calendar/counter.yaml',
    `title: Times at the counter
perOffice: true
days: [mon, tue, wed, thu, fri]
times:
  - { from: '09:00', to: '11:00', each: 1 hour }
capacity: { office: counters }
notice: 1 working day
ahead: 90 days
`,
  ],
  [
    'workflows/loan.yaml',
    `of: loan
initial: draft
states:
  draft: { title: Draft, waitsFor: owner }
  asked: { title: Asked for, tone: info, waitsFor: office }
  set: { title: Time set, tone: info, waitsFor: office }
  lent: { title: Lent, tone: good, settled: true }
  returned: { title: Brought back, tone: good, final: true }
transitions:
  ask: { from: draft, to: asked, by: { party: owner }, needs: [{ form: complete }] }
  book: { from: asked, to: set, by: { any: [{ party: owner }, { department: desk, unit: any }] }, books: counter }
  move: { from: set, to: set, by: { party: owner }, books: counter }
  cancel: { from: set, to: asked, by: { party: owner } }
  lend: { from: set, to: lent, by: { department: desk, unit: any }, keeps: true }
  bring-back: { from: lent, to: returned, by: { department: desk, unit: any } }
`,
  ],
  [
    'records/loan.yaml',
    `title: Loan
form: loan
parties:
  owner: { department: member }
office: desk
unit: { field: branch }
access:
  create: { department: member }
  read: { any: [{ party: owner }, { department: [desk, director], unit: any }] }
  update: { party: owner }
lists:
  mine: { title: My loans, where: { party: owner }, columns: [state], sort: -created, empty: None. }
  asked: { title: Requests, where: { state: [asked, set] }, columns: [booking, state], sort: booking, empty: None. }
`,
  ],
]);

function library(): Portal {
  const found = readFiles('tests/fixtures/library').files;
  const kept = found.filter(({ name }) => !overlay.has(name));
  const laid = [...overlay].map(([name, text]) => ({ path: `config/${name}`, name, text }));
  const files = [...kept, ...laid].map((file) =>
    file.name === 'departments/desk.yaml'
      ? { ...file, text: `${file.text}  counters: 2\nunits: branch\n` }
      : file,
  );
  const { portal, diagnostics } = compilePortal(files, { proofs: false });
  if (portal === null) throw new Error(JSON.stringify(diagnostics));
  return portal;
}

// Friday, 10 a.m. in the library; Monday is a holiday.
const now = new Date('2026-11-27T02:00:00.000Z');
const tuesday = ['2026-12-01T01:00:00.000Z', '2026-12-01T02:00:00.000Z'] as const;

let office: Office;
let member: Caller;
let desk: Caller;

beforeAll(async () => {
  const portal = { ...library(), timeZone: 'Asia/Manila' };
  office = await openOffice(portal, undefined, { now: () => now });
  member = await office.person('member');
  desk = await office.person('desk');
});
afterAll(() => office.end());

async function loan(branch = 'harbour'): Promise<WireRecord> {
  const data = { book: 'Atlas', copies: 1, branch, is_student: false };
  const made = await member.post('loan', { data });
  expectStatus(made, 201);
  return take(made.json(), 'ask');
}

async function take(record: WireRecord, name: string, input = {}, who = member): Promise<WireRecord> {
  const answer = await who.post(`loan/${record.slug}/${name}`, { input }, { version: record.version });
  expectStatus(answer, 200);
  return answer.json();
}

async function freeAt(record: WireRecord, name: string): Promise<(number | undefined)[]> {
  const answer = await member.get(`loan/${record.slug}/${name}/slots?from=2026-12-01&days=1`);
  expectStatus(answer, 200);
  const slots = answer.json<WireSlot[]>();
  return tuesday.map((from) => slots.find((one) => one.from === from)?.free);
}

async function freeOn(date: string, { slug }: WireRecord): Promise<number | undefined> {
  const answer = await member.get(`loan/${slug}/book/slots?from=${date}&days=1`);
  return answer.json<WireSlot[]>()[0]?.free;
}

test('offers the slots from the first bookable day on, and none on a holiday', async () => {
  const record = await loan();
  const answer = await member.get(`loan/${record.slug}/book/slots?days=5`);
  expectStatus(answer, 200);
  const slots = answer.json<WireSlot[]>();
  expect(slots[0]).toEqual({ from: tuesday[0], to: tuesday[1], free: 2 });
  expect(slots).toHaveLength(8);
  expectStatus(await member.get(`loan/${record.slug}/book/slots?from=2026-02-30`), 422);
  expectStatus(await member.get(`loan/${record.slug}/book/slots?days=1000`), 422);
  expectStatus(await member.get(`loan/${record.slug}/ask/slots`), 404);
});

test('books no day that lies further ahead than the calendar says', async () => {
  const record = await loan();
  const at = async (from: string) =>
    (await member.get(`loan/${record.slug}/book/slots?from=${from}&days=31`)).json<WireSlot[]>();
  const last = (await at('2027-02-01')).at(-1)?.from ?? '';
  expect(last.slice(0, 10)).toBe('2027-02-25');
  expect(await at('2031-01-06')).toEqual([]);
  const late = await member.post(
    `loan/${record.slug}/book`,
    { input: { slot: '2031-01-06T01:00:00.000Z' } },
    { version: record.version },
  );
  expectStatus(late, 422);
  expect(late.json().errors.slot).toEqual(['This is too far ahead. Choose an earlier time.']);
});

test('shows slots to nobody who may not take the step', async () => {
  const record = await loan();
  const other = await office.person('member');
  expect((await other.get(`loan/${record.slug}/book/slots`)).statusCode).toBe(404);
  expect((await office.stranger.get(`loan/${record.slug}/book/slots`)).statusCode).toBe(401);
  const booked = await take(record, 'book', { slot: tuesday[0] }, desk);
  expect((await desk.get(`loan/${record.slug}/move/slots`)).statusCode).toBe(403);
  await take(booked, 'cancel');
});

test.each([
  [{}, /time/],
  [{ slot: 'soon' }, /time/],
  [{ slot: '2026-11-26T01:00:00.000Z' }, /past/],
  [{ slot: '2026-11-27T02:30:00.000Z' }, /.+/],
  [{ slot: '2026-11-30T01:00:00.000Z' }, /Founders' Day/],
  [{ slot: '2026-12-01T01:30:00.000Z' }, /begins/],
])('refuses %j by name of the field', async (input, said) => {
  const record = await loan();
  const answer = await member.post(`loan/${record.slug}/book`, { input }, { version: record.version });
  expectStatus(answer, 422);
  expect(answer.json().errors.slot[0]).toMatch(said);
});

test('books, moves, cancels: each frees what it leaves', async () => {
  const booked = await take(await loan(), 'book', { slot: tuesday[0] });
  expect(booked).toMatchObject({
    state: 'set',
    booking: { calendar: 'counter', office: 'desk', from: tuesday[0], to: tuesday[1] },
  });
  const other = await loan();
  expect(await freeAt(other, 'book')).toEqual([1, 2]);
  // The user's own appointment does not block them.
  expect(await freeAt(booked, 'move')).toEqual([2, 2]);
  const moved = await take(booked, 'move', { slot: tuesday[1] });
  expect(moved).toMatchObject({ state: 'set', booking: { from: tuesday[1] } });
  expect(await freeAt(other, 'book')).toEqual([2, 1]);
  const events = (await member.get(`loan/${moved.slug}/events`)).json<
    { text: string; remark: string | null }[]
  >();
  expect(events.slice(-2).map(({ text, remark }) => [text, remark])).toEqual([
    ['Book: 1 December 2026, 09:00', null],
    ['Move: 1 December 2026, 10:00', null],
  ]);
  const cancelled = await take(moved, 'cancel');
  expect(cancelled).toMatchObject({ state: 'asked', booking: null });
  expect(await freeAt(other, 'book')).toEqual([2, 2]);
});

test('keeps the slot where the step says so, and frees it at the next', async () => {
  const booked = await take(await loan(), 'book', { slot: tuesday[0] });
  const lent = await take(booked, 'lend', {}, desk);
  expect(lent.booking).toMatchObject({ from: tuesday[0] });
  const other = await loan();
  expect(await freeAt(other, 'book')).toEqual([1, 2]);
  const back = await take(lent, 'bring-back', {}, desk);
  expect(back.booking).toBeNull();
  expect(await freeAt(other, 'book')).toEqual([2, 2]);
});

test('gives two places to two of twelve who ask at the same moment, and tells the others', async () => {
  const slot = '2026-12-04T01:00:00.000Z';
  const loans = await Promise.all(Array.from({ length: 12 }, () => loan()));
  const answers = await Promise.all(
    loans.map(({ slug, version }) => member.post(`loan/${slug}/book`, { input: { slot } }, { version })),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(statuses.filter((status) => status === 422)).toHaveLength(10);
  const refused = answers.find(({ statusCode }) => statusCode === 422);
  expect(refused?.json().errors.slot[0]).toMatch(/taken/);
  const listed = await desk.get('loan?list=asked&booked=2026-12-04');
  expectStatus(listed, 200);
  expect(listed.json().items.map(({ booking }: WireRecord) => booking?.from)).toEqual([slot, slot]);
  expect((await desk.get('loan?list=asked&booked=2026-12-03')).json().total).toBe(0);
  expectStatus(await desk.get('loan?list=asked&booked=someday'), 422);
});

test('gives each unit of an office places of its own in the same slot', async () => {
  const slot = '2026-12-11T01:00:00.000Z';
  const branches = ['harbour', 'hill', 'harbour', 'hill', 'harbour', 'hill'];
  const loans = await Promise.all(branches.map(loan));
  const [harbour, hill, third] = loans as [WireRecord, WireRecord, WireRecord];
  await take(harbour, 'book', { slot });
  expect([await freeOn('2026-12-11', hill), await freeOn('2026-12-11', third)]).toEqual([2, 1]);
  const others = loans.slice(1);
  const answers = await Promise.all(
    others.map(({ slug, version }) => member.post(`loan/${slug}/book`, { input: { slot } }, { version })),
  );
  const booked = (branch: string) =>
    answers.filter((one, at) => one.statusCode === 200 && branches[at + 1] === branch).length;
  expect([booked('harbour'), booked('hill')]).toEqual([1, 2]);
});

test('lists what is booked in its order, and what is not behind it', async () => {
  const later = await take(await loan(), 'book', { slot: '2026-12-09T02:00:00.000Z' });
  const sooner = await take(await loan(), 'book', { slot: '2026-12-09T01:00:00.000Z' });
  const items: WireRow[] = (await desk.get('loan?list=asked&limit=100')).json().items;
  const at = (slug: string): number => items.findIndex((one) => one.slug === slug);
  expect(at(sooner.slug)).toBeLessThan(at(later.slug));
  expect(items.at(-1)?.booking).toBeNull();
});
