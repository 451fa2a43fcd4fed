/** Responses of each part of the API to signed-out, unauthorised and forged requests. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { openBrowser, openPortalServer, PASSWORD, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;
let guest: Browser;
let shut: Browser;

beforeAll(async () => {
  server = await openPortalServer();
  shut = openBrowser(server.origin);
  const account = { department: 'menro', username: 'shut@malay.example', name: 'Shut', password: PASSWORD };
  await createAccount(server.database, { ...account, flags: { access: false } });
  await shut.signIn(account.username);
});
beforeEach(async () => {
  guest = openBrowser(server.origin);
  await guest.visit();
});
afterAll(() => server.close());

const code = 'abcdefghijkmnpqr';
const reading = [
  'records/clearance',
  'records/clearance/some-slug/events',
  'records/clearance/some-slug/book/slots',
  'records/application/some-slug/accept/choices?q=a',
  'exports',
  'files/some-file/content',
  'notifications',
  'reports/applications',
];
const writing = [
  'records/clearance/some-slug/book',
  'records/clearance/some-slug/items/plan',
  'records/clearance/exports?list=mine',
  'notifications/read',
  'files/some-file/link',
  `documents/${code}/link`,
];

test.each(reading)('%s asks for sign-in, and lets nobody in who was shut out', async (path) => {
  expect((await guest.send('GET', path)).status).toBe(401);
  expect((await shut.send('GET', path)).status).toBe(403);
});

test.each(writing)('a write to %s asks for sign-in, and lets nobody in who was shut out', async (path) => {
  expect((await guest.send('POST', path, { body: {} })).status).toBe(401);
  expect((await shut.send('POST', path, { body: {} })).status).toBe(403);
});

test.each([...writing, 'links/made-up', 'records/establishment-profile'])(
  'a write to %s without the marker or the token is forged',
  async (path) => {
    for (const header of ['x-requested-with', 'x-csrf-token']) {
      const answer = await guest.send('POST', path, { body: {}, headers: { [header]: null } });
      expect(answer.status).toBe(403);
    }
  },
);

test.each([
  `documents/${code}`,
  'documents/open/made.up.ticket',
  'files/open/made.up.ticket',
  'links/made-up',
])('%s names nothing, and tells nothing more', async (path) => {
  const answer = await guest.send('GET', path);
  expect(answer.status).toBe(404);
  expect(Object.keys((await answer.json()) as object).sort()).toEqual([
    'code',
    'detail',
    'instance',
    'message',
    'problems',
    'status',
    'title',
    'type',
  ]);
});

test.each(['sheet', 'pdf'])(
  'the %s of a document that does not exist asks for sign-in like one that does',
  async (part) => {
    expect((await guest.send('GET', `documents/${code}/${part}`)).status).toBe(401);
    expect((await shut.send('GET', `documents/${code}/${part}`)).status).toBe(403);
  },
);

test('the published keys hold no secret', async () => {
  const answer = await fetch(`${server.origin}/.well-known/document-keys.json`);
  const { keys } = (await answer.json()) as { keys: readonly object[] };
  expect(keys).toHaveLength(1);
  expect(Object.keys(keys[0] ?? {})).not.toContain('d');
  expect(await (await guest.send('GET', 'documents/keys')).json()).toEqual({ keys });
});

test('a user who lost access cannot reach the papers', async () => {
  const upload = { 'upload-length': '10', 'tus-resumable': '1.0.0' };
  expect((await guest.send('POST', 'files', { headers: upload })).status).toBe(401);
  expect((await shut.send('POST', 'files', { headers: upload })).status).toBe(403);
  expect((await shut.send('DELETE', 'files/some-file')).status).toBe(403);
});
