/** What the browser sends, and how it handles responses. */
import { expect, test, vi } from 'vitest';
import { createClient, type ClientOptions } from './client.ts';
import { readProblem, sayProblem } from './problem.ts';
import type { TokenStore } from './token.ts';

interface SentRequest {
  readonly address: string;
  readonly init: RequestInit;
}

type StubAnswer = Response | 'broken';

function tokens(token: string | null): TokenStore {
  return { read: () => token, write: () => {}, remove: () => {}, onChangeElsewhere: () => () => {} };
}

function clientOver(answers: readonly StubAnswer[], options: Partial<ClientOptions> = {}) {
  const sent: SentRequest[] = [];
  const left = [...answers];
  const client = createClient({
    tokens: tokens('secret'),
    csrf: 'first',
    base: '/api/v1',
    fetch: async (input, init = {}) => {
      sent.push({ address: String(input), init });
      const answer = left.shift() ?? json(500, {});
      if (answer === 'broken') throw new TypeError('network');
      return answer;
    },
    ...options,
  });
  return { client, sent };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

function header(sent: SentRequest | undefined, name: string): string | null {
  return new Headers(sent?.init.headers).get(name);
}

const loan = { params: { type: 'loan' }, body: { data: { a: 1 } } };

test('every call carries the token, the marker and the CSRF token', async () => {
  const { client, sent } = clientOver([json(200, { a: 1 })]);
  expect(await client.call('GET /user', {})).toEqual({ a: 1 });
  expect(sent[0]?.address).toBe('/api/v1/user');
  expect(header(sent[0], 'Authorization')).toBe('Bearer secret');
  expect(header(sent[0], 'X-Requested-With')).toBe('XMLHttpRequest');
  expect(header(sent[0], 'X-CSRF-TOKEN')).toBe('first');
});

test('a refused CSRF token is renewed once and the call repeated under the same key', async () => {
  const { client, sent } = clientOver([
    json(403, { code: 'csrf', message: 'old' }),
    json(200, { token: 'second' }),
    json(200, { done: true }),
  ]);
  const result = await client.send('POST /records/:type', loan);
  expect(result.ok).toBe(true);
  expect(sent.map(({ address }) => address)).toEqual([
    '/api/v1/records/loan',
    '/api/v1/csrf',
    '/api/v1/records/loan',
  ]);
  expect(header(sent[2], 'X-CSRF-TOKEN')).toBe('second');
  expect(header(sent[2], 'Idempotency-Key')).toBe(header(sent[0], 'Idempotency-Key'));
});

test('a CSRF token that is refused twice is an error, not a loop', async () => {
  const refusal = () => json(403, { code: 'csrf', message: 'old' });
  const { client, sent } = clientOver([refusal(), json(200, { token: 'second' }), refusal()]);
  const result = await client.send('POST /records/:type', loan);
  expect(result).toMatchObject({ ok: false, problem: { kind: 'refused' } });
  expect(sent).toHaveLength(3);
});

test('a write that broke off is repeated under its key, and an answered one gets a new key', async () => {
  const { client, sent } = clientOver(['broken', 'broken', json(201, {}), json(201, {})]);
  expect(await client.send('POST /records/:type', loan)).toMatchObject({
    ok: false,
    problem: { kind: 'offline' },
  });
  await client.send('POST /records/:type', loan);
  await client.send('POST /records/:type', loan);
  const keys = sent.map((call) => header(call, 'Idempotency-Key'));
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});

test('the key of a write without an answer goes to who sends it later; the same write here is a new one', async () => {
  const { client, sent } = clientOver(['broken', 'broken', json(200, {})]);
  await client.send('POST /records/:type', loan);
  expect(client.releaseKey('POST /records/:type', loan)).toBe(header(sent[1], 'Idempotency-Key'));
  await client.send('POST /records/:type', loan);
  expect(header(sent[2], 'Idempotency-Key')).not.toBe(header(sent[1], 'Idempotency-Key'));
});

test('the version that a write was based on goes along', async () => {
  const { client, sent } = clientOver([json(200, {})]);
  const params = { type: 'loan', slug: 'x' };
  await client.send('PATCH /records/:type/:slug', { params, body: { data: {} }, ifMatch: 7 });
  expect(header(sent[0], 'If-Match')).toBe('"7"');
});

test('errors are values: fields, too many attempts, a stale record, no network', async () => {
  const stale = { type: 'loan', slug: 'x', state: 'open', version: 8 };
  const { client } = clientOver([
    json(422, { errors: { username: ['No.', 'Never.'] } }),
    json(429, ['Wait.'], { 'Retry-After': '60' }),
    json(409, stale),
  ]);
  expect(await client.send('POST /logout', {})).toMatchObject({
    problem: { kind: 'fields', errors: { username: ['No.', 'Never.'] } },
  });
  expect(await client.send('POST /logout', {})).toMatchObject({
    problem: { kind: 'limited', messages: ['Wait.'], retryAfter: 60 },
  });
  expect(await client.send('POST /logout', {})).toMatchObject({ problem: { kind: 'stale', current: stale } });
});

test('an answer of 401 to a call with a token ends the session', async () => {
  let ended = 0;
  const { client } = clientOver([json(401, {})], { onSignedOut: () => void (ended += 1) });
  await client.send('POST /records/:type', loan);
  expect(ended).toBe(1);
});

test('the hash of the portal in force is handed on', async () => {
  const seen: string[] = [];
  const { client } = clientOver([json(200, {}, { 'X-Portal-Hash': 'two' })], {
    onPortalHash: (hash) => void seen.push(hash),
  });
  await client.call('GET /user', {});
  expect(seen).toEqual(['two']);
});

test('while the portal changes to another version a write waits, and is then made once', async () => {
  const pauses: number[] = [];
  const { client, sent } = clientOver(
    [json(503, { code: 'switching' }), json(503, { code: 'switching' }), json(201, { slug: 'a' })],
    { pause: async (milliseconds) => void pauses.push(milliseconds) },
  );
  expect((await client.send('POST /records/:type', loan)).ok).toBe(true);
  expect(pauses).toEqual([1500, 1500]);
  expect(new Set(sent.map((one) => header(one, 'Idempotency-Key'))).size).toBe(1);
  const other = clientOver([json(503, { code: 'unavailable' })]);
  expect((await other.client.send('POST /records/:type', loan)).ok).toBe(false);
  expect(other.sent).toHaveLength(1);
});

test('a write that is still running keeps its key, so that pressing again files nothing twice', async () => {
  const { client, sent } = clientOver([
    'broken',
    json(409, { code: 'running', message: 'The same call is still running.' }),
    json(201, { done: true }),
    json(201, { done: true }),
  ]);
  for (let press = 0; press < 3; press += 1) await client.send('POST /records/:type', loan);
  const [first, retry, again, next] = sent.map((one) => header(one, 'Idempotency-Key'));
  expect([retry, again]).toEqual([first, first]);
  expect(next).not.toBe(first);
});

test('reads of one moment travel together, and each gets its own answer', async () => {
  const { client, sent } = clientOver([
    json(200, { name: 'Ana' }),
    json(200, [
      { status: 200, headers: { etag: 'W/"a"' }, body: { unread: 3 } },
      { status: 404, headers: {}, body: { message: 'Nothing.' } },
    ]),
  ]);
  const [unread, missing, user] = await Promise.all([
    client.send('GET /threads/unread', {}),
    client.send('GET /records/:type/:slug', { params: { type: 'loan', slug: 'a b' } }),
    client.send('GET /user', {}),
  ]);
  expect(unread).toEqual({ ok: true, value: { unread: 3 }, etag: 'W/"a"' });
  expect(missing).toEqual({ ok: false, problem: { kind: 'missing' } });
  expect(user).toMatchObject({ value: { name: 'Ana' } });
  expect(sent.map(({ address }) => address)).toEqual([
    '/api/v1/user',
    '/api/v1/batch?paths=threads%2Funread&paths=records%2Floan%2Fa%2520b',
  ]);
});

test('what was begun for a page is its first answer, but not after a write', async () => {
  const { client, sent } = clientOver([
    json(200, 'begun'),
    json(200, 'begun'),
    json(200, {}),
    json(200, 'new'),
  ]);
  client.begin([['GET /photo', {}]]);
  expect(await client.call('GET /photo', {})).toBe('begun');
  client.begin([['GET /photo', {}]]);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await client.send('POST /records/:type', loan);
  expect(await client.call('GET /photo', {})).toBe('new');
  expect(sent.map(({ address }) => address)).toEqual([
    '/api/v1/photo',
    '/api/v1/photo',
    '/api/v1/records/loan',
    '/api/v1/photo',
  ]);
});

test('a server that knows no batches answers each read alone', async () => {
  const { client, sent } = clientOver([
    json(404, { message: 'Nothing.' }),
    json(200, { unread: 3 }),
    json(200, { items: [] }),
  ]);
  const [unread, views] = await Promise.all([
    client.send('GET /threads/unread', {}),
    client.send('GET /passkeys', {}),
  ]);
  expect([unread.ok, views.ok]).toEqual([true, true]);
  expect(sent.map(({ address }) => address).slice(1)).toEqual(['/api/v1/threads/unread', '/api/v1/passkeys']);
});

test('without a connection every read of a batch says so', async () => {
  const { client } = clientOver(['broken']);
  const results = await Promise.all([
    client.send('GET /threads/unread', {}),
    client.send('GET /passkeys', {}),
  ]);
  expect(results.map((result) => !result.ok && result.problem.kind)).toEqual(['offline', 'offline']);
});

test('only a signed-in user learns that the session has ended', () => {
  const refused = new Response(null, { status: 401 });
  const body = { message: 'Please sign in first.' };
  expect(sayProblem(readProblem(refused, body, false))).toBe('Please sign in first.');
  expect(sayProblem(readProblem(refused, body, true))).toMatch(/^Your session has ended/);
});
