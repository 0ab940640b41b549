import { Secret, TOTP } from 'otpauth';
import type { Random } from '../../../kernel/random.ts';

/** The parameters of RFC 6238 that every authenticator app supports. The contract promises all three. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/**
 * Number of steps before and after the current one that are accepted: clocks differ, and typing takes time (RFC 6238,
 * section 5.2).
 */
const window = 1;
/** Length of a secret, in bytes: as long as the hash (RFC 4226, section 4, R6). */
const secretBytes = 20;

/** A new secret, as 32 characters of base32. */
export function makeTotpSecret(random: Random): string {
  return new Secret({ buffer: new Uint8Array(random.bytes(secretBytes)).buffer }).base32;
}

/** The URL in the QR code, which an authenticator app reads. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  return new TOTP({ ...parameters, issuer, label: account, secret }).toString();
}

/** The time step of this code, among those accepted at `nowMs`; undefined for a wrong code. [MF9] */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const at = { period: parameters.period, timestamp: nowMs };
  const delta = TOTP.validate({ ...parameters, ...at, token: code, secret: Secret.fromBase32(secret), window });
  return delta === null ? undefined : TOTP.counter(at) + delta;
}
