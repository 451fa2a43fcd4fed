/** A process that serves another version than the newest gives its reasons, or asks people to try again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../../engine/contract/record.ts';
import { claimKey } from '../../../engine/server/audit/anchors.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { type Edits, editedPortal } from '../../plan/edited-portal.ts';
import {
  type Browser,
  openBrowser,
  openPortalServer,
  PASSWORD,
  type PortalServer,
} from '../portal-server.ts';
import { applyVersion } from './apply-version.ts';
import { callRecords } from './call-records.ts';

const directory = 'tests/fixtures/library';
/** Anybody becomes a member. */
const withProfiles: Edits = {
  'records/profile.yaml': `title: Profile
form: profile
parties: { owner: { department: member } }
access: { create: { signedIn: false }, read: { party: owner } }
account: { department: member, username: email, name: name, password: password }
fields: { email: { personal: true } }
`,
  'forms/profile.yaml': `type: object
title: Profile
required: [name, email, password]
properties:
  name: { type: string, title: Name, minLength: 2 }
  email: { type: string, title: E-mail, format: email }
  password: { type: string, title: Password, minLength: 10, ui:widget: password }
`,
  'workflows/profile.yaml': `of: profile
initial: known
states: { known: { title: Known, tone: good, settled: true } }
transitions: {}
`,
};
const entitled = (title: string) =>
  editedPortal(directory, { ...withProfiles, 'portal.yaml': ['title: City Library', `title: ${title}`] });
const original = editedPortal(directory, withProfiles);
let server: PortalServer;
let second: PortalServer;
let member: Browser;
let draft: WireRecord;

beforeAll(async () => {
  server = await openPortalServer(original);
  await claimKey(server.database, testAuditKey);
  second = await server.second();
  member = openBrowser(second.origin);
  await member.signIn('member@library.example');
  draft = await callRecords(member, 'POST', 'loan', { body: { data: { book: 'Dune' } } });
});
afterAll(async () => {
  await second.close();
  await server.close();
});

async function post(
  browser: Browser,
  path: string,
  body: object,
  { version, key = crypto.randomUUID() }: { readonly version?: number; readonly key?: string } = {},
) {
  const headers = {
    'idempotency-key': key,
    ...(version !== undefined && { 'if-match': `"${version}"` }),
  };
  const answer = await browser.send('POST', `records/${path}`, { body, headers });
  return { status: answer.status, body: await answer.json() };
}

/** It lacks answers. */
const ask = (browser = member, key: string = crypto.randomUUID()) =>
  post(browser, `loan/${draft.slug}/ask`, { input: {} }, { version: draft.version, key });

async function register(name: string) {
  const visitor = openBrowser(second.origin);
  await visitor.visit();
  const data = { name, email: `${name.toLowerCase()}@example.com`, password: PASSWORD };
  return post(visitor, 'profile', { data });
}

const listed = async () => (await member.send('GET', 'records/loan')).status;
const callThem = (department: string, before: string) =>
  server.database.query(`UPDATE accounts SET department = $1 WHERE department = $2`, [department, before]);

test('after the same edits in other steps, a process knows that it serves the newest', async () => {
  const [one, both] = [entitled('Town Library'), entitled('Old Library')];
  await second.application.replacePortal(both);
  await server.application.replacePortal(one);
  await server.application.replacePortal(both);
  const numbers = [server, second].map(
    ({ application }) => application.versionOf(application.portal()).number,
  );
  expect(numbers).toEqual([4, 2]);
  expect(await ask()).toMatchObject({ status: 422, body: { errors: expect.anything() } });
  expect((await register('Ana')).status).toBe(202);
  await callThem('hall', 'member');
  expect(await listed()).toBe(401);
  await callThem('member', 'hall');
});

test('a call that another version overtakes is not refused for what both say together', async () => {
  const { database } = second;
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holding = database.transaction(async (client) => {
    await client.query('SELECT FROM records WHERE slug = $1 FOR UPDATE', [draft.slug]);
    isHeld.resolve();
    await held.promise;
  });
  await isHeld.promise;
  const asked = ask();
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(() => database.query(waiting)).not.toEqual([]);
  await second.application.replacePortal(entitled('Quick Library'));
  held.resolve();
  await holding;
  expect(await asked).toMatchObject({ status: 503, body: { code: 'switching' } });
  expect(await ask()).toMatchObject({ status: 422, body: { errors: expect.anything() } });
});

test('during a rolling restart without apply, the older process says what is missing, and opens accounts', async () => {
  await server.application.replacePortal(entitled('New Library'));
  expect(await ask()).toMatchObject({ status: 422, body: { errors: expect.anything() } });
  expect((await register('Ben')).status).toBe(202);
  const accounts = await server.database.query(
    `SELECT department FROM accounts WHERE username = 'ben@example.com'`,
  );
  expect(accounts).toEqual([{ department: 'member' }]);
});

test('it opens none in a department that the newest version calls otherwise', async () => {
  const { database } = server;
  await database.query(
    `INSERT INTO portals (hash, body) VALUES ('renamed', '{"departments":{"borrower":{}}}')`,
  );
  await database.query(`INSERT INTO versions (number, hash) SELECT max(number) + 1, 'renamed' FROM versions`);
  expect(await register('Cleo')).toMatchObject({ status: 503, body: { code: 'switching' } });
  expect(await database.query(`SELECT FROM accounts WHERE username = 'cleo@example.com'`)).toEqual([]);
  await server.application.replacePortal(entitled('Next Library'));
});

test('once somebody has applied a version, a process that does not serve it yet refuses nothing', async () => {
  const last = entitled('Last Library');
  const outcome = await applyVersion(server.application, last);
  expect(outcome.is).toBe('applied');
  const key = crypto.randomUUID();
  expect(await ask(member, key)).toMatchObject({ status: 503, body: { code: 'switching' } });
  // Nor does the repeated call get the reason of then.
  await server.application.replacePortal(last);
  const there = openBrowser(server.origin);
  await there.signIn('member@library.example');
  const data = { book: 'Dune', copies: 1, branch: 'hill' };
  draft = await callRecords(there, 'PATCH', `loan/${draft.slug}`, { body: { data }, version: draft.version });
  expect(await ask(there, key)).toMatchObject({ status: 200 });
});

test('a process that missed a version knows the one before by its new number', async () => {
  const last = entitled('Last Library');
  await second.application.replacePortal(last);
  for (const portal of [entitled('Brief Library'), last]) {
    expect((await applyVersion(server.application, portal)).is).toBe('applied');
    await server.application.replacePortal(portal);
  }
  await second.application.replacePortal(last);
  const numbers = [server, second].map(
    ({ application }) => application.versionOf(application.portal()).number,
  );
  expect(numbers[1]).toBe(numbers[0]);
});
