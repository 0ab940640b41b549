/**
 * Signed addresses: they name a resource, a viewer and an expiry. The check takes microseconds and needs no query.
 * [PX1] [PX2]
 */
import { hkdfSync } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import { makeFieldSigner } from '../../../kernel/signing/field-signer.ts';
import { proxyErrors } from './proxy.errors.ts';
import {
  type Grant,
  longestLifeMs,
  type PlaybackUrls,
  type ResourceKey,
  resourcePath,
  usualLifeMs,
} from './proxy.port.ts';
import { makeTargetSealer, type TargetSealer } from './sealing-targets.ts';

/** A part of a resource that a rewritten playlist names: its kind, and its address upstream. */
export interface Child {
  /** `segment`, `playlist`, `key`. */
  readonly kind: string;
  /** Sealed. */
  readonly target: string;
}

/** The parts of an address that form its signature, as text. */
export interface Signature {
  readonly uid: string;
  readonly exp: string;
  readonly sig: string;
}

export interface Signer extends PlaybackUrls {
  readonly targets: TargetSealer;
  sign(key: ResourceKey, grant: Grant, child?: Child): Signature;
  /** @throws AppError `proxy.invalid_url`, `proxy.url_expired` */
  verify(key: ResourceKey, given: Signature, child?: Child): Grant;
}

/** `secret` is the server's secret; the keys that sign addresses are derived from it (RFC 5869). */
export function makeSigner(secret: string, clock: Clock): Signer {
  const purpose = 'matinee playback addresses';
  const signer = makeFieldSigner(secret, purpose);
  // The 32 bytes before these are the signer's key.
  const targetKeys = Buffer.from(hkdfSync('sha256', secret, '', purpose, 96)).subarray(32);
  const fieldsOf = (key: ResourceKey, uid: string, exp: string, child: Child | undefined) => {
    const { roomId, provider, version, noun, mode, index } = key;
    return [roomId, provider, version, noun, mode, index, uid, exp, child?.kind ?? '', child?.target ?? ''];
  };
  const sign: Signer['sign'] = (key, { viewer, expiresAt }, child) => {
    const uid = `${viewer.userId}.${viewer.sessionId}`;
    const exp = String(expiresAt);
    return { uid, exp, sig: signer.sign(...fieldsOf(key, uid, exp, child)) };
  };
  return {
    targets: makeTargetSealer(targetKeys),
    sign,
    verify(key, { uid, exp, sig }, child) {
      if (!signer.isValid(sig, ...fieldsOf(key, uid, exp, child))) throw proxyErrors.invalid_url();
      const [userId = '', sessionId = ''] = uid.split('.');
      const expiresAt = Number(exp);
      if (expiresAt * 1_000 <= clock.nowMs()) throw proxyErrors.url_expired();
      return { viewer: { userId, sessionId }, expiresAt };
    },
    urlFor(key, viewer, expiresAtMs = clock.nowMs() + usualLifeMs) {
      const endMs = Math.min(expiresAtMs, clock.nowMs() + longestLifeMs);
      return signedUrl(key, sign(key, { viewer, expiresAt: Math.floor(endMs / 1_000) }));
    },
  };
}

export function signedUrl(key: ResourceKey, { sig, uid, exp }: Signature): string {
  return `${resourcePath(key)}?${signedQuery({ sig, uid, exp })}`;
}

export function signedQuery({ sig, uid, exp }: Signature): string {
  return `sig=${sig}&uid=${uid}&exp=${exp}`;
}

/** Undefined if the address has no signature at all. */
export function signatureIn(query: URLSearchParams): Signature | undefined {
  const [sig, uid, exp] = [query.get('sig'), query.get('uid'), query.get('exp')];
  if (sig === null && uid === null && exp === null) return undefined;
  return { sig: sig ?? '', uid: uid ?? '', exp: exp ?? '' };
}
