import { isOrigin } from '../../kernel/origin.ts';
import { texts } from '../../kernel/settings/setting-shapes.ts';
import { setting } from '../../kernel/settings/settings.ts';

/** Says why `value` is not an origin. */
function notAnOrigin(value: string): string | undefined {
  if (isOrigin(value)) return undefined;
  if (!URL.canParse(value)) return 'is not an origin such as https://watch.example.org';
  const { origin, protocol, pathname, hostname } = new URL(value);
  if (protocol !== 'https:' && protocol !== 'http:') return 'is not an origin with http or https';
  if (hostname.includes('*')) return 'has a wildcard; each origin is compared as a whole';
  if (pathname !== '/' || value.endsWith('/')) return `has a path; the origin is ${origin}`;
  return `is not written as browsers send it: ${origin}`;
}

export const proxySettings = {
  allowedOrigins: setting(
    'cors.allowedOrigins',
    texts(300, notAnOrigin),
    [],
    'Other origins whose pages may load media through the proxy of this server.',
    { inUse: false, example: 'https://watch.example.org' },
  ),
};
