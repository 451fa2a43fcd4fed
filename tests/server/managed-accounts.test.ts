/** Accounts that an office manages: who reaches which, what they may change, and the history of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireAccount, WireAccountEvent } from '../../engine/contract/accounts.ts';
import type { RecordPage } from '../../engine/contract/record.ts';
import { claimKey } from '../../engine/server/audit/anchors.ts';
import { verifyHistories } from '../../engine/server/audit/verify-histories.ts';
import { testAuditKey } from '../../engine/server/database/testing.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { openBrowser, openPortalServer, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;
let admin: Browser;

beforeAll(async () => {
  server = await openPortalServer();
  await claimKey(server.database, testAuditKey);
  admin = await as('admin');
});
afterAll(() => server.close());

async function as(name: string): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(`${name}@malay.example`)).status).toBe(200);
  return browser;
}

async function slugOf(name: string): Promise<string> {
  const [row] = await server.database.query<{ slug: string }>(
    'SELECT slug FROM accounts WHERE username = $1',
    [`${name}@malay.example`],
  );
  return row?.slug ?? '';
}

let keys = 0;

interface ChangeOptions {
  readonly version?: number | null;
  readonly key?: string | null;
}

async function change(
  browser: Browser,
  [method, path]: readonly [method: string, path: string],
  body: unknown,
  { version, key = `key ${(keys += 1)}` }: ChangeOptions = {},
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const slug = path.split('/')[0] ?? '';
  const based = version === undefined ? await versionOf(slug) : version;
  const headers = { 'idempotency-key': key, 'if-match': based === null ? null : String(based) };
  const answer = await browser.send(method, `accounts/${path}`, { body, headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function versionOf(slug: string): Promise<number> {
  const [row] = await server.database.query<{ version: number }>(
    'SELECT version FROM accounts WHERE slug = $1',
    [slug],
  );
  return row?.version ?? 1;
}

async function read(browser: Browser, slug: string): Promise<WireAccount> {
  const answer = await browser.send('GET', `accounts/${slug}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as WireAccount;
}

async function events(browser: Browser, slug: string): Promise<readonly WireAccountEvent[]> {
  return (await (await browser.send('GET', `accounts/${slug}/events`)).json()) as WireAccountEvent[];
}

async function stored(name: string) {
  const [row] = await server.database.query<{
    flags: Record<string, unknown>;
    version: number;
    sessions: number;
  }>(
    `SELECT flags, version, (SELECT count(*) FROM sessions s WHERE s.account = a.id) AS sessions
     FROM accounts a WHERE username = $1`,
    [`${name}@malay.example`],
  );
  return row;
}

test('a change is stored with its event, which shows what was before and after', async () => {
  const slug = await slugOf('menro');
  const wish = { name: 'Ana Cruz', position: 'Inspector', flags: { approve: false, access: true } };
  const done = await change(admin, ['PATCH', slug], wish);
  expect(done).toMatchObject({ status: 200, body: { name: 'Ana Cruz', position: 'Inspector', version: 2 } });
  // A flag that stays as it was is not written.
  expect((await stored('menro'))?.flags).toEqual({ approve: false });
  const [begun, changed] = await events(admin, slug);
  expect(begun).toMatchObject({ what: 'begun', changes: [] });
  expect(changed).toMatchObject({ what: 'changed', department: 'admin', reason: null });
  expect(changed?.changes).toContainEqual({ title: 'Position', before: null, after: 'Inspector' });
  expect(changed?.changes).toContainEqual({
    title: 'May approve for the office',
    before: 'Yes',
    after: 'No',
  });
  expect(changed?.changes).toHaveLength(3);
  // The same wish again changes nothing.
  expect(await change(admin, ['PATCH', slug], wish)).toMatchObject({ status: 200, body: { version: 2 } });
  const list = (await (await admin.send('GET', 'records/user?q=ana')).json()) as RecordPage;
  expect(list.items.map(({ data }) => data['position'])).toEqual(['Inspector']);
});

test('a suspended account is signed out, cannot sign in, and is told why in its language', async () => {
  const slug = await slugOf('swmo');
  const officer = await as('swmo');
  await officer.send('PUT', 'language', { body: { language: 'fil' } });
  expect((await change(admin, ['POST', `${slug}/suspend`], { reason: '  ' })).status).toBe(422);
  const done = await change(admin, ['POST', `${slug}/suspend`], { reason: 'On leave' });
  expect(done).toMatchObject({ status: 200, body: { state: 'suspended', sessions: 0 } });
  expect((await officer.send('GET', 'user')).status).toBe(401);
  expect((await officer.signIn('swmo@malay.example')).status).toBe(422);
  const again = await change(admin, ['POST', `${slug}/suspend`], { reason: 'Again' });
  expect(again).toMatchObject({ status: 409 });
  expect((await change(admin, ['POST', `${slug}/restore`], {})).status).toBe(200);
  expect((await officer.signIn('swmo@malay.example')).status).toBe(200);
  expect((await change(admin, ['POST', `${slug}/restore`], {})).status).toBe(409);
  const history = await events(admin, slug);
  expect(history.map(({ what, reason }) => [what, reason])).toEqual([
    ['begun', null],
    ['suspended', 'On leave'],
    ['restored', null],
  ]);
  const mails = (await listMessages(server.database)).filter(
    ({ address }) => address === 'swmo@malay.example',
  );
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Sinuspinde ang inyong account',
    'Makakapag-sign in na kayong muli',
  ]);
  expect(mails[0]?.text).toContain('On leave');
});

test('ending the sessions of an account signs it out everywhere', async () => {
  const slug = await slugOf('peso');
  const [one, other] = [await as('peso'), await as('peso')];
  expect((await read(admin, slug)).sessions).toBe(2);
  expect((await change(admin, ['POST', `${slug}/end-sessions`], {})).status).toBe(200);
  for (const browser of [one, other]) expect((await browser.send('GET', 'user')).status).toBe(401);
});

test('an office reaches only its own accounts, and a village only its own', async () => {
  const head = await as('pmto');
  const other = await slugOf('obo');
  for (const [path, method] of [
    [other, 'GET'],
    [`${other}/events`, 'GET'],
  ] as const) {
    expect((await head.send(method, `accounts/${path}`)).status).toBe(404);
  }
  for (const [method, path, body] of [
    ['PATCH', other, { name: 'Taken' }],
    ['POST', `${other}/suspend`, { reason: 'x' }],
    ['POST', `${other}/restore`, {}],
    ['POST', `${other}/end-sessions`, {}],
  ] as const) {
    expect([path, (await change(head, [method, path], body)).status]).toEqual([path, 404]);
  }
  const village = await as('barangay');
  const neighbours = await server.database.query<{ slug: string }>(
    "SELECT slug FROM accounts WHERE department = 'barangay' AND unit <> 'balabag'",
  );
  expect(neighbours.length).toBeGreaterThan(0);
  for (const { slug } of neighbours) {
    expect((await change(village, ['PATCH', slug], { name: 'Taken' })).status).toBe(404);
  }
  // A signed-out caller learns nothing.
  const stranger = openBrowser(server.origin);
  await stranger.visit();
  expect((await stranger.send('GET', `accounts/${other}`)).status).toBe(401);
  expect((await change(stranger, ['POST', `${other}/suspend`], { reason: 'x' })).status).toBe(401);
});

test('nobody changes their own account, and a colleague without the right changes none', async () => {
  for (const browser of [admin, await as('obo')]) {
    const slug = await slugOf(browser === admin ? 'admin' : 'obo');
    expect(await read(browser, slug)).toMatchObject({
      own: true,
      editable: false,
      memberships: [{ editable: false }],
    });
    for (const [method, path, body] of [
      ['PATCH', slug, { flags: { bplo_designate: true } }],
      ['PATCH', slug, { name: 'Other' }],
      ['POST', `${slug}/suspend`, { reason: 'x' }],
      ['POST', `${slug}/end-sessions`, {}],
    ] as const) {
      const refused = await change(browser, [method, path], body);
      expect(refused).toMatchObject({
        status: 403,
        body: { problems: [{ code: 'users.others-change-yours' }] },
      });
    }
  }
  const [colleague] = await server.database.query<{ slug: string }>(
    `INSERT INTO accounts (slug, department, username, name, password, flags)
     SELECT 'colleague', department, 'colleague@malay.example', 'Colleague', password, '{"approve": false}'
     FROM accounts WHERE username = 'obo@malay.example' RETURNING slug`,
  );
  const clerk = await as('colleague');
  const head = await slugOf('obo');
  expect(await read(clerk, head)).toMatchObject({ editable: false, memberships: [], sessions: null });
  expect((await clerk.send('GET', `accounts/${head}/events`)).status).toBe(403);
  expect((await clerk.send('GET', `records/user/${head}/events`)).status).toBe(404);
  expect((await change(clerk, ['PATCH', head], { name: 'Other' })).status).toBe(403);
  expect((await change(await as('obo'), ['PATCH', colleague?.slug ?? ''], { name: 'C' })).status).toBe(200);
});

test('nobody grants a flag that is not theirs to grant, and no other column is written', async () => {
  const head = await as('obo');
  const slug = await slugOf('colleague');
  expect(
    (await read(head, slug)).memberships[0]?.flags.map(({ name, editable }) => [name, editable]),
  ).toEqual([
    ['access', false],
    ['approve', false],
    ['bplo_designate', false],
  ]);
  const refused = await change(head, ['PATCH', slug], { name: 'Both', flags: { approve: true } });
  expect(refused).toMatchObject({ status: 403, body: { problems: [{ code: 'users.flag-not-granted' }] } });
  // An unchanged one may be sent.
  expect((await change(head, ['PATCH', slug], { flags: { approve: false } })).status).toBe(200);
  // `access` is not withdrawn by somebody who may not grant it, and derived or unknown flags are nobody's.
  expect((await change(head, ['PATCH', slug], { flags: { access: false } })).status).toBe(403);
  for (const name of ['username_change', 'identification', 'nothing', 'toString']) {
    const answer = await change(admin, ['PATCH', slug], JSON.parse(`{"flags":{"${name}":true}}`));
    expect([name, answer.status]).toEqual([name, 422]);
  }
  for (const body of [
    { department: 'admin' },
    { username: 'other@malay.example' },
    { password: 'kettle ladder 2' },
    { is_suspended: false },
    { flags: { approve: 'yes' } },
    { unit: 'balabag' },
    { name: '' },
  ]) {
    expect([body, (await change(admin, ['PATCH', slug], body)).status]).toEqual([body, 422]);
  }
  expect(await stored('colleague')).toMatchObject({ flags: { approve: false } });
});

test('a village head moves nobody to another village', async () => {
  const slug = await slugOf('barangay-2').then((found) => found || slugOf('barangay'));
  const rows = await server.database.query<{ slug: string; unit: string }>(
    "SELECT slug, unit FROM accounts WHERE department = 'barangay' AND unit = 'balabag'",
  );
  expect(rows.length).toBe(1);
  await server.database.query(
    `INSERT INTO accounts (slug, department, unit, username, name, password, flags)
     SELECT 'tanod', 'barangay', 'balabag', 'tanod@malay.example', 'Tanod', password, '{}' FROM accounts WHERE slug = $1`,
    [slug],
  );
  const head = await as('barangay');
  expect((await change(head, ['PATCH', 'tanod'], { unit: 'yapak' })).status).toBe(422);
  expect((await change(admin, ['PATCH', 'tanod'], { unit: 'nowhere' })).status).toBe(422);
  expect((await change(admin, ['PATCH', 'tanod'], { unit: 'yapak' })).status).toBe(200);
  expect((await events(admin, 'tanod')).at(-1)?.changes).toEqual([
    { title: 'Unit', before: 'Balabag', after: 'Yapak' },
  ]);
  expect((await change(head, ['PATCH', 'tanod'], { name: 'Mine' })).status).toBe(404);
});

test('a retry is answered once, an old version is refused, and both headers are required', async () => {
  const slug = await slugOf('mto');
  const first = await change(admin, ['PATCH', slug], { position: 'Cashier' }, { key: 'same', version: 1 });
  const retry = await change(admin, ['PATCH', slug], { position: 'Cashier' }, { key: 'same', version: 1 });
  expect([first.status, retry]).toEqual([200, first]);
  expect((await events(admin, slug)).length).toBe(2);
  const other = await change(admin, ['PATCH', slug], { position: 'Chief' }, { key: 'same', version: 1 });
  expect(other.status).toBe(422);
  const stale = await change(admin, ['PATCH', slug], { position: 'Chief' }, { version: 1 });
  expect(stale).toMatchObject({ status: 409, body: { position: 'Cashier', version: 2 } });
  expect((await change(admin, ['PATCH', slug], { position: 'Chief' }, { version: null })).status).toBe(428);
  expect((await change(admin, ['PATCH', slug], { position: 'Chief' }, { key: null })).status).toBe(400);
  // Somebody else with the same key makes another call.
  const thief = await change(
    await as('obo'),
    ['PATCH', slug],
    { position: 'Cashier' },
    { key: 'same', version: 1 },
  );
  expect(thief.status).toBe(404);
});

async function invite(
  browser: Browser,
  body: Readonly<Record<string, unknown>>,
  key = `key ${(keys += 1)}`,
): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await browser.send('POST', 'accounts', { body, headers: { 'idempotency-key': key } });
  return { status: answer.status, text: await answer.text() };
}

async function mailsTo(address: string) {
  return (await listMessages(server.database)).filter((mail) => mail.address === address);
}

function tokenIn(text: string): string {
  return /#([\w-]{43})/.exec(text)?.[1] ?? '';
}

test('an invited person sets a password with the link, once, and signs in; until then nobody can', async () => {
  const head = await as('obo');
  const username = 'new.engineer@malay.example';
  const wish = { department: 'obo', username, name: 'Nena Reyes', position: 'Engineer' };
  expect(await invite(head, wish, 'invitation')).toEqual({ status: 202, text: '{}' });
  expect(await invite(head, wish, 'invitation')).toEqual({ status: 202, text: '{}' });
  const [mail, ...more] = await mailsTo(username);
  expect(more).toEqual([]);
  const slug = await slugOf('new.engineer');
  expect(await read(head, slug)).toMatchObject({ state: 'invited', position: 'Engineer', version: 1 });
  const [event, ...later] = await events(head, slug);
  expect([event?.what, event?.department, later]).toEqual(['invited', 'obo', []]);
  const person = openBrowser(server.origin);
  await person.visit();
  for (const password of ['', ' ', 'kettle ladder 1']) {
    expect([password, (await person.signIn(username, password)).status]).toEqual([password, 422]);
  }
  // The invitation is sent again, and the first link is worth nothing then.
  expect(await change(head, ['POST', `${slug}/send-link`], {})).toMatchObject({ status: 200 });
  const set = (text: string) =>
    person.send('POST', 'password/new', { body: { token: tokenIn(text), password: 'paper lantern bamboo' } });
  expect((await set(mail?.text ?? '')).status).toBe(422);
  const again = (await mailsTo(username)).at(-1)?.text ?? '';
  expect((await set(again)).status).toBe(200);
  expect((await set(again)).status).toBe(422);
  expect((await person.signIn(username, 'paper lantern bamboo')).status).toBe(200);
  // They have chosen their own sign-in details, so the office's pages are open.
  expect((await person.send('GET', 'records/user?list=own-department')).status).toBe(200);
  expect(await read(head, slug)).toMatchObject({ state: 'active' });
  expect(await change(head, ['POST', `${slug}/send-link`], {})).toMatchObject({ status: 200 });
  expect((await events(head, slug)).map(({ what }) => what)).toEqual([
    'invited',
    'invited-again',
    'password-set',
    'reset-sent',
  ]);
});

test('the answer to an invitation does not tell whether the address has an account', async () => {
  const head = await as('obo');
  const wish = { department: 'obo', name: 'Somebody' };
  const known = await invite(head, { ...wish, username: 'Establishment@malay.example' });
  const unknown = await invite(head, { ...wish, username: 'nobody@malay.example' });
  expect(known).toEqual(unknown);
  const [mail] = await mailsTo('establishment@malay.example');
  expect(mail?.subject).toBe('You already have an account');
  // Nothing of the account changes, and the owner is written to once an hour.
  await invite(head, { ...wish, username: 'establishment@malay.example' });
  expect(await mailsTo('establishment@malay.example')).toHaveLength(1);
  expect(await versionOf(await slugOf('establishment'))).toBe(1);
  // The caller sees their colleagues anyway.
  expect((await invite(head, { ...wish, username: 'colleague@malay.example' })).status).toBe(422);
});

test('nobody opens an account elsewhere, with a flag that they do not grant, or with another column', async () => {
  const head = await as('obo');
  const wish = { department: 'obo', username: 'second.try@malay.example', name: 'Second Try' };
  for (const [body, status] of [
    [{ ...wish, department: 'pmto' }, 403],
    [{ ...wish, department: 'admin' }, 403],
    [{ ...wish, department: 'establishment' }, 403],
    [{ ...wish, department: 'nowhere' }, 403],
    [{ ...wish, department: 'toString' }, 403],
    [{ ...wish, flags: { approve: true } }, 403],
    [{ ...wish, flags: { access: false } }, 403],
    [{ ...wish, flags: { identification: true } }, 422],
    [{ ...wish, unit: 'balabag' }, 422],
    [{ ...wish, username: 'no address' }, 422],
    [{ ...wish, name: ' ' }, 422],
    [{ ...wish, password: 'kettle ladder 1' }, 422],
    [{ ...wish, is_suspended: false }, 422],
    [{ ...wish, slug: 'mine' }, 422],
  ] as const) {
    expect([body, (await invite(head, body)).status]).toEqual([body, status]);
  }
  expect((await invite(await as('colleague'), wish)).status).toBe(403);
  expect((await invite(await as('establishment'), wish)).status).toBe(403);
  const village = { ...wish, department: 'barangay' };
  expect((await invite(await as('barangay'), { ...village, unit: 'yapak' })).status).toBe(422);
  expect((await invite(await as('barangay'), village)).status).toBe(422);
  expect(await slugOf('second.try')).toBe('');
  // The administrator grants what the head may not.
  expect((await invite(admin, { ...wish, flags: { approve: true } })).status).toBe(202);
  const places = (await (await admin.send('GET', 'accounts/places')).json()) as { places: unknown[] };
  expect(places.places.length).toBeGreaterThan(10);
  expect(await (await (await as('colleague')).send('GET', 'accounts/places')).json()).toEqual({ places: [] });
});

test('links are not sent to a suspended account, nor more than five an hour', async () => {
  const slug = await slugOf('second.try');
  for (let count = 0; count < 4; count += 1) {
    expect((await change(admin, ['POST', `${slug}/send-link`], {})).status).toBe(200);
  }
  expect((await change(admin, ['POST', `${slug}/send-link`], {})).status).toBe(429);
  await change(admin, ['POST', `${slug}/suspend`], { reason: 'x' });
  expect((await change(admin, ['POST', `${slug}/send-link`], {})).status).toBe(409);
});

test('of two who suspend each other at once one stays, so somebody still manages accounts', async () => {
  await server.database.query(
    `INSERT INTO accounts (slug, department, username, name, password)
     SELECT 'second', department, 'second@malay.example', 'Second', password FROM accounts WHERE username = $1`,
    ['admin@malay.example'],
  );
  const [first, second] = [await as('admin'), await as('second')];
  const answers = await Promise.all([
    change(first, ['POST', 'second/suspend'], { reason: 'x' }),
    change(second, ['POST', `${await slugOf('admin')}/suspend`], { reason: 'x' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  await server.database.query('UPDATE accounts SET is_suspended = false');
});

test('the histories of accounts are sealed, append-only, and part of the audit', async () => {
  const report = await verifyHistories(server.database, testAuditKey);
  expect(report.findings).toEqual([]);
  expect(report.events).toBeGreaterThan(10);
  const [row] = await server.database.query<{ id: string }>(
    `SELECT id FROM accounts WHERE username = 'mto@malay.example'`,
  );
  await expect(server.database.query('DELETE FROM events WHERE record = $1', [row?.id])).rejects.toThrow(
    'append-only',
  );
  await server.database.changeSchema((owner) =>
    owner.query(`ALTER TABLE events DISABLE TRIGGER USER;
      UPDATE events SET what = 'restored' WHERE what = 'suspended';
      ALTER TABLE events ENABLE TRIGGER USER`),
  );
  const { findings } = await verifyHistories(server.database, testAuditKey);
  expect(findings.map(({ subject }) => subject)).toContain(`user/${await slugOf('swmo')}`);
  await expect(server.database.query('DELETE FROM accounts WHERE id = $1', [row?.id])).rejects.toThrow(
    'history',
  );
});
