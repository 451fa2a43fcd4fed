/** Addresses of callers: trusted proxies, forwarded addresses, and networks for limits. */
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../kernel/settings.ts';

const IPV6_GROUPS = 4;

/** Is the address at this hop a trusted proxy? Hop 0 holds the connection. */
export type ProxyRule = (address: string, hop: number) => boolean;

/** A number n trusts the n nearest proxies. */
export function proxyRule(trusted: Settings['trustProxy']): ProxyRule {
  if (trusted === false) return () => false;
  return typeof trusted === 'number'
    ? (_address, hop) => hop < trusted
    : proxyAddr.compile(trusted.split(','));
}

/**
 * Rewrites `X-Forwarded-For` to plain addresses before anything reads it. Some proxies append ports, and each
 * port would count as another caller. An invalid entry hides everything before it: the caller is then the
 * nearest trusted proxy.
 */
export function registerForwarded(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return;
    const plain = plainAddresses([forwarded].flat().join(','));
    if (plain.length > 0) headers['x-forwarded-for'] = plain.join(', ');
    else delete headers['x-forwarded-for'];
  });
}

/** @returns the addresses from the last one, which the nearest proxy wrote, back to the first invalid entry */
function plainAddresses(header: string): readonly string[] {
  const entries = header.split(',').map(addressIn);
  return entries.slice(entries.lastIndexOf(null) + 1).filter((entry) => entry !== null);
}

/** The address in `10.1.1.1:8080`, `[2001:db8::1]:443`, `2001:db8::1` or the same in quotes; null: there is none. */
function addressIn(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const address = [text, text.replace(/:\d{1,5}$/, '')]
    .map((one) => one.replace(/^\[(.*:.*)\]$/, '$1'))
    .find((one) => isIP(one) !== 0);
  return address === undefined ? null : ipaddr.process(address).toString();
}

/**
 * @param address of the caller, from the socket or a trusted proxy
 * @returns an IPv4 address, the first 64 bits of an IPv6 address (`2001:db8:0:1::/64`), or the text itself
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4-mapped IPv6 address is the same caller as its IPv4 address.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, IPV6_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/** True over https, also if only the proxy in front uses it. */
export function isHttps({ publicUrl }: Settings, { protocol }: FastifyRequest): boolean {
  return protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);
}
