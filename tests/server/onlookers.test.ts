/** Seeing the portal as somebody else: who may, what they see, that they change nothing, how it ends, and who is told. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireAccountEvent } from '../../engine/contract/accounts.ts';
import { contract } from '../../engine/contract/contract.ts';
import type { WireOnlookerVisit, WireSeenAccount } from '../../engine/contract/onlookers.ts';
import type { UserRecord } from '../../engine/contract/sessions.ts';
import type { SeeAsRule } from '../../engine/portal/model/department.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { claimKey } from '../../engine/server/audit/anchors.ts';
import { verifyHistories } from '../../engine/server/audit/verify-histories.ts';
import { testAuditKey } from '../../engine/server/database/testing.ts';
import { issueDocument } from './issued-document.ts';
import {
  openBrowser,
  openPortalServer,
  PASSWORD,
  readPortal,
  type Browser,
  type PortalServer,
} from './portal-server.ts';

let server: PortalServer;
/** Slug of an application of the establishment. */
const application = 'palm-inn';
const reason = 'Helpdesk ticket 4711';

const department = (key: string): SeeAsRule['by'] => ({
  test: 'compare',
  subject: { from: 'visitor', name: 'department' },
  operator: 'is',
  operand: { value: key },
});

beforeAll(async () => {
  const portal = await readPortal();
  const seeAs = [
    { by: department('admin'), departments: ['establishment'], records: ['application'] },
    { by: department('admin'), departments: ['mho'], records: [] },
    // Not named under `access`.
    { by: department('bplo'), departments: ['mho'], records: [] },
  ];
  server = await openPortalServer({ ...portal, workbench: { ...portal.workbench, seeAs } });
  await claimKey(server.database, testAuditKey);
  await insertRecord('application', application);
  await insertRecord('feedback', 'food');
});
afterAll(() => server.close());

async function insertRecord(type: string, slug: string): Promise<void> {
  const { initial = '' } = server.application.portal().workflows[type] ?? {};
  await server.database.query(
    `INSERT INTO records (id, type, slug, number, state, owner, office, parent, ancestors, data)
     SELECT $1, $2, $3, 'A-1', $4, id, NULL, NULL, '{}', '{"business_name":"Palm Inn"}'
     FROM accounts WHERE username = 'establishment@malay.example'`,
    [randomUUID(), type, slug, type === 'application' ? 'under-evaluation' : initial],
  );
}

async function signIn(name: string): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(`${name}@malay.example`)).status).toBe(200);
  return browser;
}

async function read<T>(browser: Browser, path: string): Promise<T> {
  const answer = await browser.send('GET', path);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
}

async function find(browser: Browser, words: string): Promise<readonly WireSeenAccount[]> {
  const path = `seen-accounts?q=${encodeURIComponent(words)}`;
  return (await read<{ items: readonly WireSeenAccount[] }>(browser, path)).items;
}

/** An administrator, who sees the portal as the account of this department. */
async function lookAs(name: string, onlooker = 'admin'): Promise<Browser & { readonly before: string }> {
  const browser = await signIn(onlooker);
  const [found] = await find(browser, `${name}@`);
  const before = browser.token ?? '';
  const answer = await browser.send('PUT', 'seen-account', {
    body: { membership: found?.membership, reason },
  });
  expect(answer.status).toBe(200);
  browser.token = ((await answer.json()) as UserRecord).token;
  return Object.assign(browser, { before });
}

async function goBack(browser: Browser): Promise<Response> {
  const answer = await browser.send('DELETE', 'seen-account');
  if (answer.ok) browser.token = ((await answer.clone().json()) as UserRecord).token;
  return answer;
}

const me = (browser: Browser) => read<UserRecord>(browser, 'user');
const status = async (browser: Browser, token: string | null) => {
  browser.token = token;
  return (await browser.send('GET', 'user')).status;
};

test('without configuration nobody may, and of those who are named only whom the workbench names', async () => {
  const bplo = await signIn('bplo');
  const portal = await readPortal();
  const other = await openPortalServer({ ...portal, workbench: { ...portal.workbench, seeAs: [] } });
  const admin = openBrowser(other.origin);
  await admin.signIn('admin@malay.example');
  const [unnamed] = await other.database.query<{ membership: string }>(
    "SELECT membership FROM accounts WHERE username = 'bplo@malay.example'",
  );
  for (const browser of [bplo, admin]) {
    expect((await browser.send('GET', 'seen-accounts?q=malay')).status).toBe(404);
    const wish = { membership: unnamed?.membership, reason };
    expect((await browser.send('PUT', 'seen-account', { body: wish })).status).toBe(404);
  }
  await other.close();
});

test('they find only accounts of the named departments, by a part of name or address', async () => {
  const admin = await signIn('admin');
  expect((await find(admin, 'MALAY.example')).map(({ username }) => username).sort()).toEqual([
    'establishment@malay.example',
    'mho@malay.example',
  ]);
  expect(await find(admin, 'm')).toEqual([]);
  const [bplo] = await server.database.query<{ membership: string }>(
    "SELECT membership FROM accounts WHERE username = 'bplo@malay.example'",
  );
  const wish = { membership: bplo?.membership, reason };
  expect((await admin.send('PUT', 'seen-account', { body: wish })).status).toBe(422);
  const [mho] = await find(admin, 'mho@');
  const short = { membership: mho?.membership, reason: 'x' };
  expect((await admin.send('PUT', 'seen-account', { body: short })).status).toBe(422);
  // A page of another origin has no token of this browser.
  const forged = { body: { ...short, reason }, headers: { 'x-csrf-token': null } };
  expect((await admin.send('PUT', 'seen-account', forged)).status).toBe(403);
});

test('they are this person for every read, and the account’s own token is worthless meanwhile', async () => {
  const onlooker = await lookAs('establishment');
  const { token } = onlooker;
  const user = await me(onlooker);
  expect(user).toMatchObject({ department: 'establishment', seen_by: { name: 'Administrator' } });
  const { visitor } = await read<{ visitor?: unknown }>(onlooker, 'portal');
  expect(visitor).toBeUndefined();
  expect((await read<{ total: number }>(onlooker, 'records/application')).total).toBe(1);
  expect(await status(onlooker, onlooker.before)).toBe(401);
  onlooker.token = token;
  expect((await goBack(onlooker)).status).toBe(200);
  expect(await me(onlooker)).toMatchObject({ department: 'admin', seen_by: null });
  expect(await status(onlooker, token)).toBe(401);
});

test('records of a type that is not named do not exist for them, nor what is private to the person', async () => {
  const establishment = await signIn('establishment');
  const own = 'records/feedback/food';
  await read(establishment, own);
  expect((await read<{ total: number }>(establishment, 'records/feedback')).total).toBe(1);
  const onlooker = await lookAs('establishment');
  expect((await onlooker.send('GET', own)).status).toBe(404);
  expect((await read<{ total: number }>(onlooker, 'records/feedback')).total).toBe(0);
  await read(onlooker, `records/application/${application}`);
  const health = await lookAs('mho');
  expect((await read<{ total: number }>(health, 'records/application')).total).toBe(0);
  expect((await health.send('GET', `records/application/${application}`)).status).toBe(404);
  expect((await read<{ items: unknown[] }>(health, 'to-do')).items).toEqual([]);
});

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Every call of the API description, with words in the place of its parameters. */
async function describedCalls(): Promise<readonly (readonly [method: string, path: string])[]> {
  const answer = await fetch(`${server.origin}/api/v1/openapi.json`);
  const { paths } = (await answer.json()) as Description;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) =>
        [method.toUpperCase(), path.replace(/^\/api\/v1\//, '').replaceAll(/\{\w+\}/g, application)] as const,
    ),
  );
}

/** Several at once, as a page asks. */
async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values();
  const inTurn = async () => {
    for (const one of rest) await work(one);
  };
  await Promise.all(Array.from({ length: 6 }, inTurn));
}

/** A digest of all rows, except the sessions’ last use. */
async function everything(): Promise<string> {
  const tables = await server.database.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'sessions' ORDER BY 1",
  );
  const digests = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await server.database.query<{ digest: string }>(
        `SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS digest FROM "${name}" t`,
      );
      return `${name} ${row?.digest}`;
    }),
  );
  return digests.join('\n');
}

const mayBeSent = new Set(['POST logout', 'DELETE seen-account']);

test('every call that writes is refused at once, whatever the description has, and nothing changes', async () => {
  const calls = await describedCalls();
  const writes = calls.filter(([method]) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  const declared = Object.keys(contract).filter((key) => !/^(GET|HEAD|OPTIONS) /.test(key));
  expect(writes.length).toBeGreaterThanOrEqual(declared.length);
  const onlooker = await lookAs('establishment');
  const before = await everything();
  await eachOf(
    writes.filter((call) => !mayBeSent.has(call.join(' '))),
    async ([method, path]) => {
      const headers = { 'idempotency-key': randomUUID(), 'if-match': '1' };
      const answer = await onlooker.send(method, path, { body: {}, headers });
      const { code } = (await answer.json()) as { code?: string };
      expect([method, path, answer.status, code]).toEqual([method, path, 403, 'only-looking']);
    },
  );
  expect(await everything()).toBe(before);
});

test('every read of the description leaves all rows as they are, and private ones are refused', async () => {
  const reads = (await describedCalls()).filter(([method, path]) => method === 'GET' && path !== 'live');
  const onlooker = await lookAs('establishment');
  const before = await everything();
  const refused: string[] = [];
  await eachOf(reads, async ([, path]) => {
    const answer = await onlooker.send('GET', path);
    expect([path, answer.status < 500]).toEqual([path, true]);
    if ((await answer.text()).includes('only-looking')) refused.push(path);
  });
  const secret = Object.entries(contract)
    .filter(([key, one]) => key.startsWith('GET /') && 'isPrivate' in one)
    .map(([key]) => key.slice('GET /'.length).replaceAll(/:\w+/g, application));
  expect(refused.toSorted()).toEqual(secret.toSorted());
  expect(await everything()).toBe(before);
});

test('a batch of reads tells them no more than single ones', async () => {
  const onlooker = await lookAs('establishment');
  const parts = await read<readonly { status: number }[]>(onlooker, 'batch?paths=user&paths=threads');
  expect(parts.map((part) => part.status)).toEqual([200, 403]);
});

test('the stream of changes ends at once when somebody goes back', async () => {
  const onlooker = await lookAs('establishment');
  const stream = await onlooker.send('GET', 'live');
  expect(stream.status).toBe(200);
  const start = Date.now();
  expect((await goBack(onlooker)).status).toBe(200);
  // It would be checked after 25 seconds in any case.
  await stream.text();
  expect(Date.now() - start).toBeLessThan(20_000);
});

test('it ends after half an hour, and the way back to oneself stays open', async () => {
  const onlooker = await lookAs('establishment');
  const { seen_by: by } = await me(onlooker);
  const minutes = (Date.parse(by?.until ?? '') - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(29);
  expect(minutes).toBeLessThanOrEqual(30);
  await server.database.query(
    "UPDATE sessions SET seen_until = now() - interval '1 second' WHERE seen IS NOT NULL",
  );
  expect((await onlooker.send('GET', 'user')).status).toBe(401);
  expect(
    (
      await onlooker.send('POST', 'records/application', {
        body: {},
        headers: { 'idempotency-key': randomUUID() },
      })
    ).status,
  ).toBe(401);
  expect((await goBack(onlooker)).status).toBe(200);
  expect(await me(onlooker)).toMatchObject({ department: 'admin', seen_by: null });
  // A second tab does the same at this moment.
  const { token } = onlooker;
  expect((await goBack(onlooker)).status).toBe(200);
  expect(onlooker.token).toBe(token);
});

test('it ends with the rights of either of the two', async () => {
  const onlooker = await lookAs('mho');
  const admin = 'admin@malay.example';
  const move = 'UPDATE accounts SET department = $2 WHERE username = $1';
  await server.database.query(move, [admin, 'bplo']);
  expect((await onlooker.send('GET', 'user')).status).toBe(401);
  await server.database.query(move, [admin, 'admin']);
  expect((await onlooker.send('GET', 'user')).status).toBe(200);
  await server.database.query("UPDATE accounts SET is_suspended = true WHERE username = 'mho@malay.example'");
  expect((await onlooker.send('GET', 'user')).status).toBe(401);
  await server.database.query(
    "UPDATE accounts SET is_suspended = false WHERE username = 'mho@malay.example'",
  );
  await server.database.query('UPDATE accounts SET is_suspended = true WHERE username = $1', [admin]);
  expect((await onlooker.send('GET', 'user')).status).toBe(401);
  await server.database.query('UPDATE accounts SET is_suspended = false WHERE username = $1', [admin]);
});

test('signing out ends it together with the session', async () => {
  const onlooker = await lookAs('establishment');
  expect((await onlooker.send('POST', 'logout')).status).toBe(200);
  expect((await goBack(onlooker)).status).toBe(401);
});

test('an account that is deleted or leaves its department takes the session along', async () => {
  const { id } = await createAccount(server.database, {
    department: 'bplo',
    username: 'short@malay.example',
    name: 'Short Stay',
    password: PASSWORD,
  });
  await server.database.query(
    "INSERT INTO memberships (account, department, flags) VALUES ($1, 'mho', '{}')",
    [id],
  );
  const onlooker = await lookAs('short');
  expect(await me(onlooker)).toMatchObject({ department: 'mho' });
  await server.database.query('DELETE FROM memberships WHERE account = $1', [id]);
  expect((await onlooker.send('GET', 'user')).status).toBe(401);
  expect((await goBack(onlooker)).status).toBe(401);
});

/** In minutes. */
const lengthOf = ({ at, until }: WireOnlookerVisit) => (Date.parse(until) - Date.parse(at)) / 60_000;

test('the person reads who it was, when, how long and why; the history is sealed', async () => {
  const mho = await signIn('mho');
  const before = (await read<{ items: readonly WireOnlookerVisit[] }>(mho, 'onlookers')).items.length;
  const visits = async () => (await read<{ items: readonly WireOnlookerVisit[] }>(mho, 'onlookers')).items;
  const onlooker = await lookAs('mho');
  const [newest, ...older] = await visits();
  expect(older).toHaveLength(before);
  expect(newest).toMatchObject({ name: 'Administrator', reason });
  expect(newest && lengthOf(newest)).toBe(30);
  // And how long: they went back, or signed out.
  await goBack(onlooker);
  const other = await lookAs('mho');
  await other.send('POST', 'logout');
  const [last, first] = await visits();
  for (const visit of [last, first]) expect(visit && lengthOf(visit)).toBeLessThan(5);
  const ends = await server.database.query<{ department: string; minutes: number }>(
    `SELECT e.department, (e.detail ->> 'minutes')::int AS minutes FROM events e JOIN accounts a ON a.id = e.record
     WHERE a.username = 'mho@malay.example' AND e.what = 'seen-as-ended'`,
  );
  expect(ends).toEqual([
    { department: 'admin', minutes: expect.any(Number) },
    { department: 'admin', minutes: expect.any(Number) },
  ]);
  const admin = await signIn('admin');
  const { slug } = await me(mho);
  const events = await read<readonly WireAccountEvent[]>(admin, `accounts/${slug}/events`);
  expect(events.at(-1)).toMatchObject({ what: 'seen-as-ended', reason: null, minutes: 1 });
  expect(events.at(-2)).toMatchObject({ what: 'seen-as', reason, minutes: null });
  // These two were written by hand.
  const { findings } = await verifyHistories(server.database, testAuditKey);
  expect(findings.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))).toMatchObject([
    { subject: `application/${application}` },
    { subject: 'feedback/food' },
  ]);
});

test('two people of the same name end their own visits', async () => {
  await createAccount(server.database, {
    department: 'admin',
    username: 'admin-2@malay.example',
    name: 'Administrator',
    password: PASSWORD,
  });
  const first = await lookAs('mho');
  const second = await lookAs('mho', 'admin-2');
  await goBack(first);
  const mho = await signIn('mho');
  const [newest, older] = (await read<{ items: readonly WireOnlookerVisit[] }>(mho, 'onlookers')).items;
  expect([newest, older].map((visit) => visit && lengthOf(visit) < 5)).toEqual([false, true]);
  await goBack(second);
});

test('no read that is open to them answers with an address that opens a paper or a picture without a token', async () => {
  const issued = await issueDocument(server.application, {
    type: 'application',
    state: 'released',
    owner: 'establishment',
    document: 'mayors-permit',
    data: { business_name: 'Palm Inn', tax_year: 2026 },
  });
  const { slug } = issued.record;
  const onlooker = await lookAs('establishment');
  const params = new Map([
    ['code', issued.code],
    ['type', 'application'],
    ['slug', slug],
  ]);
  const reads = Object.keys(contract).filter((key) => key.startsWith('GET ') && key !== 'GET /live');
  const opened = /\/(files|documents|exports|signatures)\/open\/[^"]*\.\d{10,}\./;
  const found = new Map<string, number>();
  await eachOf(reads, async (key) => {
    const path = key.slice(5).replaceAll(/:(\w+)/g, (_, name: string) => params.get(name) ?? slug);
    const answer = await onlooker.send('GET', path);
    expect([key, opened.test(await answer.text())]).toEqual([key, false]);
    found.set(key, answer.status);
  });
  // The reads have found what they name.
  expect(found.get('GET /records/:type/:slug')).toBe(200);
  expect(found.get('GET /documents/:code')).toBe(200);
  expect(found.get('GET /documents/:code/sheet')).toBe(403);
  expect(found.get('GET /documents/:code/pdf')).toBe(403);
});

test('a long reason or name costs no time, and somebody who may not look on hears nothing about it', async () => {
  const long = { membership: 'x', reason: 'a '.repeat(500_000) };
  const mho = await signIn('mho');
  expect((await mho.send('PUT', 'seen-account', { body: long })).status).toBe(404);
  const admin = await signIn('admin');
  const start = performance.now();
  expect((await admin.send('PUT', 'seen-account', { body: long })).status).toBe(422);
  const name = `${'a'.repeat(1_000_000)}\n`;
  expect((await admin.send('PATCH', 'profile', { body: { name } })).status).toBe(422);
  expect(performance.now() - start).toBeLessThan(1_000);
  // Ten letters, of which spaces are none.
  const thin = { membership: 'x', reason: 'a b c d e f' };
  const answer = await admin.send('PUT', 'seen-account', { body: thin });
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('at least 10 letters')]);
});
