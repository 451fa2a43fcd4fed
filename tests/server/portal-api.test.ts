/** The configuration over the API: slices, decisions, lookups, the description of the API. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PortalSlice } from '../../engine/portal/wire/slice.ts';
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
    '/accessibility',
    '/before',
    '/before/business-permit',
    '/before/freelancer-permit',
    '/before/health-card',
    '/before/occupational-clearance',
    '/before/working-permit',
    '/confirm/{token}',
    '/forgotten-password',
    '/logout',
    '/new-password',
    '/privacy',
    '/registration',
    '/registration/applicant',
    '/registration/establishment',
    '/registration/freelancer',
    '/tariff',
    '/temporary-permit/preview/{slug}',
    '/verify',
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
  // It wins over the pattern of the own page of messages, so the browser must know it.
  expect(paths.filter((path) => /^\/(menro|police|admin|applicant)\b/.test(path))).toEqual([
    '/applicant/messages',
  ]);
  expect(slice.departments['pmto']?.flags).toHaveProperty('access');
  expect(slice.departments['police']?.flags).toEqual({});
});

async function saidWhenEmpty(): Promise<string | undefined> {
  return (await sliceOf('barangay')).slice.recordTypes['clearance']?.lists['office']?.empty;
}

test('the lists of an account without a unit say why they are empty', async () => {
  expect(await saidWhenEmpty()).toMatch(/^There are no applications for your office/);
  await server.database.query("UPDATE accounts SET unit = NULL WHERE username = 'barangay@malay.example'");
  expect(await saidWhenEmpty()).toMatch(/has no unit of Barangay/);
  await server.database.query(
    "UPDATE accounts SET unit = 'balabag' WHERE username = 'barangay@malay.example'",
  );
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
  await server.application.replacePortal({ ...whole, hash: 'another', title: 'Another' });
  const answer = await browser.send('GET', 'user');
  expect(answer.headers.get('x-portal-hash')).toBe('another');
  expect(await (await browser.send('GET', 'portal')).json()).toMatchObject({ title: 'Another' });
  await server.application.replacePortal(whole);
});

test('each configuration that comes into force is a version of its own, going back too', async () => {
  const first = server.application.portal();
  const { number } = server.application.versionOf(first);
  const third = { ...first, hash: 'a-third' };
  await server.application.replacePortal(third);
  await server.application.replacePortal(first);
  const versions = await server.database.query(
    'SELECT v.number, v.hash FROM versions v JOIN portals USING (hash) WHERE v.number >= $1 ORDER BY v.number',
    [number],
  );
  expect(versions).toEqual([
    { number, hash: first.hash },
    { number: number + 1, hash: 'a-third' },
    { number: number + 2, hash: first.hash },
  ]);
  expect(server.application.versionOf(first).number).toBe(number + 2);
});

test('processes that go through the same configurations agree on their numbers, and none is rewritten', async () => {
  const second = await server.second();
  const { application } = second;
  const first = application.portal();
  expect(application.versionOf(first)).toEqual(server.application.versionOf(first));
  const other = { ...first, hash: 'a-fourth' };
  await Promise.all([application, server.application].map((one) => one.replacePortal(other)));
  await application.replacePortal(first);
  expect(server.application.versionOf(server.application.portal())).toMatchObject({ hash: 'a-fourth' });
  await server.application.replacePortal(first);
  expect(application.versionOf(first)).toEqual(server.application.versionOf(first));
  await second.close();
  for (const sql of [
    "UPDATE versions SET hash = hash || ''",
    'DELETE FROM versions',
    'TRUNCATE versions CASCADE',
  ]) {
    const attempt = server.database.changeSchema((owner) => owner.query(sql));
    await expect(attempt).rejects.toThrow('versions is append-only');
  }
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
  await server.application.replacePortal({ ...whole, lookups });
  for (const name of ['hidden', 'constructor', 'none']) {
    expect((await fetch(`${server.origin}/api/v1/${name}`)).status).toBe(404);
  }
  await server.application.replacePortal(whole);
});

test('the seal of the portal comes with it, without a request of its own, and is the icon of the tab', async () => {
  const html = { headers: { accept: 'text/html' } };
  const page = await (await fetch(`${server.origin}/verify`, html)).text();
  expect(page).not.toContain('/assets/pictures/');
  const { seal } = (await (await fetch(`${server.origin}/api/v1/portal`)).json()) as { seal: string };
  const picture = await readFile('config/pictures/seal.svg', 'utf8');
  expect(decodeURIComponent(seal)).toBe(`data:image/svg+xml,${picture}`);
  const icon = /<link rel="icon" type="image\/svg\+xml" href="([^"]+)">/.exec(page)?.[1] ?? '';
  const content = Buffer.from(picture).toString('base64');
  expect(await (await fetch(`${server.origin}${icon}`)).text()).toContain(`;base64,${content}"`);
});
