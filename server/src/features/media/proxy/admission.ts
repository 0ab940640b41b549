/**
 * Turns a signed address, or a member's token, into the right to watch, for the duration of the answer. [PX1] [PX3]
 * [PX7]
 */
import type { Writable } from 'node:stream';
import type { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { Principal } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ByteAnswer } from '../../../kernel/http/byte-routes.ts';
import { proxyErrors } from './proxy.errors.ts';
import { type AnyRequest, type Grant, type ResourceKey, usualLifeMs, type WatchGate } from './proxy.port.ts';
import { type Child, type Signature, type Signer, signatureIn, signedQuery } from './signing.ts';
import type { Viewers } from './viewers.ts';

export interface AdmissionParts {
  readonly signer: Signer;
  readonly viewers: Viewers;
  /** @throws AppError for a token that is expired, revoked or forged. */
  readonly authenticate: (bearer: string) => Promise<Principal>;
  readonly clock: Clock;
}

/** A viewer with the right to watch. */
export interface Admission {
  readonly grant: Grant;
  readonly role: UserRole;
  /** Aborts when the viewer loses the right, or leaves. */
  readonly signal: AbortSignal;
}

export interface ResourceRequest {
  readonly request: AnyRequest;
  readonly key: ResourceKey;
  readonly signature: Signature | undefined;
  /** Set for a part of a playlist. */
  readonly child: Child | undefined;
}

/** @throws AppError */
export async function admit(
  parts: AdmissionParts,
  { request, key, signature, child }: ResourceRequest,
  open: (admitted: Admission) => Promise<ByteAnswer>,
): Promise<ByteAnswer> {
  const grant = await findGrant(parts, request, key, signature, child);
  const { viewer } = grant;
  await request.spend(viewer.userId);
  const { role } = await parts.viewers.check(viewer, key.roomId);
  const gone = new AbortController();
  const stop = () => gone.abort();
  request.signal.addEventListener('abort', stop, { once: true });
  if (request.signal.aborted) stop();
  const unwatch = parts.viewers.onLost(viewer, key.roomId, stop);
  try {
    const answer = await open({ grant, role, signal: gone.signal });
    const { write } = answer;
    return {
      ...answer,
      ...(write ? { write: (out) => write(endWith(out, gone.signal)) } : {}),
      close() {
        unwatch();
        answer.close?.();
      },
    };
  } catch (cause) {
    unwatch();
    throw cause;
  }
}

export function makeWatchGate(parts: AdmissionParts): WatchGate {
  return {
    open: (request, key, open) =>
      admit(parts, { request, key, signature: signatureIn(request.query), child: undefined }, ({ grant, signal }) =>
        open(grant, signal),
      ),
    queryFor: (key, grant) => signedQuery(parts.signer.sign(key, grant)),
    onLost: parts.viewers.onLost,
  };
}

/** Ends the bytes on their way when the viewer loses the right to them, whatever their source. */
function endWith(out: Writable, signal: AbortSignal): Writable {
  const end = () => void out.destroy();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return out;
}

/** The viewer in the signature, or the user of the token. @throws AppError */
async function findGrant(
  { signer, authenticate, clock }: AdmissionParts,
  request: AnyRequest,
  key: ResourceKey,
  signature: Signature | undefined,
  child: Child | undefined,
): Promise<Grant> {
  try {
    if (signature) return signer.verify(key, signature, child);
    // Only the viewer who got the playlist may load its parts.
    if (request.bearer === undefined || child) throw proxyErrors.invalid_url();
    const principal = await authenticate(request.bearer);
    if (principal.kind !== 'user') throw proxyErrors.no_access();
    return { viewer: principal, expiresAt: Math.floor((clock.nowMs() + usualLifeMs) / 1_000) };
  } catch (cause) {
    await request.spend();
    throw cause;
  }
}
