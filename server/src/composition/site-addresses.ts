import type { HttpFetch } from '../drivers/http-fetch/http-fetch.ts';

/** URLs that replace the origins of sites, so that tests never contact a real site. */
export type SiteAddresses = Readonly<Record<string, string>>;

/** Redirects requests for the origins in `sites` to their replacements. */
export function atSites(fetch: HttpFetch['fetch'], sites: SiteAddresses = {}): HttpFetch['fetch'] {
  return (address, request) => fetch(addressAt(address, sites), request);
}

/** The URL at which to open a page of a site. */
export function addressAt(address: string, sites: SiteAddresses): string {
  const { origin } = new URL(address);
  return Object.hasOwn(sites, origin) ? address.replace(origin, sites[origin]!) : address;
}
