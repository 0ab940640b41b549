/**
 * Startup configuration: what needs a restart. File < environment < flags; at each level `x_file` may stand in for a secret `x`.
 * Every fault of every level is reported at once.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

/** Declaration of one key. Environment and flag values arrive as text and are read by the same schema. */
interface KeyDeclaration<T = unknown> {
  readonly schema: z.ZodType<T>;
  readonly default?: T;
  readonly doc: string;
  readonly example: string;
  readonly secret?: boolean;
}

const text = z.string().min(1);
const number = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((v) => v === 'true')]);
const list = (item: z.ZodType<string, string>) =>
  z.union([
    z.array(item),
    z
      .string()
      .transform((v) =>
        v
          .split(',')
          .map((s) => s.trim())
          .filter(Boolean),
      )
      .pipe(z.array(item)),
  ]);
const origin = z
  .string()
  .refine(
    (v) => URL.canParse(v) && new URL(v).origin === v && v.startsWith('http'),
    'is not an origin such as https://watch.example.org',
  );
const hostname = z.string().refine((v) => isIP(v) > 0 || /^[a-z0-9.-]+$/i.test(v), 'is not a host name or address');

function key<T>(
  schema: z.ZodType<T>,
  initial: T | undefined,
  doc: string,
  example: string,
  secret = false,
): KeyDeclaration<T> {
  return { schema, ...(initial === undefined ? {} : { default: initial }), doc, example, secret };
}

/** Every startup key. The environment name is `MATINEE_` and the key in upper case, dots to underscores. */
export const configKeys = {
  'server.mode': key(
    z.enum(['development', 'production']),
    'development',
    'development makes missing secrets itself; production refuses to start without them',
    'production',
  ),
  'server.host': key(hostname, '127.0.0.1', 'address to listen on', '0.0.0.0'),
  'server.port': key(number(0, 65_535), 8080, 'port to listen on; 0 takes any free one', '8080'),
  'server.cors_allowed_origins': key(
    list(origin),
    [],
    'other origins whose pages may call the service',
    'https://watch.example.org',
  ),
  'server.trusted_proxies': key(list(text), [], 'addresses of proxies whose X-Forwarded-For is believed', '127.0.0.1'),
  'server.tls_certificate': key(
    text,
    undefined as string | undefined,
    'PEM file with the certificate chain',
    '/etc/matinee/tls.crt',
  ),
  'server.tls_key': key(text, undefined as string | undefined, 'PEM file with the private key', '/etc/matinee/tls.key'),
  'database.url': key(
    text,
    undefined as string | undefined,
    'PostgreSQL to use instead of the embedded one',
    'postgres://matinee@localhost/matinee',
    true,
  ),
  'database.pool_size': key(number(2, 200), 10, 'connections to PostgreSQL', '20'),
  'redis.url': key(
    text,
    undefined as string | undefined,
    'Redis that replicas share; memory of this process when absent',
    'redis://localhost:6379',
    true,
  ),
  'jwt.secret': key(
    z.string().min(32, 'has fewer than 32 characters'),
    undefined as string | undefined,
    'signs access tokens',
    'openssl rand -base64 48',
    true,
  ),
  'security.opaque_server_setup_secret': key(
    z.string().min(32, 'has fewer than 32 characters'),
    undefined as string | undefined,
    'root of all password records; must never change',
    'openssl rand -base64 48',
    true,
  ),
  credential_encryption_key: key(
    z.string().regex(/^[0-9a-f]{64}$/i, 'is not 64 hexadecimal characters'),
    undefined as string | undefined,
    'encrypts the keys of authenticator apps and stored secrets of other services; without it they have to be set up again',
    'openssl rand -hex 32',
    true,
  ),
  'webauthn.rp_origin': key(
    origin,
    undefined as string | undefined,
    'origin of the pages on which passkeys are made; in development http://localhost and the port',
    'https://watch.example.org',
  ),
  'webauthn.rp_id': key(
    hostname,
    undefined as string | undefined,
    'domain that passkeys are bound to; the host of webauthn.rp_origin when absent',
    'watch.example.org',
  ),
  'outbound.allowed_networks': key(
    list(text),
    [],
    'private networks that requests to addresses of users, issuers and mail servers may reach',
    '192.168.1.0/24',
  ),
  'bootstrap.root_username': key(text, 'root', 'name of the first account', 'root'),
  'bootstrap.root_password': key(
    z.string().min(8),
    undefined as string | undefined,
    'password of the first account; made and printed once when absent',
    'a long sentence',
    true,
  ),
  'bootstrap.settings': key(
    z.record(z.string(), z.unknown()),
    {},
    'runtime settings written when the database is created',
    '{"user.enablePasswordSignup": true}',
  ),
  'limits.enabled': key(flag, true, 'rate limits on or off', 'true'),
  'limits.rate_factor': key(
    z.coerce.number().min(0.01).max(1_000_000),
    1,
    'multiplies every rate limit, and the failures that lock an address',
    '2',
  ),
  'limits.connections_per_user': key(number(1, 1_000_000), 20, 'realtime connections of one user', '20'),
  'limits.connections_per_room': key(number(1, 1_000_000), 2_000, 'realtime connections of one room', '2000'),
  'limits.connections': key(number(1, 10_000_000), 100_000, 'realtime connections of one process', '100000'),
  'log.level': key(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info', 'how much is logged', 'info'),
  'management.metrics_address': key(
    z.string().regex(/^[^:]+:\d+$/, 'is not host:port'),
    undefined as string | undefined,
    'address of the metrics listener; off when absent',
    '127.0.0.1:9464',
  ),
} as const satisfies Record<string, KeyDeclaration>;

type Keys = typeof configKeys;

/** Values in force, by key. */
export type Config = { readonly [K in keyof Keys]: Keys[K] extends KeyDeclaration<infer T> ? T : never };

/** One level of configuration: where it comes from, and its values by dotted key. */
export interface ConfigLevel {
  readonly origin: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The configuration cannot be used; `message` lists every fault with key, value, reason and an example. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Merges the levels, later ones winning, and checks everything. @throws ConfigError with all faults. */
export function readConfig(levels: readonly ConfigLevel[]): Config {
  const faults: string[] = [];
  const merged = new Map<string, { value: unknown; origin: string }>();
  for (const { origin, values } of levels) {
    for (const [name, raw] of Object.entries(values)) {
      const base = name.endsWith('_file') && !(name in configKeys) ? name.slice(0, -5) : name;
      const declaration = (configKeys as Record<string, KeyDeclaration>)[base];
      if (!declaration) faults.push(`${name} (${origin}): is not a configuration key`);
      else if (base === name) merged.set(name, { value: raw, origin });
      else if (!declaration.secret) faults.push(`${name} (${origin}): only secrets may come from a file`);
      else if (base in values) faults.push(`${base} (${origin}): given both as a value and as a file`);
      else merged.set(base, { value: readSecret(String(raw), name, origin, faults), origin });
    }
  }
  const config: Record<string, unknown> = {};
  for (const [name, declaration] of Object.entries(configKeys) as [string, KeyDeclaration][]) {
    const given = merged.get(name);
    if (!given) {
      config[name] = declaration.default;
      continue;
    }
    const parsed = declaration.schema.safeParse(given.value);
    if (parsed.success) config[name] = parsed.data;
    else faults.push(describeFault(name, declaration, given, parsed.error.issues[0]?.message ?? 'is not valid'));
  }
  if (faults.length > 0)
    throw new ConfigError(
      `The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n${faults.map((f) => `  ${f}`).join('\n')}`,
    );
  return config as Config;
}

/** Values that the environment gives: `MATINEE_SERVER_PORT` is `server.port`. Unknown names with the prefix are faults. */
export function environmentLevel(environment: Readonly<Record<string, string | undefined>>): ConfigLevel {
  const names = new Map<string, string>();
  for (const name of Object.keys(configKeys)) {
    const variable = `MATINEE_${name.toUpperCase().replaceAll('.', '_')}`;
    names.set(variable, name).set(`${variable}_FILE`, `${name}_file`);
  }
  const values: Record<string, unknown> = {};
  for (const [variable, value] of Object.entries(environment)) {
    if (
      !variable.startsWith('MATINEE_') ||
      value === undefined ||
      variable === 'MATINEE_DATA_DIR' ||
      variable === 'MATINEE_CONFIG'
    )
      continue;
    values[names.get(variable) ?? variable] = variable === 'MATINEE_BOOTSTRAP_SETTINGS' ? parseJsonOr(value) : value;
  }
  return { origin: 'environment', values };
}

/** Nested YAML as dotted keys; the values of a key that is itself an object stay together. */
export function fileLevel(path: string, document: unknown): ConfigLevel {
  const values: Record<string, unknown> = {};
  const walk = (prefix: string, node: unknown): void => {
    const isBranch = typeof node === 'object' && node !== null && !Array.isArray(node) && !(prefix in configKeys);
    if (!isBranch) values[prefix] = node;
    else for (const [name, child] of Object.entries(node)) walk(prefix === '' ? name : `${prefix}.${name}`, child);
  };
  if (document !== null && document !== undefined) walk('', document);
  return { origin: path, values };
}

function readSecret(path: string, name: string, origin: string, faults: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8').trimEnd();
  } catch (cause) {
    faults.push(`${name} (${origin}): ${path} cannot be read: ${(cause as Error).message}`);
    return undefined;
  }
}

function describeFault(
  name: string,
  declaration: KeyDeclaration,
  given: { value: unknown; origin: string },
  reason: string,
): string {
  const shown = declaration.secret ? '[secret]' : JSON.stringify(given.value);
  return `${name} = ${shown} (${given.origin}): ${reason}. Example: ${declaration.example}`;
}

function parseJsonOr(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
