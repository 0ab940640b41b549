/**
 * Decides which addresses the server may connect to when others name the target. It resolves and checks a name in one
 * step, and the connection goes to the checked address. So a name server that changes its answer gains nothing.
 */
import { type LookupAddress, lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/** Allows or refuses targets of outgoing connections. */
export interface OutgoingGuard {
  /** True when the server may connect to this IP address (not a name). */
  allows(address: string): boolean;
  /**
   * Checks a host from a URL or a setting if it is an IP address, with or without brackets: `net.connect` calls no
   * lookup for those. Accepts names; `lookup` checks their addresses. @throws OutgoingRefused.
   */
  checkLiteral(host: string): void;
  /**
   * The `lookup` option of `net.connect`, `tls.connect` and undici. Returns the allowed addresses of a name, or fails
   * with OutgoingRefused.
   */
  readonly lookup: LookupFunction;
}

/**
 * The target is in a forbidden network. The message contains the target as given, not its address. `addresses` are the
 * name's addresses, for operators only.
 */
export class OutgoingRefused extends Error {
  override readonly name = 'OutgoingRefused';
  readonly code = 'ERR_OUTGOING_REFUSED';
  readonly addresses: readonly string[];

  constructor(host: string, addresses: readonly string[]) {
    super(`${host} is in a private or special network; outbound.allowed_networks does not list it`);
    this.addresses = addresses;
  }
}

type Network = readonly [IPv4 | IPv6, number];

/** Global unicast is 2000::/3 (RFC 4291, section 2.4); `::/96`, mapped and translated addresses lie outside it. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
/**
 * NAT64 (RFC 6052, section 2.1): the last 32 bits are the IPv4 address that the connection reaches, so the guard checks
 * that one.
 */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * Public addresses that serve secrets to a provider's own machines: the agent of Azure (learn.microsoft.com, "What is
 * IP address 168.63.129.16?").
 */
const ofProviders = [ipaddr.parseCIDR('168.63.129.16/32')];

/**
 * Makes a guard. `allowedNetworks`: networks (`10.0.0.0/8`, `fd00::/8`) or single addresses that the server may reach
 * although they are special-purpose (RFC 6890). @throws Error with an invalid entry.
 */
export function makeOutgoingGuard(allowedNetworks: readonly string[]): OutgoingGuard {
  const allowed = allowedNetworks.map(parseNetwork);

  const isListed = (address: IPv4 | IPv6): boolean =>
    allowed.some((network) => network[0].kind() === address.kind() && matches(address, network));

  function allows(text: string): boolean {
    if (isIP(text) === 0) return false;
    const address = ipaddr.parse(text);
    if (isListed(address)) return true;
    if (matches(address, nat64)) return allows(ipaddr.fromByteArray(address.toByteArray().slice(12)).toString());
    if (address.range() !== 'unicast' || ofProviders.some((network) => matches(address, network))) return false;
    return address.kind() === 'ipv4' || matches(address, globalUnicast);
  }

  return {
    allows,
    checkLiteral(host) {
      const bare = host.replace(/^\[(.*)\]$/, '$1');
      if (isIP(bare) !== 0 && !allows(bare)) throw new OutgoingRefused(bare, [bare]);
    },
    lookup(hostname, options, callback) {
      lookUp(hostname, { ...options, all: true }, (failure, found) => {
        const usable = (found ?? []).filter(({ address }) => allows(address));
        const addresses = (found ?? []).map(({ address }) => address);
        const cause = failure ?? (usable.length === 0 ? new OutgoingRefused(hostname, addresses) : null);
        if (cause) callback(cause, []);
        else if (options.all) callback(null, usable);
        else callback(null, ...first(usable));
      });
    },
  };
}

function first([found]: readonly LookupAddress[]): [string, number] {
  return [found!.address, found!.family];
}

function parseNetwork(text: string): Network {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw new Error(`${text} is neither a network such as 10.0.0.0/8 nor an IP address`);
  }
}

function matches(address: IPv4 | IPv6, network: Network): boolean {
  return address.kind() === network[0].kind() && address.match(network as [never, number]);
}
