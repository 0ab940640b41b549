/**
 * Schemas of single values of the startup configuration. YAML has types; the environment and flags have only text. Each
 * schema accepts both.
 */

import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { isUrl } from '../http/urls.ts';
import { isOrigin } from '../origin.ts';
import { isCron } from './cron.ts';

/** A schema made from one function. `read` returns undefined for a value that does not fit; `reason` explains why. */
function reading<T>(read: (value: unknown) => T | undefined, reason: string): z.ZodType<T> {
  return z.unknown().transform((value, context) => {
    const found = read(value);
    if (found !== undefined) return found;
    context.addIssue(reason);
    return z.NEVER;
  });
}

/** A text that is not empty. */
export const text = reading(
  (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  'must be a text that is not empty; in YAML put digits in quotes',
);

/** Text of at least `minLength` characters. The value is a secret, so the reason shows no part of it. */
export function secretAtLeast(minLength: number): z.ZodType<string> {
  return text.pipe(z.string().min(minLength, `has fewer than ${minLength} characters`));
}

/** Exactly `length` hexadecimal digits. */
export function hexText(length: number): z.ZodType<string> {
  const shape = new RegExp(`^[0-9a-f]{${length}}$`, 'i');
  return text.pipe(z.string().regex(shape, `is not ${length} hexadecimal characters`));
}

/** A number from `min` to `max`, by default a whole one. */
export function number(min: number, max: number, isWhole = true): z.ZodType<number> {
  return reading(
    (value) => {
      const isText = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
      const found = isText ? Number(value) : value;
      const fits = typeof found === 'number' && found >= min && found <= max && (!isWhole || Number.isInteger(found));
      return fits ? found : undefined;
    },
    `must be a ${isWhole ? 'whole number' : 'number'} from ${min} to ${max}`,
  );
}

/** Maximum number of worker processes: each has a pool of database connections. */
export const mostWorkers = 64;

/** A number of worker processes, or `auto`: one for each core. */
export const workerCount = reading<number | 'auto'>((value) => {
  if (value === 'auto') return value;
  const found = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value;
  const fits = typeof found === 'number' && Number.isInteger(found) && found >= 1 && found <= mostWorkers;
  return fits ? found : undefined;
}, `must be auto or a whole number from 1 to ${mostWorkers}`);

export const flag = reading(
  (value) => (value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined),
  'must be true or false',
);

export function choice<const T extends string>(...values: readonly T[]): z.ZodType<T> {
  return reading((value) => values.find((one) => one === value), `must be one of ${values.join(', ')}`);
}

/** A YAML list, or text with commas. */
export function list(item: z.ZodType<string>): z.ZodType<string[]> {
  return z.unknown().transform((value, context) => {
    const given = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
    if (!Array.isArray(given)) {
      context.addIssue('must be a list, or text with commas between the values');
      return z.NEVER;
    }
    const found: string[] = [];
    for (const entry of given.filter((one) => one !== '')) {
      const parsed = item.safeParse(entry);
      if (parsed.success) found.push(parsed.data);
      else context.addIssue(`${JSON.stringify(entry)} ${parsed.error.issues[0]!.message}`);
    }
    return found;
  });
}

/** An origin as browsers send it in `Origin`: scheme, host and port, and nothing after them. */
export const origin = reading(
  (value) => (typeof value === 'string' && isOrigin(value) ? value : undefined),
  'is not an origin such as https://watch.example.org: scheme, host and port, no wildcard, without a path or a slash at the end',
);

/** An HTTP URL. A password does not belong in it: it has a key of its own, which is treated as a secret. */
export const httpAddress = reading((value) => {
  if (typeof value !== 'string' || !isUrl(value)) return undefined;
  const { protocol, username, password, hash } = new URL(value);
  const fits = (protocol === 'http:' || protocol === 'https:') && `${username}${password}${hash}` === '';
  return fits ? value : undefined;
}, 'is not an address such as http://localhost:4318, without a user and a password');

/**
 * First path segments of the server's own URLs. With such a name as the base path, the server could not tell whether a
 * proxy has removed the base path.
 */
const ownNames = ['api', 'api-docs', 'assets', 'embeds', 'health', 'icons', 'oauth2', 'r', 'ws'];

/** A path such as `/cinema` or `/apps/cinema`; empty: the root. */
export const basePath = reading(
  (value) => {
    if (typeof value !== 'string') return undefined;
    if (value === '') return value;
    const names = value.split('/').slice(1);
    const fits = /^(?:\/[A-Za-z0-9._~-]+)+$/.test(value) && !names.some((name) => name === '.' || name === '..');
    return fits && !ownNames.includes(names[0]!) ? value : undefined;
  },
  `is not a path such as /cinema: it begins with a slash and does not end with one, has letters, digits and -._~ in its names, neither . nor .. as a name, and does not begin with a name that the server itself uses (${ownNames.join(', ')})`,
);

export const hostname = reading(
  (value) => (typeof value === 'string' && (isIP(value) > 0 || /^[a-z0-9.-]+$/i.test(value)) ? value : undefined),
  'is not a host name or address',
);

/**
 * Longest path of a Unix socket on every supported system, in bytes: sun_path is 104 on macOS and 108 on Linux,
 * including the closing NUL.
 */
export const maxSocketPathBytes = 103;

/** The path of a Unix socket. */
export const socketPath = reading(
  (value) =>
    typeof value === 'string' && value !== '' && Buffer.byteLength(resolve(value)) <= maxSocketPathBytes
      ? value
      : undefined,
  `is not a path of at most ${maxSocketPathBytes} bytes, which is the most that sockets can have`,
);

export const absolutePath = reading(
  (value) => (typeof value === 'string' && isAbsolute(value) ? value : undefined),
  'is not a path that begins at the root',
);

export const cron = reading(
  (value) => (typeof value === 'string' && isCron(value) ? value : undefined),
  'is not a schedule of five fields: minute, hour, day of the month, month, day of the week; or it never comes',
);

/** `127.0.0.1:9464`, `[::1]:9464`, `localhost:9464`. */
export const hostAndPort = reading(
  (value) => (typeof value === 'string' && splitHostAndPort(value) ? value : undefined),
  'is not host:port',
);

/** Host, without the brackets of IPv6, and port; undefined for any other text. */
export function splitHostAndPort(address: string): { host: string; port: number } | undefined {
  const match = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(address);
  const port = Number(match?.[3]);
  return match && port <= 65_535 ? { host: match[1] ?? match[2]!, port } : undefined;
}

/** `turn:turn.example.org:3478`, `turns:turn.example.org?transport=tcp` (RFC 7065, section 3.1). */
export const turnUrl = reading(
  (value) =>
    typeof value === 'string' &&
    /^turns?:(\[[0-9a-f:.]+\]|[a-z0-9][a-z0-9.-]*)(:\d{1,5})?(\?transport=(udp|tcp))?$/i.test(value)
      ? value
      : undefined,
  'is not an address such as turn:turn.example.org:3478 or turns:turn.example.org?transport=tcp',
);

/** An IP address or a CIDR network. */
export const network = reading((value) => {
  if (typeof value !== 'string') return undefined;
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  const hasBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
  return family > 0 && hasBits && rest.length === 0 ? value : undefined;
}, 'is neither an address nor a network such as 10.0.0.0/8');

/** An object, or its JSON text. */
export const record = reading((value): Record<string, unknown> | undefined => {
  const found = typeof value === 'string' ? parseJson(value) : value;
  const isObject = typeof found === 'object' && found !== null && !Array.isArray(found);
  return isObject ? (found as Record<string, unknown>) : undefined;
}, 'must be an object; as text, in JSON');

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
