/** One account with several departments: what each session sees, and who adds and ends a membership. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireAccount, WireAccountEvent } from '../../engine/contract/accounts.ts';
import type { RecordPage } from '../../engine/contract/record.ts';
import type { UserRecord } from '../../engine/contract/sessions.ts';
import { openBrowser, openPortalServer, PASSWORD, type Browser, type PortalServer } from './portal-server.ts';

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
    body: { department: 'peso', memberships: [{ department: 'peso' }, { department: 'menro' }] },
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
  // The list of the office shows everybody who works there.
  expect([await seen(officer, other), await listed(officer)]).toEqual([
    200,
    expect.arrayContaining([other, slug]),
  ]);
  expect(await listed(officer)).toHaveLength(2);
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

test('who opens a page of their other department hears where it opens', async () => {
  const slug = await slugOf('bic');
  const unit = await change(admin, ['POST', `${slug}/memberships`], {
    department: 'barangay',
    unit: 'yapak',
  });
  expect(unit.status).toBe(200);
  const officer = await as('bic');
  const decision = async (path: string): Promise<unknown> =>
    (await officer.send('GET', `decision?path=${encodeURIComponent(path)}`)).json();
  const message =
    'The page that you opened belongs to Barangay, Yapak. To open it, act there: use the switch at the top of the page.';
  const [home, elsewhere] = [{ outcome: 'go', to: '/immigration' }, { message }];
  expect(await decision('/barangay/messages?thread=1')).toMatchObject({ ...home, ...elsewhere });
  expect(await decision('/barangay/temporary-permit')).toMatchObject({ outcome: 'not-found', message });
  for (const path of ['/', '/bplo/messages', '/nowhere', '/bic/messages'])
    expect(await decision(path)).not.toHaveProperty('message');
  await choose(officer, 'barangay');
  expect(await decision('/barangay/messages')).toMatchObject({ outcome: 'show' });

  // What they do to their own account is told from where they act.
  const body = { current: PASSWORD, password: 'lantern river chalk 8' };
  expect((await officer.send('POST', 'password', { body })).status).toBe(200);
  const history = (await (await admin.send('GET', `accounts/${slug}/events`)).json()) as WireAccountEvent[];
  expect(history.at(-1)).toMatchObject({ what: 'password-changed', department: 'barangay' });
});

test('a membership that ends while it is chosen falls back to the first one, and both are in the history', async () => {
  const slug = await slugOf('mho');
  const { body } = await change(admin, ['POST', `${slug}/memberships`], {
    department: 'bplo',
    flags: { approve: true },
  });
  const officer = await as('mho');
  await choose(officer, 'bplo');
  const id = body.memberships[1]?.id ?? '';
  expect(await change(admin, ['DELETE', `${slug}/memberships/${id}`])).toMatchObject({
    status: 200,
    body: { memberships: [{ department: 'mho' }] },
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
  const own = await change(head, ['DELETE', `${slug}/memberships/${body.memberships[1]?.id ?? ''}`]);
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

/** An account of one department that also works in another one. */
async function twoPlaces(name: string, place: { readonly department: string; readonly flags?: object }) {
  const slug = await slugOf(name);
  const { body } = await change(admin, ['POST', `${slug}/memberships`], place);
  const [first = '', second = ''] = body.memberships.map(({ id }) => id);
  return { slug, first, second };
}

test('an office lists and changes everybody who works there, and only their place there', async () => {
  const { slug, first, second } = await twoPlaces('police', { department: 'mto', flags: { approve: false } });
  const head = await as('mto');
  expect(await listed(head)).toContain(slug);
  expect(await seen(head, slug)).toBe(200);
  const opened = (await (await head.send('GET', `accounts/${slug}`)).json()) as WireAccount;
  expect(opened).toMatchObject({
    department: 'mto',
    membership: second,
    editable: true,
    memberships: [{ editable: false }, { editable: true }],
  });
  expect(opened.elsewhere).toContain('Police');
  const done = await change(head, ['PATCH', slug], { position: 'Planner' });
  expect(done).toMatchObject({
    status: 200,
    body: { position: 'Planner', memberships: [{ position: null }, { position: 'Planner' }] },
  });
  const rows = (await (await head.send('GET', 'records/user?list=own-department')).json()) as RecordPage;
  expect(rows.items.find((one) => one.slug === slug)?.data['position']).toBe('Planner');
  // The other place and what holds in both are not theirs.
  for (const [body, status] of [
    [{ membership: first, position: 'Mine' }, 403],
    [{ membership: 'unknown', position: 'Mine' }, 404],
    [{ flags: { bplo_designate: true } }, 403],
    [{ name: 'Mine' }, 403],
  ] as const)
    expect([body, (await change(head, ['PATCH', slug], body)).status]).toEqual([body, status]);
  expect((await change(head, ['DELETE', `${slug}/memberships/${first}`])).status).toBe(403);
  for (const what of ['suspend', 'restore', 'end-sessions', 'reset-second-step', 'send-link']) {
    const refused = await change(
      head,
      ['POST', `${slug}/${what}`],
      what === 'suspend' ? { reason: 'x' } : {},
    );
    expect([what, refused.status, refused.body['code']]).toEqual([what, 403, 'every-membership']);
  }
  expect((await change(head, ['DELETE', `${slug}/memberships/${second}`])).status).toBe(200);
  expect([await listed(head), await seen(head, slug)]).toEqual([expect.not.arrayContaining([slug]), 404]);
});

test('the oldest membership ends like any other, and the last one does not', async () => {
  const { slug, first, second } = await twoPlaces('bfp', { department: 'mto', flags: { approve: false } });
  const officer = await as('bfp');
  const other = await as('bfp');
  await choose(other, 'mto');
  expect(await change(await as('bfp'), ['DELETE', `${slug}/memberships/${first}`])).toMatchObject({
    status: 403,
  });
  const ended = await change(admin, ['DELETE', `${slug}/memberships/${first}`]);
  expect(ended).toMatchObject({
    status: 200,
    body: { department: 'mto', membership: second, memberships: [{ id: second }], elsewhere: null },
  });
  for (const browser of [officer, other])
    expect(await user(browser)).toMatchObject({
      department: 'mto',
      can: { approve: false },
      memberships: [{ id: second, chosen: true }],
    });
  expect(await change(admin, ['DELETE', `${slug}/memberships/${second}`])).toMatchObject({
    status: 409,
    body: { code: 'only-membership' },
  });
  expect(await listed(await as('mto'))).toContain(slug);
});

test('a list shows each account once, on every page', async () => {
  const { slug } = await twoPlaces('bic', { department: 'mto' });
  const found: string[] = [];
  let next: string | null = '';
  while (next !== null) {
    const path = `records/user?list=everyone&limit=1${next === '' ? '' : `&cursor=${encodeURIComponent(next)}`}`;
    const page = (await (await admin.send('GET', path)).json()) as RecordPage;
    found.push(...page.items.map((one) => one.slug));
    ({ next } = page);
  }
  expect(found.filter((one) => one === slug)).toEqual([slug]);
  expect(new Set(found).size).toBe(found.length);
  const only = (await (
    await admin.send('GET', 'records/user?list=everyone&department=mto')
  ).json()) as RecordPage;
  expect(only.items.find((one) => one.slug === slug)?.data['department']).toBe('mto');
  expect(only.total).toBe(only.items.length);
});

test('accounts have no due dates, so none are late', async () => {
  for (const due of ['late', 'soon']) {
    const answer = await admin.send('GET', `records/user?list=everyone&sort=due&limit=1&due=${due}`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ items: [], total: 0 });
  }
});
