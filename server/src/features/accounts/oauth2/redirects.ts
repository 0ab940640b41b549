/** The loopback addresses as URLs write them (RFC 8252, section 8.3: never `localhost`). */
import { isUrl } from '../../../kernel/http/urls.ts';

const loopback = new Set(['127.0.0.1', '[::1]']);

interface Allowed {
  /** The setting `oauth2.allowedRedirectUrls`. */
  readonly listed: readonly string[];
  /** URLs at which people open this server's web app: origin and base path. */
  readonly ownUrls: readonly string[];
  /**
   * Whether PKCE protects codes. Without it, any application on the device could use a code that arrives at a loopback
   * port.
   */
  readonly hasPkce: boolean;
}

/** Path of the web app's page to which sign-ins return. */
export const callbackPath = '/oauth2/callback';

/** Whether sign-ins may return to `url`. Compares the whole text, never only a prefix. Pure. [OA3]–[OA5] */
export function mayReturnTo(url: string, { listed, ownUrls, hasPkce }: Allowed): boolean {
  if (listed.includes(url) || ownUrls.some((own) => url === own + callbackPath)) return true;
  return hasPkce && isLoopback(url);
}

/** Allows any port and path of the loopback interface, over plain HTTP (RFC 8252, section 7.3). */
function isLoopback(url: string): boolean {
  const literal = /^http:\/\/(127\.0\.0\.1|\[::1\]):[1-9][0-9]{0,4}(?:\/[!-"$-;=?-\]_a-z~]*)?$/i.exec(url);
  if (!literal || !isUrl(url)) return false;
  const { hostname, username, password } = new URL(url);
  return loopback.has(hostname) && username === '' && password === '';
}
