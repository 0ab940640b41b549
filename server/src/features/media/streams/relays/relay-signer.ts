/** Addresses at which a process reads a stream of another one. They name the broadcast and an expiry. [LS43] */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { decodeBase64url } from '../../../../kernel/base64url.ts';
import type { Clock } from '../../../../kernel/clock.ts';

/** How long an address is valid, in milliseconds: it is used at once. */
const lifeMs = 30_000;
/** The header by which the other process proves that it has the secret too. */
export const proofHeader = 'x-relay-proof';

export interface RelaySignature {
  readonly exp: string;
  readonly sig: string;
}

export interface RelaySigner {
  sign(generationId: string): RelaySignature;
  isValid(generationId: string, given: RelaySignature): boolean;
  /** The answer to a signature. */
  proofOf(given: RelaySignature): string;
  isProof(asked: RelaySignature, proof: string): boolean;
}

/** `secret` is the server's secret; the key that signs is derived from it (RFC 5869). */
export function makeRelaySigner(secret: string, clock: Clock): RelaySigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'matinee stream relays', 32));
  // JSON, so that no two lists of fields give the same text.
  const digestOf = (...fields: string[]) => createHmac('sha256', key).update(JSON.stringify(fields)).digest();
  const isEqual = (text: string, digest: Buffer) => {
    const given = decodeBase64url(text);
    return given?.length === digest.length && timingSafeEqual(given, digest);
  };
  const proofOf = ({ sig }: RelaySignature) => digestOf('answer', sig);
  return {
    sign(generationId) {
      const exp = String(Math.floor((clock.nowMs() + lifeMs) / 1_000));
      return { exp, sig: digestOf('relay', generationId, exp).toString('base64url') };
    },
    isValid: (generationId, { exp, sig }) =>
      isEqual(sig, digestOf('relay', generationId, exp)) && Number(exp) * 1_000 > clock.nowMs(),
    proofOf: (given) => proofOf(given).toString('base64url'),
    isProof: (asked, proof) => isEqual(proof, proofOf(asked)),
  };
}
