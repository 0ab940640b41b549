/** From a signed address to the bytes: finds the viewer, checks their right, finds the bytes, and serves them. */
import type { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { UpstreamClient } from '../../../drivers/upstream/upstream.ts';
import { UpstreamFailed } from '../../../drivers/upstream/upstream-failed.ts';
import type { ByteAnswer, ByteRequest } from '../../../kernel/http/byte-routes.ts';
import type { Log } from '../../../kernel/log.ts';
import { type AdmissionParts, admit } from './admission.ts';
import type { FilmSubtitles } from './film-subtitles/film-subtitles.ts';
import { serveFilmSubtitles } from './film-subtitles/serve-film-subtitles.ts';
import { readPart } from './manifests/links.ts';
import type { ManifestTexts } from './manifests/manifest-texts.ts';
import { serveDash, serveHls } from './manifests/serve-manifest.ts';
import { proxyErrors } from './proxy.errors.ts';
import type { Grant, ResourceFormat, ResourceKey, UpstreamResource } from './proxy.port.ts';
import type { Resolving } from './resolving.ts';
import { serveCached } from './serving/cached.ts';
import { servePlain } from './serving/plain.ts';
import { errorOf } from './serving/upstream-errors.ts';
import type { Child, Signature } from './signing.ts';
import type { SliceCache } from './slices/slice-cache.ts';
import { serveSmall } from './small/serve-small.ts';
import type { SmallBodies } from './small/small-bodies.ts';
import { serveStoryboard } from './storyboards/serve-storyboard.ts';
import type { Storyboards } from './storyboards/storyboards.ts';

export interface ProxyParts extends AdmissionParts {
  /** True for a request that one of this server's own requests has caused. */
  readonly isLoop: (headers: ByteRequest['headers']) => boolean;
  readonly resolving: Resolving;
  readonly upstream: UpstreamClient;
  readonly manifests: ManifestTexts;
  readonly smallBodies: SmallBodies;
  readonly storyboards: Storyboards;
  readonly filmSubtitles: FilmSubtitles;
  /** Undefined: no slices are kept. */
  readonly slices: SliceCache | undefined;
  readonly log: Log;
}

/** Serves the resource itself, or a part that a rewritten playlist names. @throws AppError */
export function serve(
  parts: ProxyParts,
  request: ByteRequest,
  key: ResourceKey,
  signature: Signature | undefined,
  part?: PartRequest,
): Promise<ByteAnswer> {
  return admit(parts, { request, key, signature, child: part?.child }, ({ grant, role, signal }) => {
    if (parts.isLoop(request.headers)) throw proxyErrors.too_many_redirects();
    return open(parts, { request, key, part, grant, signal }, role);
  });
}

/** A part of a playlist, from its address. */
export interface PartRequest {
  readonly child: Child;
  /** Set if the address is below a signed folder. */
  readonly below?: { readonly path: string; readonly query: string };
}

interface Opening {
  readonly request: ByteRequest;
  readonly key: ResourceKey;
  readonly part: PartRequest | undefined;
  readonly grant: Grant;
  readonly signal: AbortSignal;
}

async function open(parts: ProxyParts, opening: Opening, role: UserRole): Promise<ByteAnswer> {
  const { key, part, grant } = opening;
  const resource = await parts.resolving.resolve(key, grant.viewer);
  try {
    return part ? await openPart(parts, opening, part, resource) : await openResource(parts, opening, resource, 0);
  } catch (cause) {
    if (!(cause instanceof UpstreamFailed)) throw cause;
    logRefusal(parts.log, cause);
    throw errorOf(cause, role);
  }
}

/** The formats of parts other than bytes of a film. */
const partFormats: Readonly<Record<string, ResourceFormat>> = { playlist: 'hls', picture: 'thumbnail' };

/** A part gets the playlist's headers only if it has the same origin. */
function openPart(parts: ProxyParts, opening: Opening, { child, below }: PartRequest, resource: UpstreamResource) {
  const { key } = opening;
  const { depth, url } = readPart(parts.signer, key, child, below);
  const isSameServer = new URL(url).origin === new URL(resource.url).origin;
  const part: UpstreamResource = {
    url,
    headers: (isSameServer && resource.headers) || {},
    format: partFormats[child.kind] ?? 'file',
    identity: `${resource.identity} ${url}`,
    cacheable: resource.cacheable && child.kind === 'segment',
  };
  return openResource(parts, opening, part, depth);
}

async function openResource(
  { upstream, manifests, smallBodies, storyboards, filmSubtitles, slices, signer, clock }: ProxyParts,
  { request, key, grant, signal }: Opening,
  resource: UpstreamResource,
  depth: number,
): Promise<ByteAnswer> {
  const { url, headers = {}, format, language = '', manifest: written, identity, cacheable } = resource;
  const { userId: owner } = grant.viewer;
  const rewriting = { signer, key, grant, depth, nowMs: clock.nowMs() };
  const manifest = {
    ...{ owner, identity, url, headers, query: request.query },
    ...(written === undefined ? {} : { written }),
  };
  if (format === 'storyboard') return serveStoryboard(storyboards, manifest, rewriting);
  if (format === 'film-subtitles')
    return serveFilmSubtitles(filmSubtitles, { resource, owner, order: key.index }, request.query, signal);
  if (format === 'hls') return serveHls(manifests, manifest, rewriting);
  if (format === 'dash') return serveDash(manifests, manifest, rewriting);
  if (format === 'subtitle' || format === 'danmaku' || format === 'thumbnail') {
    const isVttWanted = request.query.get('as') === 'vtt';
    const asked = { owner, given: request.headers, isVttWanted };
    return serveSmall(smallBodies, { identity, url, headers, format, language }, asked);
  }
  const asked = { url, headers, format, method: request.method, given: request.headers, signal, owner };
  const cached = slices && cacheable ? await serveCached(slices, identity, asked) : undefined;
  return cached ?? servePlain(upstream, asked);
}

/** The log tells the operator which entry of the configuration is missing. */
function logRefusal(log: Log, { reason, host, addresses }: UpstreamFailed): void {
  if (reason === 'private')
    log.warn(
      { host, addresses },
      'a film in a private network was refused; outbound.allowed_networks must list these addresses to allow it',
    );
}
