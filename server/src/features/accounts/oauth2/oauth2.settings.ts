import type { Reason } from '@matinee/contract/reasons.ts';
import { isUrl } from '../../../kernel/http/urls.ts';
import { settingReasons } from '../../../kernel/settings/setting-reasons.ts';
import { texts } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';
import { oauth2Reasons } from './oauth2.errors.ts';
import { providers } from './provider-settings.ts';

/**
 * The reason why browsers may not return to `value`. Only exact HTTPS URLs are allowed (RFC 6749, section 3.1.2:
 * absolute, without a fragment).
 */
function notARedirect(value: string): Reason | undefined {
  if (!isUrl(value) || /\s/.test(value))
    return oauth2Reasons.not_a_url({ example: 'https://watch.example.org/callback' });
  const { protocol, username, password, hostname } = new URL(value);
  if (protocol !== 'https:') return oauth2Reasons.not_https_redirect();
  // Browsers would normalize such a URL. It would never compare equal, or it would mislead a reader.
  if (!/^https:\/\/[^/\\]/i.test(value) || /\\|\/\.{1,2}(?:[/?]|$)/.test(value)) return oauth2Reasons.unlike_browsers();
  if (value.includes('#')) return oauth2Reasons.fragment();
  if (username !== '' || password !== '') return settingReasons.credentials_inside();
  return hostname.includes('*') ? oauth2Reasons.wildcard() : undefined;
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
