/** The main course over the real database: file an order, clear it, return a checklist once, approve it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord, WireRow } from '../../../engine/contract/record.ts';
import { expectStatus, openOffice } from './office.ts';
import type { Caller, Office } from './office.ts';
import { portal } from './portal.ts';

let office: Office;
let member: Caller;
let coast: Caller;
let desk: Caller;

beforeAll(async () => {
  office = await openOffice(portal);
  member = await office.person('member');
  coast = await office.person('coast');
  desk = await office.person('desk');
});
afterAll(() => office.end());

const order = (title: string, line = 'hotel') => ({ title, year: 2026, lines: [{ line, gross: 10.5 }] });

async function begin(data: object): Promise<WireRecord> {
  const answer = await member.post('order', { data });
  expectStatus(answer, 201);
  return answer.json();
}

async function take(who: Caller, record: WireRecord, name: string, input = {}): Promise<WireRecord> {
  const answer = await who.post(
    `${record.type}/${record.slug}/${name}`,
    { input },
    { version: record.version },
  );
  expectStatus(answer, 200);
  return answer.json();
}

async function listed(who: Caller, query: string): Promise<WireRow[]> {
  const answer = await who.get(query);
  expectStatus(answer, 200);
  return answer.json().items;
}

/** What the file module of the server does with an upload. */
async function fileItem(record: WireRecord, item: string): Promise<void> {
  const filed = {
    state: 'filed',
    remark: null,
    files: [{ id: 'f', name: 'a.pdf', type: 'application/pdf', bytes: 1 }],
  };
  await office.database.query(
    'UPDATE records SET items = items || jsonb_build_object($2::text, $3::jsonb) WHERE slug = $1',
    [record.slug, item, JSON.stringify(filed)],
  );
}

async function review(who: Caller, record: WireRecord, item: string, verdict: object): Promise<WireRecord> {
  const answer = await who.post(`${record.type}/${record.slug}/items/${item}`, verdict, {
    version: record.version,
  });
  expectStatus(answer, 200);
  return answer.json();
}

const unmetOf = ({ actions }: WireRecord) => actions.find(({ name }) => name === 'approve')?.unmet;

test('an order is created incomplete, filled in and filed, and creates the clearances and checklists that apply', async () => {
  const draft = await begin({ title: 'First' });
  expect(draft).toMatchObject({ state: 'draft', version: 1, number: null, editable: true });
  const early = await member.post(`order/${draft.slug}/submit`, { input: {} }, { version: 1 });
  expect(early.statusCode).toBe(422);
  expect(Object.keys(early.json().errors).sort()).toEqual(['lines', 'year']);
  const saved = await member.patch(`order/${draft.slug}`, { data: order('First') }, { version: '"1"' });
  expect(saved.json()).toMatchObject({ version: 2, data: order('First') });
  const sent = await take(member, saved.json(), 'submit');
  expect(sent).toMatchObject({ state: 'in-clearance', version: 3, editable: false });
  expect(sent.number).toMatch(/^OR-\d{4}-0001$/);
  const clearances = await listed(member, `clearance?list=of-order&parent=${draft.slug}`);
  expect(clearances.map(({ kind, office: of, state }) => [kind, of, state])).toEqual([
    ['branches/coast', 'coast', 'requested'],
  ]);
  const checklists = await listed(member, `checklist?parent=${clearances[0]?.slug}`);
  expect(checklists).toMatchObject([{ kind: 'rooms/lodging', office: 'coast', state: 'open' }]);
});

test('a checklist is filed, returned once with a remark, sent again and approved, and both see it in their lists', async () => {
  const draft = await begin(order('Second'));
  await take(member, draft, 'submit');
  const [clearance] = await listed(member, `clearance?parent=${draft.slug}`);
  const [open] = await listed(member, `checklist?parent=${clearance?.slug}`);
  if (open === undefined || clearance === undefined) throw new Error('nothing was made');
  expect(open.shown).toEqual({ 'order.title': 'Second' });
  const whole = (await member.get(`checklist/${open.slug}`)).json<WireRecord>();
  expect(whole.shown).toEqual({ order_title: 'Second', 'order.title': 'Second' });
  const empty = await member.post(`checklist/${open.slug}/submit`, { input: {} }, { version: 1 });
  expect(Object.keys(empty.json().errors).sort()).toEqual(['items.plan', 'rooms']);
  const filled = await member.patch(`checklist/${open.slug}`, { data: { rooms: 4 } }, { version: 1 });
  expectStatus(filled, 200);
  await fileItem(whole, 'plan');
  expect(
    (await coast.post(`checklist/${open.slug}/items/plan`, { state: 'accepted' }, { version: 2 })).statusCode,
  ).toBe(403);
  const filed = await take(member, filled.json(), 'submit');
  expect((await listed(coast, 'checklist?list=office&state=filed')).map(({ slug }) => slug)).toContain(
    open.slug,
  );
  const wordless = await coast.post(
    `checklist/${open.slug}/items/plan`,
    { state: 'returned' },
    { version: filed.version },
  );
  expect(wordless.json()).toMatchObject({ errors: { remark: ['Enter a reason.'] } });
  const noted = await review(coast, filed, 'plan', { state: 'returned', remark: 'Not readable.' });
  const back = await take(coast, noted, 'return');
  expect(back.state).toBe('returned');
  const mine = (await member.get(`checklist/${open.slug}`)).json<WireRecord>();
  expect(mine.items.map(({ id, state, editable }) => [id, state, editable])).toEqual([
    ['plan', 'returned', true],
    ['extra', 'missing', true],
    ['seen', 'missing', false],
  ]);
  const again = await member.post(`checklist/${open.slug}/submit`, {}, { version: mine.version });
  expect(Object.keys(again.json().errors)).toEqual(['items.plan']);
  await fileItem(whole, 'plan');
  const resent = await take(member, mine, 'submit');
  const accepted = await review(coast, resent, 'plan', { state: 'accepted' });
  const unseen = await coast.post(`checklist/${open.slug}/approve`, {}, { version: accepted.version });
  expect(Object.keys(unseen.json().errors)).toEqual(['items.seen']);
  // Who opens the step reads it before they press.
  expect(unmetOf(accepted)).toEqual(unseen.json().errors);
  const seen = await review(coast, accepted, 'seen', { state: 'accepted' });
  expect(unmetOf(seen)).toBeUndefined();
  const approved = await take(coast, seen, 'approve');
  expect(approved).toMatchObject({ state: 'accepted', actions: [], review: { accept: false, waive: false } });
  const history = (await member.get(`checklist/${open.slug}/events`)).json<
    { what: string; remark: string | null }[]
  >();
  expect(history.map(({ what }) => what)).toEqual([
    'created',
    'saved',
    'submit',
    'item',
    'return',
    'submit',
    'item',
    'item',
    'approve',
  ]);
  expect(history.find(({ remark }) => remark !== null)).toMatchObject({
    remark: 'Not readable.',
    text: 'plan: returned',
    who: coast.visitor.name,
  });
});

test('a draft is its owner’s alone, and other records are not there for those who may not read them', async () => {
  const draft = await begin(order('Private'));
  const other = await office.person('member');
  for (const who of [desk, coast, other]) {
    expect((await who.get(`order/${draft.slug}`)).statusCode).toBe(404);
    expect((await who.patch(`order/${draft.slug}`, { data: {} }, { version: 1 })).statusCode).toBe(404);
    expect((await who.post(`order/${draft.slug}/submit`, {}, { version: 1 })).statusCode).toBe(404);
  }
  expect((await office.stranger.get(`order/${draft.slug}`)).statusCode).toBe(401);
  await take(member, draft, 'submit');
  expect((await desk.get(`order/${draft.slug}`)).statusCode).toBe(200);
  expect((await other.get(`order/${draft.slug}`)).statusCode).toBe(404);
  const hill = await office.person('hill');
  expect((await hill.get(`order/${draft.slug}`)).statusCode).toBe(404);
  expect((await coast.get(`order/${draft.slug}`)).statusCode).toBe(200);
  expect((await coast.post(`order/${draft.slug}/withdraw`, {}, { version: 2 })).statusCode).toBe(403);
});

test('a summary, a public view and a field with a rule of its own show no more than they say', async () => {
  const draft = await begin({ ...order('Open House'), secret: 'hush' });
  const sent = await take(member, draft, 'submit');
  const watch = await office.person('watch');
  const summary = (await watch.get(`order/${draft.slug}`)).json<WireRecord>();
  expect(summary).toMatchObject({
    number: sent.number,
    data: { title: 'Open House' },
    owner: null,
    actions: [],
  });
  expect(Object.keys(summary.data)).toEqual(['title']);
  expect((await watch.patch(`order/${draft.slug}`, { data: {} }, { version: 2 })).statusCode).toBe(403);
  expect((await watch.get(`order/${draft.slug}/events`)).statusCode).toBe(403);
  expect((await coast.get(`order/${draft.slug}`)).json<WireRecord>().data).not.toHaveProperty('secret');
  expect((await member.get(`order/${draft.slug}`)).json<WireRecord>().data).toHaveProperty('secret');
  expect((await office.stranger.get(`order/${draft.slug}`)).statusCode).toBe(401);
  await take(member, sent, 'withdraw');
  const open = await office.stranger.get(`order/${draft.slug}`);
  expect(open.statusCode).toBe(200);
  expect(open.json()).toMatchObject({
    state: 'withdrawn',
    view: 'public',
    data: { title: 'O••• H••••' },
    kind: null,
  });
  expect(await listed(watch, `order?q=house`)).toEqual([]);
});

test('a retry is answered with the first answer, another body is refused, and nothing is made twice', async () => {
  const key = randomUUID();
  const body = { data: order('Once') };
  const [first, retry] = [
    await member.post('order', body, { key }),
    await member.post('order', body, { key }),
  ];
  expect([first.statusCode, retry.statusCode]).toEqual([201, 201]);
  expect(retry.json()).toEqual(first.json());
  expect(retry.headers['location']).toBe(`/api/v1/records/order/${first.json().slug}`);
  expect(retry.headers['etag']).toBe('"1"');
  expect((await member.post('order', { data: order('Other') }, { key })).statusCode).toBe(422);
  expect((await desk.post('order', body, { key })).statusCode).toBe(403);
  const path = `order/${first.json().slug}`;
  const change = randomUUID();
  const one = await member.patch(path, { data: { year: 2027 } }, { version: 1, key: change });
  const two = await member.patch(path, { data: { year: 2027 } }, { version: 1, key: change });
  expect([one.statusCode, two.statusCode, two.json().version]).toEqual([200, 200, 2]);
  expect((await member.patch(path, { data: { year: 2028 } }, { version: 1 })).statusCode).toBe(409);
});

test('a refusal is an answer too: a retry gets it again, and another body is refused', async () => {
  const [key, filing] = [randomUUID(), randomUUID()];
  const wrong = { data: { year: 'next' } };
  const [first, retry] = [
    await member.post('order', wrong, { key }),
    await member.post('order', wrong, { key }),
  ];
  expect([first.statusCode, retry.statusCode]).toEqual([422, 422]);
  expect(retry.json()).toEqual(first.json());
  expect((await member.post('order', { data: order('Right') }, { key })).json().errors).toHaveProperty(
    'Idempotency-Key',
  );
  const draft = await begin({});
  const submit = (version: number, more = filing) =>
    member.post(`order/${draft.slug}/submit`, {}, { version, key: more });
  const refused = await submit(1);
  expect(refused.statusCode).toBe(422);
  await member.patch(`order/${draft.slug}`, { data: order('Filled in') }, { version: 1 });
  expect((await submit(2)).json()).toEqual(refused.json());
  expect((await submit(2, randomUUID())).statusCode).toBe(200);
});

test('a call that was not understood leaves its key free', async () => {
  const draft = await begin(order('Key'));
  const key = randomUUID();
  const change = (version?: string) =>
    member.patch(`order/${draft.slug}`, { data: { year: 2027 } }, { key, ...(version && { version }) });
  expect((await change()).statusCode).toBe(428);
  expect((await change('x')).statusCode).toBe(400);
  expect((await change('1')).statusCode).toBe(200);
});

test('somebody who is signed out is asked to sign in before anything else', async () => {
  for (const path of ['order', 'clearance', 'nothing']) {
    expect((await office.stranger.post(path, {}, { key: null })).statusCode).toBe(401);
  }
});

test('what a change needs is asked for: a key, a version, and the newest one', async () => {
  const draft = await begin(order('Headers'));
  const path = `order/${draft.slug}`;
  // Also if the body could not be used.
  for (const body of [{ data: {} }, { data: 5 }, [], { more: 1 }])
    expect((await member.post('order', body, { key: null })).statusCode).toBe(400);
  expect((await member.patch(path, { data: {} }, { key: null, version: 1 })).statusCode).toBe(400);
  expect((await member.patch(path, { data: {} })).statusCode).toBe(428);
  expect((await member.post(`${path}/submit`, {})).statusCode).toBe(428);
  for (const version of ['1', '"2"', 'W/"3"']) {
    expect((await member.patch(path, { data: { year: 2030 } }, { version })).statusCode).toBe(200);
  }
  const stale = await member.patch(path, { data: { year: 2031 } }, { version: 2 });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({ slug: draft.slug, version: 4, data: { year: 2030 } });
});

test('of transitions taken at the same moment one wins', async () => {
  const draft = await begin(order('Race'));
  const names = ['submit', 'withdraw', 'submit', 'submit'];
  const answers = await Promise.all(
    names.map((name) => member.post(`order/${draft.slug}/${name}`, {}, { version: 1 })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
  const events = await office.database.query(
    'SELECT e.version FROM events e JOIN records r ON r.id = e.record WHERE r.slug = $1',
    [draft.slug],
  );
  expect(events).toHaveLength(2);
});

test('of retries that run at the same moment one works', async () => {
  const key = randomUUID();
  const body = { data: order('Twins') };
  const answers = await Promise.all([1, 2, 3, 4].map(() => member.post('order', body, { key })));
  expect(answers.filter(({ statusCode }) => statusCode === 201).length).toBeGreaterThan(0);
  expect(answers.filter(({ statusCode }) => ![201, 409].includes(statusCode))).toEqual([]);
  expect(await listed(member, 'order?q=twins')).toHaveLength(1);
});

test('two orders alike cannot both be filed, but drafts do not count', async () => {
  const [one, two] = [await begin(order('Same')), await begin(order('Same'))];
  const sent = await take(member, one, 'submit');
  const double = await member.post(`order/${two.slug}/submit`, {}, { version: 1 });
  expect(double.statusCode).toBe(422);
  expect(Object.keys(double.json().errors)).toEqual(['title']);
  await take(member, sent, 'withdraw');
  await take(member, two, 'submit');
});

test('answers of a transition are asked by its form and kept where it says so', async () => {
  const draft = await begin(order('Reasons'));
  const sent = await take(member, draft, 'hand-in');
  const path = `order/${draft.slug}/reject`;
  expect((await desk.post(path, { input: {} }, { version: 2 })).json()).toMatchObject({
    errors: { reason: [expect.any(String)] },
  });
  expect((await desk.post(path, { input: { reason: 'x', more: 1 } }, { version: 2 })).statusCode).toBe(422);
  const rejected = await take(desk, sent, 'reject', { reason: 'No room.' });
  expect(rejected).toMatchObject({ state: 'withdrawn', data: { reject: { reason: 'No room.' } } });
  expect((await desk.post(path, { input: { reason: 'x' } }, { version: 3 })).statusCode).toBe(409);
});

test('an office fills in only what is its own, and the owner nothing of it', async () => {
  const draft = await begin(order('Fees'));
  const own = await member.patch(`order/${draft.slug}`, { data: { fee: '10.00' } }, { version: 1 });
  expect(own.json()).toMatchObject({ errors: { fee: [expect.any(String)] } });
  await take(member, draft, 'hand-in');
  const path = `order/${draft.slug}`;
  expect((await desk.patch(path, { data: { title: 'Mine' } }, { version: 2 })).statusCode).toBe(422);
  expect((await desk.patch(path, { data: { fee: '10.00' } }, { version: 2 })).statusCode).toBe(200);
  expect((await member.patch(path, { data: { title: 'Late' } }, { version: 3 })).statusCode).toBe(403);
});

test('users create only allowed records, below their own', async () => {
  const draft = await begin(order('Mine'));
  const other = await office.person('member');
  expect(
    (await member.post('clearance', { data: {}, parent: draft.slug })).statusCode,
  ).toBeGreaterThanOrEqual(400);
  expect((await member.post('nothing', { data: {} })).statusCode).toBe(404);
  expect((await desk.post('order', { data: {} })).statusCode).toBe(403);
  expect((await office.stranger.post('order', { data: {} })).statusCode).toBe(401);
  expect((await member.post('order', { data: {}, parent: draft.slug })).statusCode).toBe(422);
  expect((await member.post('note', { data: {}, parent: draft.slug })).statusCode).toBe(201);
  expect((await member.post('note', { data: {} })).statusCode).toBe(422);
  expect((await other.post('note', { data: {}, parent: draft.slug })).statusCode).toBe(404);
});

test('a registration opens the account in the same step, and keeps no password', async () => {
  const data = { email: 'ana@x.example', name: 'Ana', password: 'kettle ladder cloud' };
  const short = await office.stranger.post('profile', { data: { ...data, password: 'short' } });
  expect(short.json()).toMatchObject({ errors: { password: [expect.any(String)] } });
  const made = await office.stranger.post('profile', { data });
  expectStatus(made, 202);
  expect(made.json()).toEqual({});
  const again = await office.stranger.post('profile', { data });
  expect([again.statusCode, again.json()]).toEqual([202, {}]);
  expect(await office.database.query("SELECT 1 FROM accounts WHERE username = 'ana@x.example'")).toHaveLength(
    1,
  );
  const kept = await office.database.query(
    'SELECT data, (SELECT json_agg(e) FROM events e) AS e, (SELECT json_agg(i) FROM idempotency i) AS i FROM records',
  );
  expect(JSON.stringify(kept)).not.toContain('long enough');
  expect((await member.post('profile', { data })).statusCode).toBe(403);
});
