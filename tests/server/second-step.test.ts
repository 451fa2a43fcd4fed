/** Two-step sign-in: setting it up, the second step, recovery codes, and departments that require it. */
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listMessages } from '../../engine/server/mail/messages.ts';
import {
  openBrowser,
  openPortalServer,
  PASSWORD,
  readPortal,
  type Browser,
  type PortalServer,
} from './portal-server.ts';

let server: PortalServer;
let directory: string;
let now = new Date('2026-03-02T01:00:00Z');

/** The portal of the municipality, in which one office requires the second step. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'second-step-'));
  await cp('config', directory, { recursive: true });
  await appendFile(join(directory, 'departments/menro.yaml'), 'secondStep: required\n');
  server = await openPortalServer(await readPortal(directory), {}, () => now);
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => server.database.query('DELETE FROM failed_sign_ins'));

/** Each code is good once, so that the next one is of the next half-minute. */
function later(seconds = 30): void {
  now = new Date(now.getTime() + seconds * 1000);
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
}

async function as(department: string): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(`${department}@malay.example`)).status).toBe(200);
  return browser;
}

interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function post(browser: Browser, path: string, body: object): Promise<Answered> {
  const answer = await browser.send('POST', path, { body });
  const mayBeStored = answer.ok && answer.headers.get('cache-control') !== 'no-store';
  expect([path, mayBeStored]).toEqual([path, false]);
  return { status: answer.status, body: (await answer.json()) as Answered['body'] };
}

async function decision(browser: Browser, path: string): Promise<unknown> {
  return (await browser.send('GET', `decision?path=${path}`)).json();
}

interface Enrolled {
  readonly secret: string;
  readonly codes: readonly string[];
}

async function setUp(browser: Browser): Promise<Enrolled> {
  const { body: offer } = await post(browser, 'second-step', { current: PASSWORD });
  const secret = String(offer['secret']);
  const { status, body } = await post(browser, 'second-step/confirm', { code: codeOf(secret) });
  expect(status).toBe(200);
  return { secret, codes: body['codes'] as string[] };
}

/** The first step: a ticket instead of a session. */
async function ticketOf(browser: Browser, department: string): Promise<string> {
  browser.token = null;
  await browser.visit();
  const body = { username: `${department}@malay.example`, password: PASSWORD };
  const { status, body: answer } = await post(browser, 'login', body);
  expect([status, Object.keys(answer)]).toEqual([202, ['ticket']]);
  return String(answer['ticket']);
}

async function historyOf(department: string): Promise<string[]> {
  const rows = await server.database.query<{ what: string }>(
    'SELECT what FROM events WHERE record = (SELECT id FROM accounts WHERE username = $1) ORDER BY version',
    [`${department}@malay.example`],
  );
  return rows.map(({ what }) => what);
}

test('the second step is on once a code of the new secret is confirmed, and signs out the other devices', async () => {
  const [here, there] = [await as('pmto'), await as('pmto')];
  const wrong = await post(here, 'second-step', { current: 'not the password' });
  expect([wrong.status, Object.keys(wrong.body['errors'] as object)]).toEqual([422, ['current']]);
  expect((await post(here, 'second-step/confirm', { code: '123456' })).status).toBe(409);
  const { body: offer } = await post(here, 'second-step', { current: PASSWORD });
  expect(offer['uri']).toMatch(/^otpauth:\/\/totp\/.*pmto.*secret=/);
  // An offer alone changes nothing.
  await as('pmto');
  const refused = await post(here, 'second-step/confirm', { code: '000000' });
  expect([refused.status, Object.keys(refused.body['errors'] as object)]).toEqual([422, ['code']]);
  const { status, body } = await post(here, 'second-step/confirm', { code: codeOf(String(offer['secret'])) });
  expect([status, new Set(body['codes'] as string[]).size]).toEqual([200, 10]);
  expect((await here.send('GET', 'user')).status).toBe(200);
  expect((await there.send('GET', 'user')).status).toBe(401);
  const state = await (await here.send('GET', 'second-step')).json();
  expect(state).toEqual({ is_on: true, is_required: false, recovery_codes: 10 });
  expect(await historyOf('pmto')).toEqual(['begun', 'second-step-on']);
});

test('signing in needs the password and a fresh code, and each code works once', async () => {
  const { secret } = await setUp(await as('mto'));
  const browser = openBrowser(server.origin);
  const ticket = await ticketOf(browser, 'mto');
  expect((await browser.send('GET', 'user')).status).toBe(401);
  // The code that turned it on is used up.
  const send = (code: string) => post(browser, 'login/second-step', { ticket, code });
  expect((await send(codeOf(secret))).status).toBe(422);
  later();
  const code = codeOf(secret);
  const [one, other] = await Promise.all([send(code), send(code)]);
  expect([one.status, other.status].toSorted()).toEqual([200, 422]);
  expect((await send(code)).status).toBe(422);
  const { body } = one.status === 200 ? one : other;
  browser.token = String(body['token']);
  expect(await (await browser.send('GET', 'user')).json()).toMatchObject({ department: 'mto' });
  // A code of two minutes ago is over, whether or not it was used.
  const old = codeOf(secret);
  later(120);
  expect((await send(old)).status).toBe(422);
});

test('a ticket works for five minutes, for its own account and password only', async () => {
  const officer = await as('obo');
  const { secret } = await setUp(officer);
  later();
  const browser = openBrowser(server.origin);
  const ticket = await ticketOf(browser, 'obo');
  const send = (used: string) => post(browser, 'login/second-step', { ticket: used, code: codeOf(secret) });
  const [id = '', until = '', signature = ''] = ticket.split('.');
  const [other] = await server.database.query<{ id: string }>(
    "UPDATE accounts SET has_second_step = true WHERE username = 'peso@malay.example' RETURNING id",
  );
  const forged = [
    '',
    'x.y.z',
    `${other?.id}.${until}.${signature}`,
    `${id}.${Number(until) + 1}.${signature}`,
    `${ticket}x`,
  ];
  for (const used of forged) {
    const { status, body } = await send(used);
    expect([used, status, Object.keys(body['errors'] as object)]).toEqual([used, 422, ['ticket']]);
  }
  await server.database.query("UPDATE accounts SET has_second_step = false WHERE username LIKE 'peso@%'");
  later(299);
  const last = await ticketOf(browser, 'obo');
  later(301);
  expect((await send(last)).status).toBe(422);
  const fresh = await ticketOf(browser, 'obo');
  await server.database.query(
    "UPDATE accounts SET password = 'another' WHERE username = 'obo@malay.example'",
  );
  expect((await send(fresh)).status).toBe(422);
});

test('wrong codes count against the limit of passwords', async () => {
  await setUp(await as('bplo'));
  const stranger = openBrowser(server.origin);
  const ticket = await ticketOf(stranger, 'bplo');
  for (let tries = 0; tries < 10; tries += 1)
    expect((await post(stranger, 'login/second-step', { ticket, code: '000000' })).status).toBe(422);
  expect((await post(stranger, 'login/second-step', { ticket, code: '000000' })).status).toBe(429);
  expect((await stranger.signIn('bplo@malay.example')).status).toBe(429);
});

test('a recovery code signs in once, however it is typed, and new ones replace the old', async () => {
  const officer = await as('bfp');
  const { codes } = await setUp(officer);
  const [first = '', second = ''] = codes;
  const browser = openBrowser(server.origin);
  const send = async (code: string) =>
    (await post(browser, 'login/second-step', { ticket: await ticketOf(browser, 'bfp'), code })).status;
  expect(await send(` ${first.toUpperCase().replaceAll('-', ' ')} `)).toBe(200);
  expect(await send(first)).toBe(422);
  expect(await (await officer.send('GET', 'second-step')).json()).toMatchObject({ recovery_codes: 9 });
  expect((await post(officer, 'second-step/recovery-codes', { current: 'wrong' })).status).toBe(422);
  const { body } = await post(officer, 'second-step/recovery-codes', { current: PASSWORD });
  expect(await send(second)).toBe(422);
  expect(await send((body['codes'] as string[])[3] ?? '')).toBe(200);
  expect(await historyOf('bfp')).toEqual([
    'begun',
    'second-step-on',
    'recovery-code-used',
    'recovery-codes-replaced',
    'recovery-code-used',
  ]);
});

test('no table holds a secret or a recovery code as text', async () => {
  const { secret, codes } = await setUp(await as('swmo'));
  const plain = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex');
  for (const table of ['second_steps', 'recovery_codes', 'events', 'event_values', 'messages', 'outbox']) {
    const rows = await server.database.query(`SELECT t::text FROM ${table} t`);
    const text = JSON.stringify(rows);
    const shown = [secret, codes[0] ?? '', (codes[0] ?? '').replaceAll('-', '')];
    const hidden = [...shown, ...shown.map((one) => Buffer.from(one).toString('hex')), plain];
    expect([table, hidden.filter((one) => text.includes(one))]).toEqual([table, []]);
  }
});

test('it is turned off with the password, and then the password is enough', async () => {
  const officer = await as('bic');
  expect((await post(officer, 'second-step/off', { current: PASSWORD })).status).toBe(409);
  await setUp(officer);
  expect((await post(officer, 'second-step/off', { current: 'wrong' })).status).toBe(422);
  expect((await post(officer, 'second-step/off', { current: PASSWORD })).status).toBe(200);
  await as('bic');
  expect(await historyOf('bic')).toEqual(['begun', 'second-step-on', 'second-step-off']);
  const mails = await listMessages(server.database);
  const told = mails.filter(({ address }) => address === 'bic@malay.example').map(({ subject }) => subject);
  expect(told).toEqual(['Two-step sign-in was turned on', 'Two-step sign-in was turned off']);
  expect(
    await server.database.query(
      "SELECT account FROM second_steps s JOIN accounts a ON a.id = s.account WHERE a.username LIKE 'bic@%'",
    ),
  ).toEqual([]);
});

test('a department that requires it opens nothing before it is set up, and then does not let it be turned off', async () => {
  const officer = await as('menro');
  const page = '/menro/second-step';
  for (const path of ['/menro', '/menro/application', '/menro/messages', '/menro/users'])
    expect([path, await decision(officer, path)]).toMatchObject([path, { outcome: 'go', to: page }]);
  expect(await decision(officer, page)).toMatchObject({ outcome: 'show' });
  for (const path of ['records/clearance', 'threads', 'notifications', 'accounts/places'])
    expect([path, (await officer.send('GET', path)).status]).toEqual([path, 403]);
  const state = async () => (await officer.send('GET', 'second-step')).json();
  expect(await state()).toEqual({ is_on: false, is_required: true, recovery_codes: 0 });
  await setUp(officer);
  expect(await decision(officer, '/menro')).toMatchObject({ outcome: 'show' });
  expect((await officer.send('GET', 'records/clearance')).status).toBe(200);
  expect((await post(officer, 'second-step/off', { current: PASSWORD })).status).toBe(409);
  // Another office is not asked.
  const other = await as('police');
  expect(await decision(other, '/police')).toMatchObject({ outcome: 'show' });
  expect(await (await other.send('GET', 'user')).json()).not.toHaveProperty('second_step_due');
});

test('who manages the account resets it, and the person is signed out and told', async () => {
  const officer = await as('mho');
  await setUp(officer);
  const admin = await as('admin');
  const [row] = await server.database.query<{ slug: string }>(
    "SELECT slug FROM accounts WHERE username = 'mho@malay.example'",
  );
  const path = `accounts/${row?.slug}`;
  const read = async () => (await (await admin.send('GET', path)).json()) as { version: number };
  expect(await read()).toMatchObject({ second_step: true });
  const reset = async (browser: Browser) => {
    const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': String((await read()).version) };
    return (await browser.send('POST', `${path}/reset-second-step`, { body: {}, headers })).status;
  };
  expect(await reset(officer)).toBe(403);
  expect(await reset(await as('police'))).toBe(404);
  expect(await reset(admin)).toBe(200);
  expect(await reset(admin)).toBe(409);
  expect(await read()).toMatchObject({ second_step: false });
  expect((await officer.send('GET', 'user')).status).toBe(401);
  await as('mho');
  expect(await historyOf('mho')).toEqual(['begun', 'second-step-on', 'second-step-reset']);
  const mails = await listMessages(server.database);
  const subjects = mails
    .filter(({ address }) => address === 'mho@malay.example')
    .map(({ subject }) => subject);
  expect(subjects).toEqual(['Two-step sign-in was turned on', 'Your two-step sign-in was reset']);
});

test('one’s own password and sign-in details are events of the account, without the password', async () => {
  const officer = await as('ptfrb');
  const chosen = 'paper lantern bamboo';
  expect((await post(officer, 'password', { current: PASSWORD, password: chosen })).status).toBe(200);
  const username = 'ptfrb.chief@malay.example';
  const details = { current: chosen, username, password: 'lantern bamboo paper' };
  expect((await post(officer, 'credentials', details)).status).toBe(200);
  const rows = await server.database.query<{ what: string; said: string }>(
    `SELECT e.what, e.detail::text || coalesce(v.entries::text, '') AS said FROM events e
     LEFT JOIN event_values v USING (record, version)
     WHERE e.record = (SELECT id FROM accounts WHERE username = $1) ORDER BY version`,
    [username],
  );
  expect(rows.map(({ what }) => what)).toEqual(['begun', 'password-changed', 'credentials-changed']);
  expect(rows[2]?.said).toContain('ptfrb@malay.example');
  expect(JSON.stringify(rows)).not.toMatch(/lantern|argon2/);
});
