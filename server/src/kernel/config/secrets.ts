import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, secretText } from '../random.ts';
import type { Config } from './config.ts';

/**
 * The long-lived secrets of a server. Losing or changing `opaqueServerSetup` voids every password, and `credentialEncryption`
 * (64 hexadecimal characters) what is stored of other services' passwords.
 */
export interface Secrets {
  readonly jwt: string;
  readonly opaqueServerSetup: string;
  readonly credentialEncryption: string;
}

type SecretKey = 'jwt.secret' | 'security.opaque_server_setup_secret' | 'credential_encryption_key';

/** The secrets that belong to the data, by their key: what a backup has to bring along, and a restored server has to have. */
export function secretsByKey(secrets: Secrets): Readonly<Record<SecretKey, string>> {
  return {
    'jwt.secret': secrets.jwt,
    'security.opaque_server_setup_secret': secrets.opaqueServerSetup,
    credential_encryption_key: secrets.credentialEncryption,
  };
}

/**
 * Takes the secrets from the configuration, which in production has them all. In development, missing ones are made once and kept
 * in `dataDir/secrets` with mode 0600.
 */
export function loadSecrets(config: Config, dataDir: string, random: Random): Secrets {
  const pick = (key: SecretKey, make = () => secretText(random)): string =>
    config[key] ?? keep(join(dataDir, 'secrets'), key, make);
  return {
    jwt: pick('jwt.secret'),
    opaqueServerSetup: pick('security.opaque_server_setup_secret'),
    credentialEncryption: pick('credential_encryption_key', () => random.bytes(32).toString('hex')),
  };
}

function keep(folder: string, key: string, make: () => string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, key);
  try {
    writeFileSync(path, make(), { flag: 'wx', mode: 0o600, flush: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  return readFileSync(path, 'utf8');
}
