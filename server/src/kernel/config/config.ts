/**
 * Startup configuration: what needs a restart. File < environment < flags; at each level `x_file` may stand in for a secret `x`.
 * Every fault of every level is reported at once.
 */
import type { z } from 'zod';
import { suggestion, variableOf } from './config-names.ts';
import { checkTogether, deriveValues, howToMakeASecret, weaknessOf } from './config-rules.ts';
import {
  choice,
  flag,
  hexText,
  hostAndPort,
  hostname,
  list,
  network,
  number,
  origin,
  record,
  secretText,
  socketPath,
  text,
} from './config-schemas.ts';
import { readSecretFile } from './secret-file.ts';

/** Declaration of one key. Environment and flag values arrive as text and are read by the same schema. */
interface KeyDeclaration<T = unknown> {
  readonly schema: z.ZodType<T>;
  readonly default?: T;
  readonly doc: string;
  readonly example: string;
  readonly secret?: boolean;
  /** Secrets may stand in the value, so that no fault shows it. */
  readonly holdsSecrets?: boolean;
  /** Production refuses to start with a weak one; `required`: and without one. */
  readonly strength?: 'required' | 'checked';
}

function key<T>(
  schema: z.ZodType<T>,
  initial: T | undefined,
  doc: string,
  example: string,
  secret = false,
  strength?: KeyDeclaration['strength'],
): KeyDeclaration<T> {
  return {
    schema,
    ...(initial === undefined ? {} : { default: initial }),
    doc,
    example,
    secret,
    ...(strength ? { strength } : {}),
  };
}

/** Every startup key. The environment name is `MATINEE_` and the key in upper case, dots to underscores. */
export const configKeys = {
  'server.mode': key(
    choice('development', 'production'),
    'development',
    'development makes missing secrets itself; production refuses to start without them',
    'production',
  ),
  'server.host': key(hostname, '127.0.0.1', 'address to listen on; 0.0.0.0 opens it to the network', '0.0.0.0'),
  'server.port': key(number(0, 65_535), 8080, 'port to listen on; 0 takes any free one', '8080'),
  'server.cors_allowed_origins': key(
    list(origin),
    [],
    'other origins whose pages may call the service',
    'https://watch.example.org',
  ),
  'server.trusted_proxies': key(
    list(network),
    [],
    'addresses or networks of proxies whose X-Forwarded-For is believed',
    '127.0.0.1',
  ),
  'server.tls_certificate': key(
    text,
    undefined as string | undefined,
    'PEM file with the certificate chain; read again on SIGHUP',
    '/etc/matinee/tls.crt',
  ),
  'server.tls_key': key(
    text,
    undefined as string | undefined,
    'PEM file with the private key; read again on SIGHUP',
    '/etc/matinee/tls.key',
  ),
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
    secretText(32),
    undefined as string | undefined,
    'signs access tokens',
    howToMakeASecret,
    true,
    'required',
  ),
  'security.opaque_server_setup_secret': key(
    secretText(32),
    undefined as string | undefined,
    'root of all password records; must never change',
    howToMakeASecret,
    true,
    'required',
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
    list(network),
    [],
    'private networks that requests to addresses of users, issuers and mail servers may reach',
    '192.168.1.0/24',
  ),
  credential_encryption_key: key(
    hexText(64),
    undefined as string | undefined,
    'encrypts the keys of authenticator apps and stored secrets of other services; without it they have to be set up again',
    'openssl rand -hex 32',
    true,
    'required',
  ),
  'bootstrap.root_username': key(text, 'root', 'name of the first account', 'root'),
  'bootstrap.root_password': key(
    secretText(8),
    undefined as string | undefined,
    'password of the first account; made and printed once when absent',
    'openssl rand -base64 18',
    true,
    'checked',
  ),
  'bootstrap.settings': {
    ...key(record, {}, 'runtime settings written when the database is created', '{"user.enablePasswordSignup": true}'),
    holdsSecrets: true,
  },
  'limits.enabled': key(flag, true, 'rate limits on or off', 'true'),
  'limits.rate_factor': key(
    number(0.01, 1_000_000, false),
    1,
    'multiplies every rate limit, and the failures that lock an address',
    '2',
  ),
  'limits.connections_per_user': key(number(1, 1_000_000), 20, 'realtime connections of one user', '20'),
  'limits.connections_per_room': key(number(1, 1_000_000), 2_000, 'realtime connections of one room', '2000'),
  'limits.connections': key(number(1, 10_000_000), 100_000, 'realtime connections of one process', '100000'),
  'log.level': key(choice('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'info', 'how much is logged', 'info'),
  'management.enabled': key(flag, true, 'serve the management endpoint, which the command line uses', 'true'),
  'management.socket': key(
    socketPath,
    undefined as string | undefined,
    'path of the Unix socket of the management endpoint; in the data directory when absent',
    '/run/matinee/management.sock',
  ),
  'management.address': key(
    hostAndPort,
    undefined as string | undefined,
    'TCP address that serves management too, with management.token; off when absent',
    '127.0.0.1:9465',
  ),
  'management.token': key(
    secretText(32),
    undefined as string | undefined,
    'bearer token of the management endpoint over TCP',
    howToMakeASecret,
    true,
    'checked',
  ),
  'management.metrics_address': key(
    hostAndPort,
    undefined as string | undefined,
    'address of the metrics listener; off when absent',
    '127.0.0.1:9464',
  ),
} as const satisfies Record<string, KeyDeclaration>;

type Keys = typeof configKeys;

/** Values in force, by key. */
export type Config = { readonly [K in keyof Keys]: Keys[K] extends KeyDeclaration<infer T> ? T : never };

/** Name of a key. */
export type ConfigKey = keyof Keys;

/** One level of configuration: where it comes from, its values by dotted key, and what could not be read of it. */
export interface ConfigLevel {
  readonly origin: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults?: readonly string[];
}

/** The values in force, and where each of them comes from: the origin of its level, `default` or `derived`. */
export interface ResolvedConfig {
  readonly config: Config;
  readonly origins: ReadonlyMap<ConfigKey, string>;
}

interface Given {
  readonly value: unknown;
  readonly origin: string;
}

/** The configuration cannot be used; `message` lists every fault with key, value, reason and an example. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export function isConfigKey(name: string): name is ConfigKey {
  return Object.hasOwn(configKeys, name);
}

/** Merges the levels, later ones winning, and checks everything. @throws ConfigError with all faults. */
export function readConfig(levels: readonly ConfigLevel[]): Config {
  return resolveConfig(levels).config;
}

/** As `readConfig`, and says where each value comes from. @throws ConfigError with all faults. */
export function resolveConfig(levels: readonly ConfigLevel[]): ResolvedConfig {
  const faults: string[] = levels.flatMap((level) => level.faults ?? []);
  const unusable = new Set<ConfigKey>();
  const given = mergeLevels(levels, faults, unusable);
  const config: Record<string, unknown> = {};
  const origins = new Map<ConfigKey, string>();
  for (const [name, declaration] of Object.entries(configKeys) as [ConfigKey, KeyDeclaration][]) {
    const one = given.get(name);
    const parsed = one && declaration.schema.safeParse(one.value);
    for (const { message } of parsed?.error?.issues ?? []) faults.push(describeFault(name, declaration, one!, message));
    if (parsed?.error) unusable.add(name);
    config[name] = parsed ? parsed.data : declaration.default;
    origins.set(name, one?.origin ?? 'default');
  }
  const checked = config as Config;
  for (const name of Object.keys(configKeys) as ConfigKey[])
    if (!unusable.has(name)) faults.push(...checkStrength(name, checked, given.get(name)));
  faults.push(...checkTogether(checked, unusable));
  if (faults.length > 0)
    throw new ConfigError(
      `The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n${faults.map((f) => `  ${f}`).join('\n')}`,
    );
  for (const { key: name, value } of deriveValues(checked)) {
    config[name] = value;
    origins.set(name, 'derived');
  }
  return { config: checked, origins };
}

/** What each key is given last; a key whose file cannot be used is added to `unusable`. */
function mergeLevels(
  levels: readonly ConfigLevel[],
  faults: string[],
  unusable: Set<ConfigKey>,
): Map<ConfigKey, Given> {
  const merged = new Map<ConfigKey, Given>();
  for (const { origin, values } of levels) {
    for (const [name, raw] of Object.entries(values)) {
      const base = name.endsWith('_file') && !isConfigKey(name) ? name.slice(0, -5) : name;
      if (!isConfigKey(base))
        faults.push(`${name} (${origin}): is not a configuration key${suggestion(base, Object.keys(configKeys))}`);
      else if (base === name) merged.set(base, { value: raw, origin });
      else if (!configKeys[base].secret)
        faults.push(`${name} (${origin}): only secrets may come from a file; give ${base} itself`);
      else if (Object.hasOwn(values, base)) faults.push(`${base} (${origin}): given both as a value and as a file`);
      else {
        const value = readSecret(raw, name, origin, faults);
        if (value === undefined) unusable.add(base);
        else merged.set(base, { value, origin: `${origin}, file ${raw}` });
      }
    }
  }
  return merged;
}

function readSecret(path: unknown, name: string, origin: string, faults: string[]): string | undefined {
  let reason = 'is not the path of a file';
  if (typeof path === 'string' && path !== '') {
    try {
      return readSecretFile(path);
    } catch (cause) {
      reason = (cause as Error).message;
    }
  }
  faults.push(`${name} = ${JSON.stringify(path)} (${origin}): ${reason}`);
  return undefined;
}

function checkStrength(name: ConfigKey, config: Config, given: Given | undefined): string[] {
  const { strength, example } = configKeys[name] as KeyDeclaration;
  const value = config[name];
  if (strength === undefined || config['server.mode'] !== 'production') return [];
  const advice = `Make one with: ${example}, and give it as ${name}_file or ${variableOf(name)}_FILE`;
  if (given === undefined)
    return strength === 'required' ? [`${name}: is missing, and production makes no secrets itself. ${advice}`] : [];
  const weakness = typeof value === 'string' ? weaknessOf(value) : undefined;
  return weakness === undefined ? [] : [`${name} = [secret] (${given.origin}): ${weakness}. ${advice}`];
}

function describeFault(name: ConfigKey, declaration: KeyDeclaration, given: Given, reason: string): string {
  const { secret, holdsSecrets, example } = declaration;
  const shown = secret || holdsSecrets ? '[secret]' : JSON.stringify(given.value);
  return `${name} = ${shown} (${given.origin}): ${reason}. Example: ${example}`;
}
