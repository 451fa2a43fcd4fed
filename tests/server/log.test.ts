/** The log of a running portal: one line for each request, without secrets and names. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './portal-server.ts';
import { makeFolder, ROOT, type Started, startServer, stopServer } from './server-process.ts';

const PASSWORD = 'kettle ladder geheim';

let folder: string;
let portal: Started;

beforeAll(async () => {
  folder = await makeFolder();
  const environment = { CONFIG_DIR: join(ROOT, 'config'), DEMO_PASSWORD: PASSWORD };
  portal = await startServer({ dataDirectory: join(folder, 'data'), environment });
});
afterAll(async () => {
  await stopServer(portal);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('passwords, tokens, cookies, and what people search for or write stay out of the log', async () => {
  const browser = openBrowser(portal.address);
  expect((await browser.signIn('establishment@malay.example', PASSWORD)).status).toBe(200);
  await browser.signIn('establishment@malay.example', 'guessed-geheim');
  await browser.signIn('unknown-geheim@malay.example', 'guessed-geheim');
  const changed = { current: PASSWORD, password: 'changed geheim cloud 1' };
  expect((await browser.send('POST', 'password', { body: changed })).status).toBe(200);
  await browser.send('GET', 'user');
  await browser.send('GET', 'records/application?q=searched-geheim');
  await browser.send('GET', 'decision?path=/establishment/geheim');
  await browser.send('POST', 'records/application', {
    body: { data: { business_name: 'Business Geheim' } },
    headers: { 'idempotency-key': randomUUID() },
  });
  await browser.send('POST', 'login', { body: '{"password":"broken-geheim"', headers: json });
  for (const path of ['files/open', 'documents/open', 'links'])
    await browser.send('GET', `${path}/ticket-of-a-link`);
  await browser.visit('/confirm/ticket-of-a-link');
  await browser.visit(`/confirm//${'ticket-of-a-link'.repeat(3)}`);
  await visitWhole('http://elsewhere/api/v1/links/ticket-of-a-link');
  await browser.send('GET', `user?${'ticket-of-a-link'.repeat(3)}`);
  await browser.send('POST', 'logout', { headers: { authorization: 'Bearer wrong-geheim' } });
  await expect.poll(() => portal.output().match(/"path":"\/api\//g)?.length).toBe(15);
  const log = portal.output();
  expect(log.toLowerCase()).not.toContain('geheim');
  for (const secret of [browser.token, browser.csrf, ...browser.cookies.values()]) {
    expect(log).not.toContain(secret);
  }
  expect(log).toContain('"code":"invalid","problems":["account.wrong-sign-in"]');
  expect(log).not.toContain('These sign-in details');
  expect(log).not.toContain('ticket-of-a-link');
  expect(log).toContain('"path":"/confirm/{token}"');
  expect(log).toContain('"path":"/api/v1/links/…"');
});

/** As a proxy may write it: the first line of the request contains the whole URL. */
async function visitWhole(path: string): Promise<void> {
  const { port, hostname: host } = new URL(portal.address);
  await new Promise<void>((resolve, reject) => {
    const visit = request({ host, port, path }, (answer) => answer.resume().once('end', resolve));
    visit.once('error', reject).end();
  });
}

const json = { 'content-type': 'application/json' };

test('who forgets to name the proxy before the portal is warned once', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  for (let calls = 0; calls < 3; calls += 1) await fetch(portal.address, { headers });
  await expect.poll(() => portal.output().match(/TRUST_PROXY is not set/g)?.length).toBe(1);
});
