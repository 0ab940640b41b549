import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, secretText } from '../random.ts';
import type { Config } from './config-keys.ts';
import { readSecretFile } from './secret-file.ts';

/**
 * The long-lived secrets of a server. Losing or changing `opaqueServerSetup` invalidates every password. Losing or
 * changing `credentialEncryption` (64 hexadecimal characters) makes the stored passwords of other services unreadable.
 */
export interface Secrets {
  readonly jwt: string;
  readonly opaqueServerSetup: string;
  readonly credentialEncryption: string;
}

type SecretKey = 'jwt.secret' | 'security.opaque_server_setup_secret' | 'credential_encryption_key';

/** The secrets that belong to the data, by key. A backup must include them, and a restored server needs them. */
export function secretsByKey(secrets: Secrets): Readonly<Record<SecretKey, string>> {
  return {
    'jwt.secret': secrets.jwt,
    'security.opaque_server_setup_secret': secrets.opaqueServerSetup,
    credential_encryption_key: secrets.credentialEncryption,
  };
}

/**
 * Secrets that may change: a new `jwt.secret` invalidates access tokens, which clients then renew, and makes no data
 * unreadable.
 */
export const replaceableSecrets: ReadonlySet<string> = new Set<SecretKey>(['jwt.secret']);

/** Shortest secret, in characters: 32 random ones of 64 have 192 bits. */
const minLength = 32;

/**
 * Takes the secrets from the configuration, which in production has them all. In development, generates missing secrets
 * once and keeps them in `dataDir/secrets` with mode 0600. Never regenerates a secret in `known`, because data was
 * written with it. [CF12]
 * @throws Error that names the missing or unusable secret.
 */
export function loadSecrets(
  config: Config,
  dataDir: string,
  random: Random,
  known: ReadonlySet<string> = new Set(),
): Secrets {
  const folder = join(dataDir, 'secrets');
  const pick = (key: SecretKey, make = () => secretText(random)): string => {
    const given = config[key];
    if (given !== undefined) return given;
    if (!known.has(key) || replaceableSecrets.has(key)) keep(folder, key, make);
    return read(join(folder, key), key);
  };
  return {
    jwt: pick('jwt.secret'),
    opaqueServerSetup: pick('security.opaque_server_setup_secret'),
    credentialEncryption: pick('credential_encryption_key', () => random.bytes(32).toString('hex')),
  };
}

/** The secrets in force, by key. Generates none. */
export function listSecrets(config: Config, dataDir: string): Readonly<Record<string, string>> {
  const keys: readonly SecretKey[] = ['jwt.secret', 'security.opaque_server_setup_secret', 'credential_encryption_key'];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const path = join(dataDir, 'secrets', key);
      const secret = config[key] ?? (existsSync(path) ? readSecretFile(path) : undefined);
      return secret === undefined ? [] : [[key, secret]];
    }),
  );
}

/** Generates the secret unless it exists. */
function keep(folder: string, key: string, make: () => string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(join(folder, key), make(), { flag: 'wx', mode: 0o600, flush: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}

function read(path: string, key: string): string {
  const advice = `The data was written with it: restore ${path} from a backup of the data directory, or set ${key} in the configuration`;
  let secret: string;
  try {
    secret = readSecretFile(path);
  } catch (cause) {
    throw new Error(`${path}: ${(cause as Error).message}. ${advice}`, { cause });
  }
  if (secret.length < minLength) throw new Error(`${path}: has fewer than ${minLength} characters. ${advice}`);
  return secret;
}
