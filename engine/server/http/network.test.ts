import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { networkOf, proxyRule, registerForwarded } from './network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['a proxy’s nonsense', 'a proxy’s nonsense'],
])('limits count %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

const proxy = '10.0.0.5';

async function callerOf(forwarded: string | undefined, trusted: number | string): Promise<string> {
  const server = fastify({ trustProxy: proxyRule(trusted) });
  registerForwarded(server);
  server.get('/', async ({ ip }) => ip);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await server.inject({ url: '/', headers, remoteAddress: proxy })).body;
}

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:8080', '203.0.113.9'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:DB8:0::1]:443"', '2001:db8::1'],
  ['2001:db8:1:2:3:4:5:6:8080', '2001:db8:1:2:3:4:5:6'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[::ffff:cb00:7109]:80', '203.0.113.9'],
  ['[fe80::1%eth0]:80', 'fe80::1%eth0'],
  ['evil, 203.0.113.9:1', '203.0.113.9'],
  ['198.51.100.7, 203.0.113.9', '203.0.113.9'],
  // No forwarded address: the caller is the proxy itself.
  ['198.51.100.7, unknown', proxy],
  ['198.51.100.7, ', proxy],
  ['198.51.100.7, 203.0.113.9:port', proxy],
  ['198.51.100.7, 1', proxy],
  ['198.51.100.7, 0313.0.0161.011', proxy],
  ['198.51.100.7, 203.0.113.9:8080:8080', proxy],
  ['', proxy],
  [undefined, proxy],
])('the caller behind one trusted proxy that forwards %j is %s', async (forwarded, caller) => {
  expect(await callerOf(forwarded, 1)).toBe(caller);
  expect(await callerOf(forwarded, proxy)).toBe(caller);
});

test.each([
  ['198.51.100.7:1, 203.0.113.9:2, 10.0.0.6:3', '203.0.113.9'],
  ['203.0.113.9, nonsense, [::ffff:10.0.0.6]:3', '10.0.0.6'],
  ['203.0.113.9, nonsense', proxy],
])('an entry that is no address counts as the nearest trusted proxy: %s', async (forwarded, caller) => {
  expect(await callerOf(forwarded, 2)).toBe(caller);
  expect(await callerOf(forwarded, '10.0.0.0/8')).toBe(caller);
});
