import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../kernel/config/config.ts';
import type { BackupHeader } from '../store/backup/backup-header.ts';
import { fingerprintOf, type SealedSecrets, seal } from '../store/backup/sealed-secrets.ts';
import { planSecrets } from './restored-secrets.ts';

const secrets = {
  'jwt.secret': 'k7Qm2vXw9ZrT4bNc8LpF6hJd3SgY5aUe-jwt',
  'security.opaque_server_setup_secret': 'k7Qm2vXw9ZrT4bNc8LpF6hJd3SgY5aUe-opaque',
  credential_encryption_key: '8d1f0c5e3b7a492615e0d4c8b2a6f9738b1d4e7fa02c6593d8e14b7c0a95f362',
};
const fingerprints = Object.fromEntries(Object.entries(secrets).map(([key, value]) => [key, fingerprintOf(value)]));

let sealed: SealedSecrets;
let dataDir: string;
beforeAll(async () => {
  sealed = await seal(secrets, 'open sesame');
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function plan(options: { isSealed?: boolean; passphrase?: string; withoutSecrets?: boolean; config?: object } = {}) {
  const { isSealed = true, passphrase = '', withoutSecrets = false, config = {} } = options;
  const header: BackupHeader = {
    ...{ version: '1', createdAt: '', schema: [], tables: 0 },
    secrets: { fingerprints, ...(isSealed ? { sealed } : {}) },
  };
  const values = config as Record<string, unknown>;
  return planSecrets({ header, config: readConfig([{ origin: 'test', values }]), dataDir, passphrase, withoutSecrets });
}

function keepInDataDir(name: string, secret: string): void {
  mkdirSync(join(dataDir, 'secrets'), { recursive: true });
  writeFileSync(join(dataDir, 'secrets', name), secret);
}

test('[BK8] missing secrets come out of the backup, for their owner only, when it is committed', async () => {
  const { keep, undo, report } = await plan({ passphrase: 'open sesame' });
  expect(existsSync(join(dataDir, 'secrets'))).toBe(false);
  keep();
  expect(readdirSync(join(dataDir, 'secrets')).sort()).toEqual(Object.keys(secrets).sort());
  const path = join(dataDir, 'secrets', 'security.opaque_server_setup_secret');
  expect(readFileSync(path, 'utf8')).toBe(secrets['security.opaque_server_setup_secret']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(report).toContain(join(dataDir, 'secrets'));
  undo();
  expect(readdirSync(join(dataDir, 'secrets'))).toEqual([]);
});

test('[BK5] a wrong passphrase opens nothing', async () => {
  await expect(plan({ passphrase: 'open' })).rejects.toThrow('the passphrase is wrong');
});

test.each([
  ['of a backup without them', { isSealed: false }],
  ['of a sealed backup without its passphrase', {}],
])('[BK8] secrets that are missing refuse a restore %s, unless it is told to go on', async (_what, options) => {
  await expect(plan(options)).rejects.toThrow(
    /security.opaque_server_setup_secret and credential_encryption_key of the old server are missing.*--passphrase-file.*--without-secrets/,
  );
  const { report } = await plan({ ...options, withoutSecrets: true });
  expect(report).toContain('Restored without security.opaque_server_setup_secret');
});

test('[BK6] secrets that are there already, in the folder or in the configuration, serve', async () => {
  keepInDataDir('security.opaque_server_setup_secret', secrets['security.opaque_server_setup_secret']);
  const config = { credential_encryption_key: secrets.credential_encryption_key };
  const { keep, report } = await plan({ isSealed: false, config });
  keep();
  expect(report).toBe('');
  expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['security.opaque_server_setup_secret']);
});

test.each([
  ['the folder', () => keepInDataDir('security.opaque_server_setup_secret', 'another one'), {}],
  ['the configuration', () => undefined, { 'security.opaque_server_setup_secret': 'x'.repeat(40) }],
])('[BK6] another secret in %s refuses the restore, and is not overwritten', async (_where, prepare, config) => {
  prepare();
  for (const withoutSecrets of [false, true])
    await expect(plan({ passphrase: 'open sesame', withoutSecrets, config })).rejects.toThrow(
      'security.opaque_server_setup_secret is another one',
    );
});

test('[BK6] another jwt.secret does no harm and stays', async () => {
  keepInDataDir('jwt.secret', 'another one');
  const { keep } = await plan({ passphrase: 'open sesame' });
  keep();
  expect(readFileSync(join(dataDir, 'secrets', 'jwt.secret'), 'utf8')).toBe('another one');
});
