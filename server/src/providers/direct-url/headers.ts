import { defineReasons, type FieldViolation } from '@matinee/contract/reasons.ts';

const reasons = defineReasons('headers', {
  own: 'is set by the server itself',
  twice: 'is given twice',
});

/** Headers of the connection and of each request, which the proxy sets itself (RFC 9110, sections 7.6.1 and 14.2). */
const ownHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'if-range',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Refuses headers that users may not choose, and names that differ only in case. */
export function checkHeaders(headers: Readonly<Record<string, string>>, field: string): readonly FieldViolation[] {
  const seen = new Set<string>();
  return Object.keys(headers).flatMap((name) => {
    const lower = name.toLowerCase();
    const reason = ownHeaders.has(lower) ? reasons.own() : seen.has(lower) ? reasons.twice() : undefined;
    seen.add(lower);
    return reason ? [{ field: `${field}[${JSON.stringify(name)}]`, ...reason }] : [];
  });
}
