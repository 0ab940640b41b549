import { hkdfSync } from 'node:crypto';

/** Order of the ristretto255 group (RFC 9496, section 4.4). */
const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;

/**
 * Derives the OPAQUE server setup from `secret`; the same secret always gives the same setup. It is the OPRF seed (64
 * bytes), the private key (32) and the decoy public key (32) for unknown users (RFC 9807, section 6.3.2.2), as URL-safe
 * base64. An attacker with the secret can attack the records offline. The decoy has no known private key: candidates
 * are derived until `accepts` finds one that encodes a point, which about one in four does.
 */
export function deriveServerSetup(secret: string, accepts: (serverSetup: string) => boolean): string {
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha512', secret, '', `matinee opaque ${label}`, length));
  const fixed = Buffer.concat([derive('oprf seed', 64), scalar(derive('private key', 64))]);
  for (let candidate = 0; candidate < 1_000; candidate++) {
    const decoy = derive(`decoy ${candidate}`, 32);
    decoy[0]! &= 0xfe;
    decoy[31]! &= 0x7f;
    const setup = Buffer.concat([fixed, decoy]).toString('base64url');
    if (accepts(setup)) return setup;
  }
  throw new Error('no decoy key fits the OPAQUE suite');
}

/** Reduces 64 uniform bytes, in little-endian order, to a scalar: the bias is below 2^-250. */
function scalar(wide: Buffer): Buffer {
  let value = BigInt(`0x${wide.toString('hex')}`) % groupOrder;
  const bytes = Buffer.alloc(32);
  for (let i = 0; i < 32; i++, value >>= 8n) bytes[i] = Number(value & 255n);
  return bytes;
}
