/** Encryption of secrets at rest: AES-256-GCM (NIST SP 800-38D) with the operator's `credential_encryption_key`. */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { decodeBase64url } from './base64url.ts';
import type { Random } from './random.ts';

/** Encrypts and decrypts texts. */
export interface Sealer {
  /**
   * Returns `text` as `v1.<key id>.<nonce>.<ciphertext and tag>`. It opens only with the same `context`, so it cannot
   * be copied to another place.
   */
  seal(text: string, context: string): string;
  /** @throws SealError for another key, another context, or a tampered text. */
  open(sealed: string, context: string): string;
}

/** A sealed text cannot be opened. `message` says why, and shows no part of the text. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

const nonceBytes = 12;
const tagBytes = 16;

/** `key`: 64 hexadecimal characters, 32 bytes. */
export function makeSealer(key: string, random: Random): Sealer {
  const secret = Buffer.from(key, 'hex');
  if (secret.length !== 32) throw new Error('the key must have 64 hexadecimal characters');
  // Identifies the key without revealing anything about it.
  const keyId = createHash('sha256').update('matinee sealing key id').update(secret).digest('hex').slice(0, 8);
  return {
    seal(text, context) {
      const nonce = random.bytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1.${keyId}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, id, nonce, body, ...rest] = sealed.split('.');
      if (version !== 'v1' || nonce === undefined || body === undefined || rest.length > 0)
        throw new SealError('is not a sealed text');
      if (id !== keyId) throw new SealError(`was sealed with another key (${id})`);
      const bytes = decodeBase64url(body);
      const nonceOf = decodeBase64url(nonce);
      if (nonceOf?.length !== nonceBytes || !bytes || bytes.length < tagBytes)
        throw new SealError('is not a sealed text');
      const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf, { authTagLength: tagBytes })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-tagBytes));
      try {
        return decipher.update(bytes.subarray(0, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new SealError('was changed, or belongs elsewhere', { cause });
      }
    },
  };
}
