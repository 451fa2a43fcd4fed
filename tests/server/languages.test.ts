/** The language of responses; stored texts stay in the first language. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allMessages } from '../../engine/locales/all-messages.ts';
import { recordMessages } from '../../engine/locales/records.ts';
import type { PortalSlice, WireForm } from '../../engine/portal/wire/slice.ts';
import type { WireEvent, WireRecord } from '../../engine/contract/record.ts';
import type { WireNotifications } from '../../engine/contract/notifications.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { runParts } from '../../engine/server/database/statements.ts';
import { prepareNotices } from '../../engine/server/notices/send-notices.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { readRecordById } from '../../engine/server/records/rows/read-record.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import { isMarked, marked, withMarkedLanguage } from '../portal/marked-language.ts';
import {
  type Browser,
  openBrowser,
  openPortalServer,
  PASSWORD,
  type PortalServer,
  readPortal,
} from './portal-server.ts';

let server: PortalServer;

beforeAll(async () => {
  server = await openPortalServer(withMarkedLanguage(await readPortal()), {
    PUBLIC_URL: 'https://portal.example',
  });
});
afterAll(() => server.close());

async function visitor(): Promise<Browser> {
  const browser = openBrowser(server.origin);
  await browser.visit();
  return browser;
}

async function choose(browser: Browser, language: string): Promise<void> {
  const answer = await browser.send('PUT', 'language', { body: { language } });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ language });
}

async function read<T>(browser: Browser, path: string, headers: Record<string, string> = {}): Promise<T> {
  const answer = await browser.send('GET', path, { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

test('the browser’s wish is heard until somebody chooses, and the choice goes before it', async () => {
  const browser = await visitor();
  const wish = { 'accept-language': 'tl-PH, en;q=0.8' };
  expect((await read<PortalSlice>(browser, 'portal')).language).toBe('en');
  const wished = await read<PortalSlice>(browser, 'portal', wish);
  expect(wished.language).toBe('fil');
  expect(isMarked(wished.title)).toBe(true);
  await choose(browser, 'en');
  expect((await read<PortalSlice>(browser, 'portal', wish)).language).toBe('en');
  await choose(browser, 'fil');
  expect((await read<PortalSlice>(browser, 'portal')).language).toBe('fil');
});

test('the page says in which language it is', async () => {
  const headers = { accept: 'text/html', 'accept-language': 'fil' };
  const page = await (await fetch(`${server.origin}/`, { headers })).text();
  expect(page).toContain('<html lang="fil">');
  expect(page).toContain('<title>«');
});

test('a language that the portal does not have is refused, in the words of the reader', async () => {
  const browser = await visitor();
  await choose(browser, 'fil');
  const answer = await browser.send('PUT', 'language', { body: { language: 'xx' } });
  expect(answer.status).toBe(422);
  const sentence = marked('The portal does not offer this language.');
  expect(await answer.json()).toMatchObject({ errors: { language: [sentence] } });
});

test('the engine’s sentences are answered to everybody, and not sent twice', async () => {
  const answer = await fetch(`${server.origin}/api/v1/locales/fil`);
  expect(answer.status).toBe(200);
  expect(Object.keys((await answer.json()) as object).length).toBeGreaterThan(50);
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetch(`${server.origin}/api/v1/locales/fil`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  expect(await (await fetch(`${server.origin}/api/v1/locales/en`)).json()).toEqual({});
  expect((await fetch(`${server.origin}/api/v1/locales/xx`)).status).toBe(404);
});

test('a slice and a form in another language are another answer', async () => {
  const browser = await visitor();
  const { recordTypes } = await read<PortalSlice>(browser, 'portal');
  const hash = Object.values(recordTypes).find(({ form }) => form !== null)?.form ?? '';
  // Everybody who is not signed in gets the same portal in a language, and forms may be of an account.
  for (const [path, kept] of [
    ['portal', 'public'],
    [`forms/${hash}`, 'private'],
  ] as const) {
    const [english, filipino] = await Promise.all(
      ['en', 'fil'].map((language) =>
        browser.send('GET', path, { headers: { 'accept-language': language } }),
      ),
    );
    expect(english?.headers.get('etag')).not.toBe(filipino?.headers.get('etag'));
    expect(filipino?.headers.get('cache-control')).toBe(`${kept}, no-cache`);
    expect(filipino?.headers.get('vary')).toContain('Accept-Language');
  }
  const form = await browser.send('GET', `forms/${hash}`, { headers: { 'accept-language': 'fil' } });
  expect(form.headers.get('vary')).toContain('Accept-Language');
  const { hash: same, title } = (await form.json()) as WireForm;
  expect(same).toBe(hash);
  expect(isMarked(title)).toBe(true);
});

interface Refused {
  readonly title: string;
  readonly detail: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly problems: readonly {
    readonly code: string;
    readonly field: string;
    readonly values: Readonly<Record<string, unknown>>;
  }[];
}

const codes = new Set(allMessages.map(({ code }) => code));

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The first step that its owner may take, but not yet: its title, and the reason. */
async function untimely(
  browser: Browser,
  { slug, version }: Pick<WireRecord, 'slug' | 'version'>,
): Promise<{ readonly step: string; readonly message: string }> {
  const { initial, transitions } = server.application.portal().workflows['application']!;
  for (const { name, title, by, from } of Object.values(transitions)) {
    if (by === null || from.includes(initial)) continue;
    const refused = await browser.send('POST', `records/application/${slug}/${name}`, {
      body: { input: {} },
      headers: { 'idempotency-key': randomUUID(), 'if-match': String(version) },
    });
    if (refused.status === 409) return { step: title, ...((await refused.json()) as { message: string }) };
  }
  throw new Error('Its owner may take every step at once.');
}

test('a record is read in one’s language, and kept in the first', async () => {
  const browser = openBrowser(server.origin);
  await browser.signIn('establishment@malay.example');
  await choose(browser, 'fil');
  const made = await browser.send('POST', 'records/application', {
    body: { data: { tax_year: 2027 } },
    headers: { 'idempotency-key': randomUUID() },
  });
  const { slug, version, actions } = (await made.json()) as WireRecord;
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.every(({ title }) => isMarked(title))).toBe(true);
  const record = await read<WireRecord>(browser, `records/application/${slug}`);
  expect(record.next.every(({ title }) => isMarked(title))).toBe(true);
  const [begun] = await read<WireEvent[]>(browser, `records/application/${slug}/events`);
  expect(begun?.text).toBe(marked('Started'));
  const refused = await browser.send('POST', `records/application/${slug}/submit`, {
    body: { input: {} },
    headers: { 'idempotency-key': randomUUID(), 'if-match': String(version) },
  });
  expect(refused.status).toBe(422);
  const { errors, title, detail, problems } = (await refused.json()) as Refused;
  expect(Object.keys(errors).length).toBeGreaterThan(0);
  const values = problems.flatMap((one) => Object.values(one.values));
  const said = [title, detail, ...Object.values(errors).flat(), ...values.filter(isText)];
  expect(said.filter((text) => !isMarked(text))).toEqual([]);
  expect(problems.map(({ field }) => field)).toEqual(
    Object.entries(errors).flatMap(([field, all]) => all.map(() => field)),
  );
  expect(problems.filter(({ code }) => !codes.has(code))).toEqual([]);
  const { step, message } = await untimely(browser, { slug, version });
  expect(message).toBe(marked(recordMessages.stepNotPossible.english.replace('{step}', marked(step))));
  const kept = await server.database.query<{ body: string }>('SELECT body FROM forms');
  expect(kept.filter(({ body }) => JSON.stringify(body).includes('«'))).toEqual([]);
});

test('a refusal that was kept for a retry is said in the language of who reads it', async () => {
  const browser = openBrowser(server.origin);
  await browser.signIn('establishment@malay.example');
  const tries = async (language: string) => {
    await choose(browser, language);
    const answer = await browser.send('POST', 'records/application', {
      body: { data: { nothing: 1 } },
      headers: { 'idempotency-key': 'refused in two languages' },
    });
    expect(answer.status).toBe(422);
    return (await answer.json()) as { errors: { nothing: string[] }; problems: object[] };
  };
  const [first, again] = [await tries('en'), await tries('fil')];
  expect(again.errors.nothing).toEqual(first.errors.nothing.map(marked));
  expect(again.problems).toEqual(first.problems);
});

test('an account keeps the language that it chose, for another browser too', async () => {
  const { database } = server;
  const username = 'reader@malay.example';
  await createAccount(database, { department: 'establishment', username, name: 'Ana', password: PASSWORD });
  const first = openBrowser(server.origin);
  await first.signIn(username);
  await choose(first, 'fil');
  const second = openBrowser(server.origin);
  await second.signIn(username);
  expect(second.cookies.get('language')).toBe('fil');
  expect((await read<PortalSlice>(second, 'portal')).language).toBe('fil');
});

test('mails to a new account are in the language of the registration', async () => {
  const { application, database } = server;
  const [example = {}] = application.portal().recordTypes['establishment-profile']?.examples ?? [];
  const browser = await visitor();
  await choose(browser, 'fil');
  const username = 'new@malay.example';
  const made = await browser.send('POST', 'records/establishment-profile', {
    body: { data: { ...example, email: username, password: PASSWORD } },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(made.status).toBe(202);
  const [account] = await database.query('SELECT language FROM accounts WHERE username = $1', [username]);
  expect(account).toEqual({ language: 'fil' });
  const mails = (await listMessages(database)).filter(({ address }) => address === username);
  expect(mails.length).toBeGreaterThan(0);
  expect(mails.filter(({ subject }) => !isMarked(subject))).toEqual([]);
});

test('the browser’s chosen language is stored with the first account that signs in', async () => {
  const browser = await visitor();
  await choose(browser, 'fil');
  await browser.signIn('bplo@malay.example');
  const [account] = await server.database.query('SELECT language FROM accounts WHERE username = $1', [
    'bplo@malay.example',
  ]);
  expect(account).toEqual({ language: 'fil' });
});

test('people are told in the language of their account', async () => {
  const { application, database } = server;
  const username = 'owner@malay.example';
  await createAccount(database, {
    department: 'establishment',
    username,
    name: 'Lina',
    password: PASSWORD,
    language: 'fil',
  });
  const owner = openBrowser(server.origin);
  await owner.signIn(username);
  const made = await owner.send('POST', 'records/application', {
    body: { data: { tax_year: 2028 } },
    headers: { 'idempotency-key': randomUUID() },
  });
  const { slug } = (await made.json()) as WireRecord;
  const [row] = await database.query<{ id: string }>('SELECT id FROM records WHERE slug = $1', [slug]);
  const scope = { portal: application.portal(), visitor: signedOut, now: new Date() };
  const stored = await readRecordById(database, scope, row?.id ?? '');
  if (stored === null) throw new Error('The application is gone.');
  const to = { parties: ['owner'], isOffice: false, departments: ['bplo'] };
  const pending = { notice: 'application-received', to, context: stored.context };
  const sending = { notices: [pending], actor: null };
  await database.transaction(async (client) => {
    await runParts(client, (await prepareNotices(client, application, sending)).parts);
  });
  const { items } = await read<WireNotifications>(owner, 'notifications');
  expect(isMarked(items[0]?.subject)).toBe(true);
  const mails = await listMessages(database);
  const [mail] = mails.filter(({ address }) => address === username);
  expect(isMarked(mail?.subject)).toBe(true);
});
