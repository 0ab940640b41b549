import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { decodeBase64url } from '../base64url.ts';

type Field = string | number;

/** Proves that this server, or another replica, issued these fields. Signatures are base64url. */
export interface FieldSigner {
  sign(...fields: readonly Field[]): string;
  isValid(signature: string, ...fields: readonly Field[]): boolean;
}

/** `secret` is the server's secret. The key of each purpose is derived from it (RFC 5869). */
export function makeFieldSigner(secret: string, purpose: string): FieldSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  // JSON, so that two different lists of fields never give the same text.
  const digestOf = (fields: readonly Field[]) => createHmac('sha256', key).update(JSON.stringify(fields)).digest();
  return {
    sign: (...fields) => digestOf(fields).toString('base64url'),
    isValid(signature, ...fields) {
      const given = decodeBase64url(signature);
      const digest = digestOf(fields);
      return given?.length === digest.length && timingSafeEqual(given, digest);
    },
  };
}
