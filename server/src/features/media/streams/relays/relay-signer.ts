/** Addresses at which a process reads a stream of another one. They name the broadcast and an expiry. [LS43] */
import type { Clock } from '../../../../kernel/clock.ts';
import { makeFieldSigner } from '../../../../kernel/signing/field-signer.ts';

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

/** `secret` is the server's secret. */
export function makeRelaySigner(secret: string, clock: Clock): RelaySigner {
  const signer = makeFieldSigner(secret, 'matinee stream relays');
  return {
    sign(generationId) {
      const exp = String(Math.floor((clock.nowMs() + lifeMs) / 1_000));
      return { exp, sig: signer.sign('relay', generationId, exp) };
    },
    isValid: (generationId, { exp, sig }) =>
      signer.isValid(sig, 'relay', generationId, exp) && Number(exp) * 1_000 > clock.nowMs(),
    proofOf: ({ sig }) => signer.sign('answer', sig),
    isProof: ({ sig }, proof) => signer.isValid(proof, 'answer', sig),
  };
}
