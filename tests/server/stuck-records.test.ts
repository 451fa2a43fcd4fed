/** Which records are stuck when officers have the same rights, but did different things with the record. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { claimKey } from '../../engine/server/audit/anchors.ts';
import { findStuck } from '../../engine/server/audit/find-stuck.ts';
import { testAuditKey } from '../../engine/server/database/testing.ts';
import { editedPortal } from '../plan/edited-portal.ts';
import { openBrowser, openPortalServer, PASSWORD, type PortalServer } from './portal-server.ts';
import { callRecords } from './succession/call-records.ts';

/** Whoever checks a request must not lend the book. */
const library = editedPortal('tests/fixtures/library', {
  'workflows/loan.yaml': [
    /  asked: (.*)\n([^]*)  lend: .*/g,
    `  asked: $1
  checked: { title: Checked, waitsFor: office }
$2  check: { from: asked, to: checked, by: { department: desk } }
  lend: { from: checked, to: lent, by: { department: desk, not: { did: check } } }`,
  ],
});
let server: PortalServer;

beforeAll(async () => {
  server = await openPortalServer(library);
  await claimKey(server.database, testAuditKey);
});
afterAll(() => server.close());

async function signedIn(department: string) {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(`${department}@library.example`)).status).toBe(200);
  return browser;
}

async function stuck() {
  const report = await findStuck(server.application);
  return report.stuck.map(({ state }) => state);
}

const suspend = (name: string, isSuspended: boolean) =>
  server.database.query('UPDATE accounts SET is_suspended = $2 WHERE username = $1', [
    `${name}@library.example`,
    isSuspended,
  ]);

test('a record goes on while one of several equal officers may take its step', async () => {
  const [member, desk] = [await signedIn('member'), await signedIn('desk')];
  const data = { book: 'Dune', copies: 1, branch: 'harbour', is_student: false };
  const draft = await callRecords(member, 'POST', 'loan', { body: { data } });
  const take = async (browser: typeof desk, step: string, version: number) =>
    callRecords(browser, 'POST', `loan/${draft.slug}/${step}`, { body: { input: {} }, version });
  const asked = await take(member, 'ask', draft.version);
  expect(await stuck()).toEqual([]);
  await take(desk, 'check', asked.version);
  // Papers below it wait for the member.
  await suspend('member', true);
  expect(await stuck()).toContain('checked');
  const account = { department: 'desk', name: 'Ben Cruz', password: PASSWORD };
  for (const name of ['zara', 'zoe'])
    await createAccount(server.database, { ...account, username: `${name}@library.example` });
  expect(await stuck()).toEqual([]);
  await suspend('zara', true);
  expect(await stuck()).toEqual([]);
  await suspend('zoe', true);
  expect(await stuck()).toContain('checked');
});
