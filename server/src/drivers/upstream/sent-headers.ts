import { validateHeaderName, validateHeaderValue } from 'node:http';
import { UpstreamFailed } from './upstream-failed.ts';

/** Headers of the connection and of the request itself, which no resource may set (RFC 9110, section 7.6.1). */
const ownHeaders = new Set([
  'accept-encoding',
  'cdn-loop',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** @throws UpstreamFailed for a header that could inject another one, or that belongs to the connection. [UP3] */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (ownHeaders.has(name.toLowerCase())) throw new UpstreamFailed('headers', '');
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      throw new UpstreamFailed('headers', '', cause);
    }
  }
}
