import { isIP } from 'node:net';

/** The address at which an instance listens. */
export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** A host name: RFC 1123, section 2.1, plus the underscore, which container names use. */
const hostName = /^(?=.{1,253}$)[0-9A-Za-z_]([0-9A-Za-z_-]{0,62})(\.[0-9A-Za-z_]([0-9A-Za-z_-]{0,62}))*$/;

export function isHost(text: string): boolean {
  return isIP(text) !== 0 || hostName.test(text);
}

/** Reads `host:port` and `[address]:port`; undefined for anything else. */
export function readAddress(text: string): HostAndPort | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  const host = bracketed ?? plain;
  if (host === undefined || port < 1 || port > 65_535) return undefined;
  if (bracketed !== undefined ? isIP(bracketed) !== 6 : !isHost(host)) return undefined;
  return { host, port };
}
