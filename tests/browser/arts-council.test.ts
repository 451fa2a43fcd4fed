/** A third organisation: calls by an office for applications, pages and forms that need no account. */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../engine/contract/record.ts';
import { createAccountDesk } from '../../engine/server/accounts/account-desk.ts';
import { openBrowser, readPortal, type Browser as Caller } from '../server/portal-server.ts';
import { launchChromium } from './chromium.ts';
import { pdf } from './papers.ts';
import { saveDecisions } from './offices.ts';
import { password, root, servePortal } from './portal.ts';
import { expectSound, openVisit, signIn, takePicture, withoutWorker } from './visit.ts';

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
let desk: Caller;
let jury: Caller;
let visitor: Caller;
let artist: Caller;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal(await readPortal(join(root, 'tests/fixtures/arts-council')));
  [desk, jury, artist] = (await Promise.all(
    ['programme', 'jury', 'artist'].map(async (name) => {
      const caller = openBrowser(portal.address);
      await caller.signIn(`${name}@arts.example`, password);
      return caller;
    }),
  )) as [Caller, Caller, Caller];
  visitor = openBrowser(portal.address);
  await visitor.visit();
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

const key = () => ({ 'idempotency-key': randomUUID() });

async function read<T>(answer: Promise<Response>, status = 200): Promise<T> {
  const response = await answer;
  const body: unknown = await response.json();
  expect([response.status, body]).toEqual([status, expect.anything()]);
  return body as T;
}

const create = (who: Caller, type: string, data: object, parent?: WireRecord) =>
  who.send('POST', `records/${type}`, {
    body: { data, ...(parent && { parent: parent.slug }) },
    headers: key(),
  });

const step = (who: Caller, { type, slug, version }: WireRecord, name: string) =>
  who.send('POST', `records/${type}/${slug}/${name}`, {
    body: { input: {} },
    headers: { ...key(), 'if-match': String(version) },
  });

const list = (who: Caller, query: string) =>
  read<{ items: WireRecord[]; total: number }>(who.send('GET', `records/${query}`));

/** ISO date, this many days from today. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);
}

async function publish(title: string, discipline: string, closes_on = inDays(200)): Promise<WireRecord> {
  const data = { title, discipline, closes_on, budget: '20000.00' };
  const draft = await read<WireRecord>(create(desk, 'call', data), 201);
  return read<WireRecord>(step(desk, draft, 'publish'));
}

let dance: WireRecord;
let music: WireRecord;

test('everybody reads the list of a public page: what the record shows to everybody, and no other list', async () => {
  dance = await publish('Summer stage', 'dance');
  music = await publish('Quay concerts', 'music', inDays(260));
  const draft = { title: 'Not yet', discipline: 'dance', closes_on: inDays(100) };
  await read(create(desk, 'call', draft), 201);
  const open = await list(visitor, 'call?list=open');
  expect(open.total).toBe(2);
  expect(open.items.map(({ view, data }) => [view, data['title'], data['budget']])).toEqual([
    ['public', 'Summer stage', undefined],
    ['public', 'Quay concerts', undefined],
  ]);
  expect((await list(visitor, 'call?list=open&discipline=music')).items).toHaveLength(1);
  // Private values cannot be filtered, sorted or searched by the public.
  expect((await list(visitor, 'call?list=open&office=programme')).total).toBe(0);
  const found = async (q: string) => (await list(visitor, `call?list=open&q=${q}`)).total;
  expect(await found('sümm')).toBe(1);
  expect(await found('stage+summer')).toBe(1);
  expect(await found('ummer')).toBe(0);
  for (const hidden of ['20000', 'summer+20000', 'yet', dance.slug])
    expect([hidden, await found(hidden)]).toEqual([hidden, 0]);
  for (const query of ['call?list=all', 'call', 'question?list=waiting', 'call?list=open&list=all']) {
    const { status } = await visitor.send('GET', `records/${query}`);
    expect([query, status]).toEqual([query, 401]);
  }
  expect(
    (await visitor.send('POST', 'records/call/exports?list=open', { body: { format: 'csv' } })).status,
  ).toBe(401);
  // Somebody with an account sees at least as much.
  expect((await list(artist, 'call?list=open')).total).toBe(2);
  expect((await list(artist, 'call?list=all')).total).toBe(0);
});

test('a visitor finds calls and venues on public pages, by names and not by keys', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page } = visit;
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Come in' }).waitFor();
  const pages = page.getByRole('list', { name: 'Public pages' }).getByRole('link');
  expect(await pages.allTextContents()).toEqual([
    'Open calls',
    'What we support',
    'Venues',
    'Ask a question',
  ]);
  // An enquiry opens no account.
  expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0);
  await expectSound(visit, 'arts-sign-in');
  await pages.getByText('Open calls').click();
  await page.getByRole('heading', { level: 1, name: 'Open calls' }).waitFor();
  await page.getByRole('row').nth(2).waitFor();
  await expectSound(visit, 'arts-open-calls');
  await page.getByRole('combobox', { name: 'Discipline' }).selectOption('Music');
  await expect.poll(() => page.locator('[data-row-link]').allTextContents()).toEqual(['Quay concerts']);
  await page.getByRole('combobox', { name: 'Discipline' }).selectOption('');
  await page.getByRole('searchbox').fill('quay');
  await expect.poll(() => page.locator('[data-row-link]').allTextContents()).toEqual(['Quay concerts']);
  expect(new URL(page.url()).searchParams.get('q')).toBe('quay');
  await page.locator('[data-row-link]').click();
  await page.getByText('This is what Harbour Arts Council shows to the public on').waitFor();
  await expectSound(visit, 'arts-call');
  for (const [path, row] of [
    ['/disciplines', 'Theatre'],
    ['/venues', 'Quay hall'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('row', { name: row }).waitFor();
    await expectSound(visit, `arts${path.replace('/', '-')}`);
  }
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

test('a form without an account ends with its number and with who has it now', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page } = visit;
  await page.goto('/ask');
  await page.getByLabel('Your e-mail address').fill('ana@example.com');
  await page.getByLabel('Your question').fill('When does the summer stage open?');
  await page.getByRole('button', { name: 'Ask a question' }).click();
  await page.getByRole('heading', { level: 1, name: 'Question received' }).waitFor();
  await page.getByText(/^Your number is Q-\d{4}-0001/).waitFor();
  await page.getByText(/^This is with Programme desk now\. The answer is due by/).waitFor();
  expect(await page.getByText(/account is ready|sign in with/i).count()).toBe(0);
  await expectSound(visit, 'arts-question');
  // The link shows the same to whoever has it, and nothing that is personal.
  const href = (await page.locator('a[href*="/asked#"]').getAttribute('href')) ?? '';
  const later = await openVisit(browser, portal.address);
  await later.page.goto(href);
  await later.page.getByRole('heading', { level: 1, name: 'Question' }).waitFor();
  await later.page.getByText(/^Q-\d{4}-0001$/).waitFor();
  await later.page.getByText('When does the summer stage open?').waitFor();
  await later.page.getByText(/^This link works until/).waitFor();
  expect(await later.page.getByText('ana@example.com').count()).toBe(0);
  await expectSound(later, 'arts-asked');
  await later.page.goto(`${href.slice(0, -1)}${href.endsWith('A') ? 'B' : 'A'}`);
  await later.page.getByText('Unknown link').waitFor();
  expect(later.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  await later.context.close();
  const [mail] = await mails('ana@example.com');
  expect(mail?.text).toContain(href.replace(portal.address, ''));
  expect(visit.problems).toEqual([]);
  await visit.context.close();
  expect((await list(desk, 'question?list=waiting')).total).toBe(1);
});

test('a form that saves no draft begins with the answers of its start page', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page } = visit;
  await page.goto('/before-asking?question=May%20I%20sing%3F');
  await page.getByRole('link', { name: 'Begin your application' }).click();
  await expect.poll(() => page.getByLabel('Your question').inputValue()).toBe('May I sing?');
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

test('who sends a form again after a lost answer learns what was received', async () => {
  const visit = await openVisit(browser, portal.address, withoutWorker);
  const { page } = visit;
  // The browser sends it a second time by itself.
  await page.route(
    '**/records/question',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 2 },
  );
  await page.goto('/ask');
  await page.getByLabel('Your e-mail address').fill('cora@example.com');
  await page.getByLabel('Your question').fill('May I bring my dog?');
  await page.getByRole('button', { name: 'Ask a question' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Your question').fill('May I bring my two dogs?');
  await page.getByRole('button', { name: 'Ask a question' }).click();
  await page.getByRole('heading', { level: 1, name: 'Question received' }).waitFor();
  await page.getByText(/^Your number is Q-\d{4}-\d{4}/).waitFor();
  await page.getByText(/^We had received this before\./).waitFor();
  expect(await page.getByText('We also send it').count()).toBe(0);
  await page.locator('a[href*="/asked#"]').click();
  await page.getByText('May I bring my dog?').waitFor();
  await visit.context.close();
  expect(await mails('cora@example.com')).toHaveLength(1);
});

const secrets = () => randomBytes(32).toString('base64url');

interface Asking {
  readonly secret?: string;
  readonly data?: object;
  readonly key?: string;
}

const ask = (
  who: Caller,
  {
    secret = secrets(),
    data = { email: 'ben@example.com', question: 'May I park?' },
    key: name,
  }: Asking = {},
) =>
  who.send('POST', 'records/question', {
    body: { data, follow: secret },
    headers: name === undefined ? key() : { 'idempotency-key': name },
  });

const follow = (secret: unknown) => visitor.send('POST', 'followed-records', { body: { secret } });

const mails = (address: string) =>
  portal.application.database.query<{ text: string; html: string }>(
    'SELECT text, html FROM messages WHERE address = $1 ORDER BY order_number DESC',
    [address],
  );

test('a secret link opens one record, in the fields that its type says, until it expires', async () => {
  const secret = secrets();
  const name = randomUUID();
  const sent = await read<WireRecord>(ask(visitor, { secret, key: name }), 201);
  expect(sent).toMatchObject({ state: 'asked', waits_for: { title: 'Programme desk' } });
  expect(sent.data).toEqual({});
  // A retry sends nothing twice.
  expect((await read<WireRecord>(ask(visitor, { secret, key: name }), 201)).slug).toBe(sent.slug);
  const opened = await read<{ record: WireRecord | null; until: string }>(follow(secret));
  expect(opened.record).toMatchObject({
    number: sent.number,
    state: 'asked',
    actions: [],
    documents: [],
    owner: null,
  });
  expect(opened.record?.data).toEqual({ question: 'May I park?' });
  expect(opened.record?.due).toBe(sent.due);
  // The slug alone opens nothing.
  expect((await visitor.send('GET', `records/question/${sent.slug}`)).status).toBe(401);
  const { database } = portal.application;
  const [kept] = await database.query<{ all: string }>(
    `SELECT (SELECT string_agg(l::text, '') FROM follow_links l) || (SELECT string_agg(i::text, '') FROM idempotency i)
       || (SELECT string_agg(e::text, '') FROM events e) || (SELECT string_agg(r::text, '') FROM records r) AS all`,
  );
  expect(kept?.all).not.toContain(secret);
  await read(step(desk, await read<WireRecord>(desk.send('GET', `records/question/${sent.slug}`)), 'answer'));
  expect((await read<typeof opened>(follow(secret))).record).toMatchObject({
    state: 'answered',
    waits_for: null,
  });
  await database.query("UPDATE follow_links SET expires_at = now() - interval '1 minute' WHERE record = $1", [
    (await database.query<{ id: string }>('SELECT id FROM records WHERE slug = $1', [sent.slug]))[0]?.id,
  ]);
  expect(await read<typeof opened>(follow(secret))).toMatchObject({ record: null });
  for (const [wrong, status] of [
    [secrets(), 404],
    [sent.slug, 422],
    [`${secret}A`, 422],
    ['', 422],
    [{ $ne: '' }, 422],
    [null, 422],
  ] as const)
    expect([wrong, (await follow(wrong)).status]).toEqual([wrong, status]);
});

test('a form without an account is bounded, and takes nothing that its sender may not say', async () => {
  const script = '<img src=x onerror=alert(1)>{question}';
  const secret = secrets();
  const sent = await read<WireRecord>(
    ask(visitor, { secret, data: { email: 'eve@example.com', question: script } }),
    201,
  );
  const opened = await read<{ record: WireRecord }>(follow(secret));
  expect(opened.record.data).toEqual({ question: script });
  // Whoever reads the mail reads nothing of what the sender wrote.
  const [mail] = await mails('eve@example.com');
  expect(`${mail?.text}${mail?.html}`).not.toContain('onerror');
  // A secret is for one record.
  expect((await ask(visitor, { secret })).status).toBe(422);
  expect((await ask(visitor, { secret: 'short' })).status).toBe(422);
  expect((await ask(artist)).status).toBe(403);
  expect((await ask(visitor, { data: { question: 'No address?' } })).status).toBe(422);
  expect(
    (await ask(visitor, { data: { email: 'a@b.example', question: 'x'.repeat(1_100_000) } })).status,
  ).toBe(413);
  const forged = { 'x-csrf-token': 'forged', 'idempotency-key': randomUUID() };
  const body = { data: { email: 'a@b.example', question: 'Hi?' }, follow: secrets() };
  expect((await visitor.send('POST', 'records/question', { body, headers: forged })).status).toBe(403);
  expect((await visitor.send('POST', 'records/question', { body })).status).toBe(400);
  // The record itself says what only its office may: state, owner, number.
  const more = {
    data: { ...body.data, state: 'answered', owner: 'artist' },
    state: 'answered',
    owner: 'artist',
  };
  expect((await visitor.send('POST', 'records/question', { body: more, headers: key() })).status).toBe(422);
  expect(
    (await visitor.send('PATCH', `records/question/${sent.slug}`, { body, headers: key() })).status,
  ).toBe(401);
});

test('one address gets few mails, and one network sends few forms', async () => {
  const same = { email: 'flood@example.com', question: 'Again?' };
  const many = await Promise.all(Array.from({ length: 8 }, () => ask(visitor, { data: same })));
  expect(many.map(({ status }) => status)).toEqual(many.map(() => 201));
  expect(await mails('flood@example.com')).toHaveLength(5);
  let refused = await ask(visitor);
  for (let sent = many.length; refused.status === 201; sent += 1) {
    expect(sent).toBeLessThan(portal.application.portal().formsPerHour);
    refused = await ask(visitor);
  }
  expect([refused.status, await refused.json()]).toEqual([
    429,
    [expect.stringMatching(/^Many forms were sent from your network\. Try again in \d+ minutes?\.$/)],
  ]);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  // Registrations of the same network are counted apart.
  const { application } = portal;
  const kept = await application.database.query<{ network: string; forms: number }>(
    'SELECT network, count(*)::int AS forms FROM registrations GROUP BY network',
  );
  expect(kept).toEqual([{ network: expect.any(String), forms: application.portal().formsPerHour }]);
  const account = {
    department: 'artist',
    username: 'new@arts.example',
    name: 'New Artist',
    password: 'the tide at noon 7',
    language: null,
  };
  const accounts = createAccountDesk(application);
  expect(await accounts.prepare(account, kept[0]?.network ?? '')).toMatchObject({
    username: 'new@arts.example',
  });
});

test('an artist applies to a call that an office made, and not after it has closed', async () => {
  const visit = await signIn(browser, portal.address, 'artist@arts.example');
  const { page } = visit;
  await page.goto(`/calls/${dance.slug}`);
  await page.getByRole('link', { name: 'Send a proposal' }).click();
  await page.getByLabel('Title of the work').fill('Tides');
  await page.getByRole('button', { name: 'Continue to the papers' }).click();
  await page.locator('input[type=file]').first().setInputFiles(pdf('portfolio.pdf', 'Ana Reyes'));
  await page.getByText('The item is complete.').waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Proposal received', { exact: true }).waitFor();
  await expectSound(visit, 'arts-proposal');
  expect(visit.problems).toEqual([]);
  await visit.context.close();
  // An application belongs to its owner: its parent stays closed.
  const [proposal] = (await list(artist, 'proposal?list=mine')).items;
  expect(proposal).toMatchObject({ state: 'sent', data: { work: 'Tides' } });
  expect((await create(jury, 'proposal', { work: 'Mine' }, dance)).status).toBe(403);
  expect((await create(visitor, 'proposal', { work: 'Mine' }, dance)).status).toBe(401);
  const closed = await publish('Closed', 'dance');
  await read(step(desk, closed, 'close'));
  expect((await create(artist, 'proposal', { work: 'Late' }, closed)).status).toBe(404);
});

test('a list is filtered by the columns of the record above', async () => {
  const other = await read<WireRecord>(create(artist, 'proposal', { work: 'Swell' }, music), 201);
  expect(other).toMatchObject({ state: 'draft', parent: music.slug });
  const mine = (query: string) => list(artist, `proposal?list=mine&${query}`).then(({ items }) => items);
  // The artist sees the discipline of a call in its public view, but not its budget.
  expect((await mine('call.discipline=music')).map(({ data }) => data['work'])).toEqual(['Swell']);
  expect(await mine('call.state=closed')).toEqual([]);
  const visit = await signIn(browser, portal.address, 'jury@arts.example');
  const { page } = visit;
  await page.getByRole('row', { name: /Tides/ }).waitFor();
  await expectSound(visit, 'arts-jury-list');
  await page.getByRole('combobox', { name: 'Discipline' }).selectOption('Theatre');
  await page.getByText('No results').waitFor();
  await page.getByRole('combobox', { name: 'Discipline' }).selectOption('Dance');
  await page.getByRole('row', { name: /Tides/ }).waitFor();
  expect(new URL(page.url()).searchParams.get('call.discipline')).toBe('dance');
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

test('the juror whose flag grants it reviews papers while another office has the record, and issues the letter', async () => {
  const visit = await signIn(browser, portal.address, 'jury@arts.example');
  const { page } = visit;
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('Accepted', { exact: true }).first().waitFor();
  await expectSound(visit, 'arts-review');
  await saveDecisions(page);
  const [sent] = (await list(desk, 'proposal?list=sent')).items;
  await read(step(desk, sent as WireRecord, 'admit'));
  const [admitted] = (await list(jury, 'proposal?list=sent')).items;
  const granted = await read<WireRecord>(step(jury, admitted as WireRecord, 'grant'));
  expect(granted).toMatchObject({ state: 'granted', documents: [{ document: 'grant-letter' }] });
  await page.reload();
  await page
    .getByRole('link', { name: /Letter of grant/ })
    .first()
    .click();
  const sheet = page.locator('[data-sheet]');
  await sheet.getByText('Harbour Arts Council').waitFor();
  await takePicture(page, 'arts-letter');
  // Without a seal of its own, one is drawn.
  expect(await sheet.locator('header img').getAttribute('src')).toMatch(/^data:image\/svg/);
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});
