/** Signing in with an OpenID Connect provider: who gets in, and what attackers cannot do. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { IdentityProvider as ProviderRule } from '../../engine/portal/model/department.ts';
import { createHandlers } from '../../engine/server/bootstrap/handlers.ts';
import { sendPasswordLink } from '../../engine/server/accounts/password-links.ts';
import { createAccount, findAccount } from '../../engine/server/accounts/accounts.ts';
import { createServer } from '../../engine/server/bootstrap/server.ts';
import { exitCodeOf, explainFault } from '../../engine/server/kernel/explain-fault.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { claimKey } from '../../engine/server/audit/anchors.ts';
import { verifyHistories } from '../../engine/server/audit/verify-histories.ts';
import { testAuditKey } from '../../engine/server/database/testing.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { Authenticator } from './authenticator.ts';
import {
  CLIENT,
  type IdentityProvider,
  openIdentityProvider,
  passProvider,
  SECRET,
} from './identity-provider.ts';
import {
  openBrowser,
  openPortalServer,
  PASSWORD,
  readPortal,
  type Browser,
  type PortalServer,
} from './portal-server.ts';

const ORIGIN = 'https://permits.example';
const callbackOf = (key: string): string => `${ORIGIN}/api/v1/login/callback/${key}`;

let city: IdentityProvider;
let away: IdentityProvider;
let server: PortalServer;

beforeAll(async () => {
  city = await openIdentityProvider(['city', 'town'].map(callbackOf));
  away = await openIdentityProvider([callbackOf('away')]);
  const portal = await readPortal();
  const offices = Object.keys(portal.departments).filter(
    (key) => portal.departments[key]?.kind === 'handler',
  );
  const facts = { issuer: city.issuer, clientId: CLIENT, scopes: ['openid', 'email', 'profile'] };
  const rule = (key: string, title: string, more: Partial<ProviderRule> = {}): ProviderRule => ({
    ...facts,
    key,
    title,
    departments: offices,
    withoutAccount: { message: null, open: null },
    ...more,
  });
  const providers = [
    rule('city', 'City ID'),
    rule('town', 'Town ID', {
      departments: ['establishment'],
      withoutAccount: { message: null, open: 'establishment' },
    }),
    rule('away', 'Away ID', { issuer: away.issuer }),
  ];
  const secrets = ['CITY', 'TOWN', 'AWAY'].map((name) => [`PROVIDER_SECRET_${name}`, SECRET]);
  server = await openPortalServer(
    { ...portal, signIn: { providers, withoutPassword: ['mho'] } },
    { PUBLIC_URL: ORIGIN, ...Object.fromEntries(secrets) },
  );
  await claimKey(server.database, testAuditKey);
});
beforeEach(async () => {
  await server.database.query('DELETE FROM failed_sign_ins');
});
afterAll(async () => {
  await server.close();
  await city.close();
  await away.close();
});

let count = 0;

/** An account of an office, and a person at the provider with the same verified address. */
async function openPair(more: { department?: string; verified?: boolean } = {}) {
  const { department = 'menro', verified = true } = more;
  count += 1;
  const [username, sub] = [`officer-${count}@malay.example`, `sub-${count}`];
  const account = await createAccount(server.database, {
    department,
    username,
    name: 'Ana Reyes',
    password: PASSWORD,
  });
  city.people.set(sub, { email: username.toUpperCase(), email_verified: verified, name: 'Ana' });
  return { account, sub };
}

async function openVisitor(): Promise<Browser> {
  const browser = openBrowser(server.origin);
  await browser.visit();
  return browser;
}

/** @returns the address at the provider */
async function begin(browser: Browser, provider = 'city', next = '/engineering'): Promise<string> {
  const answer = await browser.send('POST', 'login/provider', { body: { provider, next } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { address: string }).address;
}

/** Opens the callback as the browser that the provider sends back. @returns the page that follows */
async function arrive(browser: Browser, address: string): Promise<URL> {
  const { pathname, search } = new URL(address);
  const page = await browser.send('GET', `${pathname.replace('/api/v1/', '')}${search}`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  const [, target = ''] = /content="0;url=([^"]+)"/.exec(await page.text()) ?? [];
  return new URL(target, ORIGIN);
}

const ticketOf = ({ hash }: URL): string => hash.replace('#ticket=', '');
const redeem = (browser: Browser, ticket: string): Promise<Response> =>
  browser.send('POST', 'login/ticket', { body: { ticket } });

async function signIn(sub: string | null, provider = 'city', browser?: Browser): Promise<Response> {
  const visitor = browser ?? (await openVisitor());
  const back = await passProvider(await begin(visitor, provider), sub);
  return redeem(visitor, ticketOf(await arrive(visitor, back)));
}

async function refusalOf(answer: Response): Promise<unknown> {
  expect(answer.status).toBe(422);
  return Object.values(((await answer.json()) as { errors: Record<string, string[]> }).errors).flat()[0];
}

const SPENT = 'This sign-in has expired, or was used already. Sign in again.';

test('a verified address signs in to its account, and is linked with an event', async () => {
  const { account, sub } = await openPair();
  const browser = await openVisitor();
  const address = await begin(browser, 'city', '/environment?x=1');
  const asked = new URL(address).searchParams;
  expect(asked.get('redirect_uri')).toBe(callbackOf('city'));
  expect([asked.get('code_challenge_method'), asked.get('response_type')]).toEqual(['S256', 'code']);
  const page = await arrive(browser, await passProvider(address, sub));
  expect([page.origin, page.pathname, page.search]).toEqual([ORIGIN, '/', '?next=%2Fenvironment%3Fx%3D1']);
  const answer = await redeem(browser, ticketOf(page));
  expect(answer.status).toBe(200);
  const { token, slug } = (await answer.json()) as { token: string; slug: string };
  expect(slug).toBe(account.slug);
  browser.token = token;
  expect((await browser.send('GET', 'user')).status).toBe(200);
  const events = await server.database.query(
    'SELECT what, account FROM events WHERE record = $1 ORDER BY version',
    [account.id],
  );
  expect(events).toEqual([
    { what: 'begun', account: null },
    { what: 'linked', account: account.id },
  ]);
});

test('afterwards the link counts, also with another address and without a second event', async () => {
  const { account, sub } = await openPair();
  expect((await signIn(sub)).status).toBe(200);
  city.people.set(sub, { email: 'other@malay.example', email_verified: false });
  const answer = await signIn(sub);
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as { slug: string }).slug).toBe(account.slug);
  const linked = "SELECT 1 FROM events WHERE record = $1 AND what = 'linked'";
  expect(await server.database.query(linked, [account.id])).toHaveLength(1);
  // Somebody who gets the address at the provider later does not get the account.
  city.people.set('heir', { email: account.username, email_verified: true });
  expect(await refusalOf(await signIn('heir'))).toContain('linked to another identity of City ID');
});

test('an address that is missing or not verified is refused', async () => {
  const { sub } = await openPair({ verified: false });
  const said = 'City ID has not verified your e-mail address. Verify the address there, then sign in again.';
  expect(await refusalOf(await signIn(sub))).toBe(said);
  city.people.set(sub, { name: 'Ana' });
  expect(await refusalOf(await signIn(sub))).toBe(said);
  city.people.set(sub, { email: 'menro@malay.example', email_verified: 'true' as never });
  expect(await refusalOf(await signIn(sub))).toBe(said);
  expect(await server.database.query('SELECT 1 FROM account_identities WHERE subject = $1', [sub])).toEqual(
    [],
  );
});

test('whoever manages an account removes its links, and the address links it again', async () => {
  const { account, sub } = await openPair();
  expect((await signIn(sub)).status).toBe(200);
  const admin = openBrowser(server.origin);
  await admin.signIn('admin@malay.example');
  const path = `accounts/${account.slug}`;
  const before = (await (await admin.send('GET', path)).json()) as { version: number };
  expect(before).toMatchObject({ identities: 1, sessions: 1 });
  const onTheWay = await openVisitor();
  const page = await arrive(onTheWay, await passProvider(await begin(onTheWay), sub));
  const unlink = (version: number) =>
    admin.send('POST', `${path}/unlink-identities`, {
      headers: { 'if-match': `"${version}"`, 'idempotency-key': crypto.randomUUID() },
    });
  const answer = await unlink(before.version);
  expect(answer.status).toBe(200);
  const after = (await answer.json()) as { version: number };
  expect(after).toMatchObject({ identities: 0, sessions: 0 });
  expect((await redeem(onTheWay, ticketOf(page))).status).toBe(422);
  expect((await unlink(after.version)).status).toBe(409);
  const events = (await (await admin.send('GET', `${path}/events`)).json()) as { what: string }[];
  expect(events.map(({ what }) => what)).toEqual(['begun', 'linked', 'unlinked']);
  // The provider knows the person under another name from now on.
  city.people.set('renamed', { email: account.username, email_verified: true });
  expect((await signIn('renamed')).status).toBe(200);
});

test('suspended accounts and other departments are refused, also after the link', async () => {
  const { account, sub } = await openPair();
  expect((await signIn(sub)).status).toBe(200);
  const change = (column: string, value: unknown) =>
    server.database.query(`UPDATE accounts SET ${column} = $2 WHERE id = $1`, [account.id, value]);
  await change('is_suspended', true);
  expect(await refusalOf(await signIn(sub))).toContain('Your account is suspended.');
  await change('is_suspended', false);
  await change('department', 'establishment');
  expect(await refusalOf(await signIn(sub))).toContain('Your department does not sign in with City ID.');
});

test('an account that is suspended between callback and ticket gets no session', async () => {
  const { account, sub } = await openPair();
  const browser = await openVisitor();
  const page = await arrive(browser, await passProvider(await begin(browser), sub));
  await server.database.query('UPDATE accounts SET is_suspended = true WHERE id = $1', [account.id]);
  expect(await refusalOf(await redeem(browser, ticketOf(page)))).toContain('Your account is suspended.');
});

test('a person without an account is refused, or gets one where the configuration says so', async () => {
  city.people.set('stranger', {
    email: 'stranger@malay.example',
    email_verified: true,
    name: 'Lia\u202e Cruz\n',
  });
  expect(await refusalOf(await signIn('stranger'))).toBe(
    'No account here has the address stranger@malay.example. Ask the office that you work with to open one for this address.',
  );
  expect(await findAccount(server.database, 'stranger@malay.example')).toBeNull();
  const answer = await signIn('stranger', 'town');
  expect(answer.status).toBe(200);
  expect(await findAccount(server.database, 'stranger@malay.example')).toMatchObject({
    department: 'establishment',
    name: 'Lia Cruz',
  });
});

test('an invited person needs no password, and the histories stay sound', async () => {
  const { account, sub } = await openPair();
  const invited = `UPDATE accounts SET password = '', flags = flags || '{"username_change": false}' WHERE id = $1`;
  await server.database.query(invited, [account.id]);
  const user = (await (await signIn(sub)).json()) as { can: object };
  expect(user.can).toMatchObject({ username_change: true });
  const admin = openBrowser(server.origin);
  await admin.signIn('admin@malay.example');
  const shown = await (await admin.send('GET', `accounts/${account.slug}`)).json();
  expect(shown).toMatchObject({ state: 'active', version: 2 });
  const history = await (await admin.send('GET', `accounts/${account.slug}/events`)).json();
  expect(history).toMatchObject([
    { what: 'begun' },
    {
      what: 'linked',
      text: 'Linked to a sign-in provider',
      who: 'Ana Reyes',
      changes: [{ title: 'Provider', before: null, after: 'City ID' }],
    },
  ]);
  expect((await verifyHistories(server.database, testAuditKey)).findings).toEqual([]);
});

test('an account with a second step gets no session before it', async () => {
  const { account, sub } = await openPair();
  await server.database.query('UPDATE accounts SET has_second_step = true WHERE id = $1', [account.id]);
  const answer = await signIn(sub);
  expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([202, ['ticket']]);
  expect(await server.database.query('SELECT 1 FROM sessions WHERE account = $1', [account.id])).toEqual([]);
});

test('who refuses at the provider stays outside', async () => {
  const browser = await openVisitor();
  const page = await arrive(browser, await passProvider(await begin(browser), null));
  expect(await refusalOf(await redeem(browser, ticketOf(page)))).toContain('City ID did not sign you in.');
  expect(await refusalOf(await redeem(browser, ticketOf(page)))).toBe(SPENT);
});

test('a provider that is away gives a clear error, and is tried again', async () => {
  const { sub } = await openPair();
  away.people.set(sub, city.people.get(sub) ?? {});
  away.isAway = true;
  const browser = await openVisitor();
  const ask = () => browser.send('POST', 'login/provider', { body: { provider: 'away' } });
  const said = 'Away ID cannot be reached now. Try again in a few minutes, or choose another way to sign in.';
  expect(await refusalOf(await ask())).toBe(said);
  expect((await openBrowser(server.origin).signIn('menro@malay.example')).status).toBe(200);
  away.isAway = false;
  const back = await passProvider(await begin(browser, 'away'), sub);
  // It goes away while the person is there.
  away.isAway = true;
  expect(await refusalOf(await redeem(browser, ticketOf(await arrive(browser, back))))).toBe(said);
  away.isAway = false;
  expect((await signIn(sub, 'away', browser)).status).toBe(200);
});

test('a callback works once', async () => {
  const { sub } = await openPair();
  const browser = await openVisitor();
  const back = await passProvider(await begin(browser), sub);
  const first = await arrive(browser, back);
  const second = await arrive(browser, back);
  expect(await refusalOf(await redeem(browser, ticketOf(second)))).toBe(SPENT);
  expect((await redeem(browser, ticketOf(first))).status).toBe(200);
  expect(await refusalOf(await redeem(browser, ticketOf(await arrive(browser, back))))).toBe(SPENT);
});

test('a ticket works once, and only in the browser that began', async () => {
  const { sub } = await openPair();
  const [browser, thief] = [await openVisitor(), await openVisitor()];
  await begin(thief);
  const page = await arrive(browser, await passProvider(await begin(browser), sub));
  expect(await refusalOf(await redeem(thief, ticketOf(page)))).toBe(SPENT);
  const stranger = await openVisitor();
  expect(await refusalOf(await redeem(stranger, ticketOf(page)))).toBe(SPENT);
  const cookie = new Map(browser.cookies);
  const both = await Promise.all([redeem(browser, ticketOf(page)), redeem(browser, ticketOf(page))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(both.find(({ ok }) => ok)?.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-sign-in=; Max-Age=0; Path=\/; .*Secure/),
  ]);
  expect(await refusalOf(await redeem(browser, ticketOf(page)))).toBe(SPENT);
  for (const [name, value] of cookie) browser.cookies.set(name, value);
  expect(await refusalOf(await redeem(browser, ticketOf(page)))).toBe(SPENT);
});

test('an answer for another browser, or for another sign-in, is worth nothing', async () => {
  const { sub } = await openPair();
  const [browser, victim] = [await openVisitor(), await openVisitor()];
  const back = await passProvider(await begin(browser), sub);
  await begin(victim);
  // The attacker's answer in the victim's browser, as it is and with the victim's own state.
  expect(await refusalOf(await redeem(victim, ticketOf(await arrive(victim, back))))).toBe(SPENT);
  const own = new URL(await begin(victim)).searchParams.get('state') ?? '';
  const swapped = new URL(back);
  swapped.searchParams.set('state', own);
  const page = await arrive(victim, swapped.href);
  expect(await refusalOf(await redeem(victim, ticketOf(page)))).toContain('could not be verified');
  // The same without the cookie.
  expect(
    await refusalOf(await redeem(await openVisitor(), ticketOf(await arrive(await openVisitor(), back)))),
  ).toBe(SPENT);
});

test.each([
  ['nonce', 'another'],
  ['code_challenge', 'A'.repeat(43)],
])('an answer to a request with another %s is refused', async (name, value) => {
  const { sub } = await openPair();
  const browser = await openVisitor();
  const address = new URL(await begin(browser));
  address.searchParams.set(name, value);
  const page = await arrive(browser, await passProvider(address.href, sub));
  expect(await refusalOf(await redeem(browser, ticketOf(page)))).toContain('could not be verified');
});

test('an answer of one provider does not count at the callback of another', async () => {
  const { sub } = await openPair();
  const browser = await openVisitor();
  const back = await passProvider(await begin(browser), sub);
  const page = await arrive(browser, back.replace('/callback/city', '/callback/town'));
  expect(await refusalOf(await redeem(browser, ticketOf(page)))).toBe(SPENT);
  const unknown = await arrive(browser, back.replace('/callback/city', '/callback/none'));
  expect(await refusalOf(await redeem(browser, ticketOf(unknown)))).toBe(SPENT);
});

function age(column: string, minutes: number): Promise<unknown> {
  return server.database.query(
    `UPDATE provider_sign_ins SET ${column} = ${column} - interval '${minutes} minutes'`,
  );
}

test('a sign-in and its ticket expire', async () => {
  const { sub } = await openPair();
  const browser = await openVisitor();
  const back = await passProvider(await begin(browser), sub);
  await age('started_at', 11);
  expect(await refusalOf(await redeem(browser, ticketOf(await arrive(browser, back))))).toBe(SPENT);
  const page = await arrive(browser, await passProvider(await begin(browser), sub));
  await age('answered_at', 2);
  expect(await refusalOf(await redeem(browser, ticketOf(page)))).toBe(SPENT);
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
])('the return path %j leads nowhere else', async (next) => {
  const { sub } = await openPair();
  const browser = await openVisitor();
  const page = await arrive(browser, await passProvider(await begin(browser, 'city', next), sub));
  expect([page.origin, page.pathname, page.search]).toEqual([ORIGIN, '/', '']);
});

test('the cookie is lax, short and for the server alone; the database keeps nothing that works', async () => {
  const browser = await openVisitor();
  const answer = await browser.send('POST', 'login/provider', { body: { provider: 'city' } });
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  const { address } = (await answer.json()) as { address: string };
  const { searchParams } = new URL(address);
  const rows = JSON.stringify(await server.database.query('SELECT p::text FROM provider_sign_ins p'));
  const secrets = ['state', 'nonce', 'code_challenge'].map((name) => searchParams.get(name) ?? '-');
  for (const secret of [...secrets, browser.cookies.get('__Host-sign-in') ?? '-'])
    expect(rows).not.toContain(secret);
});

test('the portal does not start without the secret of a provider', async () => {
  const settings = readSettings({ PROVIDER_SECRET_CITY: SECRET, PROVIDER_SECRET_TOWN: SECRET });
  const error: unknown = await createServer({ ...server.application, settings }, { isLogging: false }).catch(
    (thrown: unknown) => thrown,
  );
  expect(explainFault(error)).toBe(
    'PROVIDER_SECRET_AWAY must be set: the client secret of the provider "Away ID".',
  );
  expect(exitCodeOf(error)).toBe(2);
});

test('another site begins no sign-in, and one network only so many in vain', async () => {
  const stranger = openBrowser(server.origin);
  expect((await stranger.send('POST', 'login/provider', { body: { provider: 'city' } })).status).toBe(403);
  expect((await stranger.send('POST', 'login/ticket', { body: { ticket: 'x' } })).status).toBe(403);
  const browser = await openVisitor();
  expect((await browser.send('POST', 'login/provider', { body: { provider: 'none' } })).status).toBe(404);
  await server.database.query(
    `INSERT INTO provider_sign_ins (id, provider, network, next)
     SELECT decode(md5(n::text), 'hex'), 'city', '127.0.0.1', '/' FROM generate_series(1, 100) n`,
  );
  expect((await browser.send('POST', 'login/provider', { body: { provider: 'city' } })).status).toBe(429);
  await server.database.query('DELETE FROM provider_sign_ins');
});

const PASSWORDLESS = 'Your department has no passwords. Sign in with City ID or Away ID.';

test('a department without passwords says so to those who know one, and to nobody else', async () => {
  const browser = openBrowser(server.origin);
  expect(await refusalOf(await browser.signIn('mho@malay.example'))).toBe(PASSWORDLESS);
  const wrong = 'This e-mail address or password is wrong.';
  expect(await refusalOf(await browser.signIn('mho@malay.example', 'not this'))).toBe(wrong);
  expect(await server.database.query('SELECT 1 FROM failed_sign_ins')).toHaveLength(1);
});

test('a forgotten password is answered the same, and the mail names the provider', async () => {
  const browser = await openVisitor();
  const username = 'mho@malay.example';
  expect((await browser.send('POST', 'password/forgotten', { body: { username } })).status).toBe(202);
  const { handlers, close } = createHandlers(server.application, (error) => expect(error).toBeNull());
  const [job] = await server.database.query<{ id: string; data: { username: string } }>(
    "DELETE FROM outbox WHERE name = 'forgotten-password' RETURNING id, data",
  );
  if (job !== undefined) await handlers['forgotten-password']({ ...job, isLastTry: false });
  close();
  const mail = (await listMessages(server.database)).find(({ address }) => address === username);
  expect(mail?.subject).toBe('How you sign in');
  expect(mail?.text).toContain('choose “Sign in with City ID or Away ID”');
  expect(mail?.text).not.toContain('#');
  const account = await findAccount(server.database, username);
  if (account === null) throw new Error('There is no such account.');
  const wish = { account, purpose: 'invitation' } as const;
  await server.database.transaction((client) => sendPasswordLink(client, server.application, wish));
  const invited = (await listMessages(server.database)).findLast(({ address }) => address === username);
  expect(invited?.text).toContain(`with the address ${username}`);
  expect(invited?.text).toContain('choose “Sign in with City ID or Away ID”');
  expect(await server.database.query('SELECT 1 FROM password_links WHERE used_at IS NULL')).toEqual([]);
});

test('its people are not asked for sign-in details, and cannot set a password', async () => {
  const account = await findAccount(server.database, 'mho@malay.example');
  city.people.set('doctor', { email: 'mho@malay.example', email_verified: true });
  await server.database.query("UPDATE accounts SET flags = flags - 'username_change' WHERE id = $1", [
    account?.id,
  ]);
  await server.database.query(
    `UPDATE accounts SET flags = flags || '{"username_change": false}' WHERE id = $1`,
    [account?.id],
  );
  const browser = await openVisitor();
  const user = (await (await signIn('doctor', 'city', browser)).json()) as { token: string; can: object };
  expect(user.can).toMatchObject({ username_change: true });
  browser.token = user.token;
  const slice = (await (await browser.send('GET', 'portal')).json()) as { signIn: unknown };
  expect(slice.signIn).toEqual({
    providers: [
      { key: 'city', title: 'City ID' },
      { key: 'away', title: 'Away ID' },
    ],
    isPasswordless: true,
  });
  const body = { current: PASSWORD, username: 'mho@malay.example', password: 'seven quiet lanterns' };
  for (const path of ['password', 'credentials']) {
    const { current, password } = body;
    const sent = path === 'password' ? { current, password } : body;
    const answer = await browser.send('POST', path, { body: sent });
    expect([path, answer.status]).toEqual([path, 403]);
    expect(await answer.json()).toMatchObject({ code: 'no-password', message: PASSWORDLESS });
  }
});

async function post(browser: Browser, path: string, body: object = {}) {
  const answer = await browser.send('POST', path, { body });
  const read = (await answer.json()) as { options?: { challenge: string } };
  return { status: answer.status, challenge: read.options?.challenge ?? '', read };
}

test('a passkey from before a department gave passwords up signs nobody in, and none is added', async () => {
  const whole = server.application.portal();
  const officer = openBrowser(server.origin);
  const key = new Authenticator();
  const enter = async () => {
    const browser = await openVisitor();
    const { challenge } = await post(browser, 'login/passkey/options');
    return post(browser, 'login/passkey', { credential: key.get({ challenge, origin: ORIGIN }) });
  };
  server.application.replacePortal({ ...whole, signIn: { ...whole.signIn, withoutPassword: [] } });
  expect((await officer.signIn('mho@malay.example')).status).toBe(200);
  const { challenge } = await post(officer, 'passkeys/options', { current: PASSWORD });
  const credential = key.create({ challenge, origin: ORIGIN });
  expect((await post(officer, 'passkeys', { name: 'Old phone', credential })).status).toBe(201);
  expect((await enter()).status).toBe(200);
  server.application.replacePortal(whole);
  // Only who has the passkey learns why.
  const refused = { status: 422, read: { errors: { credential: [PASSWORDLESS] } } };
  expect(await enter()).toMatchObject(refused);
  expect(await post(officer, 'passkeys/options', { current: PASSWORD })).toMatchObject({
    status: 403,
    read: { code: 'no-password', message: PASSWORDLESS },
  });
  const late = { name: 'Late', credential: new Authenticator().create({ challenge, origin: ORIGIN }) };
  expect((await post(officer, 'passkeys', late)).status).toBe(403);
});

test('an account with a second step gets a ticket for it, and no session', async () => {
  const { account, sub } = await openPair();
  await server.database.query('UPDATE accounts SET has_second_step = true WHERE id = $1', [account.id]);
  const answer = await signIn(sub);
  expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([202, ['ticket']]);
});
