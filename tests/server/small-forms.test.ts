/** Bodies of small forms as clients send them, whole and broken. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPortalServer, PASSWORD, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;
let browser: Browser;

beforeAll(async () => {
  server = await openPortalServer();
  browser = openBrowser(server.origin);
  await browser.visit();
});
afterAll(() => server.close());

const BOUNDARY = '----part';
const part = (name: string, value: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\n${value}\r\n`;
const whole = `${part('username', 'menro@malay.example')}${part('password', PASSWORD)}`;

const send = (body: string, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  browser.send('POST', 'login', { body, headers: { 'content-type': type } });

test.each([
  ['as browsers write it', `${whole}--${BOUNDARY}--\r\n`],
  ['without a last line end', `${whole}--${BOUNDARY}--`],
  ['with words before and after it', `words\r\n${whole}--${BOUNDARY}--\r\nwords`],
  ['with a field twice: the last one counts', `${part('username', 'x')}${whole}--${BOUNDARY}--\r\n`],
  [
    'with types of the fields',
    `${whole.replaceAll('"\r\n', '"\r\nContent-Type: text/plain\r\n')}--${BOUNDARY}--`,
  ],
])('takes a multipart form %s', async (_how, body) => {
  const answer = await send(body);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ department: 'menro' });
});

test.each([
  ['that ends in the middle', whole, `multipart/form-data; boundary=${BOUNDARY}`],
  ['without a boundary', whole, 'multipart/form-data'],
  ['that is none', '{}', `multipart/form-data; boundary=${BOUNDARY}`],
  ['of JSON that breaks off', '{"username":', 'application/json'],
])('says what is wrong with a form %s', async (_what, body, type) => {
  const answer = await send(body, type);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
});

test('a file in place of a word is no word', async () => {
  const body = new FormData();
  body.set('username', 'menro@malay.example');
  body.set('password', new Blob([PASSWORD]), 'password.txt');
  const answer = await browser.send('POST', 'login', { body });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ errors: { password: [expect.any(String)] } });
});

test.each(['multipart/form-data; boundary=x', 'application/json', 'application/x-www-form-urlencoded'])(
  'more than 1 MB of %s is refused before its headers, also where nobody said how long it is',
  async (type) => {
    let pieces = 0;
    const body = new ReadableStream({
      pull(controller) {
        pieces += 1;
        if (pieces > 30) controller.close();
        else controller.enqueue(new Uint8Array(50_000).fill(97));
      },
    });
    const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' } as const;
    expect((await fetch(`${server.origin}/api/v1/login`, init)).status).toBe(413);
  },
);

test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
])('JSON of thousands of %s within each other is refused, not tried', async (_what, open, close) => {
  const body = `{"data":${open.repeat(5000)}1${close.repeat(5000)}}`;
  const answer = await send(body, 'application/json');
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'too-deep' });
});

test('brackets in a text nest nothing', async () => {
  const body = JSON.stringify({ username: `"\\${'['.repeat(500)}`, password: PASSWORD });
  expect((await send(body, 'application/json')).status).toBe(422);
});

test.each(['text/plain', 'application/xml'])(
  'what is sent as %s is refused, not taken for nothing',
  async (type) => {
    const answer = await send('{"username":"menro@malay.example"}', type);
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  },
);
