/** One account with several departments: what each session sees, and who adds and ends a membership. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireAccount, WireAccountEvent } from '../../engine/contract/accounts.ts';
import type { RecordPage } from '../../engine/contract/record.ts';
import type { UserRecord } from '../../engine/contract/sessions.ts';
import { openBrowser, openPortalServer, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;
let admin: Browser;

beforeAll(async () => {
  server = await openPortalServer();
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

async function change(browser: Browser, [method, path]: readonly [string, string], body: unknown = {}) {
  const [row] = await server.database.query<{ version: number }>(
    'SELECT version FROM accounts WHERE slug = $1',
    [path.split('/')[0]],
  );
  const headers = { 'idempotency-key': `key ${(keys += 1)}`, 'if-match': String(row?.version) };
  const answer = await browser.send(method, `accounts/${path}`, { body, headers });
  return { status: answer.status, body: (await answer.json()) as WireAccount & Record<string, unknown> };
}

async function user(browser: Browser): Promise<UserRecord> {
  return (await (await browser.send('GET', 'user')).json()) as UserRecord;
}

/** Acts there from now on, with the token of the answer. */
async function choose(browser: Browser, department: string): Promise<Response> {
  const { memberships } = await user(browser);
  const membership = memberships.find((one) => one.department === department)?.id ?? 'unknown';
  const answer = await browser.send('PUT', 'membership', { body: { membership } });
  if (answer.ok) browser.token = ((await answer.clone().json()) as UserRecord).token;
  return answer;
}

async function seen(browser: Browser, slug: string): Promise<number> {
  return (await browser.send('GET', `records/user/${slug}`)).status;
}

async function listed(browser: Browser): Promise<string[]> {
  const page = (await (await browser.send('GET', 'records/user?list=own-department')).json()) as RecordPage;
  return page.items.map(({ slug }) => slug);
}

test('a session sees only what its chosen department sees, and the old token is worthless', async () => {
  const slug = await slugOf('peso');
  const added = await change(admin, ['POST', `${slug}/memberships`], {
    department: 'menro',
    position: 'Inspector',
    flags: { approve: true },
  });
  expect(added).toMatchObject({
    status: 200,
    body: { department: 'peso', memberships: [{ department: 'menro' }] },
  });
  const officer = await as('peso');
  const [own, other] = [await slugOf('swmo'), await slugOf('menro')];
  expect(await user(officer)).toMatchObject({
    department: 'peso',
    memberships: [{ chosen: true }, { chosen: false }],
  });
  expect([await seen(officer, other), await seen(officer, own), await listed(officer)]).toEqual([
    404,
    404,
    [slug],
  ]);

  const before = officer.token;
  expect((await choose(officer, 'menro')).status).toBe(200);
  expect(await user(officer)).toMatchObject({
    department: 'menro',
    memberships: [{ chosen: false }, { chosen: true }],
  });
  expect([await seen(officer, other), await listed(officer)]).toEqual([200, [other]]);
  const late = openBrowser(server.origin);
  late.token = before;
  expect((await late.send('GET', 'user')).status).toBe(401);
  expect((await choose(officer, 'swmo')).status).toBe(422);

  // The next sign-in begins where the person was last.
  expect(await user(await as('peso'))).toMatchObject({ department: 'menro' });
  expect((await choose(officer, 'peso')).status).toBe(200);
  expect(await seen(officer, other)).toBe(404);
  expect(await user(await as('peso'))).toMatchObject({ department: 'peso' });
});

test('a membership that ends while it is chosen falls back to the first one, and both are in the history', async () => {
  const slug = await slugOf('mho');
  const { body } = await change(admin, ['POST', `${slug}/memberships`], {
    department: 'bplo',
    flags: { approve: true },
  });
  const officer = await as('mho');
  await choose(officer, 'bplo');
  const id = body.memberships[0]?.id ?? '';
  expect(await change(admin, ['DELETE', `${slug}/memberships/${id}`])).toMatchObject({
    status: 200,
    body: { memberships: [] },
  });
  expect(await user(officer)).toMatchObject({ department: 'mho', memberships: [{ chosen: true }] });
  expect((await change(admin, ['DELETE', `${slug}/memberships/${id}`])).status).toBe(404);
  const history = (await (await admin.send('GET', `accounts/${slug}/events`)).json()) as WireAccountEvent[];
  expect(history.map(({ what }) => what)).toEqual(['begun', 'membership-added', 'membership-ended']);
  expect(history[1]?.changes[0]).toMatchObject({ title: 'Department', before: null });
});

test('a head adds and ends memberships of their own office only, with flags that they may grant', async () => {
  const slug = await slugOf('bplo');
  const { body } = await change(admin, ['POST', `${slug}/memberships`], { department: 'mayor' });
  const head = await as('bplo');
  expect(
    (await change(head, ['POST', `${await slugOf('menro')}/memberships`], { department: 'bplo' })).status,
  ).toBe(404);
  // Nobody changes their own account, in whichever membership they act.
  const own = await change(head, ['DELETE', `${slug}/memberships/${body.memberships[0]?.id ?? ''}`]);
  expect(own.status).toBe(403);
  await server.database.query("UPDATE accounts SET department = 'bplo' WHERE slug = $1", [
    await slugOf('obo'),
  ]);
  const colleague = await slugOf('obo');
  expect((await change(head, ['POST', `${colleague}/memberships`], { department: 'mayor' })).status).toBe(
    403,
  );
  await change(admin, ['POST', `${colleague}/memberships`], { department: 'mto' });
  // What holds in every membership needs the right in each.
  expect(await change(head, ['POST', `${colleague}/suspend`], { reason: 'x' })).toMatchObject({
    status: 403,
    body: { code: 'every-membership' },
  });
  expect((await change(admin, ['POST', `${colleague}/suspend`], { reason: 'x' })).status).toBe(200);
  expect((await as('bplo').then((one) => choose(one, 'mayor'))).status).toBe(200);
});

test('an account works once in each place', async () => {
  const slug = await slugOf('ptfrb');
  expect((await change(admin, ['POST', `${slug}/memberships`], { department: 'ptfrb' })).status).toBe(422);
  expect((await change(admin, ['POST', `${slug}/memberships`], { department: 'pmto' })).status).toBe(200);
  expect((await change(admin, ['POST', `${slug}/memberships`], { department: 'pmto' })).status).toBe(422);
  expect((await change(admin, ['POST', `${slug}/memberships`], { department: 'establishment' })).status).toBe(
    403,
  );
});
