import { loadSecrets, replaceableSecrets, type Secrets, secretsByKey } from '../kernel/config/secrets.ts';
import type { DatabaseAddress } from '../store/database-address.ts';
import { holdSecretsToData, listKnownSecrets } from '../store/secret-fingerprints.ts';
import type { AppOptions } from './app-options.ts';

/** Loads the secrets of this server. @throws Error if the data was written with other secrets. */
export async function findSecrets(options: AppOptions, address: DatabaseAddress): Promise<Secrets> {
  const { config, dataDir, random, log, withoutSecrets } = options;
  const known = withoutSecrets ? new Set<string>() : await listKnownSecrets(address);
  const secrets = loadSecrets(config, dataDir, random, known);
  const byKey = secretsByKey(secrets);
  const replaceable = withoutSecrets ? new Set(Object.keys(byKey)) : replaceableSecrets;
  const replaced = await holdSecretsToData(address, byKey, replaceable);
  if (replaced.length > 0) log.warn({ keys: replaced }, 'some secrets are not those of the last start');
  return secrets;
}
