/** Links sent to an address: they run one step, once, in time, and only when somebody presses the button. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aDay } from '../../engine/portal/time/lengths.ts';
import { findStuck } from '../../engine/server/audit/find-stuck.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { type Browser, openBrowser, openPortalServer, type PortalServer } from './portal-server.ts';

const password = 'correct horse battery';

/** A link is in time by the clock of the portal. */
const clock = () => new Date(Date.now() - 100 * aDay);

let portal: PortalServer;
let guest: Browser;

beforeAll(async () => {
  portal = await openPortalServer(undefined, { PUBLIC_URL: 'https://portal.example' }, clock);
});
beforeEach(async () => {
  guest = openBrowser(portal.origin);
  await guest.visit('/registration/establishment');
});
afterAll(() => portal.close());

let count = 0;

interface Registered {
  readonly email: string;
  readonly slug: string;
}

async function register(): Promise<Registered> {
  count += 1;
  const email = `business-${count}@example.org`;
  const data = {
    email,
    password,
    business_name: `Business ${count}`,
    owner_first_name: 'Ana',
    owner_last_name: 'Reyes',
    mobile: '09171234567',
    barangay: 'balabag',
    data_privacy_consent: true,
  };
  const answer = await guest.send('POST', 'records/establishment-profile', {
    body: { data },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(answer.status).toBe(202);
  const [profile] = await portal.database.query<{ slug: string }>(
    "SELECT slug FROM records WHERE data ->> 'email' = $1",
    [email],
  );
  return { email, slug: profile?.slug ?? '' };
}

async function linksSentTo(email: string): Promise<string[]> {
  const mails = await listMessages(portal.database);
  return mails
    .filter(({ address }) => address === email)
    .flatMap(({ text }) => /https:\/\/portal\.example(\/confirm\/[\w-]+)/.exec(text)?.[1] ?? []);
}

/** The last part of the address in the newest mail. */
async function tokenSentTo(email: string): Promise<string> {
  return (await linksSentTo(email)).at(-1)?.replace('/confirm/', '') ?? '';
}

async function signedIn(email: string): Promise<Browser> {
  const browser = openBrowser(portal.origin);
  expect((await browser.signIn(email, password)).status).toBe(200);
  return browser;
}

interface User {
  readonly can: { readonly email_verified: boolean };
}

async function isVerified(email: string): Promise<boolean> {
  const browser = await signedIn(email);
  const user = (await (await browser.send('GET', 'user')).json()) as User;
  return user.can.email_verified;
}

test('registration sends a link, and pressing the button behind it confirms the address', async () => {
  const { email } = await register();
  expect(await isVerified(email)).toBe(false);
  const token = await tokenSentTo(email);
  expect(token).toMatch(/^[\w-]{75}$/);
  const read = await guest.send('GET', `links/${token}`);
  expect(read.headers.get('cache-control')).toBe('no-store');
  expect(await read.json()).toMatchObject({ state: 'open', title: 'Confirm my e-mail address' });
  const taken = await guest.send('POST', `links/${token}`);
  expect(taken.status).toBe(200);
  expect(await taken.json()).toMatchObject({ state: 'used' });
  expect(await isVerified(email)).toBe(true);
});

test('looking at the link, as scanners of mail do, uses nothing up', async () => {
  const { email } = await register();
  const token = await tokenSentTo(email);
  for (let look = 0; look < 3; look += 1) {
    expect(await (await guest.send('GET', `links/${token}`)).json()).toMatchObject({ state: 'open' });
  }
  const page = await guest.visit(`/confirm/${token}`);
  expect(page.status).toBe(200);
  expect(await isVerified(email)).toBe(false);
});

test('a second press gets the same answer and takes nothing twice', async () => {
  const { email, slug } = await register();
  const token = await tokenSentTo(email);
  await guest.send('POST', `links/${token}`);
  const again = await guest.send('POST', `links/${token}`);
  expect(again.status).toBe(200);
  const owner = await signedIn(email);
  const events = (await (await owner.send('GET', `records/establishment-profile/${slug}/events`)).json()) as {
    what: string;
  }[];
  expect(events.filter(({ what }) => what === 'verify-email').length).toBe(1);
});

test('a link that was changed or made up leads nowhere', async () => {
  const { email } = await register();
  const token = await tokenSentTo(email);
  const other = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  const moved = `${token.slice(0, 31)}${token[31] === 'a' ? 'b' : 'a'}${token.slice(32)}`;
  for (const wrong of [other, moved, 'abc', 'a'.repeat(75)]) {
    expect((await guest.send('GET', `links/${wrong}`)).status).toBe(404);
    expect((await guest.send('POST', `links/${wrong}`)).status).toBe(404);
  }
  expect(await isVerified(email)).toBe(false);
});

test('the step cannot be taken without the link, not even by the owner', async () => {
  const { email, slug } = await register();
  const owner = await signedIn(email);
  const answer = await owner.send('POST', `records/establishment-profile/${slug}/verify-email`, {
    body: { input: {} },
    headers: { 'idempotency-key': randomUUID(), 'if-match': '2' },
  });
  expect(answer.status).toBe(403);
});

test('after an hour the link is over, and a new one is sent on request', async () => {
  const { email, slug } = await register();
  const token = await tokenSentTo(email);
  await portal.database.query(
    "UPDATE links SET sent_at = sent_at - interval '61 minutes' WHERE address = $1",
    [email],
  );
  expect(await (await guest.send('GET', `links/${token}`)).json()).toMatchObject({ state: 'over' });
  expect((await guest.send('POST', `links/${token}`)).status).toBe(409);
  expect(await sendAgain(await signedIn(email), slug)).toBe(200);
  const newer = await tokenSentTo(email);
  expect(newer).not.toBe(token);
  expect((await guest.send('POST', `links/${newer}`)).status).toBe(200);
  // The older link reports that its step is already done.
  expect(await (await guest.send('GET', `links/${token}`)).json()).toMatchObject({ state: 'used' });
});

async function sendAgain(owner: Browser, slug: string): Promise<number> {
  const record = await owner.send('GET', `records/establishment-profile/${slug}`);
  const answer = await owner.send('POST', `records/establishment-profile/${slug}/send-again`, {
    body: { input: {} },
    headers: { 'idempotency-key': randomUUID(), 'if-match': record.headers.get('etag') },
  });
  return answer.status;
}

test('nobody is flooded: five messages an hour, then none', async () => {
  const { email, slug } = await register();
  const owner = await signedIn(email);
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1) statuses.push(await sendAgain(owner, slug));
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  expect((await linksSentTo(email)).length).toBe(5);
});

test('the address that was to be confirmed is not exchanged for another one', async () => {
  const { email, slug } = await register();
  const owner = await signedIn(email);
  const path = `records/establishment-profile/${slug}`;
  const record = await owner.send('GET', path);
  const answer = await owner.send('PATCH', path, {
    body: { data: { email: 'other@example.org' } },
    headers: { 'idempotency-key': randomUUID(), 'if-match': record.headers.get('etag') },
  });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toHaveProperty('errors.email');
});

test('an application is not filed before the address is confirmed', async () => {
  const { email } = await register();
  const owner = await signedIn(email);
  const file = async (): Promise<{ status: number; text: string }> => {
    const made = await owner.send('POST', 'records/application', {
      body: { data: { tax_year: 2027 } },
      headers: { 'idempotency-key': randomUUID() },
    });
    const { slug, version } = (await made.json()) as { slug: string; version: number };
    const answer = await owner.send('POST', `records/application/${slug}/submit`, {
      body: { input: {} },
      headers: { 'idempotency-key': randomUUID(), 'if-match': String(version) },
    });
    return { status: answer.status, text: await answer.text() };
  };
  expect((await file()).text).toContain('Confirm your e-mail address first');
  await guest.send('POST', `links/${await tokenSentTo(email)}`);
  expect((await file()).text).not.toContain('Confirm your e-mail address first');
});

test('a profile is kept up to date without asking again what one signs in with', async () => {
  const { email, slug } = await register();
  const owner = await signedIn(email);
  const at = `records/establishment-profile/${slug}`;
  const record = (await (await owner.send('GET', at)).json()) as { form: string; version: number };
  const form = (await (await owner.send('GET', `forms/${record.form}`)).json()) as {
    steps: { properties: string[] }[];
  };
  const asked = form.steps.flatMap(({ properties }) => properties);
  expect(asked).toContain('registration_no');
  expect(asked).not.toContain('email');
  expect(asked).not.toContain('password');
  const change = async (data: Readonly<Record<string, unknown>>) =>
    (
      await owner.send('PATCH', at, {
        body: { data },
        headers: { 'idempotency-key': randomUUID(), 'if-match': String(record.version) },
      })
    ).status;
  expect(await change({ email: 'other@example.org' })).toBe(422);
  const given = { registration_body: 'DTI', registration_no: 'DTI-1', purok: 'balabag-sitio-bolabog' };
  expect(await change(given)).toBe(200);
});

test('a record whose link still works is not stuck', async () => {
  const { slug } = await register();
  const record = `establishment-profile/${slug}`;
  const { database, application } = portal;
  await database.query('UPDATE accounts SET is_suspended = true');
  const stuckAt = async (now: Date) => {
    const { stuck } = await findStuck({ database, portal: () => application.portal(), now: () => now });
    return stuck.map((one) => one.record);
  };
  expect(await stuckAt(clock())).not.toContain(record);
  expect(await stuckAt(new Date())).toContain(record);
});
