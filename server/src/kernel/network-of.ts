import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The key under which an IP address is counted: IPv4 as it is, IPv6 by its first 64 bits. One machine owns all
 * addresses with the same 64 bits (RFC 4291, section 2.5.4), and could otherwise use a new one each time. Pure.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv6.parse(address).parts;
  return `${[a, b, c, d].map((part) => part.toString(16)).join(':')}::/64`;
}
