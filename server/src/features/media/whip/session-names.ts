/**
 * The last part of a session's address: its broadcast, and a signature that only holds with the key of the stream. So any
 * process ends any session, whose key may be used up by then. [WH5]
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { decodeBase64url } from '../../../kernel/base64url.ts';

export interface SessionNames {
  make(roomId: string, generationId: string, key: string): string;
  /** The broadcast; undefined: the name and the key do not belong together. */
  read(roomId: string, name: string, key: string): string | undefined;
}

/** `secret` is the server's secret; the key that signs is derived from it (RFC 5869). */
export function makeSessionNames(secret: string): SessionNames {
  const signer = Buffer.from(hkdfSync('sha256', secret, '', 'matinee whip sessions', 32));
  const digestOf = (...fields: string[]) => createHmac('sha256', signer).update(JSON.stringify(fields)).digest();
  return {
    make: (roomId, generationId, key) => `${generationId}.${digestOf(roomId, generationId, key).toString('base64url')}`,
    read(roomId, name, key) {
      const [generationId = '', signature = ''] = name.split('.');
      const given = decodeBase64url(signature);
      const expected = digestOf(roomId, generationId, key);
      return given?.length === expected.length && timingSafeEqual(given, expected) ? generationId : undefined;
    },
  };
}
