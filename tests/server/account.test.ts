/** The user's own account over HTTP: password, sign-in details, registration, derived values. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { parse } from 'yaml';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { openBrowser, openPortalServer, PASSWORD, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;

beforeAll(async () => {
  server = await openPortalServer();
});
afterAll(() => server.close());

async function openAccount(department: string, flags: Record<string, boolean> = {}): Promise<string> {
  const username = `person-${Math.random().toString(36).slice(2)}@malay.example`;
  await createAccount(server.database, {
    department,
    username,
    name: 'Ana Reyes',
    password: PASSWORD,
    flags,
  });
  return username;
}

async function signedIn(username: string, password = PASSWORD): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(username, password)).status).toBe(200);
  return browser;
}

async function userOf(browser: Browser): Promise<unknown> {
  return (await browser.send('GET', 'user')).json();
}

async function errorsOf(answer: Response): Promise<Record<string, string[]>> {
  expect(answer.status).toBe(422);
  return ((await answer.json()) as { errors: Record<string, string[]> }).errors;
}

const ofThisPortal = expect.stringContaining('words of this portal');

test('another password signs out the other sessions and keeps this one', async () => {
  const username = await openAccount('menro');
  const [here, there] = [await signedIn(username), await signedIn(username)];
  const body = { current: PASSWORD, password: 'a quite different one' };
  expect((await here.send('POST', 'password', { body })).status).toBe(200);
  expect((await here.send('GET', 'user')).status).toBe(200);
  expect((await there.send('GET', 'user')).status).toBe(401);
  expect((await there.signIn(username)).status).toBe(422);
  expect((await there.signIn(username, 'a quite different one')).status).toBe(200);
});

interface Sessions {
  readonly items: readonly { readonly id: string; readonly is_present: boolean }[];
}

async function sessionsOf(browser: Browser): Promise<Sessions> {
  return (await (await browser.send('GET', 'sessions')).json()) as Sessions;
}

const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36';

test('people see their own sessions with device and network, and end one or all', async () => {
  const username = await openAccount('menro');
  const [here, there] = [openBrowser(server.origin), await signedIn(username)];
  const stranger = await signedIn(await openAccount('menro'));
  await here.visit();
  const headers = { 'user-agent': phone };
  const entered = await here.send('POST', 'login', { body: { username, password: PASSWORD }, headers });
  here.token = ((await entered.json()) as { token: string }).token;
  const { items } = await sessionsOf(here);
  expect(items).toMatchObject([
    { browser: 'Chrome', system: 'Android', network: '127.0.0.1', is_present: true },
    { browser: null, system: null, network: '127.0.0.1', is_present: false },
  ]);
  expect(JSON.stringify(items)).not.toContain(here.token);
  const other = items[1]?.id ?? '';
  expect((await stranger.send('DELETE', `sessions/${other}`)).status).toBe(404);
  expect((await stranger.send('DELETE', 'sessions/none')).status).toBe(404);
  expect((await there.send('GET', 'user')).status).toBe(200);
  expect((await here.send('DELETE', `sessions/${other}`)).status).toBe(200);
  expect((await there.send('GET', 'user')).status).toBe(401);
  await there.signIn(username);
  expect((await here.send('DELETE', 'sessions')).status).toBe(200);
  for (const ended of [here, there]) expect((await ended.send('GET', 'sessions')).status).toBe(401);
  expect((await sessionsOf(stranger)).items).toHaveLength(1);
});

test('a session shows the network of its last use, and no longer once it has expired', async () => {
  const username = await openAccount('menro');
  const [here, there] = [await signedIn(username), await signedIn(username)];
  const own = (await sessionsOf(there)).items.find((session) => session.is_present);
  await server.database.query(
    `UPDATE sessions SET network = '10.0.0.9', seen_at = now() - CASE WHEN id::text = $1
       THEN interval '13 hours' ELSE interval '6 minutes' END
     WHERE account = (SELECT id FROM accounts WHERE username = $2)`,
    [own?.id, username],
  );
  const { items } = await sessionsOf(here);
  expect(items).toMatchObject([{ network: '127.0.0.1', is_present: true }]);
});

test('the present password is asked for, the new one has at least ten characters, and guessing is limited', async () => {
  const username = await openAccount('menro');
  const browser = await signedIn(username);
  const change = (current: unknown, password: unknown) =>
    browser.send('POST', 'password', { body: { current, password } });
  expect(Object.keys(await errorsOf(await change(PASSWORD, 'too short')))).toEqual(['password']);
  expect(Object.keys(await errorsOf(await change(PASSWORD, undefined)))).toEqual(['password']);
  expect(await errorsOf(await change(PASSWORD, 'boracay2026'))).toEqual({ password: [ofThisPortal] });
  for (let tries = 0; tries < 10; tries += 1) {
    // A present password that is left out is a guess as well, whatever else is missing.
    const [current, password] = tries < 5 ? ['wrong', 'long enough now'] : [];
    expect(Object.keys(await errorsOf(await change(current, password)))).toEqual(['current']);
  }
  expect((await change(PASSWORD, 'long enough now')).status).toBe(429);
  await server.database.query('DELETE FROM failed_sign_ins');
});

test('sign-in details of one’s own open the pages that were closed without them', async () => {
  const username = await openAccount('bfp', { username_change: false });
  const browser = await signedIn(username);
  const decide = async () => (await browser.send('GET', 'decision?path=/bureau-of-fire')).json();
  expect(await decide()).toMatchObject({ outcome: 'go', to: '/bureau-of-fire/change-credentials' });
  const chosen = `chosen-${username}`;
  const change = (body: object) =>
    browser.send('POST', 'credentials', { body: { current: PASSWORD, ...body } });
  expect(
    Object.keys(
      await errorsOf(await change({ current: 'wrong', username: chosen, password: 'long enough now' })),
    ),
  ).toEqual(['current']);
  expect(
    Object.keys(await errorsOf(await change({ username: 'no address', password: 'long enough now' }))),
  ).toEqual(['username']);
  expect(Object.keys(await errorsOf(await change({ username: chosen, password: 'short' })))).toEqual([
    'password',
  ]);
  expect(Object.keys(await errorsOf(await change({ username: chosen, password: PASSWORD })))).toEqual([
    'password',
  ]);
  const weak = await change({ username: chosen, password: 'boracay2026' });
  expect(await errorsOf(weak)).toEqual({ password: [ofThisPortal] });
  const taken = { username: 'bfp@malay.example', password: 'long enough now' };
  expect(Object.keys(await errorsOf(await change(taken)))).toEqual(['username']);
  const told = async () =>
    (await listMessages(server.database)).filter(({ address }) => address === username || address === chosen);
  expect(await told()).toEqual([]);
  const answer = await change({ username: chosen, password: 'long enough now' });
  expect(answer.status).toBe(200);
  // The old address learns of it, and not of the new one.
  const [mail, ...more] = await told();
  expect([mail?.address, mail?.subject, more]).toEqual([
    username,
    'Your e-mail address for signing in was changed',
    [],
  ]);
  expect(mail?.text).not.toContain(chosen);
  expect(await answer.json()).toMatchObject({ department: 'bfp', can: { username_change: true } });
  expect(await decide()).toMatchObject({ outcome: 'show' });
  expect((await openBrowser(server.origin).signIn(username)).status).toBe(422);
  await signedIn(chosen, 'long enough now');
});

test('somebody who is signed out changes nothing', async () => {
  const browser = openBrowser(server.origin);
  await browser.visit();
  for (const path of ['password', 'credentials']) {
    expect((await browser.send('POST', path, { body: {} })).status).toBe(401);
  }
});

test('a registered account starts with what the configuration gives to a new one, and its password is nowhere kept', async () => {
  const [example] = parse(await readFile('config/forms/establishment-registration.yaml', 'utf8')).examples;
  const browser = openBrowser(server.origin);
  await browser.visit();
  const register = (key: string, data: object) =>
    browser.send('POST', 'records/establishment-profile', {
      body: { data },
      headers: { 'idempotency-key': key },
    });
  const made = await register('one', example);
  expect([made.status, await made.json()]).toEqual([202, {}]);
  const common = { ...example, email: 'somebody-else@malay.example', password: 'password1234' };
  expect(Object.keys(await errorsOf(await register('common', common)))).toEqual(['password']);
  const town = { ...common, password: 'boracay2026' };
  expect(await errorsOf(await register('town', town))).toEqual({ password: [ofThisPortal] });
  const own = { ...common, password: 'SomebodyElse1' };
  expect(Object.keys(await errorsOf(await register('own', own)))).toEqual(['password']);
  const signed = await browser.signIn(example.email, example.password);
  expect(await signed.json()).toMatchObject({
    department: 'establishment',
    name: example.business_name,
    can: { access: true, approve: false, email_verified: false, applyBusiness: null },
  });
});

test('an account is called as the record says that opened it, until another name is verified', async () => {
  const [example] = parse(await readFile('config/forms/establishment-registration.yaml', 'utf8')).examples;
  const data = { ...example, email: 'renamed@malay.example', business_name: 'First Name Inn' };
  const browser = openBrowser(server.origin);
  await browser.visit();
  const made = await browser.send('POST', 'records/establishment-profile', {
    body: { data },
    headers: { 'idempotency-key': 'renamed' },
  });
  expect(made.status).toBe(202);
  await browser.signIn(data.email, data.password);
  expect(await userOf(browser)).toMatchObject({ name: 'First Name Inn' });
  const { items } = (await (await browser.send('GET', 'records/establishment-profile')).json()) as {
    items: { slug: string; version: number }[];
  };
  const change = async (key: string, version: number, answers: object) => {
    const answer = await browser.send('PATCH', `records/establishment-profile/${items[0]?.slug}`, {
      body: { data: answers },
      headers: { 'idempotency-key': key, 'if-match': String(version) },
    });
    expect(answer.status).toBe(200);
  };
  const version = items[0]?.version ?? 0;
  await change('name', version, { business_name: 'Second Name Inn' });
  expect(await userOf(browser)).toMatchObject({ name: 'First Name Inn' });
  await change('telephone', version + 1, { mobile: '09189999999' });
  expect(await userOf(browser)).toMatchObject({ name: 'First Name Inn' });
});

test('a form that opens an account responds the same for a known address, and only its owner is notified', async () => {
  const [example] = parse(await readFile('config/forms/establishment-registration.yaml', 'utf8')).examples;
  const username = await openAccount('menro');
  const browser = openBrowser(server.origin);
  await browser.visit();
  const register = (key: string, email: string) =>
    browser.send('POST', 'records/establishment-profile', {
      body: { data: { ...example, email, password: 'the tide at noon 7' } },
      headers: { 'idempotency-key': key },
    });
  const answers = [];
  for (const [key, email] of [
    ['new', 'new-shop@malay.example'],
    ['taken', username.toUpperCase()],
    ['taken-again', username],
    // A retry gets the first response.
    ['taken', username.toUpperCase()],
  ] as const) {
    const answer = await register(key, email);
    answers.push([answer.status, await answer.text()]);
  }
  expect(answers).toEqual(Array.from({ length: 4 }, () => [202, '{}']));
  const mails = (await listMessages(server.database)).filter(({ address }) => address === username);
  expect(mails.map(({ subject }) => subject)).toEqual(['You already have an account']);
  expect(mails[0]?.text).toContain('nothing was changed');
  const [kept] = await server.database.query(
    'SELECT department, (SELECT count(*)::int FROM records WHERE owner = a.id) AS records FROM accounts a WHERE username = $1',
    [username],
  );
  expect(kept).toEqual({ department: 'menro', records: 0 });
  expect((await openBrowser(server.origin).signIn(username)).status).toBe(200);
});

test('no more accounts are opened from one network within an hour than the configuration allows', async () => {
  const [example] = parse(await readFile('config/forms/establishment-registration.yaml', 'utf8')).examples;
  const whole = server.application.portal();
  expect(whole.registrationsPerHour).toBe(20);
  await server.database.query('DELETE FROM registrations');
  server.application.replacePortal({ ...whole, registrationsPerHour: 3 });
  const browser = openBrowser(server.origin);
  await browser.visit();
  const register = (name: string, more: object = {}) =>
    browser.send('POST', 'records/establishment-profile', {
      body: { data: { ...example, email: `${name}@malay.example`, password: 'the tide at noon 7', ...more } },
      headers: { 'idempotency-key': name },
    });
  // A registration with invalid answers creates no account, and does not count.
  for (let tries = 0; tries < 4; tries += 1) {
    expect((await register(`refused-${tries}`, { password: 'short' })).status).toBe(422);
  }
  const answers = await Promise.all(['one', 'two', 'three'].map((name) => register(`counted-${name}`)));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  const refused = await register('counted-four');
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual([expect.stringContaining('your network')]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  await server.database.query("UPDATE registrations SET at = at - interval '61 minutes'");
  expect((await register('counted-four')).status).toBe(202);
  server.application.replacePortal(whole);
});

test('the user record tells what the business last applied for', async () => {
  const browser = await signedIn(await openAccount('establishment'));
  const stranger = await signedIn(await openAccount('establishment'));
  for (const [key, year] of [
    ['one', 2025],
    ['two', 2026],
  ] as const) {
    const made = await browser.send('POST', 'records/application', {
      body: { data: { business_name: 'Reyes Resort', tax_year: year } },
      headers: { 'idempotency-key': key },
    });
    expect(made.status).toBe(201);
  }
  expect(await userOf(browser)).toMatchObject({ can: { applyBusiness: { status: 'draft', year: 2026 } } });
  expect(await userOf(stranger)).toMatchObject({ can: { applyBusiness: null } });
});

test('flags that count records are known to guards and told in the user record', async () => {
  const whole = server.application.portal();
  const { establishment } = whole.departments;
  const guard = whole.guards['has-access'];
  if (establishment === undefined || guard === undefined) throw new Error('The configuration has changed.');
  const related = { of: 'application', where: { test: 'always' } } as const;
  const derived = {
    applicants: { measure: 'count', ...related },
    access: { measure: 'exists', ...related },
  } as const;
  const departments = { ...whole.departments, establishment: { ...establishment, derived } };
  await server.application.replacePortal({ ...whole, departments });
  const browser = await signedIn(await openAccount('establishment'));
  const home = async () => (await browser.send('GET', 'decision?path=/establishment/application')).json();
  expect(await home()).toMatchObject({ outcome: 'go', signOut: true });
  expect(await userOf(browser)).toMatchObject({ can: { applicants: 0, access: false } });
  // Failures of others do not count.
  await server.database.query(
    `INSERT INTO records (id, type, slug, state, owner) SELECT gen_random_uuid(), 'application', 'own-' || n, 'draft', id
       FROM accounts, generate_series(1, 2) n WHERE slug = $1`,
    [((await userOf(browser)) as { slug: string }).slug],
  );
  expect(await home()).toMatchObject({ outcome: 'show' });
  expect(await userOf(browser)).toMatchObject({ can: { applicants: 2, access: true } });
  await server.application.replacePortal(whole);
});

test('somebody of a unit has its label as the office', async () => {
  const username = 'captain@malay.example';
  const account = { department: 'barangay', username, name: 'Captain', password: PASSWORD, unit: 'balabag' };
  await createAccount(server.database, account);
  const browser = await signedIn(username);
  expect(await (await browser.send('GET', 'user')).json()).toMatchObject({ office: 'Balabag' });
});

const rename = (browser: Browser, name: unknown) => browser.send('PATCH', 'profile', { body: { name } });
const profileOf = async (browser: Browser) => (await browser.send('GET', 'profile')).json();

test('people change their own name where each of their departments allows it', async () => {
  const owner = await signedIn(await openAccount('freelancer'));
  expect(await profileOf(owner)).toMatchObject({ may_rename: true });
  for (const wrong of ['', '  ', 'Ana\nCruz', 'x'.repeat(201), 7])
    expect(Object.keys(await errorsOf(await rename(owner, wrong)))).toEqual(['name']);
  expect(await (await rename(owner, ' Ana Cruz ')).json()).toMatchObject({
    name: 'Ana Cruz',
    may_rename: true,
  });
  expect((await rename(owner, 'Ana Cruz')).status).toBe(200);
  const user = (await userOf(owner)) as { name: string; slug: string };
  expect(user.name).toBe('Ana Cruz');
  const events = (await (await owner.send('GET', `accounts/${user.slug}/events`)).json()) as {
    changes: unknown;
  }[];
  const renamings = events.flatMap(({ changes }) => changes);
  expect(renamings).toEqual([{ title: 'Name', before: expect.any(String), after: 'Ana Cruz' }]);
  const officer = await signedIn(await openAccount('menro'));
  expect(await profileOf(officer)).toMatchObject({ may_rename: false });
  expect((await rename(officer, 'Mayor')).status).toBe(403);
  // Whoever also works in an office has the name that the office gave.
  await server.database.query(
    `INSERT INTO memberships (account, department, flags) SELECT id, 'menro', flags FROM accounts WHERE slug = $1`,
    [user.slug],
  );
  expect((await rename(owner, 'Mayor')).status).toBe(403);
  owner.token = null;
  expect((await rename(owner, 'Mayor')).status).toBe(401);
});

const open = (path: string | null) => fetch(`${server.origin}${path}`);
const picture = (red: number) =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: { r: red, g: 90, b: 90 } } });

test('a photo is stored as a small square without hidden data, and can be replaced and removed', async () => {
  const browser = await signedIn(await openAccount('menro'));
  const put = (content: Buffer) =>
    browser.send('PUT', 'photo', { body: { picture: content.toString('base64') } });
  const photoOf = async () =>
    ((await (await browser.send('GET', 'photo')).json()) as { photo: string | null }).photo;
  expect(await photoOf()).toBeNull();
  const taken = await picture(200)
    .withExif({ IFD0: { Artist: 'Ana' }, IFD3: { GPSLatitude: '11/1 57/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect((await sharp(taken).metadata()).exif).toBeDefined();
  const answer = await put(taken);
  expect(answer.status).toBe(200);
  const first = await photoOf();
  expect(await answer.json()).toEqual({ photo: first });
  const opened = await open(first);
  expect(opened.headers.get('content-type')).toBe('image/jpeg');
  expect(opened.headers.get('content-security-policy')).toContain('sandbox');
  const stored = await sharp(Buffer.from(await opened.arrayBuffer())).metadata();
  expect(stored).toMatchObject({ format: 'jpeg', width: 480, height: 480 });
  expect([stored.exif, stored.xmp, stored.iptc]).toEqual([undefined, undefined, undefined]);
  expect((await open(first!.replace(/\d{10}/, (until) => String(Number(until) + 1)))).status).toBe(404);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  for (const wrong of [svg, Buffer.from('text'), taken.subarray(0, 300)]) {
    expect(Object.keys(await errorsOf(await put(wrong)))).toEqual(['picture']);
  }
  expect(await photoOf()).toBe(first);
  expect((await put(await picture(20).png().toBuffer())).status).toBe(200);
  expect((await open(first)).status).toBe(404);
  const second = await photoOf();
  expect((await open(second)).status).toBe(200);
  expect((await browser.send('DELETE', 'photo')).status).toBe(200);
  expect([await photoOf(), (await open(second)).status]).toEqual([null, 404]);
  const { slug } = (await userOf(browser)) as { slug: string };
  const events = (await (await browser.send('GET', `accounts/${slug}/events`)).json()) as { what: string }[];
  const whats = events.map(({ what }) => what).slice(-3);
  expect(whats).toEqual(['photo-changed', 'photo-changed', 'photo-removed']);
  browser.token = null;
  expect((await put(taken)).status).toBe(401);
});
