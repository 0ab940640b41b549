import { createSecretKey, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { GuestPrincipal } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { guestErrors } from './guests.errors.ts';

/** Lifetime of a guest token in seconds. */
export const guestTokenSeconds = 4 * 3_600;

/** Prefix of the JWT, so that no code mistakes it for an access token. */
const prefix = 'gst_';
const issuer = 'matinee';
const audience = 'matinee/guest';

/**
 * Signs and reads guest tokens: JWT (RFC 7519), HS256 only. They have a separate audience, and contain the room, guest
 * version and name.
 */
export function makeGuestTokens(secret: string, clock: Clock) {
  const key: KeyObject = createSecretKey(Buffer.from(secret));
  return {
    /** True for a bearer token with the prefix of guest tokens. The token may still be forged. */
    isGuestToken: (bearer: string) => bearer.startsWith(prefix),
    async issue(guest: Omit<GuestPrincipal, 'kind' | 'expiresAtMs'>): Promise<{ token: string; expiresAtMs: number }> {
      const issuedAt = Math.floor(clock.nowMs() / 1000);
      const token = await new SignJWT({ room: guest.roomId, gv: guest.guestVersion, name: guest.username })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(guest.guestId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + guestTokenSeconds)
        .sign(key);
      return { token: prefix + token, expiresAtMs: (issuedAt + guestTokenSeconds) * 1000 };
    },
    /** @throws AppError `guests.invalid_token` for an expired token or any other text. */
    async read(bearer: string): Promise<GuestPrincipal> {
      try {
        const { payload } = await jwtVerify(bearer.slice(prefix.length), key, {
          algorithms: ['HS256'],
          issuer,
          audience,
          requiredClaims: ['sub', 'room', 'gv', 'name', 'exp'],
          currentDate: new Date(clock.nowMs()),
        });
        return {
          kind: 'guest',
          guestId: payload.sub!,
          username: String(payload.name),
          roomId: String(payload.room),
          guestVersion: Number(payload.gv),
          expiresAtMs: payload.exp! * 1000,
        };
      } catch {
        throw guestErrors.invalid_token();
      }
    },
  };
}
