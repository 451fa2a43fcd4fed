/** Signing in and out over HTTP: the user record, refusals, limits, sessions that end. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { openBrowser, openPortalServer, PASSWORD, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;

beforeAll(async () => {
  server = await openPortalServer();
});
afterAll(() => server.close());

/** A caller whose failures count against nobody else. */
async function newcomer(department = 'establishment', flags: Record<string, boolean> = {}) {
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

async function signedIn(department?: string, flags?: Record<string, boolean>): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(await newcomer(department, flags))).status).toBe(200);
  return browser;
}

const status = async (browser: Browser, path = 'user'): Promise<number> =>
  (await browser.send('GET', path)).status;

test('the login and the user call answer the whole record under its wire names', async () => {
  const browser = openBrowser(server.origin);
  const login = await browser.signIn('establishment@malay.example');
  expect(login.status).toBe(200);
  expect(login.headers.get('cache-control')).toBe('no-store');
  const record = await login.json();
  expect(record).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    department: 'establishment',
    name: 'Establishment',
    slug: expect.stringMatching(/^[a-z0-9]{12}$/),
    office: 'Establishment',
    bplo_designate: false,
    unread_messages: 0,
    acts_for: null,
    deputy_of: [],
    seen_by: null,
    memberships: [
      {
        id: expect.any(String),
        department: 'establishment',
        title: 'Establishment',
        unit: null,
        position: null,
        chosen: true,
      },
    ],
    can: {
      access: true,
      approve: true,
      username_change: true,
      can_feedback: false,
      email_verified: true,
      identification: false,
      applicants: 0,
      temporary_permit_status: false,
      applyBusiness: null,
      applicant_slug: null,
      apply_barangay: false,
      apply_establishment: false,
      barangay: null,
    },
  });
  expect(await (await browser.send('GET', 'user')).json()).toEqual(record);
});

const wireNames = [
  'memberships',
  'token',
  'department',
  'name',
  'office',
  'slug',
  'bplo_designate',
  'unread_messages',
  'acts_for',
  'deputy_of',
  'seen_by',
  'can',
];
const permissions =
  'access approve username_change can_feedback email_verified identification applicants temporary_permit_status applyBusiness applicant_slug apply_barangay apply_establishment barangay'.split(
    ' ',
  );

test('every department has a demonstration account, whose record leaves no wire name out', async () => {
  for (const department of Object.keys(server.application.portal().departments)) {
    const browser = openBrowser(server.origin);
    const answer = await browser.signIn(`${department}@malay.example`);
    expect(answer.status).toBe(200);
    const record = (await answer.json()) as { readonly can: object };
    expect(record).toMatchObject({ department, unread_messages: 0, bplo_designate: false });
    expect([department, Object.keys(record).sort()]).toEqual([department, wireNames.toSorted()]);
    expect([department, Object.keys(record.can).sort()]).toEqual([department, permissions.toSorted()]);
  }
});

test('who has no access signs in all the same: the guards decide', async () => {
  const browser = await signedIn('police', { access: false });
  expect(await (await browser.send('GET', 'user')).json()).toMatchObject({ can: { access: false } });
  const decision = await browser.send('GET', 'decision?path=/police');
  expect(await decision.json()).toMatchObject({ outcome: 'go', to: '/', signOut: true });
});

test('a wrong password and an unknown account get the same answer', async () => {
  const browser = openBrowser(server.origin);
  const wrong = await browser.signIn(await newcomer(), 'not the password');
  const unknown = await browser.signIn('nobody@malay.example', 'not the password');
  expect([wrong.status, unknown.status]).toEqual([422, 422]);
  const body = await wrong.text();
  expect(JSON.parse(body)).toMatchObject({ errors: { username: [expect.any(String)] } });
  expect(await unknown.text()).toBe(body);
});

test.each([
  [{}, ['username', 'password']],
  [{ username: 'nobody', password: 'x' }, ['username']],
  [{ username: 'nobody', password: '' }, ['username', 'password']],
  [{ username: 'nobody' }, ['username', 'password']],
  [{ username: 'a@b.example' }, ['password']],
  [{ username: ['a@b.example'], password: 7 }, ['username', 'password']],
])('what is missing or no e-mail address is said field by field: %j', async (body, fields) => {
  const browser = openBrowser(server.origin);
  await browser.visit();
  const answer = await browser.send('POST', 'login', { body });
  expect(answer.status).toBe(422);
  const { errors } = (await answer.json()) as { errors: Record<string, string[]> };
  expect(Object.keys(errors).sort()).toEqual([...fields].sort());
});

test('takes the sign-in as JSON and as an encoded form too, whatever the case of the address', async () => {
  const username = await newcomer();
  const browser = openBrowser(server.origin);
  await browser.visit();
  const shouted = { username: ` ${username.toUpperCase()} `, password: PASSWORD };
  expect((await browser.send('POST', 'login', { body: shouted })).status).toBe(200);
  const body = new URLSearchParams({ username, password: PASSWORD });
  expect((await browser.send('POST', 'login', { body })).status).toBe(200);
});

test('the eleventh failure of an account is refused, from other processes too, and a success does not count', async () => {
  const other = await server.second();
  const username = await newcomer();
  const [here, there] = [openBrowser(server.origin), openBrowser(other.origin)];
  const known = openBrowser(server.origin);
  for (let tries = 0; tries < 12; tries += 1) expect((await known.signIn(username)).status).toBe(200);
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await (tries % 2 === 0 ? here : there).signIn(username, 'wrong password')).status).toBe(422);
  }
  for (const [browser, password] of [
    [here, 'wrong password'],
    [there, PASSWORD],
  ] as const) {
    const refused = await browser.signIn(username, password);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual([expect.any(String)]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
  }
  expect((await here.signIn(await newcomer())).status).toBe(200);
  await server.database.query("UPDATE failed_sign_ins SET at = at - interval '15 minutes'");
  expect((await here.signIn(username)).status).toBe(200);
  await other.close();
});

test('simultaneous guesses reveal no more than consecutive ones', async () => {
  const username = await newcomer();
  const browser = openBrowser(server.origin);
  await browser.visit();
  const guesses = Array.from({ length: 30 }, () => browser.signIn(username, 'wrong password'));
  const answers = (await Promise.all(guesses)).map((answer) => answer.status);
  expect(answers.filter((one) => one === 422).length).toBeLessThanOrEqual(10);
  expect(new Set(answers)).toEqual(new Set([422, 429]));
  await server.database.query('DELETE FROM failed_sign_ins');
});

test('an address is refused after a hundred failures, whomever they were about', async () => {
  await server.database.query(
    `INSERT INTO failed_sign_ins (network, username) SELECT '127.0.0.1', sha256(n::text::bytea) FROM generate_series(1, 100) n`,
  );
  const browser = openBrowser(server.origin);
  expect((await browser.signIn('establishment@malay.example')).status).toBe(429);
  await server.database.query('DELETE FROM failed_sign_ins');
  expect((await browser.signIn('establishment@malay.example')).status).toBe(200);
});

test('a browser that signed in before has failures of its own: others on its network do not lock it out', async () => {
  const username = await newcomer();
  const [known, stranger] = [openBrowser(server.origin), openBrowser(server.origin)];
  await known.signIn(username);
  await server.database.query(
    `INSERT INTO failed_sign_ins (network, username)
     SELECT '127.0.0.1', CASE WHEN n <= 60 THEN sha256($1::text::bytea) ELSE sha256(n::text::bytea) END
       FROM generate_series(1, 160) n`,
    [username],
  );
  expect((await stranger.signIn(username)).status).toBe(429);
  for (let tries = 0; tries < 9; tries += 1) {
    expect((await known.signIn(username, 'wrong password')).status).toBe(422);
  }
  expect((await known.signIn(username)).status).toBe(200);
  expect((await known.signIn(username, 'wrong password')).status).toBe(422);
  expect((await known.signIn(username)).status).toBe(429);
  // It does not recognise another account either.
  expect((await known.signIn(await newcomer())).status).toBe(429);
  await server.database.query('DELETE FROM failed_sign_ins');
});

test('after fifty failures from everywhere in a day each further guess waits longer', async () => {
  const username = await newcomer();
  const fail = (count: number, ago: string) =>
    server.database.query(
      `INSERT INTO failed_sign_ins (network, username, at)
       SELECT '198.51.100.' || n, sha256($1::text::bytea), now() - $2::interval FROM generate_series(1, $3::int) n`,
      [username, ago, count],
    );
  const waitOf = async () => {
    const answer = await openBrowser(server.origin).signIn(username, 'wrong password');
    expect(answer.status).toBe(429);
    return Number(answer.headers.get('retry-after'));
  };
  await fail(49, '23 hours');
  expect((await openBrowser(server.origin).signIn(username, 'wrong password')).status).toBe(422);
  const waits = [await waitOf()];
  for (const failures of [1, 1, 10]) {
    await fail(failures, '0 seconds');
    waits.push(await waitOf());
  }
  const [first = 0, ...later] = waits;
  expect(first).toBeGreaterThan(50);
  expect(first).toBeLessThanOrEqual(60);
  expect(later.map((wait) => Math.ceil(wait / 60))).toEqual([2, 4, 60]);
  await server.database.query(
    "UPDATE failed_sign_ins SET at = at - interval '1 hour' WHERE at > now() - interval '1 hour'",
  );
  expect((await openBrowser(server.origin).signIn(username)).status).toBe(200);
  await server.database.query('DELETE FROM failed_sign_ins');
});

test('behind a trusted proxy a whole IPv6 network counts as one caller', async () => {
  const proxied = await openPortalServer(undefined, { TRUST_PROXY: '1' });
  const username = 'establishment@malay.example';
  const guessFrom = async (address: string) => {
    const browser = openBrowser(proxied.origin);
    await browser.visit();
    const body = { username, password: 'wrong password' };
    return (await browser.send('POST', 'login', { body, headers: { 'x-forwarded-for': address } })).status;
  };
  for (let tries = 1; tries <= 10; tries += 1) {
    expect(await guessFrom(`[2001:db8:1:2::${tries}]:${40_000 + tries}`)).toBe(422);
  }
  expect(await guessFrom('2001:db8:1:2:ffff::1')).toBe(429);
  expect(await guessFrom('2001:db8:1:3::1')).toBe(422);
  await proxied.close();
});

test('signing out ends the session at once, everywhere, and a second time is no failure', async () => {
  const other = await server.second();
  const browser = await signedIn();
  const elsewhere = openBrowser(other.origin);
  elsewhere.token = browser.token;
  expect(await status(elsewhere)).toBe(200);
  expect(
    (await browser.send('POST', 'logout', { headers: { 'content-type': 'application/json' } })).status,
  ).toBe(200);
  expect([await status(browser), await status(elsewhere)]).toEqual([401, 401]);
  expect((await browser.send('POST', 'logout')).status).toBe(200);
  await other.close();
});

test('a session ends after twelve hours without use and after seven days in any case, for who reads and who writes', async () => {
  const browser = await signedIn();
  const { query } = server.database;
  const write = () =>
    browser.send('POST', 'records/application', {
      body: { data: {} },
      headers: { 'idempotency-key': randomUUID() },
    });
  const afterwards = async (aged: string): Promise<number[]> => {
    await query(`UPDATE sessions SET ${aged}`);
    const read = await status(browser);
    await query(`UPDATE sessions SET ${aged}`);
    return [read, (await write()).status];
  };
  expect(await afterwards("seen_at = now() - interval '11 hours 59 minutes'")).toEqual([200, 201]);
  const [session] = await query<{ isFresh: boolean }>(
    `SELECT bool_or(seen_at > now() - interval '1 minute') AS "isFresh" FROM sessions`,
  );
  expect(session?.isFresh).toBe(true);
  expect(await afterwards("seen_at = now() - interval '12 hours 1 minute'")).toEqual([401, 401]);
  expect(await afterwards("seen_at = now(), started_at = now() - interval '7 days 1 minute'")).toEqual([
    401, 401,
  ]);
});

test('tokens are kept by their hash alone', async () => {
  const browser = await signedIn();
  const rows = await server.database.query<{ token: Buffer }>('SELECT token FROM sessions');
  const kept = rows.map(({ token }) => token.toString('latin1')).join();
  expect(kept).not.toContain(browser.token);
  expect(rows.every(({ token }) => token.length === 32)).toBe(true);
});

test('a suspended account is out, and cannot sign in', async () => {
  const username = await newcomer();
  const browser = openBrowser(server.origin);
  await browser.signIn(username);
  await server.database.query('UPDATE accounts SET is_suspended = true WHERE username = $1', [username]);
  expect(await status(browser)).toBe(401);
  expect((await browser.signIn(username)).status).toBe(422);
});

test('who belongs to a department that is no longer configured is out', async () => {
  const username = await newcomer('applicant');
  const browser = openBrowser(server.origin);
  await browser.signIn(username);
  const whole = server.application.portal();
  const { applicant: _gone, ...departments } = whole.departments;
  await server.application.replacePortal({ ...whole, departments });
  const answers = [await status(browser), (await browser.signIn(username)).status];
  await server.application.replacePortal(whole);
  expect(answers).toEqual([401, 422]);
});

test('without a token, or with one that means nothing, there is no user', async () => {
  const browser = openBrowser(server.origin);
  for (const authorization of [null, 'Bearer', 'Bearer x', 'Basic YTpi', `Bearer ${'a'.repeat(5000)}`]) {
    const answer = await browser.send('GET', 'user', { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'unauthenticated' });
  }
});
