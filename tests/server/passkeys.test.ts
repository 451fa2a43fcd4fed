/** Passkeys: adding and removing them, and who signs in with one. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { Authenticator } from './authenticator.ts';
import {
  openBrowser,
  openPortalServer,
  PASSWORD,
  readPortal,
  type Browser,
  type PortalServer,
} from './portal-server.ts';

let server: PortalServer;
let now = new Date('2026-03-02T01:00:00Z');
let officer: Browser;
const phone = new Authenticator();

beforeAll(async () => {
  server = await openPortalServer(await readPortal('config'), {}, () => now);
  officer = openBrowser(server.origin);
  await officer.signIn('mho@malay.example');
});
afterAll(() => server?.close());
beforeEach(() => server.database.query('DELETE FROM failed_sign_ins'));

async function visit(): Promise<Browser> {
  const browser = openBrowser(server.origin);
  await browser.visit();
  return browser;
}

async function post(browser: Browser, path: string, body: object = {}) {
  const answer = await browser.send('POST', path, { body });
  const read = (await answer.json()) as {
    options?: { challenge: string };
    items?: { id: string; name: string; used_at: string | null }[];
    department?: string;
    token?: string;
    errors?: object;
  };
  return { status: answer.status, ...read };
}

async function challengeToAdd(browser = officer): Promise<string> {
  const { status, options } = await post(browser, 'passkeys/options', { current: PASSWORD });
  expect(status).toBe(200);
  return options?.challenge ?? '';
}

async function challengeToSignIn(browser: Browser): Promise<string> {
  return (await post(browser, 'login/passkey/options')).options?.challenge ?? '';
}

/** @returns the status */
async function signIn(
  key: Authenticator,
  more: { challenge?: string; origin?: string } = {},
): Promise<number> {
  const browser = await visit();
  const { origin = server.origin, challenge = await challengeToSignIn(browser) } = more;
  return (await post(browser, 'login/passkey', { credential: key.get({ challenge, origin }) })).status;
}

const read = async (browser: Browser) =>
  ((await (await browser.send('GET', 'passkeys')).json()) as { items: { id: string; name: string }[] }).items;

const add = async (key: Authenticator, name: string, more: { challenge?: string; origin?: string } = {}) => {
  const { origin = server.origin, challenge = await challengeToAdd() } = more;
  return post(officer, 'passkeys', { name, credential: key.create({ challenge, origin }) });
};

test('somebody adds a passkey with the password, and signs in with it alone', async () => {
  expect((await post(officer, 'passkeys/options', { current: 'wrong' })).errors).toHaveProperty('current');
  expect((await add(phone, '  ')).errors).toHaveProperty('name');
  const added = await add(phone, ' My phone ');
  expect([added.status, added.items]).toMatchObject([201, [{ name: 'My phone', used_at: null }]]);
  const browser = await visit();
  const challenge = await challengeToSignIn(browser);
  const credential = phone.get({ challenge, origin: server.origin });
  const signedIn = await post(browser, 'login/passkey', { credential });
  expect([signedIn.status, signedIn.department]).toEqual([200, 'mho']);
  expect(signedIn.token).toBeTypeOf('string');
  // Whoever has seen the answer cannot use it again.
  expect((await post(browser, 'login/passkey', { credential })).status).toBe(422);
  const { items } = (await (await officer.send('GET', 'passkeys')).json()) as {
    items: { used_at: string }[];
  };
  expect(items[0]?.used_at).toBeTypeOf('string');
});

test('a challenge is of its caller, and works for five minutes and once', async () => {
  const challenge = await challengeToAdd();
  const stranger = openBrowser(server.origin);
  expect((await stranger.signIn('menro@malay.example')).status).toBe(200);
  const other = new Authenticator();
  other.isCounting = false;
  const answer = { name: 'Other', credential: other.create({ challenge, origin: server.origin }) };
  expect((await post(stranger, 'passkeys', answer)).errors).toHaveProperty('credential');
  expect(await signIn(phone, { challenge })).toBe(422);
  expect((await post(officer, 'passkeys', answer)).status).toBe(201);
  expect((await post(officer, 'passkeys', answer)).errors).toHaveProperty('credential');
  const seen = other.get({ challenge: await challengeToSignIn(stranger), origin: server.origin });
  expect((await post(await visit(), 'login/passkey', { credential: seen })).status).toBe(200);
  expect((await post(await visit(), 'login/passkey', { credential: seen })).status).toBe(422);
  const old = await challengeToSignIn(stranger);
  now = new Date(now.getTime() + 301_000);
  expect(await signIn(phone, { challenge: old })).toBe(422);
  expect(await signIn(phone, { challenge: old.replace(/^./, 'A') })).toBe(422);
  expect(await signIn(phone, { challenge: 'none' })).toBe(422);
  expect(await signIn(phone)).toBe(200);
});

test('another page, an unknown key and an authenticator that asks for nothing are refused', async () => {
  expect(await signIn(phone, { origin: 'https://malay.example.org' })).toBe(422);
  expect((await add(new Authenticator(), 'Elsewhere', { origin: 'https://malay.example.org' })).status).toBe(
    422,
  );
  expect(await signIn(new Authenticator())).toBe(422);
  phone.isVerifying = false;
  expect(await signIn(phone)).toBe(422);
  phone.isVerifying = true;
  for (const credential of [{}, { id: 5 }, { id: phone.id }, { id: 'constructor', response: null }])
    expect((await post(await visit(), 'login/passkey', { credential })).status).toBe(422);
});

test('a copied authenticator, whose count falls behind, is refused', async () => {
  const { counter } = phone;
  phone.counter = 0;
  expect(await signIn(phone)).toBe(422);
  phone.counter = counter;
  expect(await signIn(phone)).toBe(200);
});

test('nobody of a suspended account signs in, and a removed passkey is worth nothing', async () => {
  const suspend = (is: boolean) =>
    server.database.query(`UPDATE accounts SET is_suspended = $1 WHERE username = 'mho@malay.example'`, [is]);
  await suspend(true);
  expect(await signIn(phone)).toBe(422);
  await suspend(false);
  const id = (await read(officer)).find(({ name }) => name === 'My phone')?.id ?? '';
  const stranger = openBrowser(server.origin);
  await stranger.signIn('menro@malay.example');
  expect(await read(stranger)).toEqual([]);
  expect((await post(stranger, `passkeys/${id}/remove`, { current: PASSWORD })).status).toBe(404);
  expect((await stranger.send('PATCH', `passkeys/${id}`, { body: { name: 'X' } })).status).toBe(404);
  expect((await officer.send('PATCH', `passkeys/${id}`, { body: { name: 'Old phone' } })).status).toBe(200);
  expect((await post(officer, `passkeys/${id}/remove`, { current: 'wrong' })).errors).toHaveProperty(
    'current',
  );
  expect((await post(officer, `passkeys/${id}/remove`, { current: PASSWORD })).status).toBe(200);
  expect((await read(officer)).map(({ name }) => name)).toEqual(['Other']);
  expect(await signIn(phone)).toBe(422);
  const events = await server.database.query<{ what: string }>(
    `SELECT e.what FROM events e JOIN accounts a ON a.id = e.record WHERE a.username = 'mho@malay.example' ORDER BY e.version`,
  );
  expect(events.map(({ what }) => what)).toEqual([
    'begun',
    'passkey-added',
    'passkey-added',
    'passkey-removed',
  ]);
  // The owner learns of each, in case it was somebody else.
  const mails = await listMessages(server.database);
  const subjects = mails.filter(({ address }) => address === 'mho@malay.example').map((mail) => mail.subject);
  expect(subjects).toEqual([
    'A passkey was added to your account',
    'A passkey was added to your account',
    'A passkey was removed from your account',
  ]);
});

test('who manages the account removes the passkeys of a lost phone, also without two-step sign-in', async () => {
  const admin = openBrowser(server.origin);
  await admin.signIn('admin@malay.example');
  const [row] = await server.database.query<{ slug: string }>(
    "SELECT slug FROM accounts WHERE username = 'mho@malay.example'",
  );
  const path = `accounts/${row?.slug}`;
  const account = async () =>
    (await (await admin.send('GET', path)).json()) as { version: number; passkeys: number };
  const { version, passkeys } = await account();
  expect(passkeys).toBe(1);
  const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': String(version) };
  const answer = await admin.send('POST', `${path}/reset-second-step`, { body: {}, headers });
  expect(answer.status).toBe(200);
  expect((await account()).passkeys).toBe(0);
  expect((await officer.send('GET', 'passkeys')).status).toBe(401);
});

test('guesses are limited like passwords', async () => {
  const statuses = [];
  const key = new Authenticator();
  for (let guess = 0; guess < 12; guess += 1) statuses.push(await signIn(key));
  expect([statuses[0], statuses.at(-1)]).toEqual([422, 429]);
});
