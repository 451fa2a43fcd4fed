/** Places of a record that others take: never too many, the first of the queue moves up, and many are invited at once. */
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../../engine/config/load.ts';
import type { RecordPage, WireRecord } from '../../../engine/contract/record.ts';
import { createAccount } from '../../../engine/server/accounts/accounts.ts';
import { createRecordDesk } from '../../../engine/server/bootstrap/record-desk.ts';
import { wakeDue } from '../../../engine/server/records/upkeep/wake-due.ts';
import {
  type Browser,
  openBrowser,
  openPortalServer,
  PASSWORD,
  type PortalServer,
} from '../portal-server.ts';

/** A reading evening of the library, with guests who borrow books. */
const files: Readonly<Record<string, string>> = {
  'forms/evening.yaml': `
title: Evening
type: object
required: [title, chairs]
properties:
  title: { type: string, title: Title }
  chairs: { type: integer, title: Chairs, minimum: 1 }
`,
  'records/evening.yaml': `
title: Evening
form: evening
office: owner
parties: { owner: { department: [desk] } }
capacity: { of: guest, places: chairs, state: [comes, came] }
access:
  create: { department: desk }
  below: { department: desk }
  read: { any: [{ office: own }, { children: guest, any: { party: owner } }] }
  update: { office: own }
lists:
  all: { title: Evenings, where: { office: own }, columns: [title, places-taken, places-left, state] }
`,
  'workflows/evening.yaml': `
of: evening
initial: planned
states:
  planned: { title: Planned, waitsFor: office }
  over: { title: Over, final: true }
transitions:
  invite:
    from: planned
    to: planned
    by: { office: own }
    input: { pick: { owners: loan/asked } }
    then: [{ create: guest, forEach: { input: pick } }]
  end: { from: planned, to: over, by: { office: own } }
`,
  'records/guest.yaml': `
title: Guest
parent: evening
office: parent
parties: { owner: { department: [member] } }
access:
  read: { any: [{ party: owner }, { office: own }] }
lists:
  mine: { title: Invitations, where: { party: owner }, columns: [evening.title, state] }
  all: { title: Guests, where: { office: own }, columns: [owner, state], sort: created }
`,
  'workflows/guest.yaml': `
of: guest
initial: invited
states:
  invited: { title: Invited, waitsFor: owner }
  waits: { title: Waits for a chair }
  comes: { title: Comes, tone: good }
  came: { title: Came, tone: good, final: true }
  declined: { title: Declined, final: true }
transitions:
  accept:
    from: invited
    to: { cases: [{ when: { place: free }, value: comes }], else: waits }
    by: { party: owner }
  insist: { from: [invited, waits], to: comes, by: { party: owner } }
  move-up: { from: waits, to: comes, trigger: { place: free } }
  decline: { from: [invited, waits, comes], to: declined, by: { party: owner } }
  arrive: { from: [comes], to: came, by: { office: own }, bulk: true }
`,
};

/** A walk of a few: the first in the queue has a day to accept. */
const walk: Readonly<Record<string, string>> = {
  'records/walk.yaml': `
title: Walk
form: evening
office: desk
capacity: { of: walker, places: chairs, state: [offered, comes] }
access:
  create: { department: desk }
  below: { department: member }
  read: { department: [desk, member] }
`,
  'workflows/walk.yaml': `
of: walk
initial: planned
states:
  planned: { title: Planned, waitsFor: office }
  over: { title: Over, final: true }
transitions:
  end: { from: planned, to: over, by: { office: own } }
`,
  'records/walker.yaml': `
title: Walker
parent: walk
office: parent
parties: { owner: { department: [member] } }
access:
  create: { department: member }
  read: { any: [{ party: owner }, { office: own }] }
lists:
  all: { title: Walkers, where: { office: own }, columns: [owner, state], sort: created }
`,
  'workflows/walker.yaml': `
of: walker
initial: queued
states:
  queued: { title: On the waiting list }
  offered: { title: A place is free, waitsFor: owner }
  comes: { title: Comes, tone: good }
  declined: { title: Declined, final: true }
  lapsed: { title: Not taken in time, final: true }
clocks:
  offer: { title: Time to accept, within: 1 day, starts: offered, stops: [comes, declined, lapsed] }
transitions:
  offer: { from: queued, to: offered, trigger: { place: free } }
  accept: { from: offered, to: comes, by: { party: owner } }
  decline: { from: [queued, offered, comes], to: declined, by: { party: owner } }
  lapse: { from: offered, to: lapsed, trigger: { lapsed: offer } }
`,
};

const members = ['ana', 'ben', 'cleo', 'dan', 'eva', 'fe', 'gil', 'hana'];

let server: PortalServer;
/** Milliseconds by which the portal's clock is ahead. */
let later = 0;
let desk: Browser;
const people: Record<string, Browser> = {};

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'munisipyo-evening-'));
  await cp('tests/fixtures/library', directory, { recursive: true });
  for (const [name, text] of Object.entries({ ...files, ...walk }))
    await writeFile(join(directory, name), text);
  await edit(join(directory, 'forms/loan.yaml'), '\nproperties:\n', (found) =>
    found.concat(
      '  shelves: { type: array, title: Shelves, items: { type: object, properties: { shelf: { type: string, title: Shelf, enum: [sea, sky] } } } }\n',
    ),
  );
  await edit(
    join(directory, 'records/loan.yaml'),
    'filters: [state]',
    () => 'filters: [branch, shelves.shelf]',
  );
  const { portal, diagnostics } = await loadPortal(directory, { proofs: false });
  await rm(directory, { recursive: true });
  if (portal === null) throw new Error(JSON.stringify(diagnostics));
  server = await openPortalServer(portal, {}, () => new Date(Date.now() + later));
  for (const name of members)
    await createAccount(server.database, {
      department: 'member',
      username: `${name}@library.example`,
      name,
      password: PASSWORD,
    });
  desk = await signIn('desk');
  for (const [at, name] of members.entries()) {
    people[name] = await signIn(name);
    // One of them borrows two books; another has only a draft.
    const shelf = at % 2 === 0 ? 'sea' : 'sky';
    await borrow(name, shelf, name !== 'hana');
    if (name === 'ana') await borrow(name, 'sky', true);
  }
});

afterAll(async () => {
  await server?.close();
});

async function edit(path: string, from: string, to: (found: string) => string): Promise<void> {
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to(from)));
}

async function signIn(name: string): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(`${name}@library.example`)).status).toBe(200);
  return browser;
}

function as(name: string): Browser {
  const browser = people[name];
  if (browser === undefined) throw new RangeError(`Nobody is called ${name}.`);
  return browser;
}

async function call<T>(browser: Browser, path: string, body?: unknown, version?: number): Promise<T> {
  const headers = {
    'idempotency-key': randomUUID(),
    ...(version !== undefined && { 'if-match': `"${version}"` }),
  };
  const answer = await browser.send(
    body === undefined ? 'GET' : 'POST',
    path,
    body === undefined ? {} : { body, headers },
  );
  const said = (await answer.json()) as T;
  if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(said)}`);
  return said;
}

async function borrow(name: string, shelf: string, isSent: boolean): Promise<void> {
  const data = { book: 'Atlas', copies: 1, branch: 'harbour', shelves: [{ shelf }] };
  const { slug, version } = await call<WireRecord>(as(name), 'records/loan', { data });
  if (isSent) await call(as(name), `records/loan/${slug}/ask`, {}, version);
}

async function plan(chairs: number): Promise<WireRecord> {
  return call<WireRecord>(desk, 'records/evening', { data: { title: 'Poems', chairs } });
}

async function invite(evening: WireRecord, pick: unknown): Promise<WireRecord> {
  const { version } = await call<WireRecord>(desk, `records/evening/${evening.slug}`);
  return call<WireRecord>(desk, `records/evening/${evening.slug}/invite`, { input: { pick } }, version);
}

async function guests(evening: WireRecord): Promise<RecordPage['items']> {
  return (await call<RecordPage>(desk, `records/guest?list=all&parent=${evening.slug}&limit=100`)).items;
}

async function guestOf(evening: WireRecord, name: string): Promise<WireRecord> {
  const { items } = await call<RecordPage>(as(name), `records/guest?parent=${evening.slug}`);
  return call<WireRecord>(as(name), `records/guest/${items[0]?.slug}`);
}

async function step(evening: WireRecord, name: string, what: string): Promise<WireRecord> {
  const { slug, version } = await guestOf(evening, name);
  return call<WireRecord>(as(name), `records/guest/${slug}/${what}`, {}, version);
}

async function places(evening: WireRecord): Promise<unknown> {
  const { items } = await call<RecordPage>(desk, 'records/evening?list=all');
  return items.find(({ slug }) => slug === evening.slug)?.shown;
}

test('the owners in a list are counted before they are chosen, each once', async () => {
  const evening = await plan(3);
  const count = (query: string) => call(desk, `records/evening/${evening.slug}/invite/owners${query}`);
  expect(evening.office).toBe('desk');
  expect(await count('')).toEqual({ total: 7, had: 0 });
  expect(await count('?shelves.shelf=sky')).toEqual({ total: 4, had: 0 });
  expect(await count('?shelves.shelf=sea&branch=harbour')).toEqual({ total: 4, had: 0 });
  expect(await count('?branch=hill')).toEqual({ total: 0, had: 0 });
  await expect(count('?book=Atlas')).rejects.toThrow(/^Error: 422 .*book|422/);
  await invite(evening, { 'shelves.shelf': 'sea' });
  expect((await guests(evening)).map(({ owner_name }) => owner_name).toSorted()).toEqual([
    'ana',
    'cleo',
    'eva',
    'gil',
  ]);
  expect(await count('')).toEqual({ total: 7, had: 4 });
  await invite(evening, {});
  expect(await guests(evening)).toHaveLength(7);
  await expect(invite(evening, { branch: 'hill' })).rejects.toThrow(/422 .*These filters choose nobody\./);
  await expect(invite(evening, {})).rejects.toThrow(/422 .*was chosen before\./);
  await expect(invite(evening, ['ana'])).rejects.toThrow('422');
});

test('people who accept at the same moment never get more places than there are', async () => {
  const evening = await plan(3);
  await invite(evening, {});
  const seated = await Promise.all(members.slice(0, 7).map((name) => step(evening, name, 'accept')));
  expect(seated.map(({ state }) => state).toSorted()).toEqual([
    'comes',
    'comes',
    'comes',
    'waits',
    'waits',
    'waits',
    'waits',
  ]);
  expect(await places(evening)).toMatchObject({ 'places-taken': 3, 'places-left': 0 });
});

test('the first of the queue moves up when a place becomes free, however it becomes free', async () => {
  const evening = await plan(1);
  await invite(evening, {});
  const outlook = async (name: string) => {
    const { actions, next } = await guestOf(evening, name);
    return [actions.find((one) => one.name === 'accept')?.to, next[0]?.state];
  };
  expect(await outlook('gil')).toEqual(['comes', 'comes']);
  await step(evening, 'gil', 'accept');
  expect(await outlook('ben')).toEqual(['waits', 'waits']);
  for (const name of ['ben', 'fe', 'ana']) await step(evening, name, 'accept');
  const states = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await guests(evening)).map(({ owner_name, state }) => [owner_name ?? '', state]));
  expect(await states()).toMatchObject({ gil: 'comes', ben: 'waits', fe: 'waits', ana: 'waits' });
  await expect(step(evening, 'fe', 'insist')).rejects.toThrow(/409 .*No place is left/);
  await expect(step(evening, 'cleo', 'insist')).rejects.toThrow(/409/);
  await step(evening, 'gil', 'decline');
  expect(await states()).toMatchObject({ gil: 'declined', ben: 'comes', fe: 'waits', ana: 'waits' });
  const { version } = await call<WireRecord>(desk, `records/evening/${evening.slug}`);
  const headers = { 'idempotency-key': randomUUID(), 'if-match': `"${version}"` };
  const answer = await desk.send('PATCH', `records/evening/${evening.slug}`, {
    body: { data: { chairs: 2 } },
    headers,
  });
  expect(answer.status).toBe(200);
  expect(await states()).toMatchObject({ ben: 'comes', fe: 'comes', ana: 'waits' });
  const { slug, version: seen } = await call<WireRecord>(
    desk,
    `records/guest/${(await guestOf(evening, 'ben')).slug}`,
  );
  await call(desk, `records/guest/${slug}/arrive`, {}, seen);
  expect(await states()).toMatchObject({ ben: 'came', fe: 'comes', ana: 'waits' });
  expect(await places(evening)).toMatchObject({ 'places-taken': 2, 'places-left': 0 });
});

test('the first in the queue has a deadline to accept; then the place goes to the next', async () => {
  const { slug } = await call<WireRecord>(desk, 'records/walk', {
    data: { title: 'Along the river', chairs: 2 },
  });
  const joined = await Promise.all(
    members.slice(0, 5).map((name) => call<WireRecord>(as(name), 'records/walker', { parent: slug })),
  );
  const walkers = async () =>
    (await call<RecordPage>(desk, `records/walker?list=all&parent=${slug}&limit=100`)).items;
  const inState = async (state: string) =>
    (await walkers()).filter((one) => one.state === state).map(({ owner_name }) => owner_name ?? '');
  // However many join at the same moment, no more are asked than there are places.
  expect(joined).toHaveLength(5);
  const [first = '', second = ''] = await inState('offered');
  expect(await inState('offered')).toEqual([first, second]);
  const queue = await inState('queued');
  expect(queue).toHaveLength(3);
  const own = await call<RecordPage>(as(first), `records/walker?parent=${slug}`);
  const offered = await call<WireRecord>(as(first), `records/walker/${own.items[0]?.slug}`);
  expect(offered.clocks).toMatchObject([{ name: 'offer', state: 'running', lapsed: false }]);
  await call(as(first), `records/walker/${offered.slug}/accept`, {}, offered.version);
  later = 2 * 24 * 60 * 60 * 1000;
  expect((await wakeDue(createRecordDesk(server.application))).faults).toEqual([]);
  expect(await inState('comes')).toEqual([first]);
  expect(await inState('lapsed')).toEqual([second]);
  const [next = '', ...others] = await inState('offered');
  expect(others).toEqual([]);
  expect(queue).toContain(next);
  expect((await inState('queued')).toSorted()).toEqual(queue.filter((one) => one !== next).toSorted());
});
