/** What the server says of the configuration: slices, decisions, lookups, the description of the API. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PortalSlice } from '../../engine/portal/slice.ts';
import { openBrowser, openPortalServer, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;

beforeAll(async () => {
  server = await openPortalServer();
});
afterAll(() => server.close());

async function sliceOf(department?: string): Promise<{ slice: PortalSlice; text: string; browser: Browser }> {
  const browser = openBrowser(server.origin);
  if (department !== undefined) await browser.signIn(`${department}@malay.example`);
  const text = await (await browser.send('GET', 'portal')).text();
  return { slice: JSON.parse(text), text, browser };
}

test('signed out, the slice holds the public pages and nothing of the others', async () => {
  const { slice, text } = await sliceOf();
  expect(slice.routes.map(({ path }) => path).sort()).toEqual([
    '/',
    '/confirm/{token}',
    '/logout',
    '/registration',
    '/registration/applicant',
    '/registration/establishment',
    '/registration/freelancer',
    '/tariff',
    '/temporary-permit/preview/{slug}',
    '/verify/{code}',
  ]);
  expect(Object.keys(slice.guards).sort()).toEqual(['guest', 'public']);
  expect(slice).toMatchObject({ departments: {}, groups: {}, kinds: {}, navigation: [] });
  const closed = Object.keys(slice.recordTypes).filter(
    (type) => !type.endsWith('-profile') && type !== 'temporary-permit',
  );
  expect(closed).toEqual([]);
  expect(text).not.toMatch(/\.yaml|certainty|"clearance"|grantedBy/);
});

test('signed in, the slice holds one’s own pages and not those of others', async () => {
  const { slice } = await sliceOf('pmto');
  const paths = slice.routes.map(({ path }) => path);
  expect(paths).toContain('/tourism/application');
  expect(paths.filter((path) => /^\/(menro|police|admin|applicant)\b/.test(path))).toEqual([]);
  expect(slice.departments['pmto']?.flags).toHaveProperty('access');
  expect(slice.departments['police']?.flags).toEqual({});
});

test('a slice that the browser has already is not sent again', async () => {
  const { browser } = await sliceOf('pmto');
  const first = await browser.send('GET', 'portal');
  const etag = first.headers.get('etag');
  expect(etag).not.toBeNull();
  const again = await browser.send('GET', 'portal', { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  browser.token = null;
  expect((await browser.send('GET', 'portal', { headers: { 'if-none-match': etag } })).status).toBe(200);
});

test('a token that is no longer good is said, but keeps nobody from signing in or from the lookups', async () => {
  const browser = openBrowser(server.origin);
  browser.token = 'long-gone';
  expect((await browser.send('GET', 'portal')).status).toBe(401);
  for (const path of ['csrf', 'barangay', 'openapi.json']) {
    expect([path, (await browser.send('GET', path)).status]).toEqual([path, 200]);
  }
  expect((await browser.signIn('pmto@malay.example')).status).toBe(200);
});

test('every answer names the configuration in force, and a new one is in force at once', async () => {
  const { slice, browser } = await sliceOf('menro');
  const whole = server.application.portal();
  expect(await (await browser.send('GET', 'portal/hash')).json()).toEqual({ hash: slice.hash });
  server.application.replacePortal({ ...whole, hash: 'another', title: 'Another' });
  const answer = await browser.send('GET', 'user');
  expect(answer.headers.get('x-portal-hash')).toBe('another');
  expect(await (await browser.send('GET', 'portal')).json()).toMatchObject({ title: 'Another' });
  server.application.replacePortal(whole);
});

test('each configuration that was in force is kept', async () => {
  const kept = async () =>
    (await server.database.query<{ hash: string }>('SELECT hash FROM portals')).map(({ hash }) => hash);
  const before = server.application.portal();
  expect(await kept()).toContain(before.hash);
  server.application.replacePortal({ ...before, hash: 'a-third' });
  await expect.poll(kept).toContain('a-third');
  server.application.replacePortal(before);
});

test('a decision is asked with a path', async () => {
  const browser = openBrowser(server.origin);
  expect((await browser.send('GET', 'decision')).status).toBe(400);
  const asked = await browser.send('GET', `decision?path=${encodeURIComponent('/police/users?page=2')}`);
  expect(await asked.json()).toMatchObject({
    outcome: 'go',
    to: `/?next=${encodeURIComponent('/police/users?page=2')}`,
    message: 'Please sign-in first.',
  });
});

test.each(['barangay', 'purok', 'nationality', 'freelancer'])(
  'the lookup %s is an array for everyone',
  async (name) => {
    const answer = await fetch(`${server.origin}/api/v1/${name}`);
    expect(answer.status).toBe(200);
    const rows = (await answer.json()) as { value: string; label: string }[];
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every(({ value, label }) => typeof value === 'string' && typeof label === 'string')).toBe(
      true,
    );
  },
);

test('a lookup that is not public, or none, is not found', async () => {
  const whole = server.application.portal();
  const { barangay } = whole.lookups;
  if (barangay === undefined) throw new Error('There is no such lookup.');
  const lookups = { ...whole.lookups, hidden: { ...barangay, name: 'hidden', isPublic: false } };
  server.application.replacePortal({ ...whole, lookups });
  for (const name of ['hidden', 'constructor', 'none']) {
    expect((await fetch(`${server.origin}/api/v1/${name}`)).status).toBe(404);
  }
  server.application.replacePortal(whole);
});
