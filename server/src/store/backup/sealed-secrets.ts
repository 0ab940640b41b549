/** The server's secrets inside a backup: readable only with the passphrase, but comparable without it. [BK5], [BK6] */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt } from 'node:crypto';

/** Secrets by configuration key. */
export type SecretsByKey = Readonly<Record<string, string>>;

/** AES-256-GCM under a key that scrypt (RFC 7914) derives from the passphrase; all bytes in base64. */
export interface SealedSecrets {
  readonly salt: string;
  readonly nonce: string;
  readonly tag: string;
  readonly data: string;
}

/** A guess costs 64 MiB and about 0.2 s. (RFC 7914, section 2: N is the cost, r the block size) */
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

export async function seal(secrets: SecretsByKey, passphrase: string): Promise<SealedSecrets> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce);
  const data = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  const text = (bytes: Buffer) => bytes.toString('base64');
  return { salt: text(salt), nonce: text(nonce), tag: text(cipher.getAuthTag()), data: text(data) };
}

/** The secrets; undefined when the passphrase is wrong. */
export async function unseal(sealed: SealedSecrets, passphrase: string): Promise<SecretsByKey | undefined> {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, bytes(sealed.salt)), bytes(sealed.nonce), {
    authTagLength: 16,
  });
  decipher.setAuthTag(bytes(sealed.tag));
  try {
    return JSON.parse(Buffer.concat([decipher.update(bytes(sealed.data)), decipher.final()]).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Reveals only whether two secrets are the same: 128 bits of a keyed hash. */
export function fingerprintOf(secret: string): string {
  return createHmac('sha256', 'matinee backup fingerprint').update(secret).digest('hex').slice(0, 32);
}

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, cost, (cause, key) => (cause ? reject(cause) : resolve(key)));
  });
}
