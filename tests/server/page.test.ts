/** What applies to every request: the page, files, headers, limits, errors, compression. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTinyServer, type TinyServer } from './tiny-server.ts';

const SCRIPT = `export const words = ${JSON.stringify('room '.repeat(500))};`;
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let dist: string;
let tiny: TinyServer;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'munisipyo-dist-'));
  await mkdir(join(dist, 'assets'));
  await mkdir(join(dist, '.vite'));
  const entry = { file: 'assets/main-1.js', isEntry: true, css: ['assets/main-1.css'] };
  const frame = { file: 'assets/frame-1.js', name: 'frame', css: ['assets/frame-1.css'] };
  await writeFile(
    join(dist, '.vite/manifest.json'),
    JSON.stringify({ 'src/main.tsx': entry, '_frame.js': frame }),
  );
  await writeFile(join(dist, 'assets/main-1.js'), SCRIPT);
  await writeFile(join(dist, 'assets/main-1.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(dist, 'assets/main-1.css'), `${'p {}'.repeat(300)}body {}`);
  await writeFile(join(dist, 'early-reads.js'), 'globalThis.earlyReads = new Map();');
  await writeFile(join(dist, 'service-worker.js'), 'self.addEventListener("fetch", () => {});');
  tiny = await openTinyServer(dist);
  tiny.server.get('/api/v1/echo', async () => ({ words: 'room '.repeat(500) }));
});

afterAll(async () => {
  await tiny.close();
  await rm(dist, { recursive: true });
});

const get = (url: string, headers: Readonly<Record<string, string>> = HTML) =>
  tiny.server.inject({ url, headers });

test.each([
  ['/', 200],
  ['/desk', 200],
  ['/desk/', 200],
  ['/desk?next=/x', 200],
  ['/nobody/knows/this', 404],
  ['/dotted.name', 404],
  ['/%zz', 404],
  ['//desk', 404],
] as const)(
  'opens the page at %s, and says with %s whether the portal has such an address',
  async (url, status) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('<title>Reading Room &amp; Desk</title>');
    expect(answer.body).toContain('<html lang="en">');
    expect(answer.body).toContain('<meta name="theme-color" content="#0b5c8a">');
    expect(answer.body).toMatch(/<meta name="csrf-token" content="[^"]*">/);
    expect(answer.body).toContain('src="/assets/main-1.js"');
    expect(answer.body).toContain('body {}</style>');
    expect(answer.body).toContain('type="text/x-in-page" href="/assets/main-1.css"');
    const opensFrame = url !== '/';
    expect(answer.body.includes('rel="modulepreload" href="/assets/frame-1.js"')).toBe(opensFrame);
    expect(answer.body.includes('rel="stylesheet" href="/assets/frame-1.css"')).toBe(opensFrame);
  },
);

test('the portal has an icon, and a manifest with which browsers install it', async () => {
  const { body } = await get('/');
  const icon =
    /<link rel="icon" type="image\/svg\+xml" href="data:image\/svg\+xml,([^"]+)">/.exec(body)?.[1] ?? '';
  expect(decodeURIComponent(icon)).toContain('>R</text></svg>');
  const address = /<link rel="manifest" href="([^"]+)">/.exec(body)?.[1] ?? '';
  const manifest = await get(address, {});
  expect(manifest.headers['content-type']).toContain('application/manifest+json');
  expect(manifest.json()).toMatchObject({
    name: 'Reading Room & Desk',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#0b5c8a',
  });
  const [{ src = '' } = {}] = manifest.json<{ icons: { src: string }[] }>().icons;
  const picture = await get(src, {});
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(picture.body).toBe(decodeURIComponent(icon));
});

test('each page has a nonce of its own, and the policy names it', async () => {
  const [one, two] = await Promise.all([get('/'), get('/')]);
  const nonce = /nonce="([^"]+)"/.exec(one.body)?.[1] ?? '';
  expect(nonce.length).toBeGreaterThanOrEqual(22);
  expect(two.body).not.toContain(nonce);
  const policy = String(one.headers['content-security-policy']);
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(policy).toMatch(/default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}=';/);
  expect(policy).not.toMatch(/unsafe/);
  // No style without the nonce, no handler.
  expect(one.body).not.toMatch(/<style(?! nonce=")|\son[a-z]+=|style=/);
});

test('the only script inside a page is the one that the policy names', async () => {
  const { body, headers } = await get('/desk');
  const scripts = [...body.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, text = '']) => text,
  );
  const sources = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  expect(sources).toHaveLength(1);
  expect(headers['content-security-policy']).toContain(`script-src 'self' ${sources[0]};`);
  expect((await get('/')).body).not.toMatch(/<script(?![^>]* src=)/);
});

test.each([
  [undefined, undefined, 'light dark'],
  ['dark', 'dark', 'dark'],
  ['light', 'light', 'light'],
  ['"><script>', undefined, 'light dark'],
])('with %s as the chosen colours the page begins in %s', async (chosen, scheme, content) => {
  const cookie = chosen === undefined ? {} : { cookie: `color-scheme=${encodeURIComponent(chosen)}` };
  const { body } = await get('/desk', { ...HTML, ...cookie });
  expect(/<html [^>]*data-mantine-color-scheme="(\w+)"/.exec(body)?.[1]).toBe(scheme);
  expect(body).toContain(`<meta name="color-scheme" content="${content}">`);
  expect(body.includes('prefers-color-scheme')).toBe(scheme === undefined);
});

test('before any script runs, the page shows the header that it is going to have', async () => {
  const { body } = await get('/desk');
  expect(body).toMatch(
    /<div id="first-paint" class="first-own" aria-hidden="true">.*Reading Room &amp; Desk/,
  );
  expect((await get('/')).body).toContain('class="first-sign-in"');
});

test('the page that browsers keep for times without a connection has no token, no nonce and no cookie', async () => {
  const page = await get('/desk');
  expect(page.body).toContain('<meta name="service-worker" content="/service-worker.js">');
  const shell = await get('/assets/shell.html');
  expect(shell.statusCode).toBe(200);
  expect(shell.headers).not.toHaveProperty('set-cookie');
  expect(shell.body).not.toContain('csrf');
  const nonces = [...shell.body.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce);
  expect(new Set(nonces)).toEqual(new Set(['{nonce}']));
  expect(shell.headers['content-security-policy']).toContain("style-src 'self' 'nonce-{nonce}'");
  // Nobody is answered otherwise, and nothing else differs from the page of a person.
  const other = await get('/assets/shell.html', { ...HTML, cookie: 'browser=x', authorization: 'Bearer x' });
  expect(other.body).toBe(shell.body);
  const nonce = /nonce="([^"]+)"/.exec(page.body)?.[1] ?? '';
  expect(shell.body).toBe(
    page.body.replaceAll(nonce, '{nonce}').replace(/<meta name="csrf-token" content="[^"]*">\n/, ''),
  );
});

test('the service worker is asked for again each time, and may only load files of this site', async () => {
  const worker = await get('/service-worker.js', { accept: '*/*' });
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
});

test('also to a tool that takes anything, and without a body to HEAD', async () => {
  expect((await get('/desk', {})).body).toContain('<!doctype html>');
  const head = await tiny.server.inject({ method: 'HEAD', url: '/desk', headers: HTML });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

test.each([
  ['GET', '/api/v1/unknown'],
  ['GET', '/api'],
  ['POST', '/api/v1/unknown'],
  ['DELETE', '/desk'],
  ['GET', '/assets/missing.js'],
] as const)('%s %s is not found, in JSON', async (method, url) => {
  const answer = await tiny.server.inject({ method, url, headers: HTML });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ message: expect.any(String), code: 'not-found' });
});

test('an icon that a browser asks for by itself is no page', async () => {
  expect((await get('/favicon.ico', { accept: 'image/avif,*/*' })).statusCode).toBe(404);
  expect((await get('/desk', { accept: 'application/json' })).statusCode).toBe(404);
});

test('the page itself comes compressed: it contains the first styles', async () => {
  const answer = await get('/', { ...HTML, 'accept-encoding': 'br' });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('body {}</style>');
});

test('built files may be kept for ever, and come compressed as they were built', async () => {
  const answer = await get('/assets/main-1.js', { 'accept-encoding': 'br', accept: '*/*' });
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT);
  expect((await get('/assets/main-1.js', {})).body).toBe(SCRIPT);
  expect((await get('/assets/..%2f.vite/manifest.json')).statusCode).toBe(404);
});

test('every answer carries the headers that keep browsers careful', async () => {
  for (const url of ['/', '/healthz', '/api/v1/unknown', '/assets/main-1.js']) {
    expect((await get(url)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.any(String),
      'permissions-policy': expect.any(String),
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  }
  expect((await get('/')).headers).not.toHaveProperty('strict-transport-security');
});

test('pictures come from the portal and from the map server that it names, and nothing else does', async () => {
  const { headers, body } = await get('/');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain("img-src 'self' data: blob: https://tiles.example");
  expect(policy.filter((part) => part.includes('tiles.example'))).toHaveLength(1);
  expect(headers['permissions-policy']).toContain('geolocation=(self)');
  expect(body).not.toContain('leaflet');
});

test('behind a trusted HTTPS proxy the browser gets the header to stay on HTTPS', async () => {
  const proxied = await openTinyServer(dist, { TRUST_PROXY: '1' });
  const answer = await proxied.server.inject({ url: '/', headers: { 'x-forwarded-proto': 'https' } });
  expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d+/);
  await proxied.close();
});

test('one address gets 400 of the 1000 connections', async () => {
  const { port } = new URL(await tiny.server.listen({ port: 0, host: '127.0.0.1' }));
  let closed = 0;
  const sockets = Array.from({ length: 403 }, () =>
    connect({ port: Number(port), host: '127.0.0.1' }).on('error', () => {}),
  );
  for (const socket of sockets) socket.resume().on('close', () => (closed += 1));
  await expect.poll(() => closed).toBe(3);
  for (const socket of sockets) socket.destroy();
});

test('JSON is tagged and compressed, and not sent again to who has it', async () => {
  const first = await get('/api/v1/echo', { 'accept-encoding': 'gzip' });
  expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'private, no-cache' });
  const tag = String(first.headers.etag);
  expect(tag).toMatch(/^W\/"/);
  const second = await get('/api/v1/echo', { 'if-none-match': tag });
  expect([second.statusCode, second.body]).toEqual([304, '']);
});

test('more than 1 MB is refused before anything else is looked at', async () => {
  const payload = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
  for (const url of ['/api/v1/unknown', '/api/v1/login']) {
    const headers = { 'content-type': 'application/json' };
    const answer = await tiny.server.inject({ method: 'POST', url, payload, headers });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ message: 'This is more than 1 MB.', code: 'too-large' });
  }
});

test('connections have the limits of the portal, or the defaults', () => {
  const { headersTimeout, keepAliveTimeout, maxConnections } = tiny.server.server;
  expect({ headersTimeout, keepAliveTimeout, maxConnections }).toEqual({
    headersTimeout: 20_000,
    keepAliveTimeout: 75_000,
    maxConnections: 1000,
  });
});

test.each(['/assets/%00', '/assets/a%00b.js', '/desk%00', '/api/v1/%00', '/api/v1/portal?a=%00'])(
  'a character that no name has breaks nothing at %s',
  async (url) => {
    expect((await get(url)).statusCode).toBeLessThan(500);
  },
);
