/** The network that a caller belongs to, for limits: somebody with an IPv6 connection has a whole /64 to call from. */
import ipaddr from 'ipaddr.js';

const IPV6_GROUPS = 4;

/**
 * @param address of the caller, as the socket or a trusted proxy gives it
 * @returns an IPv4 address, the first 64 bits of an IPv6 address (`2001:db8:0:1::/64`), or the text itself
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 address that is written as an IPv6 one is the same caller.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, IPV6_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
