/** A simple GET request, read directly from its bytes without an HTTP parser. */
export interface PlainRead {
  readonly path: string;
  readonly requestId: string | undefined;
  readonly userAgent: string;
  readonly forwardedFor: string | undefined;
}

/** Longest request that is read this way, in bytes. */
const maxLength = 2_048;
const endOfHead = Buffer.from('\r\n\r\n');

/** A request line and headers of visible ASCII, one space after each colon (RFC 9112, sections 3 and 5). Linear. */
const form = /^GET (\/[!-~]*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+: [ -~]*\r\n)+)\r\n$/;

/** Headers that do not change the answer. With any other header, Node's parser reads the request. */
const harmless = new Set([
  // Methods with shared answers are open to all callers, so they ignore tokens.
  'authorization',
  ...['accept', 'accept-encoding', 'accept-language', 'cache-control', 'dnt', 'pragma', 'priority', 'referer'],
  ...['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform', 'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site'],
  // Headers that proxies add and the server never reads.
  ...['x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto', 'x-real-ip', 'via'],
]);

/**
 * Reads bytes that are exactly one plain request. Undefined for anything else, and for any doubt: Node's parser then
 * decides. Pure.
 */
export function readPlain(bytes: Buffer): PlainRead | undefined {
  // The cheap test first: the first head must end at the last byte.
  if (bytes.length > maxLength || bytes.indexOf(endOfHead) !== bytes.length - endOfHead.length) return undefined;
  const match = form.exec(bytes.toString('latin1'));
  if (!match) return undefined;
  const known: Record<string, string | undefined> = {};
  for (const line of match[2]!.split('\r\n')) {
    if (line === '') break;
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (harmless.has(name)) continue;
    // A repeated header has another meaning than a single one.
    if (!isKnown(name) || known[name] !== undefined) return undefined;
    known[name] = line.slice(colon + 2).trim();
  }
  const { host, connection = 'keep-alive' } = known;
  if (!host || connection.toLowerCase() !== 'keep-alive') return undefined;
  return {
    path: match[1]!,
    requestId: known['x-request-id'],
    userAgent: known['user-agent'] ?? '',
    forwardedFor: known['x-forwarded-for'],
  };
}

function isKnown(name: string): boolean {
  return (
    name === 'host' ||
    name === 'connection' ||
    name === 'user-agent' ||
    name === 'x-request-id' ||
    name === 'x-forwarded-for'
  );
}
