/** Officers name deputies: who acts for whom, in what and how long, and what both names mean for the rules. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireDelegation } from '../../engine/contract/delegations.ts';
import type { WireEvent } from '../../engine/contract/record.ts';
import type { UserRecord } from '../../engine/contract/sessions.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { claimKey } from '../../engine/server/audit/anchors.ts';
import { verifyHistories } from '../../engine/server/audit/verify-histories.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { testAuditKey } from '../../engine/server/database/testing.ts';
import { openBrowser, openPortalServer, PASSWORD, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;
let chief: Browser;
let ben: Browser;
let benSlug: string;
/** Noon in Manila. */
let now = new Date('2026-11-23T04:00:00Z');

const on = (day: string, time = '12:00:00'): void => void (now = new Date(`${day}T${time}+08:00`));

beforeAll(async () => {
  server = await openPortalServer(undefined, {}, () => now);
  await claimKey(server.database, testAuditKey);
  const { slug } = await createAccount(server.database, {
    department: 'mho',
    username: 'ben@malay.example',
    name: 'Ben Cruz',
    password: PASSWORD,
    flags: { username_change: true, approve: false },
  });
  benSlug = slug;
  chief = await signIn('mho');
  ben = await signIn('ben');
});
afterAll(() => server.close());

async function signIn(name: string): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(`${name}@malay.example`)).status).toBe(200);
  return browser;
}

async function idOf(name: string): Promise<string> {
  const [row] = await server.database.query<{ id: string }>('SELECT id FROM accounts WHERE username = $1', [
    `${name}@malay.example`,
  ]);
  return row?.id ?? '';
}

async function answer(browser: Browser, [method, path]: readonly [string, string], body?: unknown) {
  const headers = { 'idempotency-key': randomUUID(), 'if-match': '1' };
  const sent = await browser.send(method, path, { ...(body !== undefined && { body }), headers });
  return { status: sent.status, body: (await sent.json()) as Record<string, unknown> };
}

const wish = {
  first_day: '2026-11-24',
  last_day: '2026-11-30',
  steps: ['clearance.waive', 'clearance.issue'],
  reason: 'Leave',
};

async function nameDeputy(more: object = {}, browser = chief) {
  return answer(browser, ['POST', 'delegations'], { deputy: benSlug, ...wish, ...more });
}

async function nameNow(more: object = {}): Promise<string> {
  const { status, body } = await nameDeputy(more);
  expect(body).toMatchObject({ state: 'present' });
  expect(status).toBe(200);
  const id = String(body['id']);
  expect((await answer(ben, ['PUT', 'acts-for'], { delegation: id })).status).toBe(200);
  return id;
}

async function user(browser: Browser): Promise<UserRecord> {
  return (await (await browser.send('GET', 'user')).json()) as UserRecord;
}

/** A clearance of the health office. @param by takes each step for an officer, if one is named */
async function clearance(
  did: readonly { readonly what: string; readonly by: string; readonly actedFor?: string }[] = [],
): Promise<string> {
  const [application, id] = [randomUUID(), randomUUID()];
  const text = `INSERT INTO records (id, type, slug, state, kind, owner, office, parent, ancestors, data)
    SELECT $1, $2, $3, $4, $5, id, $6, $7, $8, '{}' FROM accounts WHERE username = 'establishment@malay.example'`;
  const above = [application, 'application', application, 'under-evaluation', null, null, null, []];
  await server.database.query(text, above);
  const kind = 'negative-list/sanitary';
  const row = [id, 'clearance', id, 'for-approval', kind, 'mho', application, [application]];
  await server.database.query(text, row);
  for (const [at, { what, by, actedFor }] of did.entries()) {
    await server.database.query(
      `INSERT INTO events (record, version, at, account, what, state, detail, configuration, hash)
       VALUES ($1, $2, now(), $3, $4, '', $5, 1, '')`,
      [id, at + 2, by, what, JSON.stringify(actedFor === undefined ? {} : { for: actedFor })],
    );
  }
  return id;
}

const take = async (browser: Browser, slug: string, step: string) =>
  answer(browser, ['POST', `records/clearance/${slug}/${step}`], { input: { reason: 'Not due' } });

const barred = async (browser: Browser, did: Parameters<typeof clearance>[0]) =>
  (await take(browser, await clearance(did), 'issue')).status === 403;

test('an officer names a deputy for some steps and days, and only within what may be delegated', async () => {
  const offered = await answer(chief, ['GET', 'delegations']);
  expect(offered.body).toMatchObject({ longest: 60, today: '2026-11-23', given: [], received: [] });
  expect(offered.body['people']).toEqual([{ value: benSlug, label: 'Ben Cruz' }]);
  expect(offered.body['steps']).toContainEqual({ value: 'clearance.waive', label: 'Clearance: Waive' });
  // Steps of offices that have no such records are not offered.
  const treasurer = await signIn('mto');
  const theirs = JSON.stringify((await answer(treasurer, ['GET', 'delegations'])).body['steps']);
  expect(theirs).toContain('assessment.approve');
  expect(theirs).not.toContain('closure.retire');
  // Nobody delegates what they may not do themselves.
  expect((await answer(ben, ['GET', 'delegations'])).body['steps']).toEqual([]);
  expect(JSON.stringify(offered.body['steps'])).not.toContain('application.approve');
  for (const [more, field] of [
    [{ first_day: '2026-11-22' }, 'first_day'],
    [{ last_day: '2026-11-23' }, 'last_day'],
    [{ last_day: '2027-01-23' }, 'last_day'],
    [{ steps: ['clearance.return'] }, 'steps'],
    [{ deputy: 'nobody' }, 'deputy'],
    [{ reason: ' ' }, 'reason'],
  ] as const) {
    const refused = await nameDeputy(more);
    expect([refused.status, Object.keys(refused.body['errors'] ?? {})]).toEqual([422, [field]]);
  }
  const kept = await nameDeputy({ flags: ['bplo_designate'] });
  expect(kept).toMatchObject({ status: 403, body: { code: 'flag-kept' } });
  expect(kept.body['message']).toContain('Acts for the licensing office');
  const requester = await signIn('establishment');
  expect((await nameDeputy({}, requester)).body).toMatchObject({ code: 'no-deputies' });
});

test('from the first day to the last the deputy takes the steps under both names', async () => {
  const named = await nameDeputy();
  expect(named).toMatchObject({
    status: 200,
    body: { state: 'upcoming', name: 'Ben Cruz', flags: ['May approve for the office'] },
  });
  expect((await nameDeputy({ first_day: '2026-11-30', last_day: '2026-12-01' })).status).toBe(422);
  const { id } = named.body as unknown as WireDelegation;
  expect((await answer(ben, ['PUT', 'acts-for'], { delegation: id })).status).toBe(422);
  on('2026-11-24', '00:00:00');
  expect(await user(ben)).toMatchObject({
    acts_for: null,
    deputy_of: [{ id, last_day: '2026-11-30' }],
    can: { approve: false },
  });
  expect((await answer(ben, ['PUT', 'acts-for'], { delegation: id })).body).toMatchObject({
    acts_for: id,
    can: { approve: true },
    name: 'Ben Cruz',
  });
  const slug = await clearance();
  // It is not among the steps.
  expect((await take(ben, slug, 'reject')).status).toBe(403);
  const other = await signIn('ben');
  expect((await take(other, slug, 'waive')).status).toBe(403);
  expect((await take(ben, slug, 'waive')).body).toMatchObject({ state: 'waived' });
  const events = (await (await chief.send('GET', `records/clearance/${slug}/events`)).json()) as WireEvent[];
  const [chiefName] = await server.database.query<{ name: string }>(
    'SELECT name FROM accounts WHERE id = $1',
    [await idOf('mho')],
  );
  expect(events.at(-1)).toMatchObject({ what: 'waive', who: 'Ben Cruz', acted_for: chiefName?.name });
  const report = await verifyHistories(server.database, testAuditKey);
  // The row was written by hand, so its history has no beginning.
  const found = report.findings.filter(({ subject, version }) => subject.includes(slug) && version !== 1);
  expect(found).toEqual([]);
  // The officer may still act.
  expect((await take(chief, await clearance(), 'waive')).status).toBe(200);
});

test('a deputy only reads and takes steps, and names no deputy of their own', async () => {
  for (const [method, path, body] of [
    ['POST', 'delegations', { deputy: benSlug, ...wish }],
    ['POST', 'threads', { to: 'bplo', subject: 'Hours', text: 'When?' }],
    ['POST', 'records/clearance/exports', { format: 'csv' }],
    ['POST', 'password', { current: PASSWORD, password: 'another kettle 22' }],
    ['POST', 'records/order', { data: {} }],
  ] as const) {
    const refused = await answer(ben, [method, path], body);
    expect([path, refused.status, refused.body['code']]).toEqual([path, 403, 'acting-for-another']);
  }
  const slug = await clearance();
  expect((await answer(ben, ['PUT', `records/clearance/${slug}/assignee`], { assignee: null })).status).toBe(
    403,
  );
  // A delegation of single steps reaches no records of other kinds.
  const seminar = randomUUID();
  await server.database.query(
    `INSERT INTO records (id, type, slug, state, office, ancestors, data) VALUES ($1, 'seminar', $1::uuid::text, 'open', 'mho', '{}', '{}')`,
    [seminar],
  );
  expect((await ben.send('GET', `records/seminar/${seminar}`)).status).toBe(404);
  expect((await chief.send('GET', `records/seminar/${seminar}`)).status).toBe(200);
});

test('separation of duties sees both persons', async () => {
  const [officer, deputy] = [await idOf('mho'), await idOf('ben')];
  expect(await barred(ben, [])).toBe(false);
  expect(await barred(ben, [{ what: 'inspect', by: deputy }])).toBe(true);
  expect(await barred(ben, [{ what: 'inspect', by: officer }])).toBe(true);
  expect(await barred(chief, [{ what: 'inspect', by: deputy }])).toBe(false);
  // A step that a deputy took is one of both.
  const third = await idOf('admin');
  const acted = [{ what: 'inspect', by: third, actedFor: officer }];
  expect(await barred(chief, acted)).toBe(true);
  expect(await barred(ben, acted)).toBe(true);
  expect(await barred(ben, [{ what: 'inspect', by: deputy, actedFor: third }])).toBe(true);
});

test('a delegation ends at midnight, by either person, and when one of them is suspended', async () => {
  on('2026-11-30', '23:59:59');
  expect((await take(ben, await clearance(), 'waive')).status).toBe(200);
  on('2026-12-01', '00:00:00');
  expect((await take(ben, await clearance(), 'waive')).status).toBe(403);
  expect(await user(ben)).toMatchObject({ acts_for: null, deputy_of: [] });
  const days = { first_day: '2026-12-01', last_day: '2026-12-05', steps: null };
  for (const browser of [chief, await signIn('ben')]) {
    const id = await nameNow(days);
    expect((await take(ben, await clearance(), 'waive')).status).toBe(200);
    // Somebody who acts for another ends nothing.
    expect((await ben.send('DELETE', `delegations/${id}`)).status).toBe(403);
    expect((await browser.send('DELETE', `delegations/${id}`)).status).toBe(200);
    expect((await browser.send('DELETE', `delegations/${id}`)).status).toBe(404);
    expect((await take(ben, await clearance(), 'waive')).status).toBe(403);
  }
  const given = (await answer(chief, ['GET', 'delegations'])).body['given'] as WireDelegation[];
  expect(given.map(({ state }) => state).sort()).toEqual(['ended', 'ended', 'over']);
  await nameNow(days);
  const admin = await signIn('admin');
  const [{ slug = '', version = 1 } = {}] = await server.database.query<{ slug: string; version: number }>(
    'SELECT slug, version FROM accounts WHERE id = $1',
    [await idOf('mho')],
  );
  const suspend = async (what: string, based: number) =>
    admin.send('POST', `accounts/${slug}/${what}`, {
      body: what === 'suspend' ? { reason: 'Inquiry' } : {},
      headers: { 'idempotency-key': what, 'if-match': String(based) },
    });
  expect((await suspend('suspend', version)).status).toBe(200);
  expect((await take(ben, await clearance(), 'waive')).status).toBe(403);
  expect((await suspend('restore', version + 1)).status).toBe(200);
  expect((await take(ben, await clearance(), 'waive')).status).toBe(403);
  const history = (await (await admin.send('GET', `accounts/${slug}/events`)).json()) as { text: string }[];
  expect(history.map(({ text }) => text)).toContain('Deputy named');
});

async function told() {
  return (await listMessages(server.database)).filter(({ subject }) => /stand in|ended early/.test(subject));
}

test('the deputy hears by mail when they are named, and the other person when it ends early', async () => {
  const before = (await told()).length;
  on('2026-12-10');
  chief = await signIn('mho');
  const days = { first_day: '2026-12-10', last_day: '2026-12-14' };
  const [first, second] = [
    await nameDeputy(days),
    await nameDeputy({ first_day: '2026-12-20', last_day: '2026-12-20' }),
  ];
  expect([first.status, second.status]).toEqual([200, 200]);
  await chief.send('DELETE', `delegations/${String(first.body['id'])}`);
  await ben.send('DELETE', `delegations/${String(second.body['id'])}`);
  const mails = (await told()).slice(before);
  expect(mails.map(({ address, subject }) => [address, subject])).toEqual([
    ['ben@malay.example', 'You stand in for Municipal Health Office'],
    ['ben@malay.example', 'You stand in for Municipal Health Office'],
    ['ben@malay.example', 'A delegation has ended early'],
    ['mho@malay.example', 'A delegation has ended early'],
  ]);
  expect(mails[0]?.text).toContain('10 December 2026');
  expect(mails[0]?.text).toContain('Leave');
});

test('a delegation is about the membership in which the officer made it, and ends with it', async () => {
  on('2026-12-15');
  const boss = await signIn('mho');
  const account = await idOf('mho');
  await server.database.query('UPDATE accounts SET is_suspended = false WHERE id = $1', [account]);
  const [{ id: other = '' } = {}] = await server.database.query<{ id: string }>(
    `INSERT INTO memberships (account, department, flags) VALUES ($1, 'bfp', '{"approve": true}') RETURNING id`,
    [account],
  );
  const { memberships } = await user(boss);
  expect(memberships.map(({ department }) => department)).toEqual(['mho', 'bfp']);
  const chosen = await boss.send('PUT', 'membership', { body: { membership: other } });
  boss.token = ((await chosen.json()) as UserRecord).token;
  const [{ slug: bfp = '' } = {}] = await server.database.query<{ slug: string }>(
    "SELECT slug FROM accounts WHERE username = 'bfp@malay.example'",
  );
  const named = await nameDeputy({ deputy: bfp, first_day: '2026-12-15', last_day: '2026-12-16' }, boss);
  expect(named.status).toBe(200);
  const fire = await signIn('bfp');
  const id = String(named.body['id']);
  expect((await user(fire)).deputy_of.map((one) => one.id)).toEqual([id]);
  expect((await answer(fire, ['PUT', 'acts-for'], { delegation: id })).status).toBe(200);
  await server.database.query('DELETE FROM memberships WHERE id = $1', [other]);
  expect(await user(fire)).toMatchObject({ acts_for: null, deputy_of: [] });
});

test('who chooses another department acts for themself again', async () => {
  on('2026-12-17');
  const deputy = await signIn('ben');
  const { status, body } = await nameDeputy({ first_day: '2026-12-17', last_day: '2026-12-18' });
  expect(status).toBe(200);
  const delegation = String(body['id']);
  await server.database.query(
    `INSERT INTO memberships (account, department, flags) VALUES ($1, 'menro', '{"username_change": true}')`,
    [await idOf('ben')],
  );
  expect((await answer(deputy, ['PUT', 'acts-for'], { delegation })).body).toMatchObject({
    acts_for: delegation,
  });
  const { memberships } = await user(deputy);
  for (const { id } of memberships.toReversed()) {
    const chosen = await deputy.send('PUT', 'membership', { body: { membership: id } });
    expect(chosen.status).toBe(200);
    const after = (await chosen.json()) as UserRecord;
    deputy.token = after.token;
    expect(after.acts_for).toBe(null);
  }
  expect((await user(deputy)).department).toBe('mho');
});

test('a deputy is of the same unit as the officer', async () => {
  on('2026-12-19');
  const [captain, other] = [await signIn('barangay'), await signIn('barangay-yapak')];
  const [{ slug = '' } = {}] = await server.database.query<{ slug: string }>(
    "SELECT slug FROM accounts WHERE username = 'barangay-yapak@malay.example'",
  );
  expect((await answer(captain, ['GET', 'delegations'])).body['people']).toEqual([]);
  const days = { first_day: '2026-12-19', last_day: '2026-12-20', steps: null };
  const refused = await nameDeputy({ deputy: slug, ...days }, captain);
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { deputy: ['Choose a colleague from the list.'] } },
  });
  // Named while they were of the same unit.
  await server.database.query(
    `INSERT INTO delegations (officer, membership, deputy, first_day, last_day, reason)
     SELECT o.id, o.membership, d.id, '2026-12-19', '2026-12-20', 'Leave' FROM accounts o, accounts d
     WHERE o.username = 'barangay@malay.example' AND d.username = 'barangay-yapak@malay.example'`,
  );
  expect((await user(other)).deputy_of).toEqual([]);
});

test('a delegation ends with the membership of the deputy, and the officer hears of it', async () => {
  on('2027-01-04');
  const officer = await signIn('mho');
  const { status } = await nameDeputy({ first_day: '2027-01-04', last_day: '2027-01-05' }, officer);
  expect(status).toBe(200);
  const admin = await signIn('admin');
  const change = async (method: string, path: string, body?: object) => {
    const { body: read } = await answer(admin, ['GET', `accounts/${benSlug}`]);
    const headers = { 'idempotency-key': randomUUID(), 'if-match': String(read['version']) };
    return admin.send(method, `accounts/${benSlug}${path}`, { ...(body && { body }), headers });
  };
  const states = async (): Promise<(string | undefined)[]> => {
    const { body } = await answer(officer, ['GET', 'delegations']);
    return (body['given'] as WireDelegation[])
      .filter(({ first_day: first }) => first === '2027-01-04')
      .map(({ state }) => state);
  };
  expect((await change('PATCH', '', { name: 'Ben D. Cruz' })).status).toBe(200);
  expect(await states()).toEqual(['present']);
  const before = (await told()).length;
  const { memberships } = (await (await admin.send('GET', `accounts/${benSlug}`)).json()) as {
    memberships: readonly { readonly id: string; readonly department: string }[];
  };
  const held = memberships.find(({ department }) => department === 'mho')?.id ?? '';
  expect((await change('DELETE', `/memberships/${held}`)).status).toBe(200);
  expect(await states()).toEqual(['ended']);
  expect((await told()).slice(before).map(({ address }) => address)).toEqual(['mho@malay.example']);
  // Another membership there does not bring it back.
  expect((await change('POST', '/memberships', { department: 'mho' })).status).toBe(200);
  expect(await states()).toEqual(['ended']);
});
