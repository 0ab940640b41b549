/** From a signed address to the bytes: who asks, may they, where the bytes are, and how they are served. */
import type { Writable } from 'node:stream';
import type { Upstream } from '../../drivers/upstream/upstream.ts';
import { UpstreamFailed } from '../../drivers/upstream/upstream-failed.ts';
import type { ByteAnswer, ByteRequest } from '../../kernel/byte-routes.ts';
import type { Principal, UserPrincipal } from '../../kernel/call.ts';
import type { Log } from '../../kernel/log.ts';
import { proxyErrors } from './proxy.errors.ts';
import type { ResourceKey, Viewer } from './proxy.port.ts';
import type { Resolving } from './resolving.ts';
import { serveCached } from './serving/cached.ts';
import { servePlain } from './serving/plain.ts';
import { errorOf } from './serving/upstream-errors.ts';
import type { Child, Signature, Signer } from './signing.ts';
import type { SliceCache } from './slices/slice-cache.ts';
import type { Viewers } from './viewers.ts';

export interface ProxyParts {
  readonly signer: Signer;
  readonly viewers: Viewers;
  readonly resolving: Resolving;
  readonly upstream: Upstream;
  /** Undefined: nothing is kept. */
  readonly slices: SliceCache | undefined;
  /** @throws AppError for a token that is expired, revoked or forged. */
  readonly authenticate: (bearer: string) => Promise<Principal>;
  readonly log: Log;
}

/** Serves the resource itself, or a part of it that a rewritten playlist names. @throws AppError */
export async function serve(
  parts: ProxyParts,
  request: ByteRequest,
  key: ResourceKey,
  signature: Signature | undefined,
  child?: Child,
): Promise<ByteAnswer> {
  const viewer = await findViewer(parts, request, key, signature, child);
  await request.spend(viewer.userId);
  const principal = await parts.viewers.check(viewer, key.roomId);
  const gone = new AbortController();
  const stop = () => gone.abort();
  request.signal.addEventListener('abort', stop, { once: true });
  if (request.signal.aborted) stop();
  const unwatch = parts.viewers.onLost(viewer, key.roomId, stop);
  try {
    const answer = await open(parts, request, key, viewer, principal, gone.signal);
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

/** Bytes that are on their way end with the right to them, wherever they come from. */
function endWith(out: Writable, signal: AbortSignal): Writable {
  const end = () => void out.destroy();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return out;
}

/** Who asks: the signature says it, or the token of somebody in the room. @throws AppError */
async function findViewer(
  { signer, authenticate }: ProxyParts,
  request: ByteRequest,
  key: ResourceKey,
  signature: Signature | undefined,
  child: Child | undefined,
): Promise<Viewer> {
  try {
    if (signature) return signer.verify(key, signature, child).viewer;
    // Parts of a playlist are sealed for whoever got the playlist.
    if (request.bearer === undefined || child) throw proxyErrors.invalid_url();
    const principal = await authenticate(request.bearer);
    if (principal.kind !== 'user') throw proxyErrors.no_access();
    return principal;
  } catch (cause) {
    await request.spend();
    throw cause;
  }
}

async function open(
  parts: ProxyParts,
  request: ByteRequest,
  key: ResourceKey,
  viewer: Viewer,
  principal: UserPrincipal,
  signal: AbortSignal,
): Promise<ByteAnswer> {
  const resource = await parts.resolving.resolve(key, viewer);
  try {
    const { url, headers = {}, format } = resource;
    const asked = { url, headers, format, method: request.method, given: request.headers, signal };
    const { slices } = parts;
    const cached = slices && resource.cacheable ? await serveCached(slices, resource.identity, asked) : undefined;
    return cached ?? (await servePlain(parts.upstream, asked));
  } catch (cause) {
    if (!(cause instanceof UpstreamFailed)) throw cause;
    logRefusal(parts.log, cause);
    throw errorOf(cause, principal.role);
  }
}

/** The log tells the operator which entry of the configuration is missing. */
function logRefusal(log: Log, { reason, host, addresses }: UpstreamFailed): void {
  if (reason === 'private')
    log.warn(
      { host, addresses },
      'a film in a private network was refused; outbound.allowed_networks must list these addresses to allow it',
    );
}
