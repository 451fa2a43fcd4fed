/** Accounts as records: an office sees its own staff, requesters only themselves, and nobody a password. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../engine/contract/record.ts';
import { openBrowser, openPortalServer, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;

beforeAll(async () => {
  server = await openPortalServer();
});
afterAll(() => server.close());

async function as(department: string): Promise<Browser> {
  const browser = openBrowser(server.origin);
  await browser.signIn(`${department}@malay.example`);
  return browser;
}

interface Page {
  readonly items: readonly WireRecord[];
  readonly total: number;
}

async function list(browser: Browser, query = ''): Promise<Page> {
  const answer = await browser.send('GET', `records/user${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

const usernames = ({ items }: Page) => items.map(({ data }) => data['username']);

test('an office lists its own people, and opens nobody else', async () => {
  const office = await as('pmto');
  expect(usernames(await list(office, '?list=own-department'))).toEqual(['pmto@malay.example']);
  expect(usernames(await list(office))).toEqual(['pmto@malay.example']);
  const everybody = await list(await as('admin'), '?limit=100');
  expect(everybody.total).toBe(34);
  for (const { slug, data } of everybody.items) {
    const { status } = await office.send('GET', `records/user/${slug}`);
    expect([data['department'], status]).toEqual([
      data['department'],
      data['department'] === 'pmto' ? 200 : 404,
    ]);
  }
});

test('a search, a filter or an order finds nobody whom the list does not show', async () => {
  const office = await as('pmto');
  for (const query of ['?q=police', '?q=mayor', '?unit=police', '?state=suspended']) {
    expect([query, (await list(office, query)).total]).toEqual([query, 0]);
  }
  for (const query of ['?sort=password', '?password=x', '?flags=x', '?list=everybody']) {
    expect((await office.send('GET', `records/user${query}`)).status).toBe(422);
  }
});

test('no answer about accounts holds a password or what is kept of it', async () => {
  const admin = await as('admin');
  const { items } = await list(admin, '?limit=100');
  const one = await (await admin.send('GET', `records/user/${items[0]?.slug}`)).text();
  expect(JSON.stringify(items) + one).not.toMatch(/argon2|password|\$v=19/);
});

test('nobody makes or changes an account as a record, and nobody who is signed out sees one', async () => {
  const admin = await as('admin');
  const slug = (await list(admin)).items[0]?.slug ?? '';
  const headers = { 'idempotency-key': 'once', 'if-match': '1' };
  const body = { data: { username: 'other@malay.example' } };
  expect((await admin.send('POST', 'records/user', { body, headers })).status).toBe(403);
  const change = { ...headers, 'idempotency-key': 'twice' };
  expect((await admin.send('PATCH', `records/user/${slug}`, { body, headers: change })).status).toBe(403);
  const stranger = openBrowser(server.origin);
  expect((await stranger.send('GET', 'records/user')).status).toBe(401);
  expect((await stranger.send('GET', `records/user/${slug}`)).status).toBe(401);
});

test('who may not come in, or must choose new details first, reads no list', async () => {
  for (const [flag, value] of [
    ['access', false],
    ['username_change', false],
  ] as const) {
    const browser = await as('menro');
    await server.database.query('UPDATE accounts SET flags = $1 WHERE username = $2', [
      JSON.stringify({ [flag]: value }),
      'menro@malay.example',
    ]);
    expect([flag, (await browser.send('GET', 'records/user')).status]).toEqual([flag, 403]);
  }
});

/** Puts a record in the database. */
async function own(
  owner: string,
  type: string,
  more: Readonly<Record<string, string | null>>,
): Promise<void> {
  const { state, office, unit = null } = more;
  await server.database.query(
    `INSERT INTO records (id, type, slug, state, owner, office, unit)
     SELECT gen_random_uuid(), $2, gen_random_uuid()::text, $3, id, $4, $5 FROM accounts WHERE username = $1`,
    [`${owner}@malay.example`, type, state, office, unit],
  );
}

test('an office lists the owners of what it has received, and a village only those of its own', async () => {
  await own('establishment', 'clearance', { state: 'received', office: 'pmto' });
  await own('freelancer', 'clearance', { state: 'received', office: 'barangay', unit: 'yapak' });
  await own('applicant', 'health-card', { state: 'draft', office: 'mho' });
  await own('establishment', 'application', { state: 'draft', office: null });
  await own('freelancer', 'application', { state: 'submitted', office: null });
  const owners = async (name: string) => usernames(await list(await as(name), '?list=owners'));
  expect(await owners('pmto')).toEqual(['establishment@malay.example']);
  expect(await owners('obo')).toEqual([]);
  // The demonstration village is Balabag.
  expect(await owners('barangay')).toEqual([]);
  expect(await owners('barangay-yapak')).toEqual(['freelancer@malay.example']);
  expect(await owners('mho')).toEqual([]);
  expect(await owners('bplo')).toEqual(['freelancer@malay.example']);
  expect((await owners('admin')).length).toBeGreaterThanOrEqual(3);
  // What the list shows opens, and nothing else; its answer says nothing about what the person owns elsewhere.
  const office = await as('pmto');
  const statusFor = async (path: string) => (await office.send('GET', path)).status;
  for (const { slug, data } of (await list(await as('admin'), '?list=owners')).items) {
    const expected = data['username'] === 'establishment@malay.example' ? 200 : 404;
    const found = [await statusFor(`records/user/${slug}`), await statusFor(`accounts/${slug}`)];
    expect([data['username'], ...found]).toEqual([data['username'], expected, expected]);
  }
  const [seen] = (await list(office, '?list=owners')).items;
  const opened = await (await office.send('GET', `records/user/${seen?.slug}`)).json();
  expect(opened).toMatchObject({ parts: [], editable: false });
  const establishment = await as('establishment');
  expect(usernames(await list(establishment))).toEqual(['establishment@malay.example']);
});
