import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { decodeBase64url } from '../../../kernel/base64url.ts';

/** Hides addresses of upstream in addresses of this server. */
export interface TargetSealer {
  /**
   * Equal texts in one context give equal results, so a player that reads a playlist again recognizes its segments.
   * `context` names the resource of the text. Otherwise an attacker could put the result into a playlist of their own,
   * and this server would send the text to the attacker's server.
   */
  seal(text: string, context: string): string;
  /** Undefined for a text that this server has not sealed for this context. */
  open(sealed: string, context: string): string | undefined;
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a keyed hash of the text as nonce (RFC 8452 has the reasons): equal texts give equal results, and
 * two texts never share a nonce. `key` has 64 bytes: half for the nonce, half for the cipher.
 */
export function makeTargetSealer(key: Buffer): TargetSealer {
  const nonceKey = key.subarray(0, 32);
  const cipherKey = key.subarray(32, 64);
  return {
    seal(text, context) {
      const named = JSON.stringify([context, text]);
      const nonce = createHmac('sha256', nonceKey).update(named).digest().subarray(0, nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return body.toString('base64url');
    },
    open(sealed, context) {
      const bytes = decodeBase64url(sealed);
      if (!bytes || bytes.length < nonceBytes + tagBytes) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-tagBytes));
      try {
        return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
