/** Several reads in one request: each is answered as if it had been sent alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BatchPart } from '../../engine/contract/batch.ts';
import { openBrowser, openPortalServer, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;
let officer: Browser;

beforeAll(async () => {
  server = await openPortalServer(undefined, { TRUST_PROXY: '1' });
  officer = openBrowser(server.origin);
  await officer.signIn('menro@malay.example');
});
afterAll(() => server.close());

const addressOf = (paths: readonly string[]) =>
  `batch?${new URLSearchParams(paths.map((path) => ['paths', path])).toString()}`;

async function read(browser: Browser, paths: readonly string[]): Promise<readonly BatchPart[]> {
  const answer = await browser.send('GET', addressOf(paths));
  expect(answer.status).toBe(200);
  return (await answer.json()) as readonly BatchPart[];
}

test('each read gets its status, body and tag, in the order of the paths', async () => {
  const paths = [
    'threads/unread',
    'records/checklist?list=to-review&limit=5',
    'records/clearance/nobody',
    'user',
  ];
  const parts = await read(officer, paths);
  expect(parts.map(({ status }) => status)).toEqual([200, 200, 404, 200]);
  for (const [index, path] of paths.entries()) {
    const alone = await officer.send('GET', path);
    const { request: _one, ...body } = (parts[index]?.body ?? {}) as Record<string, unknown>;
    const { request: _other, ...expected } = (await alone.json()) as Record<string, unknown>;
    expect(body).toEqual(expected);
    expect(parts[index]?.headers['etag'] ?? null).toBe(alone.headers.get('etag'));
  }
});

const find = (words: string) =>
  `records/checklist?${new URLSearchParams({ list: 'to-review', q: words }).toString()}`;

test('a read can name what another one before it answers, and answers nothing without that', async () => {
  const paths = ['user', find('{/department@user}'), find('{/none@user}'), find('{/hash@portal/hash}')];
  const parts = await read(officer, [...paths, 'portal/hash']);
  expect(parts.map(({ status }) => status)).toEqual([200, 200, 404, 404, 200]);
  const alone = await officer.send('GET', find('menro'));
  expect(parts[1]?.body).toEqual(await alone.json());
});

test('a reference that nobody can read, too many of them and an endless one spoil only their own part', async () => {
  const many = find('{/department@user}'.repeat(100));
  const endless = `records/${'%7B%2Fa'.repeat(50)}${'%40'.repeat(200)}`;
  const paths = ['user', 'records/%7B%2Fa%40%E0%7D', many, endless];
  const parts = await read(officer, paths);
  expect(parts.map(({ status }) => status)).toEqual([200, 404, 404, 404]);
});

test('no browser stores it, since some of its parts must not be stored', async () => {
  const answer = await officer.send('GET', addressOf(['user', 'threads/unread']));
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('etag')).toBeNull();
});

test('somebody without an account reads in it what they could read without it', async () => {
  const parts = await read(openBrowser(server.origin), [
    'portal/hash',
    'user',
    'records/checklist?list=to-review',
  ]);
  expect(parts.map(({ status }) => status)).toEqual([200, 401, 401]);
});

test('streams, files and other batches have no place in it', async () => {
  const paths = [
    'live',
    'openapi.html',
    'files/open/x',
    'batch?paths=user',
    '../../healthz',
    'unknown/place',
  ];
  const parts = await read(officer, paths);
  expect(parts.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
});

test.each([[[]], [['/user']], [['']], [Array.from({ length: 31 }, () => 'user')]])(
  '%j is refused',
  async (paths) => {
    const answer = await officer.send('GET', addressOf(paths));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'paths-expected',
      message: expect.stringContaining('30'),
    });
  },
);

test('its reads leave the places of their network when they are answered', async () => {
  const { perNetwork } = server.application.portal().connections;
  const paths = Array.from({ length: 30 }, () => 'portal/hash');
  for (let sent = 0; sent <= perNetwork; sent += paths.length) {
    const answer = await fetch(`${server.origin}/api/v1/${addressOf(paths)}`, {
      headers: { 'X-Requested-With': 'XMLHttpRequest', 'X-Forwarded-For': '203.0.113.7' },
    });
    const parts = (await answer.json()) as readonly BatchPart[];
    expect(parts.filter(({ status }) => status !== 200)).toEqual([]);
  }
});
