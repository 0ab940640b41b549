/**
 * True for an origin as browsers send it in `Origin` (RFC 6454, section 6.2): scheme, host and port in their short
 * form. No wildcard.
 */
import { isUrl } from './http/urls.ts';
export function isOrigin(value: string): boolean {
  if (!isUrl(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  return origin === value && (protocol === 'https:' || protocol === 'http:') && !hostname.includes('*');
}
