/** What writes need besides a session: the marker, and the token of the browser's cookie. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPortalServer, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;

beforeAll(async () => {
  server = await openPortalServer();
});
afterAll(() => server.close());

async function visitor(): Promise<Browser> {
  const browser = openBrowser(server.origin);
  await browser.visit();
  return browser;
}

const logout = async (browser: Browser, headers: Record<string, string | null> = {}) =>
  (await browser.send('POST', 'logout', { headers })).status;

test('the page carries a token, and its cookie is closed to scripts and to other sites', async () => {
  const browser = openBrowser(server.origin);
  const page = await browser.visit('/police/application/some-slug');
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.getSetCookie()).toEqual([expect.stringMatching(/; HttpOnly; SameSite=Strict$/)]);
  expect(browser.csrf).not.toBe('');
  expect((await browser.visit()).headers.getSetCookie()).toEqual([]);
});

test.each([
  ['the marker', { 'x-requested-with': null }],
  ['a right marker', { 'x-requested-with': 'curl' }],
  ['the token', { 'x-csrf-token': null }],
  ['a right token', { 'x-csrf-token': 'x.y' }],
  ['the cookie', { cookie: null }],
  ['a cookie that belongs to the token', { cookie: `browser=${'a'.repeat(24)}` }],
])('a write without %s is refused', async (_what, headers) => {
  const browser = await visitor();
  const answer = await browser.send('POST', 'login', {
    body: { username: 'police@malay.example', password: 'kettle ladder 1' },
    headers,
  });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
});

test('reading needs neither', async () => {
  const answer = await fetch(`${server.origin}/api/v1/portal`);
  expect(answer.status).toBe(200);
});

test('the token outlives sign-in, sign-out and a second tab', async () => {
  const browser = await visitor();
  const first = browser.csrf;
  expect((await browser.signIn('police@malay.example')).status).toBe(200);
  expect(browser.csrf).toBe(first);
  await browser.visit();
  expect(browser.csrf).not.toBe(first);
  expect(await logout(browser, { 'x-csrf-token': first })).toBe(200);
  expect((await browser.signIn('police@malay.example')).status).toBe(200);
  expect(await logout(browser, { 'x-csrf-token': first })).toBe(200);
});

test('a fresh token is to be had without a page, also from another process', async () => {
  const browser = openBrowser(server.origin);
  const answer = await browser.send('GET', 'csrf');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { token } = (await answer.json()) as { token: string };
  expect(await logout(browser, { 'x-csrf-token': token })).toBe(200);
  const other = await server.second();
  const there = openBrowser(other.origin);
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  expect(await logout(there, { 'x-csrf-token': token })).toBe(200);
  await other.close();
});

test('another spelling of the address opens no back door', async () => {
  const answer = await fetch(`${server.origin}/%61pi/v1/logout`, { method: 'POST' });
  expect(answer.status).not.toBe(200);
});

test('what is too large is refused before anybody asks for headers', async () => {
  const body = JSON.stringify({ username: 'x'.repeat(1024 * 1024) });
  for (const path of ['login', 'records/application', 'nowhere']) {
    const answer = await fetch(`${server.origin}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([path, answer.status]).toEqual([path, 413]);
  }
});

test('what is too long to be a name names nothing', async () => {
  const answer = await (await visitor()).send('GET', `documents/${'a'.repeat(5000)}`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'not-found', message: expect.any(String) });
});

test('an address that is no call is not found, for reading and writing alike', async () => {
  const browser = openBrowser(server.origin);
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
    const answer = await browser.send(method, 'no/such/call');
    expect([method, answer.status]).toEqual([method, 404]);
    expect(await answer.json()).toMatchObject({ code: 'not-found' });
  }
});

test('over https the cookie goes nowhere else', async () => {
  const secure = await openPortalServer(undefined, { PUBLIC_URL: 'https://portal.example' });
  const browser = openBrowser(secure.origin);
  const page = await browser.visit();
  expect(page.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-browser=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
  ]);
  expect(await logout(browser)).toBe(200);
  await secure.close();
});

test('a body that calls itself a piece of a file is limited and refused everywhere but where files are taken', async () => {
  const browser = await visitor();
  const headers = { 'content-type': 'application/offset+octet-stream' };
  for (const [method, path] of [
    ['POST', 'login'],
    ['POST', 'records/application'],
    ['DELETE', 'files/x'],
    ['POST', 'files/x/link'],
  ]) {
    const statusOf = async (bytes: number) =>
      (await browser.send(method ?? '', path ?? '', { body: Buffer.alloc(bytes), headers })).status;
    expect([path, await statusOf(2_000_000), await statusOf(10)]).toEqual([path, 413, 415]);
  }
  expect((await browser.send('POST', 'files', { body: Buffer.alloc(2_000_000), headers })).status).toBe(401);
});
