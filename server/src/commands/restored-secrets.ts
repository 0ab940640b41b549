/** Handles the server's secrets in a restore. Without them the restored data is of little use. [BK5]–[BK8] */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, isConfigKey } from '../kernel/config/config-keys.ts';
import { replaceableSecrets } from '../kernel/config/secrets.ts';
import type { BackupHeader } from '../store/backup/backup-header.ts';
import { BackupError } from '../store/backup/frames.ts';
import { fingerprintOf, type SecretsByKey, unseal } from '../store/backup/sealed-secrets.ts';

interface RestoreSecrets {
  readonly header: BackupHeader;
  readonly config: Config;
  readonly dataDir: string;
  /** Empty: the operator specified none. */
  readonly passphrase: string;
  /** Continue even if secrets are missing. */
  readonly withoutSecrets: boolean;
}

/** The restore's plan for secrets, made before it changes anything. */
export interface SecretsPlan {
  /** Writes the secrets that are missing from the data directory. */
  keep(): void;
  /** Removes them again. */
  undo(): void;
  /** Lines for the operator; empty when there is nothing to report. */
  readonly report: string;
}

/** @throws BackupError if the secrets in the data directory do not match the data. */
export async function planSecrets(parts: RestoreSecrets): Promise<SecretsPlan> {
  const { header, config, dataDir, withoutSecrets } = parts;
  const opened = await open(parts);
  const folder = join(dataDir, 'secrets');
  const toWrite: [path: string, secret: string][] = [];
  const missing: string[] = [];
  for (const [key, fingerprint] of Object.entries(header.secrets.fingerprints)) {
    const inForce = secretInForce(config, folder, key);
    if (inForce !== undefined && fingerprintOf(inForce) === fingerprint) continue;
    if (inForce !== undefined && !replaceableSecrets.has(key))
      throw new BackupError(
        `cannot be restored here: ${key} is another one than the backup's data was written with. Give the old one, ` +
          `or restore into a data directory without secrets`,
      );
    const secret = opened[key];
    if (inForce === undefined && secret !== undefined) toWrite.push([join(folder, key), secret]);
    else if (inForce === undefined && !replaceableSecrets.has(key)) missing.push(key);
  }
  if (missing.length > 0 && !withoutSecrets) throw new BackupError(adviceFor(missing, folder));
  return {
    keep: () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const [path, secret] of toWrite) writeFileSync(path, secret, { flag: 'wx', mode: 0o600, flush: true });
    },
    undo: () => {
      for (const [path] of toWrite) rmSync(path, { force: true });
    },
    report:
      (toWrite.length > 0 ? `The server's secrets are in ${folder}.\n` : '') +
      (missing.length > 0 ? `Restored without ${missing.join(', ')}: sign-in with passwords does not work.\n` : ''),
  };
}

async function open({ header, passphrase }: RestoreSecrets): Promise<SecretsByKey> {
  const { sealed } = header.secrets;
  if (sealed === undefined || passphrase === '') return {};
  const opened = await unseal(sealed, passphrase);
  if (!opened) throw new BackupError('cannot be restored: the passphrase is wrong');
  return opened;
}

function secretInForce(config: Config, folder: string, key: string): string | undefined {
  const given = isConfigKey(key) ? config[key] : undefined;
  if (typeof given === 'string') return given;
  const path = join(folder, key);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function adviceFor(missing: readonly string[], folder: string): string {
  return (
    `cannot be restored yet: ${missing.join(' and ')} of the old server ${missing.length > 1 ? 'are' : 'is'} missing, ` +
    'and without it nobody can sign in with a password. If the backup was made with a passphrase, give --passphrase-file; ' +
    `else copy the old data directory's secrets to ${folder}, or set them in the configuration; ` +
    'or go on without them by --without-secrets'
  );
}
