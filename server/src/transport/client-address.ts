/** Finds the client's IP address for rate limits, with or without reverse proxies. */
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** The client's IP address, from the socket's peer and the value of `X-Forwarded-For`. Pure. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string;

/**
 * Reads `X-Forwarded-For` from its end, as long as the sender of the entry is in `trusted` (addresses or CIDR
 * networks). Stops at an entry that is not an address. @throws Error for an entry of `trusted` that is neither: the
 * configuration is wrong.
 */
export function makeClientAddress(trusted: readonly string[]): ClientAddress {
  const isTrusted = proxyAddr.compile([...trusted]);
  return (peer, forwardedFor) => {
    let address = plainAddress(peer ?? '');
    const hops = forwardedFor?.split(',') ?? [];
    for (let hop = hops.length - 1; hop >= 0 && isTrusted(address, hop); hop--) {
      const next = plainAddress(hops[hop]!.trim());
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/** Makes a function that tells whether a peer is one of the `trusted` proxies. @throws the same Error. */
export function makeIsTrustedProxy(trusted: readonly string[]): (peer: string | undefined) => boolean {
  const isTrusted = proxyAddr.compile([...trusted]);
  return (peer) => peer !== undefined && isTrusted(plainAddress(peer), 0);
}

/** Converts IPv4 addresses that arrive on an IPv6 socket (`::ffff:192.0.2.1`) to IPv4. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
}
