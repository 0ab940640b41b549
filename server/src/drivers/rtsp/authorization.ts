/** Authentication of an RTSP client: Basic (RFC 7617) and Digest (RFC 7616, and RFC 2069 for older cameras). Pure. */
import { createHash } from 'node:crypto';

export interface Account {
  readonly user: string;
  readonly password: string;
}

/** One of the methods that a server offers. */
export interface Challenge {
  readonly scheme: 'basic' | 'digest';
  readonly values: ReadonlyMap<string, string>;
}

/** Node's name of the hash, by its name in a challenge. */
const hashes: Readonly<Record<string, string>> = { 'SHA-256': 'sha256', MD5: 'md5' };

/** The safest supported method; undefined: none is supported. [RSP4] */
export function chooseChallenge(headers: readonly string[]): Challenge | undefined {
  const known = headers.map(parse).filter((one) => one !== undefined);
  const rank = ({ scheme, values }: Challenge) =>
    scheme === 'basic' ? 2 : Object.keys(hashes).indexOf(hashOf(values));
  return known.toSorted((a, b) => rank(a) - rank(b))[0];
}

function parse(header: string): Challenge | undefined {
  const scheme = /^\S+/.exec(header)?.[0].toLowerCase();
  if (scheme !== 'basic' && scheme !== 'digest') return undefined;
  const values = new Map<string, string>();
  for (const [, name, quoted, bare] of header.matchAll(
    /(?<![a-z-])([a-z-]{1,30})=(?:"([^"]{0,1000})"|([^\s",]{1,1000}))/gi,
  ))
    values.set(name!.toLowerCase(), quoted ?? bare ?? '');
  if (scheme === 'digest' && (!(hashOf(values) in hashes) || !values.has('nonce') || !hasQop(values))) return undefined;
  return { scheme, values };
}

function hashOf(values: ReadonlyMap<string, string>): string {
  return (values.get('algorithm') ?? 'MD5').toUpperCase();
}

/** Only `auth` is supported: bodies are not signed. */
function hasQop(values: ReadonlyMap<string, string>): boolean {
  const qop = values.get('qop');
  return qop === undefined || qop.split(/[\s,]+/).includes('auth');
}

export interface Question {
  readonly method: string;
  readonly url: string;
  /** Number of requests with this challenge, including this one. */
  readonly count: number;
  readonly clientNonce: string;
}

/** The value of the `Authorization` header. */
export function authorize({ scheme, values }: Challenge, { user, password }: Account, question: Question): string {
  if (scheme === 'basic') return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const hash = (text: string) => createHash(hashes[hashOf(values)]!).update(text).digest('hex');
  const [realm, nonce] = [values.get('realm') ?? '', values.get('nonce')!];
  const { method, url, count, clientNonce } = question;
  const who = hash(`${user}:${realm}:${password}`);
  const what = hash(`${method}:${url}`);
  const nc = count.toString(16).padStart(8, '0');
  const hasQuality = values.has('qop');
  const response = hash(hasQuality ? `${who}:${nonce}:${nc}:${clientNonce}:auth:${what}` : `${who}:${nonce}:${what}`);
  const fields = [
    ...[`username="${user.replace(/["\\]/g, '\\$&')}"`, `realm="${realm}"`, `nonce="${nonce}"`, `uri="${url}"`],
    `response="${response}"`,
    ...(values.has('algorithm') ? [`algorithm=${values.get('algorithm')}`] : []),
    ...(values.has('opaque') ? [`opaque="${values.get('opaque')}"`] : []),
    ...(hasQuality ? ['qop=auth', `nc=${nc}`, `cnonce="${clientNonce}"`] : []),
  ];
  return `Digest ${fields.join(', ')}`;
}
