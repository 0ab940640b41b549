import { createHash, webcrypto } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../kernel/clock.ts';
import { authErrors } from './sessions.errors.ts';

/** Lifetime of an access token in seconds. */
export const accessTokenSeconds = 3_600;
/** Lifetime of a refresh token in seconds: 30 days from its issue, renewed by each use. */
export const refreshTokenSeconds = 30 * 86_400;

const issuer = 'matinee';
const audience = 'matinee/access';

/** Signs and reads access tokens: JWT (RFC 7519), HS256 only, with issuer, audience, subject and expiry required. */
export function makeAccessTokens(secret: string, clock: Clock) {
  // Imported once: jose imports any other kind of key anew for each token.
  const importing = webcrypto.subtle.importKey('raw', Buffer.from(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  return {
    /** A token for the session, and when it ends in milliseconds since 1970. */
    async issue(userId: string, sessionId: string): Promise<{ token: string; expiresAtMs: number }> {
      const issuedAt = Math.floor(clock.nowMs() / 1000);
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accessTokenSeconds)
        .sign(await importing);
      return { token, expiresAtMs: (issuedAt + accessTokenSeconds) * 1000 };
    },
    /** @throws AppError `auth.expired_token`, or `auth.invalid_token` for anything that is not a token of ours. */
    async read(token: string): Promise<{ userId: string; sessionId: string; expiresAtMs: number }> {
      try {
        const { payload } = await jwtVerify(token, await importing, {
          algorithms: ['HS256'],
          issuer,
          audience,
          requiredClaims: ['sub', 'sid', 'exp'],
          currentDate: new Date(clock.nowMs()),
        });
        return { userId: payload.sub!, sessionId: String(payload.sid), expiresAtMs: payload.exp! * 1000 };
      } catch (cause) {
        throw cause instanceof errors.JWTExpired ? authErrors.expired_token() : authErrors.invalid_token();
      }
    },
  };
}

/** What is kept of a refresh token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
