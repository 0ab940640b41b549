import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { Resolved, ResolvedMode } from '../../providers/provider.ts';
import type { MediaItem } from '../library/library.port.ts';
import { mediaVersion, type ResourceKey } from '../proxy/proxy.port.ts';
import type { Delivery } from './delivery.ts';
import type { PlaybackInit } from './providers.port.ts';

type InfoInit = NonNullable<PlaybackInit['playbackInfos']>[string];

/** What the paths of the proxy call a media of each format; undefined: the proxy never loads it. */
export const nounOf: Readonly<Record<MediaFormat, string | undefined>> = {
  [MediaFormat.UNSPECIFIED]: 'streams',
  [MediaFormat.FILE]: 'streams',
  [MediaFormat.FLV]: 'streams',
  [MediaFormat.HLS]: 'hls-manifests',
  [MediaFormat.DASH]: 'dash-manifests',
  [MediaFormat.EMBED]: undefined,
  [MediaFormat.OWN_COPY]: undefined,
};

/** What a playback is made of. */
export interface PlaybackOf {
  readonly roomId: string;
  readonly item: MediaItem;
  readonly providerName: string;
  /** The provider's name in paths. */
  readonly providerPath: string;
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
    playbackKind: PlaybackKind.REGULAR,
    media,
  };
  return {
    ...playback,
    ...(media.durationSeconds === undefined ? {} : { durationSeconds: media.durationSeconds }),
    ...(isProxyOffered && expiresAtMs !== undefined ? { expiresAt: timestampFromMs(expiresAtMs) } : {}),
  };
}

/** `direct`, `proxied`; of modes after the first one `direct_720p`, `proxied_720p`. */
function modeName(way: 'direct' | 'proxied', { name }: ResolvedMode, index: number): string {
  return index === 0 ? way : `${way}_${name}`;
}

function direct({ resolved, adder, formats }: PlaybackOf, { medias, subtitles }: ResolvedMode): InfoInit {
  // An adder who wants it loaded directly gives the credentials away with it.
  const isOpen = !resolved.needsCredentials || adder === ProxyMode.DIRECT_ONLY || adder === ProxyMode.DIRECT_PREFER;
  return {
    medias: medias.map(({ name, format, upstream, embed }) => ({
      name,
      format,
      url: upstream?.url ?? '',
      headers: isOpen ? { ...upstream?.headers } : {},
      proxied: false,
      ...(embed ? { embed } : {}),
    })),
    defaultMediaIndex: firstPlayable(medias, formats),
    subtitles: subtitles.map(({ name, language, upstream }) => ({ name, language, url: upstream?.url ?? '' })),
  };
}

function proxied(parts: PlaybackOf, { name: mode, medias, subtitles }: ResolvedMode): InfoInit {
  const { roomId, item, providerPath, formats, expiresAtMs, urlOf } = parts;
  const ending = expiresAtMs === undefined ? {} : { expireAt: timestampFromMs(expiresAtMs) };
  const urlAt = (noun: string, index: number) =>
    urlOf({
      roomId,
      provider: providerPath,
      version: mediaVersion(item.media.id, item.sourceVersion),
      noun,
      mode,
      index,
    });
  return {
    medias: medias.map(({ name, format }, i) => ({
      name,
      format,
      url: urlAt(nounOf[format] ?? 'streams', i),
      proxied: true,
      ...ending,
    })),
    defaultMediaIndex: firstPlayable(medias, formats),
    subtitles: subtitles.map(({ name, language }, i) => ({ name, language, url: urlAt('subtitles', i) })),
  };
}

function firstPlayable(medias: ResolvedMode['medias'], formats: readonly MediaFormat[]): number {
  return Math.max(
    0,
    medias.findIndex(({ format }) => formats.length === 0 || formats.includes(format)),
  );
}
