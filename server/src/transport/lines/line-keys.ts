import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { decodeBase64url } from '../../kernel/base64url.ts';
import type { Random } from '../../kernel/random.ts';

/** Length of an id and of its MAC, in bytes. */
const [idBytes, macBytes] = [16, 32];

/** Unguessable names of lines, with a MAC that proves that this server or another replica made them. */
export interface LineKeys {
  make(): { readonly id: string; readonly key: string };
  /** The id of a line; undefined for a key that no replica has made. */
  read(key: string): string | undefined;
}

export function makeLineKeys(secret: string, random: Random): LineKeys {
  const hmacKey = Buffer.from(hkdfSync('sha256', secret, '', 'matinee lines', macBytes));
  const macOf = (id: Buffer) => createHmac('sha256', hmacKey).update(id).digest();
  return {
    make() {
      const id = Buffer.from(random.bytes(idBytes));
      return { id: id.toString('base64url'), key: Buffer.concat([id, macOf(id)]).toString('base64url') };
    },
    read(key) {
      const bytes = decodeBase64url(key);
      if (bytes?.length !== idBytes + macBytes) return undefined;
      const id = bytes.subarray(0, idBytes);
      return timingSafeEqual(bytes.subarray(idBytes), macOf(id)) ? id.toString('base64url') : undefined;
    },
  };
}
