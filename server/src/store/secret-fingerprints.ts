/**
 * Checks that a server's secrets belong to its data. With other secrets, a server would start normally and then refuse
 * every password. [ST34]
 */
import { fingerprintOf, type SecretsByKey } from './backup/sealed-secrets.ts';
import { withClient } from './client.ts';
import type { DatabaseAddress } from './database-address.ts';

/** Keys of the secrets that the data was written with: never regenerate these. */
export async function listKnownSecrets(address: DatabaseAddress): Promise<ReadonlySet<string>> {
  return withClient(address, 'secrets', async (client) => {
    const { rows } = await client.query<{ key: string }>('select key from secret_fingerprints');
    return new Set(rows.map(({ key }) => key));
  });
}

/**
 * Stores the fingerprints of secrets that are new to the database, and of those in `replaceable`, which may change.
 * @returns the keys of the replaceable secrets that have changed.
 * @throws Error that names the secrets that do not belong to the data, and says what to do; nothing is then stored.
 */
export async function holdSecretsToData(
  address: DatabaseAddress,
  secrets: SecretsByKey,
  replaceable: ReadonlySet<string>,
): Promise<string[]> {
  return withClient(address, 'secrets', async (client) => {
    await client.query('begin');
    // Replicas that start together check one after the other.
    await client.query('lock table secret_fingerprints in exclusive mode');
    const { rows } = await client.query<{ key: string; fingerprint: string }>(
      'select key, fingerprint from secret_fingerprints',
    );
    const known = new Map(rows.map(({ key, fingerprint }) => [key, fingerprint]));
    const found = Object.entries(secrets).map(([key, secret]) => ({ key, fingerprint: fingerprintOf(secret) }));
    const changed = found.filter(({ key, fingerprint }) => known.has(key) && known.get(key) !== fingerprint);
    const foreign = changed.filter(({ key }) => !replaceable.has(key)).map(({ key }) => key);
    if (foreign.length > 0) throw new Error(describe(foreign));
    for (const { key, fingerprint } of found) {
      await client.query(
        `insert into secret_fingerprints (key, fingerprint) values ($1, $2)
         on conflict (key) do update set fingerprint = excluded.fingerprint`,
        [key, fingerprint],
      );
    }
    await client.query('commit');
    return changed.map(({ key }) => key);
  });
}

function describe(keys: readonly string[]): string {
  const isOne = keys.length === 1;
  return (
    `${keys.join(' and ')} ${isOne ? 'is another secret' : 'are other secrets'} than the one${isOne ? '' : 's'} that the data in the ` +
    'database was written with: passwords, or what is stored of other services, could not be read. Restore the folder "secrets" of ' +
    'the data directory, or the configuration, that belong to this database. If they are lost, start once with --without-secrets'
  );
}
