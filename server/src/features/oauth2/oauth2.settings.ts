import { texts } from '../../kernel/settings/setting-shapes.ts';
import { setting } from '../../kernel/settings/settings.ts';
import { providers } from './provider-settings.ts';

/**
 * Why browsers may not return to `value`. Only exact HTTPS URLs are allowed (RFC 6749, section 3.1.2: absolute, without
 * a fragment).
 */
function notARedirect(value: string): string | undefined {
  if (!URL.canParse(value) || /\s/.test(value)) return 'is not a URL such as https://watch.example.org/callback';
  const { protocol, username, password, hostname } = new URL(value);
  if (protocol !== 'https:') return 'does not begin with https://; loopback addresses need no entry';
  // Browsers would read such a URL differently from how it is written. It would never compare equal, or it would
  // mislead a reader.
  if (!/^https:\/\/[^/\\]/i.test(value) || /\\|\/\.{1,2}(?:[/?]|$)/.test(value))
    return 'is written in another way than browsers read it';
  if (value.includes('#')) return 'has a fragment';
  if (username !== '' || password !== '') return 'has credentials';
  return hostname.includes('*') ? 'has a wildcard; each URL is compared as a whole' : undefined;
}

export const oauth2Settings = {
  providers: setting(
    'oauth2.providers',
    providers,
    [],
    'Ways to sign in with an account elsewhere. Without a way to sign up, only people who linked such an account before come in.',
  ),
  allowedRedirectUrls: setting(
    'oauth2.allowedRedirectUrls',
    texts(2000, notARedirect),
    [],
    'URLs of other applications to which browsers may come back after signing in elsewhere. The web app of this server needs no entry.',
    { example: 'https://app.example.org/signed-in' },
  ),
};
