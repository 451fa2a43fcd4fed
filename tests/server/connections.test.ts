/** Limits on connections: slow requests, idle time between requests, and the number in total and for one network. */
import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  acceptUpload,
  checkingInterval,
  registerConnections,
  registerNetworkLimit,
} from '../../engine/server/http/connections.ts';
import { registerLimits, UPLOAD_TYPE } from '../../engine/server/http/bodies.ts';
import { proxyRule, registerForwarded } from '../../engine/server/http/network.ts';
import { portal } from './records/portal.ts';

const most = 6;
const limits = { most, perNetwork: most, requestSeconds: 2, idleSeconds: 1 };
type Limited = Parameters<typeof checkingInterval>[0];

let server: FastifyInstance;
beforeAll(async () => {
  const application = {
    portal: () => ({ ...portal, connections: limits }),
    onPortalChange: () => () => {},
  } as Pick<Limited, 'portal' | 'onPortalChange'> as Limited;
  server = fastify({ http: { connectionsCheckingInterval: checkingInterval(application) } });
  registerConnections(server, application);
  registerLimits(server);
  server.post('/form', async () => 'taken');
  // Events are sent for twice as long as a request may take.
  server.get('/events', (_request, reply) => reply.send(Readable.from(events())));
  server.addContentTypeParser(UPLOAD_TYPE, (_request, payload, done) => {
    let bytes = 0;
    payload.on('data', (piece: Buffer) => (bytes += piece.length)).on('end', () => done(null, bytes));
  });
  const config = { takesUploads: true };
  server.patch(
    '/refused',
    { config, preParsing: () => Promise.reject(new Error('refused')) },
    async () => '',
  );
  const accepting = { config, preParsing: async (request: FastifyRequest) => acceptUpload(request) };
  server.patch('/file', accepting, async ({ body }) => `bytes: ${String(body)}`);
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

async function* events(): AsyncGenerator<string> {
  const end = Date.now() + 2000 * limits.requestSeconds;
  while (Date.now() < end) {
    await sleep(100);
    yield 'event\n';
  }
  yield 'last event\n';
}

function open(): Socket {
  const { port } = server.server.address() as AddressInfo;
  return connect({ port, host: '127.0.0.1' }).on('error', () => {});
}

/** All output of the server until it closes the connection. */
function untilClosed(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let said = '';
  socket.on('data', (piece) => (said += piece.toString())).on('close', () => resolve(said));
  return promise;
}

const post = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

test('what never becomes a request is closed: no byte, half the headers, half a body', async () => {
  const silent = open();
  const halfHeaders = open();
  halfHeaders.write('POST /form HTTP/1.1\r\nHost: a\r\n');
  const halfBody = open();
  halfBody.write(`${post('/form', 'application/json', 20)}{"a":`);
  const said = await Promise.all([silent, halfHeaders, halfBody].map(untilClosed));
  expect(said.map((one) => one.slice(9, 12))).toEqual(['408', '408', '408']);
});

test('a request that comes through no connection has no limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await server.inject({ method: 'POST', url: '/form' });
  await server.inject({ url: '/nowhere' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a body that trickles in is cut off, an upload that goes on is taken', async () => {
  const slow = open();
  slow.write(post('/form', 'application/json', 1000));
  const upload = open();
  upload.write(
    `PATCH /file HTTP/1.1\r\nHost: a\r\nContent-Type: ${UPLOAD_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const answers = Promise.all([slow, upload].map(untilClosed));
  let bytes = 0;
  while (!slow.closed) {
    await sleep(100);
    bytes += 1;
    if (slow.writable) slow.write(' ');
    upload.write('1\r\nx\r\n');
  }
  upload.write('0\r\n\r\n');
  const [refused = '', taken = ''] = await answers;
  expect(refused).toMatch(/^HTTP\/1.1 408/);
  expect(taken).toContain(`bytes: ${bytes}`);
});

test('an upload that is refused is closed in the time of every other request, however it trickles in', async () => {
  const upload = open();
  upload.write(post('/refused', UPLOAD_TYPE, 1_000_000).replace('POST', 'PATCH'));
  const said = untilClosed(upload);
  while (!upload.closed) {
    await sleep(100);
    if (upload.writable) upload.write('x');
  }
  expect(await said).toMatch(/^HTTP\/1.1 500/);
});

test('an upload that rests is closed', async () => {
  const upload = open();
  upload.write(post('/file', UPLOAD_TYPE, 5).replace('POST', 'PATCH'));
  expect(await untilClosed(upload)).not.toContain('200 OK');
});

test('a connection at rest is closed, one that waits for events is not', async () => {
  const idle = open();
  idle.write(`${post('/form', 'application/json', 2)}{}`);
  const listening = open();
  listening.write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n');
  const [answer, stream] = await Promise.all([idle, listening].map(untilClosed));
  expect(answer).toMatch(/taken$/);
  expect(stream).toContain('last event');
});

test('more connections than the limit are closed, and those that are there go on', async () => {
  const first = Array.from({ length: most }, () => open());
  await Promise.all(first.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  const one = open();
  expect(await untilClosed(one)).toBe('');
  first[0]?.write(`${post('/form', 'application/json', 2)}{}`);
  const said = await Promise.all(first.map(untilClosed));
  expect(said[0]).toMatch(/taken$/);
});

/** A server that accepts two connections of a network, and event streams that continue until they are closed. */
async function limited(trustProxy: false | number | string) {
  const application = {
    portal: () => ({ ...portal, connections: { ...limits, perNetwork: 2 } }),
    settings: { trustProxy },
  } as Pick<Limited, 'portal' | 'settings'> as Limited;
  const isTrusted = proxyRule(trustProxy);
  const narrow = fastify({ trustProxy: trustProxy === false ? false : isTrusted });
  registerForwarded(narrow);
  registerNetworkLimit(narrow, application);
  narrow.get('/events', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200).write('event\n');
  });
  narrow.patch('/file', async () => '');
  narrow.addContentTypeParser(UPLOAD_TYPE, (_request, payload, done) => payload.on('end', () => done(null)));
  await narrow.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => narrow.close());
  const { port } = narrow.server.address() as AddressInfo;
  const from = (localAddress: string, forwarded?: string, request = 'GET /events'): Promise<Heard> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    const lines = [`${request} HTTP/1.1`, 'Host: a', ...(forwarded ? [`X-Forwarded-For: ${forwarded}`] : [])];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const { promise, resolve } = Promise.withResolvers<Heard>();
    let said = '';
    socket.on('data', (piece) => resolve({ socket, said: (said += piece.toString()) }));
    socket.on('close', () => resolve({ socket, said }));
    return promise;
  };
  return { from };
}

interface Heard {
  readonly socket: Socket;
  /** The first chunk of the response; empty: the connection was closed. */
  readonly said: string;
}

const OK = expect.stringMatching(/^HTTP\/1.1 200/);

test('connections of one network are limited, and others are served', async () => {
  const { from } = await limited(false);
  const first = await from('127.0.0.1');
  expect([first.said, (await from('127.0.0.1')).said]).toEqual([OK, OK]);
  // An untrusted header does not change the caller.
  expect((await from('127.0.0.1', '203.0.113.9')).said).toBe('');
  expect((await from('127.0.0.2')).said).toEqual(OK);
  first.socket.destroy();
  await expect.poll(async () => (await from('127.0.0.1')).said).toEqual(OK);
});

test.each([
  ['a number of hops', 1],
  ['addresses', '127.0.0.1'],
])(
  'behind a proxy trusted by %s its connections are not limited, but the open requests of one network are',
  async (_by, trustProxy) => {
    const { from } = await limited(trustProxy);
    const upload = `PATCH /file HTTP/1.1\r\nContent-Type: ${UPLOAD_TYPE}\r\nContent-Length: 9\r\nX: `;
    void from('127.0.0.1', '2001:db8::1', upload);
    const first = await from('127.0.0.1', '2001:db8::1');
    expect(first.said).toEqual(OK);
    const refused = (await from('127.0.0.1', '[2001:db8::2]:443')).said;
    expect(refused).toMatch(/^HTTP\/1.1 503/);
    expect(refused.toLowerCase()).toContain('retry-after: ');
    for (const other of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      expect((await from('127.0.0.1', other)).said).toEqual(OK);
    }
    first.socket.destroy();
    await expect.poll(async () => (await from('127.0.0.1', '2001:db8::1')).said).toEqual(OK);
  },
);

test('who reaches the portal past the trusted proxy is limited by connections', async () => {
  const { from } = await limited('127.0.0.1');
  const said = [await from('127.0.0.2', '203.0.113.1'), await from('127.0.0.2', '203.0.113.2')];
  expect(said.map((one) => one.said)).toEqual([OK, OK]);
  expect((await from('127.0.0.2', '203.0.113.3')).said).toBe('');
});
