/** Whose address a call is counted under, behind reverse proxies or not. */
import { BlockList, isIP } from 'node:net';

/** Address of the client from the socket's peer and the value of `X-Forwarded-For`. Pure. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string;

/**
 * Reads `X-Forwarded-For` from its end, as long as the one who wrote the entry is in `trusted` (addresses or CIDR networks).
 * An entry that is no address ends the walk. @throws Error for an entry of `trusted` that is neither, a fault of configuration.
 */
export function makeClientAddress(trusted: readonly string[]): ClientAddress {
  if (trusted.length === 0) return (peer) => plainAddress(peer ?? '');
  const proxies = new BlockList();
  for (const entry of trusted) addTo(proxies, entry);
  return (peer, forwardedFor) => {
    let address = plainAddress(peer ?? '');
    const hops = forwardedFor?.split(',') ?? [];
    while (hops.length > 0 && isTrusted(proxies, address)) {
      const next = plainAddress((hops.pop() as string).trim());
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/** IPv4 addresses that arrive on an IPv6 socket (`::ffff:192.0.2.1`) as IPv4. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
}

function isTrusted(proxies: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function addTo(proxies: BlockList, entry: string): void {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) throw new Error(`${entry} is neither an address nor a network`);
  const type = family === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) proxies.addAddress(address, type);
  else proxies.addSubnet(address, Number(bits), type);
}
