import { networkInterfaces } from 'node:os';
import type { Ground } from '../ground.ts';

/** Host names that stand for all addresses of the machine. */
const everywhere = new Set(['0.0.0.0', '::', '']);

/** The URL at which other replicas, or workers of this machine, reach this one: scheme, host and port. */
export function replicaAddress({ config, publicPort }: Pick<Ground, 'config' | 'publicPort'>): string {
  if (publicPort.own !== undefined) return `http://127.0.0.1:${publicPort.own}`;
  const scheme = config['server.tls_certificate'] === undefined ? 'http' : 'https';
  const told = config['cluster.advertise_address'];
  if (told !== undefined) return `${scheme}://${told}`;
  const host = config['server.host'];
  const reached = everywhere.has(host) ? firstInNetwork() : host;
  return `${scheme}://${reached.includes(':') ? `[${reached}]` : reached}:${publicPort.number}`;
}

/** The first address of the machine that is not a loopback address; IPv4 if there is one. */
function firstInNetwork(): string {
  return ownAddresses()[0]!;
}

/** Maximum number of addresses. Clients try them all, so more would not help. */
const mostAddresses = 8;

/** The machine's addresses in its networks, IPv4 first. The loopback address if it has no network. */
export function ownAddresses(): readonly string[] {
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .sort((a, b) => a.family.localeCompare(b.family));
  return outer.length === 0 ? ['127.0.0.1'] : outer.slice(0, mostAddresses).map(({ address }) => address);
}
