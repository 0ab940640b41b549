import { Secret, TOTP } from 'otpauth';
import type { Random } from '../../kernel/random.ts';

/** RFC 6238 as every authenticator app knows it; the contract pins the three. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the present one of which codes are taken: clocks differ, and typing takes time (RFC 6238, section 5.2). */
const window = 1;
/** As long as the hash (RFC 4226, section 4, R6). */
const secretBytes = 20;

/** A new secret, as 32 characters of base32. */
export function makeTotpSecret(random: Random): string {
  return new Secret({ buffer: new Uint8Array(random.bytes(secretBytes)).buffer }).base32;
}

/** What an authenticator app reads from the QR code. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  return new TOTP({ ...parameters, issuer, label: account, secret }).toString();
}

/** The time step whose code this is, of those that are taken at `nowMs`; undefined for a wrong code. [MF9] */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const at = { period: parameters.period, timestamp: nowMs };
  const delta = TOTP.validate({ ...parameters, ...at, token: code, secret: Secret.fromBase32(secret), window });
  return delta === null ? undefined : TOTP.counter(at) + delta;
}
