import { freshDatabase } from '@matinee/testkit/postgres.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from './migrations.ts';
import { holdSecretsToData, listKnownSecrets } from './secret-fingerprints.ts';

const secrets = { 'jwt.secret': 'j'.repeat(32), credential_encryption_key: 'c'.repeat(64) };
const replaceable = new Set(['jwt.secret']);

async function freshTables() {
  const address = await freshDatabase();
  await migrate(address, []);
  return address;
}

test('[ST34] the first start notes the secrets, and the next ones find the same', async () => {
  const address = await freshTables();
  expect(await listKnownSecrets(address)).toEqual(new Set());
  expect(await holdSecretsToData(address, secrets, replaceable)).toEqual([]);
  expect(await listKnownSecrets(address)).toEqual(new Set(Object.keys(secrets)));
  expect(await holdSecretsToData(address, secrets, replaceable)).toEqual([]);
});

test('[ST34] another secret is refused and named, and changes nothing', async () => {
  const address = await freshTables();
  await holdSecretsToData(address, secrets, replaceable);
  const foreign = { 'jwt.secret': 'k'.repeat(32), credential_encryption_key: 'd'.repeat(64) };
  await expect(holdSecretsToData(address, foreign, replaceable)).rejects.toThrow(
    /^credential_encryption_key is another secret .* Restore the folder "secrets"/,
  );
  expect(await holdSecretsToData(address, secrets, replaceable)).toEqual([]);
});

test('[ST34] one that may change is taken and told', async () => {
  const address = await freshTables();
  await holdSecretsToData(address, secrets, replaceable);
  const renewed = { ...secrets, 'jwt.secret': 'k'.repeat(32) };
  expect(await holdSecretsToData(address, renewed, replaceable)).toEqual(['jwt.secret']);
  expect(await holdSecretsToData(address, renewed, replaceable)).toEqual([]);
});

test('[ST34] the database holds nothing that a secret could be read from', async () => {
  const address = await freshTables();
  await holdSecretsToData(address, secrets, replaceable);
  const client = new pg.Client(address);
  await client.connect();
  const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from secret_fingerprints');
  await client.end();
  for (const { fingerprint } of rows) expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
});
