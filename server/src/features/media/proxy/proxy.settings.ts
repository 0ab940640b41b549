import { defineReasons, type Reason } from '@matinee/contract/reasons.ts';
import { isUrl } from '../../../kernel/http/urls.ts';
import { isOrigin } from '../../../kernel/origin.ts';
import { texts } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

const reasons = defineReasons('proxy', {
  not_an_origin: 'is not an origin such as https://watch.example.org',
  not_http: 'is not an origin with http or https',
  wildcard: 'has a wildcard; each origin is compared as a whole',
  path: 'has a path; the origin is {origin}',
  unlike_browsers: 'is not written as browsers send it: {origin}',
});

/** Why `value` is not an origin. */
function notAnOrigin(value: string): Reason | undefined {
  if (isOrigin(value)) return undefined;
  if (!isUrl(value)) return reasons.not_an_origin();
  const { origin, protocol, pathname, hostname } = new URL(value);
  if (protocol !== 'https:' && protocol !== 'http:') return reasons.not_http();
  if (hostname.includes('*')) return reasons.wildcard();
  if (pathname !== '/' || value.endsWith('/')) return reasons.path({ origin });
  return reasons.unlike_browsers({ origin });
}

export const proxySettings = {
  allowedOrigins: setting(
    'cors.allowedOrigins',
    texts(300, notAnOrigin),
    [],
    'Other origins whose pages may load media through the proxy of this server.',
    { example: 'https://watch.example.org' },
  ),
};
