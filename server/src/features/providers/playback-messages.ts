import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { Resolved, ResolvedMode } from '../../providers/provider.ts';
import type { MediaItem } from '../library/library.port.ts';
import { mediaVersion, type ResourceKey } from '../proxy/proxy.port.ts';
import type { Delivery } from './delivery.ts';
import type { PlaybackInit } from './providers.port.ts';

type InfoInit = NonNullable<PlaybackInit['playbackInfos']>[string];

/** What a playback is made of. */
export interface PlaybackOf {
  readonly roomId: string;
  readonly item: MediaItem;
  readonly providerName: string;
  /** The provider's name in paths. */
  readonly providerPath: string;
  /** What paths call a media of a format. */
  readonly nounOf: (format: MediaFormat) => string | undefined;
  readonly resolved: Resolved;
  readonly adder: ProxyMode;
  readonly delivery: Delivery;
  /** Formats that the viewer's player plays; empty: all. */
  readonly formats: readonly MediaFormat[];
  /** When addresses of the proxy end; undefined: they are not signed. */
  readonly expiresAtMs: number | undefined;
  /** The address of a resource of the proxy. */
  readonly urlOf: (key: ResourceKey) => string;
}

/** What clients are told about where an item plays from. */
export function toPlayback(parts: PlaybackOf): PlaybackInit {
  const { roomId, item, providerName, resolved, delivery, expiresAtMs } = parts;
  const isProxyOffered = delivery.isProxied || delivery.hasChoice;
  const { media } = item;
  const way = delivery.isProxied ? 'proxied' : 'direct';
  const playback: PlaybackInit = {
    mediaId: media.id,
    playlistId: media.playlistId,
    roomId,
    name: media.name,
    provider: providerName,
    playbackInfos: Object.fromEntries(
      resolved.modes.flatMap((mode, i) => [
        ...(isProxyOffered ? [[modeName('proxied', mode, i), proxied(parts, mode)]] : []),
        ...(!delivery.isProxied || delivery.hasChoice ? [[modeName('direct', mode, i), direct(parts, mode)]] : []),
      ]),
    ),
    defaultMode: resolved.modes.length > 0 ? way : '',
    playbackKind: resolved.playbackKind ?? PlaybackKind.REGULAR,
    chapters: (resolved.chapters ?? []).map((chapter) => ({ ...chapter })),
    tracks: (resolved.tracks ?? []).map((track) => ({ ...track })),
    media,
  };
  // What the room has measured counts more than what upstream says.
  const durationSeconds = media.durationSeconds ?? resolved.durationSeconds;
  const ends = [isProxyOffered ? expiresAtMs : undefined, resolved.expiresAtMs].filter((end) => end !== undefined);
  return {
    ...playback,
    ...(resolved.metadata === undefined ? {} : { metadata: resolved.metadata }),
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(ends.length > 0 ? { expiresAt: timestampFromMs(Math.min(...ends)) } : {}),
  };
}

/** `direct`, `proxied`; of modes after the first one `direct_720p`, `proxied_720p`. */
function modeName(way: 'direct' | 'proxied', { name }: ResolvedMode, index: number): string {
  return index === 0 ? way : `${way}_${name}`;
}

function direct({ resolved, adder, formats }: PlaybackOf, mode: ResolvedMode): InfoInit {
  // An adder who wants it loaded directly gives the credentials away with it.
  const isOpen = !resolved.needsCredentials || adder === ProxyMode.DIRECT_ONLY || adder === ProxyMode.DIRECT_PREFER;
  const isPictureOpen = isOpen && Object.keys(resolved.thumbnail?.headers ?? {}).length === 0;
  return {
    ...common(mode, formats),
    medias: mode.medias.map(({ name, format, upstream, embed, metadata }) => ({
      name,
      format,
      url: upstream?.url ?? '',
      headers: isOpen ? { ...upstream?.headers } : {},
      proxied: false,
      ...(embed ? { embed } : {}),
      ...(metadata === undefined ? {} : { metadata }),
    })),
    subtitles: mode.subtitles.map(({ name, language, upstream }) => ({ name, language, url: upstream?.url ?? '' })),
    danmakus: (mode.danmakus ?? []).map(({ name, upstream }) => ({ name, url: upstream?.url ?? '' })),
    thumbnail: (isPictureOpen && resolved.thumbnail?.url) || '',
  };
}

function proxied(parts: PlaybackOf, mode: ResolvedMode): InfoInit {
  const { roomId, item, resolved, providerPath, nounOf, formats, expiresAtMs, urlOf } = parts;
  const ending = expiresAtMs === undefined ? {} : { expireAt: timestampFromMs(expiresAtMs) };
  const version = mediaVersion(item.media.id, item.sourceVersion);
  const urlAt = (noun: string, index: number) =>
    urlOf({ roomId, provider: providerPath, version, noun, mode: mode.name, index });
  return {
    ...common(mode, formats),
    medias: mode.medias.map(({ name, format, metadata }, i) => ({
      name,
      format,
      url: urlAt(nounOf(format) ?? 'streams', i),
      proxied: true,
      ...(metadata === undefined ? {} : { metadata }),
      ...ending,
    })),
    subtitles: mode.subtitles.map(({ name, language }, i) => ({ name, language, url: urlAt('subtitles', i) })),
    danmakus: (mode.danmakus ?? []).map(({ name }, i) => ({ name, url: urlAt('danmakus', i) })),
    thumbnail: resolved.thumbnail
      ? urlOf({ roomId, provider: providerPath, version, noun: 'thumbnail', mode: '', index: 0 })
      : '',
  };
}

/** What does not depend on who loads the bytes. */
function common({ medias, defaultSubtitleIndex }: ResolvedMode, formats: readonly MediaFormat[]) {
  return {
    defaultMediaIndex: firstPlayable(medias, formats),
    ...(defaultSubtitleIndex === undefined ? {} : { defaultSubtitleIndex }),
  };
}

function firstPlayable(medias: ResolvedMode['medias'], formats: readonly MediaFormat[]): number {
  return Math.max(
    0,
    medias.findIndex(({ format }) => formats.length === 0 || formats.includes(format)),
  );
}
