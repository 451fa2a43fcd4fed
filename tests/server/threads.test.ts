/** Messages between people and offices: who writes to whom, who reads them, and that nobody else does. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import type { WireThread, WireThreads } from '../../engine/contract/threads.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { forgetOldUploads } from '../../engine/server/files/file-rows.ts';
import { mailUnreadThreads } from '../../engine/server/threads/mail-unread.ts';
import { pdf, png } from './files/paper-desk.ts';
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
  // The name of a person who is a side or wrote.
  expect(await subjects(desk, '?q=memb%20gone')).toEqual(['Lost card']);
  expect((await post(desk, `threads/${answer.slug}/messages`, { text: 'It is here.' })).status).toBe(201);
  expect(await subjects(member, '?q=lending%20lost')).toEqual(['Lost card']);
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
  const about = { to: 'member', subject: 'Ready', text: 'Come by.', record: `loan/${slug}` };
  expect((await post(desk, 'threads', about)).status).toBe(201);
  const { number } = await read<{ number: string }>(desk, `records/loan/${slug}`);
  expect(await subjects(member, `?q=${number}`)).toEqual(['Ready']);
  for (const path of ['threads', 'threads/addresses']) {
    expect((await other!.send('GET', `${path}?record=loan/${slug}`)).status).toBe(404);
    expect((await other!.send('GET', `${path}?record=loan/none`)).status).toBe(404);
  }
});

test('an office writes to the owner of a record, whichever membership of theirs is the oldest', async () => {
  const slug = await loan();
  expect((await post(member, `records/loan/${slug}/ask`, {}, { 'if-match': '"1"' })).status).toBe(200);
  const { database } = server;
  await database.query(
    `INSERT INTO memberships (account, department) SELECT id, 'member' FROM accounts WHERE username = 'member@library.example'`,
  );
  const move = 'UPDATE accounts SET department = $1 WHERE username = $2';
  await database.query(move, ['director', 'member@library.example']);
  expect(await addresses(desk, `?record=loan/${slug}`)).toEqual(['director', 'member']);
  await database.query(move, ['member', 'member@library.example']);
  await database.query("DELETE FROM memberships WHERE department = 'member'");
});

test('who may no longer read the record loses the thread', async () => {
  const slug = await loan();
  await member!.send('PUT', 'photo', { body: { picture: png.toString('base64') } });
  await post(member, `records/loan/${slug}/ask`, {}, { 'if-match': '"1"' });
  const events = await read<{ photo: string | null }[]>(desk, `records/loan/${slug}/events`);
  expect(events.at(-1)?.photo).toContain('/photos/open/');
  await member!.send('DELETE', 'photo');
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

/** Uploads a file for a message. @returns the status of the last call, and the file's id */
async function upload(browser: Browser | undefined, { name = 'a.pdf', content = pdf, ...target }: Sent) {
  const metadata = Object.entries({ filename: name, ...target })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const protocol = { 'tus-resumable': '1.0.0' };
  const begun = await browser!.send('POST', 'files', {
    headers: { ...protocol, 'upload-length': String(content.length), 'upload-metadata': metadata },
  });
  const id = begun.headers.get('location')?.split('/').at(-1) ?? '';
  if (begun.status !== 201) return { status: begun.status, id };
  const sent = await browser!.send('PATCH', `files/${id}`, {
    body: new Uint8Array(content),
    headers: { ...protocol, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  });
  return { status: sent.status, id };
}
type Sent = { name?: string; content?: Buffer } & ({ to: string } | { thread: string });

const linkOf = async (browser: Browser | undefined, id: string) => {
  const answer = await browser!.send('POST', `files/${id}/link`);
  return answer.ok ? ((await answer.json()) as { url: string }).url : answer.status;
};

test('a message carries files, which only the two sides open', async () => {
  now = new Date('2026-03-06T09:00:00Z');
  const [address] = (await read<{ items: { attachments: object }[] }>(member, 'threads/addresses')).items;
  expect(address?.attachments).toEqual({ accepts: ['pdf', 'png'], max_bytes: 1_000_000, most: 2 });
  const plan = await upload(member, { to: 'desk', name: 'floor plan.pdf' });
  const photo = await upload(member, { to: 'desk', name: 'wall.png', content: png });
  expect([plan.status, photo.status]).toEqual([204, 204]);
  const unsent = [await linkOf(member, plan.id), await linkOf(desk, plan.id)];
  expect(unsent).toEqual([404, 404]);
  const files = [plan.id, photo.id];
  const body = { to: 'desk', subject: 'Damp', text: '', files };
  const { status, answer } = await post(member, 'threads', body);
  expect(status).toBe(201);
  const path = `threads/${answer.slug}`;
  const { messages } = await read<WireThread>(desk, path);
  expect(messages[0]?.files).toMatchObject([
    { id: plan.id, name: 'floor plan.pdf', type: 'application/pdf' },
    { id: photo.id, name: 'wall.png', type: 'image/png' },
  ]);
  const [row] = (await read<WireThreads>(desk, 'threads?q=wall')).items;
  expect(row).toMatchObject({ subject: 'Damp', excerpt: 'floor plan.pdf, wall.png' });
  for (const side of [member, desk]) {
    const opened = await fetch(`${server.origin}${await linkOf(side, plan.id)}`);
    expect(opened.headers.get('content-disposition')).toContain('attachment');
    expect(opened.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(pdf);
  }
  for (const stranger of [other, director]) {
    expect(await linkOf(stranger, plan.id)).toBe(404);
    expect((await upload(stranger, { thread: answer.slug })).status).toBe(404);
  }
  // Nobody sends the files of somebody else.
  const third = await upload(member, { thread: answer.slug });
  const stolen = await post(desk, `${path}/messages`, { text: 'Mine', files: [third.id] });
  expect([stolen.status, Object.keys(stolen.answer.errors ?? {})]).toEqual([422, ['files']]);
  // What was sent stays, and is sent once.
  expect((await member!.send('DELETE', `files/${plan.id}`)).status).toBe(404);
  expect((await post(member, `${path}/messages`, { text: 'Again', files })).status).toBe(422);
  await desk!.send('PUT', 'photo', { body: { picture: png.toString('base64') } });
  const back = await upload(desk, { thread: answer.slug });
  expect((await post(desk, `${path}/messages`, { text: '', files: [back.id] })).status).toBe(201);
  expect(typeof (await linkOf(member, back.id))).toBe('string');
  const photos = (await read<WireThread>(member, path)).messages.map((one) => one.photo);
  expect(photos).toEqual([null, expect.stringContaining('/photos/open/')]);
  expect((await fetch(`${server.origin}${photos[1]}`)).headers.get('content-type')).toBe('image/jpeg');
});

test('the rule of a thread limits the files of its messages', async () => {
  now = new Date('2026-03-07T09:00:00Z');
  const refused = [
    await upload(member, { to: 'desk', name: 'a.jpg' }),
    await upload(member, { to: 'desk', content: Buffer.alloc(1_000_001) }),
    await upload(member, { to: 'desk', content: png }),
    await upload(member, { to: 'director' }),
    await upload(desk, { to: 'director' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([415, 413, 422, 404, 403]);
  const nothing = await post(member, 'threads', { to: 'desk', subject: 'Empty', text: ' ' });
  expect([nothing.status, Object.keys(nothing.answer.errors ?? {})]).toEqual([422, ['text']]);
  const uploads = await Promise.all([1, 2, 3].map(() => upload(member, { to: 'desk' })));
  const files = uploads.map(({ id }) => id);
  const many = await post(member, 'threads', { to: 'desk', subject: 'Many', text: '', files });
  expect([many.status, Object.keys(many.answer.errors ?? {})]).toEqual([422, ['files']]);
  expect(await subjects(desk, '?q=many')).toEqual([]);
  expect((await other!.send('DELETE', `files/${files[0]}`)).status).toBe(404);
  expect((await member!.send('DELETE', `files/${files[0]}`)).status).toBe(204);
  expect((await member!.send('DELETE', `files/${files[0]}`)).status).toBe(404);
  // A message that was never sent leaves no file.
  await server.database.query(
    "UPDATE files SET created_at = created_at - interval '25 hours' WHERE id = $1",
    [files[1]],
  );
  expect(await forgetOldUploads(server.database, 24)).toEqual([files[1]]);
  expect(
    (await post(member, 'threads', { to: 'desk', subject: 'One', text: '', files: [files[2]] })).status,
  ).toBe(201);
});

test('the mail names the files, and erasing a thread erases them', async () => {
  now = new Date('2026-03-08T09:00:00Z');
  const { id } = await upload(member, { to: 'desk', name: 'contract.pdf' });
  await post(member, 'threads', { to: 'desk', subject: 'Contract', text: 'Here it is.', files: [id] });
  const url = await linkOf(desk, id);
  now = new Date('2026-03-08T10:00:00Z');
  await mails();
  const mail = (await listMessages(server.database)).find(({ subject }) => subject.endsWith('Contract'));
  expect(mail?.text).toContain('Files: contract.pdf');
  const { database } = server;
  const [thread] = (await read<WireThreads>(desk, 'threads?q=contract')).items;
  await database.query('DELETE FROM threads WHERE slug = $1', [thread?.slug]);
  expect([await linkOf(desk, id), await linkOf(member, id)]).toEqual([404, 404]);
  expect((await fetch(`${server.origin}${url}`)).status).toBe(404);
  expect((await post(member, 'threads', { to: 'desk', subject: 'Back', text: '', files: [id] })).status).toBe(
    422,
  );
  expect(await forgetOldUploads(database, 24)).toEqual([id]);
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
