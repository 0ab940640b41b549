import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { type Random, secretText } from './random.ts';

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

const weak = /change.?me|placeholder|secret|example|password|^(.)\1+$/i;

/**
 * Takes the secrets from the configuration. In development, missing ones are made once and kept in `dataDir/secrets` with
 * mode 0600. @throws ConfigError in production for a missing, weak or placeholder secret, saying how to make a good one.
 */
export function loadSecrets(config: Config, dataDir: string, random: Random): Secrets {
  const faults: string[] = [];
  const pick = (key: SecretKey, make = () => secretText(random)): string => {
    const given = config[key];
    if (config['server.mode'] === 'development') return given ?? keep(join(dataDir, 'secrets'), key, make);
    if (given === undefined) faults.push(`${key} is missing`);
    else if (weak.test(given)) faults.push(`${key} is weak or a placeholder`);
    return given ?? '';
  };
  const secrets = {
    jwt: pick('jwt.secret'),
    opaqueServerSetup: pick('security.opaque_server_setup_secret'),
    credentialEncryption: pick('credential_encryption_key', () => random.bytes(32).toString('hex')),
  };
  if (faults.length > 0)
    throw new ConfigError(
      `${faults.join('; ')}. Make one with: openssl rand -base64 48 (credential_encryption_key: openssl rand -hex 32)`,
    );
  return secrets;
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
