/** Messages between people and offices: who writes to whom, who reads them, and that nobody else does. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import type { WireThread, WireThreads } from '../../engine/contract/threads.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { mailUnreadThreads } from '../../engine/server/threads/mail-unread.ts';
import { type Browser, openBrowser, openPortalServer, PASSWORD, type PortalServer } from './portal-server.ts';

let now = new Date('2026-03-02T09:00:00Z');
let server: PortalServer;
let [member, other, desk, director]: Browser[] = [];

beforeAll(async () => {
  const { portal } = await loadPortal('tests/fixtures/library', { proofs: false });
  server = await openPortalServer(portal ?? undefined, {}, () => now);
  const account = {
    department: 'member',
    username: 'other@library.example',
    name: 'Olga',
    password: PASSWORD,
  };
  await createAccount(server.database, account);
  [member, other, desk, director] = await Promise.all(
    ['member', 'other', 'desk', 'director'].map((name) => signIn(`${name}@library.example`)),
  );
});
afterAll(() => server?.close());

async function signIn(username: string): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(username)).status).toBe(200);
  return browser;
}

async function read<T>(browser: Browser | undefined, path: string): Promise<T> {
  const answer = await browser!.send('GET', path);
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

/** @returns the status, and the answer */
async function post(
  browser: Browser | undefined,
  path: string,
  body: object,
  more: Record<string, string> = {},
) {
  const headers = { 'idempotency-key': randomUUID(), ...more };
  const answer = await browser!.send('POST', path, { body, headers });
  return { status: answer.status, answer: (await answer.json()) as { slug: string; errors?: object } };
}

const subjects = async (browser: Browser | undefined, query = '') =>
  (await read<WireThreads>(browser, `threads${query}`)).items.map(({ subject }) => subject);
const unread = async (browser: Browser | undefined) =>
  (await read<{ unread: number }>(browser, 'threads/unread')).unread;
const addresses = async (browser: Browser | undefined, query = '') =>
  (await read<{ items: { to: string }[] }>(browser, `threads/addresses${query}`)).items.map(({ to }) => to);

async function loan(): Promise<string> {
  const data = { book: 'Atlas', copies: 1, branch: 'harbour', is_student: false };
  return (await post(member, 'records/loan', { data })).answer.slug;
}

test('an office answers as the office, and the unread count of each side moves', async () => {
  const begun = await post(member, 'threads', {
    to: 'desk',
    subject: 'Opening hours',
    text: 'Are you open on Sunday?',
  });
  expect(begun.status).toBe(201);
  const path = `threads/${begun.answer.slug}`;
  expect([await unread(member), await unread(desk), await unread(director)]).toEqual([0, 1, 0]);
  expect((await read<{ unread_messages: number }>(desk, 'user')).unread_messages).toBe(1);
  expect((await post(desk, `${path}/messages`, { text: 'No, we are closed.' })).status).toBe(201);
  expect([await unread(member), await unread(desk)]).toEqual([1, 0]);
  const thread = await read<WireThread>(member, path);
  expect(thread).toMatchObject({ with: 'Lending desk', unread: true, record: null });
  expect(thread.messages.map(({ own, office, text }) => [own, office, text])).toEqual([
    [true, null, 'Are you open on Sunday?'],
    [false, 'Lending desk', 'No, we are closed.'],
  ]);
  const marked = await member!.send('POST', `${path}/read`, { body: { number: 2 } });
  expect(await marked.json()).toEqual({ unread: 0 });
});

test('nobody else reads a thread, answers in it or finds it', async () => {
  const { answer } = await post(member, 'threads', {
    to: 'desk',
    subject: 'Lost card',
    text: 'Mine is gone.',
  });
  expect(await subjects(desk, '?q=lost')).toEqual(['Lost card']);
  expect(await subjects(desk, '?q=gon%20los')).toEqual(['Lost card']);
  expect(await subjects(desk, "?q='%26%7C!*:")).toContain('Lost card');
  for (const stranger of [other, director]) {
    expect(await subjects(stranger, '?q=lost')).toEqual([]);
    expect((await stranger!.send('GET', `threads/${answer.slug}`)).status).toBe(404);
    expect((await post(stranger, `threads/${answer.slug}/messages`, { text: 'Hello' })).status).toBe(404);
    const mark = await stranger!.send('POST', `threads/${answer.slug}/read`, { body: { number: 1 } });
    expect(mark.status).toBe(404);
  }
  expect((await fetch(`${server.origin}/api/v1/threads`)).status).toBe(401);
});

test('people write only to whom the configuration lets them, about records that both read', async () => {
  expect(await addresses(member)).toEqual(['desk']);
  expect(await addresses(desk)).toEqual(['director']);
  expect(await addresses(director)).toEqual([]);
  const refused = await post(member, 'threads', { to: 'director', subject: 'Hello', text: 'Hello' });
  expect([refused.status, Object.keys(refused.answer.errors ?? {})]).toEqual([422, ['to']]);
  const slug = await loan();
  // Only its owner reads a draft.
  expect(await addresses(member, `?record=loan/${slug}`)).toEqual([]);
  expect((await desk!.send('GET', `threads/addresses?record=loan/${slug}`)).status).toBe(404);
  expect((await post(member, `records/loan/${slug}/ask`, {}, { 'if-match': '"1"' })).status).toBe(200);
  expect(await addresses(member, `?record=loan/${slug}`)).toEqual(['desk']);
  expect(await addresses(desk, `?record=loan/${slug}`)).toEqual(['director', 'member']);
  for (const path of ['threads', 'threads/addresses']) {
    expect((await other!.send('GET', `${path}?record=loan/${slug}`)).status).toBe(404);
    expect((await other!.send('GET', `${path}?record=loan/none`)).status).toBe(404);
  }
});

test('who may no longer read the record loses the thread', async () => {
  const slug = await loan();
  await post(member, `records/loan/${slug}/ask`, {}, { 'if-match': '"1"' });
  const record = `loan/${slug}`;
  const { answer } = await post(desk, 'threads', {
    to: 'member',
    subject: 'Your book',
    text: 'It is here.',
    record,
  });
  expect(await subjects(member, `?record=${record}`)).toEqual(['Your book']);
  const before = (await unread(member)) - 1;
  await server.database.query(
    "UPDATE records SET owner = (SELECT id FROM accounts WHERE username = 'other@library.example') WHERE slug = $1",
    [slug],
  );
  expect((await member!.send('GET', `threads?record=${record}`)).status).toBe(404);
  expect(await unread(member)).toBe(before);
  expect((await member!.send('GET', `threads/${answer.slug}`)).status).toBe(404);
  expect(await subjects(desk, `?record=${record}`)).toEqual(['Your book']);
  // The new owner was not part of it.
  expect(await subjects(other, `?record=${record}`)).toEqual([]);
});

test('nobody sends more messages within an hour than the configuration allows', async () => {
  now = new Date('2026-03-03T09:00:00Z');
  const send = () => post(director, 'threads', { to: 'desk', subject: 'Hello', text: 'Hello', record });
  const slug = await loan();
  await post(member, `records/loan/${slug}/ask`, {}, { 'if-match': '"1"' });
  const record = `loan/${slug}`;
  for (let count = 0; count < 5; count += 1) expect((await send()).status).toBe(201);
  expect((await send()).status).toBe(429);
  now = new Date('2026-03-03T10:00:01Z');
  expect((await send()).status).toBe(201);
  const first = await read<WireThreads>(desk, 'threads?limit=4');
  const rest = await read<WireThreads>(desk, `threads?limit=100&cursor=${first.next}`);
  const slugs = [...first.items, ...rest.items].map((one) => one.slug);
  expect([first.items.length, new Set(slugs).size]).toEqual([4, slugs.length]);
});

/** All mails, after those that are due have been sent. */
async function mails(): Promise<string[]> {
  await mailUnreadThreads(server.application);
  return (await listMessages(server.database)).map(({ address, subject }) => `${address} ${subject}`);
}

test('a mail tells once, after an hour, of a message that nobody has read', async () => {
  now = new Date('2026-03-05T09:00:00Z');
  await mails();
  const before = await mails();
  const { answer } = await post(member, 'threads', {
    to: 'desk',
    subject: 'Reading room',
    text: 'Is it quiet?',
  });
  const lights = await post(member, 'threads', { to: 'desk', subject: 'Lights', text: 'They are off.' });
  await desk!.send('POST', `threads/${lights.answer.slug}/read`, { body: { number: 1 } });
  now = new Date('2026-03-05T09:30:00Z');
  await post(member, `threads/${lights.answer.slug}/messages`, { text: 'On again.' });
  now = new Date('2026-03-05T09:59:00Z');
  expect(await mails()).toEqual(before);
  now = new Date('2026-03-05T10:00:00Z');
  const told = [...before, 'desk@library.example New message: Reading room'];
  expect(await mails()).toEqual(told);
  now = new Date('2026-03-05T10:30:00Z');
  told.push('desk@library.example New message: Lights');
  expect(await mails()).toEqual(told);
  now = new Date('2026-03-05T12:00:00Z');
  expect(await mails()).toEqual(told);
  await post(desk, `threads/${answer.slug}/messages`, { text: 'Yes.' });
  now = new Date('2026-03-05T13:00:00Z');
  expect(await mails()).toEqual([...told, 'member@library.example New message: Reading room']);
  const [toDesk] = (await listMessages(server.database)).filter(({ subject }) =>
    subject.endsWith('Reading room'),
  );
  const page = `http://localhost:3000/desk/messages?thread=${answer.slug}`;
  expect(toDesk?.text).toContain(page);
  expect(toDesk?.html).toContain(`href="${page}"`);
});

test('what a person and the offices wrote to each other can be erased', async () => {
  const kept = await subjects(other);
  const own = await subjects(member);
  expect(own.length).toBeGreaterThan(0);
  const [row] = await server.database.query<{ count: number }>(
    "SELECT erase_threads(id)::integer AS count FROM accounts WHERE username = 'member@library.example'",
  );
  expect(row?.count).toBeGreaterThanOrEqual(own.length);
  expect(await subjects(member)).toEqual([]);
  expect(await subjects(other)).toEqual(kept);
  expect((await subjects(desk)).filter((subject) => own.includes(subject))).toEqual([]);
});
