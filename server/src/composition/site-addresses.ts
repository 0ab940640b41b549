import type { HttpFetch } from '../drivers/http-fetch/http-fetch.ts';

/** Addresses that replace the origins of sites. Tests use them, because no test asks a real site. */
export type SiteAddresses = Readonly<Record<string, string>>;

/** Sends requests for the origins in `sites` to their other addresses. */
export function atSites(fetch: HttpFetch['fetch'], sites: SiteAddresses = {}): HttpFetch['fetch'] {
  return (address, request) => fetch(addressAt(address, sites), request);
}

/** The address at which to open a page of a site. */
export function addressAt(address: string, sites: SiteAddresses): string {
  const { origin } = new URL(address);
  return Object.hasOwn(sites, origin) ? address.replace(origin, sites[origin]!) : address;
}
