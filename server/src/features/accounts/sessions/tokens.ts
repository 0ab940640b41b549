import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import { decodeBase64url } from '../../../kernel/base64url.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { authErrors } from './sessions.errors.ts';

/** Lifetime of an access token in seconds. */
export const accessTokenSeconds = 3_600;
/** Lifetime of a refresh token in seconds: 30 days from its issue, renewed by each use. */
export const refreshTokenSeconds = 30 * 86_400;

const issuer = 'matinee';
const audience = 'matinee/access';

/** Maximum length of a token that the server reads, in characters; ours have about 250. */
const maxTokenLength = 4_096;

/** Three parts in base64url without padding (RFC 7515, section 7.1). */
const compactForm = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

/** The header of our own tokens. The server parses the header of a token only if it differs from this one. */
const ownHeader = Buffer.from('{"alg":"HS256"}').toString('base64url');

/** The claims of an access token. They do not show whether the session has ended meanwhile. */
interface SignIn {
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresAtMs: number;
}

/** Signs and reads access tokens: JWT (RFC 7519), HS256 only, with issuer, audience, subject and expiry required. */
export function makeAccessTokens(secret: string, clock: Clock) {
  const key = createSecretKey(Buffer.from(secret));
  return {
    /** A token for the session, and its expiry in milliseconds since 1970. */
    async issue(userId: string, sessionId: string): Promise<{ token: string; expiresAtMs: number }> {
      const issuedAt = Math.floor(clock.nowMs() / 1000);
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accessTokenSeconds)
        .sign(key);
      return { token, expiresAtMs: (issuedAt + accessTokenSeconds) * 1000 };
    },
    /** @throws AppError `auth.expired_token`, or `auth.invalid_token` for anything that is not a token of ours. */
    read(token: string): SignIn {
      const { iss, aud, sub, sid, exp, nbf } = readSigned(token, key);
      const isOurs = iss === issuer && (Array.isArray(aud) ? aud.includes(audience) : aud === audience);
      if (!isOurs || typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number')
        throw authErrors.invalid_token();
      const nowMs = clock.nowMs();
      if (nbf !== undefined && !(typeof nbf === 'number' && nbf * 1000 <= nowMs)) throw authErrors.invalid_token();
      const expiresAtMs = exp * 1000;
      if (expiresAtMs <= nowMs) throw authErrors.expired_token();
      return { userId: sub, sessionId: sid, expiresAtMs };
    },
  };
}

/**
 * The claims of a token that we signed. Does not use `jose`, which verifies by WebCrypto and hands each of these 250
 * bytes to another thread. With `jose` a call takes 1.7 times the CPU time (`npm run bench -- rest`) and a token 20
 * times (`-- auth`). @throws AppError `auth.invalid_token`.
 */
function readSigned(token: string, key: KeyObject): Record<string, unknown> {
  const [, header = '', payload = '', signature = ''] =
    (token.length <= maxTokenLength && compactForm.exec(token)) || [];
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest();
  const given = decodeBase64url(signature);
  if (given?.length !== expected.length || !timingSafeEqual(given, expected)) throw authErrors.invalid_token();
  if (header !== ownHeader) checkHeader(readObject(header));
  return readObject(payload);
}

/**
 * Refuses tokens with extensions that must be understood: we support none (RFC 7515, section 4.1.11; RFC 7797 for
 * `b64`). @throws AppError `auth.invalid_token`.
 */
function checkHeader({ alg, crit, b64 }: Record<string, unknown>): void {
  if (alg !== 'HS256' || crit !== undefined || b64 !== undefined) throw authErrors.invalid_token();
}

function readObject(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Not JSON: the check below refuses it.
  }
  throw authErrors.invalid_token();
}

export type AccessTokens = ReturnType<typeof makeAccessTokens>;

/** The hash of a refresh token. The server stores only this. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
