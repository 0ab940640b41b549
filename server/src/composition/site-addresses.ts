import type { HttpFetch } from '../drivers/http-fetch/http-fetch.ts';

/** Other addresses of sites, by their origins. Tests have their own, as no test asks a real site. */
export type SiteAddresses = Readonly<Record<string, string>>;

/** Asks the origins in `sites` elsewhere. */
export function atSites(fetch: HttpFetch['fetch'], sites: SiteAddresses = {}): HttpFetch['fetch'] {
  return (address, request) => fetch(addressAt(address, sites), request);
}

/** The address under which a page of a site is opened. */
export function addressAt(address: string, sites: SiteAddresses): string {
  const { origin } = new URL(address);
  return Object.hasOwn(sites, origin) ? address.replace(origin, sites[origin]!) : address;
}
