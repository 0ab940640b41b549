import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs, timestampMs } from '@bufbuild/protobuf/wkt';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type {
  ResolveResponse,
  ResolveResponseSchema,
  Mode as WireMode,
  ModeSchema as WireModeSchema,
  Storyboard as WireStoryboard,
  Upstream as WireUpstream,
} from '@matinee/contract/gen/service/provider/backend/backend_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { checkAddress } from '../../../../providers/media-address.ts';
import { ProviderError } from '../../../../providers/provider-error.ts';
import type { Resolved, ResolvedMode, ResolvedStoryboard, UpstreamAddress } from '../../../../providers/resolved.ts';

/** Formats that an instance may return: those loaded from an address. */
const loaded: ReadonlySet<MediaFormat> = new Set([
  MediaFormat.FILE,
  MediaFormat.HLS,
  MediaFormat.DASH,
  MediaFormat.FLV,
]);

/**
 * Converts a resolution from an instance. Headers always require the proxy, because viewers cannot send them. @throws
 * ProviderError [PI11]
 */
export function fromResolved(answer: ResolveResponse): Resolved {
  const { modes, isLive, durationSeconds, chapters, thumbnail, storyboard, expiresAt, upstreamSession } = answer;
  if (new Set(modes.map(({ name }) => name)).size !== modes.length) throw new ProviderError('bad_answer');
  const resolved = modes.map(fromMode);
  const upstreams = resolved.flatMap(({ medias, subtitles }) => [...medias, ...subtitles]);
  const hasHeaders = upstreams.some(({ upstream }) => Object.keys(upstream?.headers ?? {}).length > 0);
  // A written playlist requires the proxy too, because it has no address. [PV70]
  const hasManifest = resolved.some(({ medias }) => medias.some(({ manifest }) => manifest !== undefined));
  return {
    modes: resolved,
    needsCredentials: answer.needsCredentials || hasHeaders || hasManifest,
    chapters: chapters.map(({ startSeconds, name }) => ({ startSeconds, name })),
    ...(isLive ? { playbackKind: PlaybackKind.LIVE } : {}),
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(thumbnail ? { thumbnail: fromUpstream(thumbnail) } : {}),
    ...(storyboard ? { storyboard: fromStoryboard(storyboard) } : {}),
    ...(expiresAt ? { expiresAtMs: timestampMs(expiresAt) } : {}),
    ...(upstreamSession === '' ? {} : { upstreamSession }),
  };
}

function fromMode({ name, medias, subtitles, defaultSubtitleIndex, danmakus, converted }: WireMode): ResolvedMode {
  return {
    name,
    medias: medias.map((media) => {
      const format = media.format || MediaFormat.FILE;
      if (!loaded.has(format)) throw new ProviderError('bad_answer');
      return {
        name: media.name,
        format,
        upstream: fromUpstream(media.upstream!),
        ...(media.manifest === undefined ? {} : { manifest: media.manifest }),
      };
    }),
    subtitles: subtitles.map((one) => ({ ...named(one), language: one.language })),
    ...(defaultSubtitleIndex === undefined || defaultSubtitleIndex >= subtitles.length ? {} : { defaultSubtitleIndex }),
    ...(danmakus.length === 0 ? {} : { danmakus: danmakus.map(named) }),
    ...(converted ? { isConverted: true } : {}),
  };
}

function named({ name, upstream }: { readonly name: string; readonly upstream?: WireUpstream | undefined }) {
  return { name, upstream: fromUpstream(upstream!) };
}

function fromStoryboard({ upstream, written }: WireStoryboard): ResolvedStoryboard {
  return { upstream: fromUpstream(upstream!), ...(written === undefined ? {} : { written }) };
}

function fromUpstream({ url, headers }: WireUpstream): UpstreamAddress {
  if (checkAddress(url, 'url').length > 0) throw new ProviderError('bad_answer');
  return { url, headers: { ...headers } };
}

/**
 * Converts a resolution of this program for the calling server. @throws ProviderError for a media without an address,
 * such as another site's player.
 */
export function toResolved(resolved: Resolved): MessageInitShape<typeof ResolveResponseSchema> {
  const { modes, needsCredentials, playbackKind, durationSeconds, chapters, thumbnail, storyboard, expiresAtMs } =
    resolved;
  return {
    modes: modes.map(toMode),
    needsCredentials,
    isLive: playbackKind === PlaybackKind.LIVE,
    chapters: [...(chapters ?? [])],
    upstreamSession: resolved.upstreamSession ?? '',
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(thumbnail ? { thumbnail: toUpstream(thumbnail) } : {}),
    ...(storyboard ? { storyboard: { ...storyboard, upstream: toUpstream(storyboard.upstream) } } : {}),
    ...(expiresAtMs === undefined ? {} : { expiresAt: timestampFromMs(expiresAtMs) }),
  };
}

function toMode(mode: ResolvedMode): MessageInitShape<typeof WireModeSchema> {
  const { name, medias, subtitles, defaultSubtitleIndex, danmakus = [], isConverted = false } = mode;
  return {
    name,
    converted: isConverted,
    medias: medias.map((media) => ({
      name: media.name,
      format: media.format,
      upstream: toUpstream(media.upstream),
      ...(media.manifest === undefined ? {} : { manifest: media.manifest }),
    })),
    subtitles: subtitles.map((one) => ({ name: one.name, language: one.language, upstream: toUpstream(one.upstream) })),
    danmakus: danmakus.map((one) => ({ name: one.name, upstream: toUpstream(one.upstream) })),
    ...(defaultSubtitleIndex === undefined ? {} : { defaultSubtitleIndex }),
  };
}

function toUpstream(upstream: UpstreamAddress | undefined) {
  if (!upstream) throw new ProviderError('bad_answer');
  return { url: upstream.url, headers: { ...upstream.headers } };
}
