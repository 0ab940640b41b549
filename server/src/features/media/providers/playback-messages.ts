import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { PlaybackKind, PlaybackObstacleReason } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { MediaTrackKind } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import { unplayedContainer } from '@matinee/contract/unplayed-containers.ts';
import type { Resolved, ResolvedMode } from '../../../providers/resolved.ts';
import { mayHaveStoryboard } from '../../../providers/storyboard-source.ts';
import type { MediaItem } from '../library/library.port.ts';
import { filmSubtitlesPartSeconds, mediaVersion, type ResourceKey } from '../proxy/proxy.port.ts';
import type { OfferSwarm } from '../swarms/offers.port.ts';
import { convertible } from './convertible.ts';
import type { Delivery } from './delivery.ts';
import { type Abilities, formatsOf, type Obstacle, obstaclesOf } from './obstacles.ts';
import type { PlaybackInit } from './providers.port.ts';

type InfoInit = Exclude<NonNullable<PlaybackInit['playbackInfos']>[string], { $typeName: string }>;

/** The inputs of a playback message. */
export interface PlaybackOf {
  readonly roomId: string;
  readonly item: MediaItem;
  readonly providerName: string;
  /** The provider's name in paths. */
  readonly providerPath: string;
  /** The noun for a format in paths. */
  readonly nounOf: (format: MediaFormat) => string | undefined;
  readonly resolved: Resolved;
  /** Whether the site's live comments are available. */
  readonly hasLiveComments: boolean;
  readonly adder: ProxyMode;
  readonly delivery: Delivery;
  /** Whether this server converts films. */
  readonly canConvert: boolean;
  /** The player's name from `nameOfPlayer`, if upstream was asked for that player; empty: it was not. */
  readonly player: string;
  /** The abilities of the viewer's player. */
  readonly abilities: Abilities;
  /** Expiry of the proxy's addresses; undefined: not signed. */
  readonly expiresAtMs: number | undefined;
  /** The address of a resource of the proxy. */
  readonly urlOf: (key: ResourceKey) => string;
  /** Names the swarm of a media; undefined: the viewer does not exchange segments. */
  readonly offerSwarm: OfferSwarm | undefined;
}

/** The message with an item's addresses and modes, for clients. */
export function toPlayback(parts: PlaybackOf): PlaybackInit {
  const { roomId, item, providerName, resolved, delivery, expiresAtMs } = parts;
  const isProxyOffered = delivery.isProxied || delivery.hasChoice;
  const { media, facts } = item;
  const way = delivery.isProxied ? 'proxied' : 'direct';
  const playback: PlaybackInit = {
    mediaId: media.id,
    playlistId: media.playlistId,
    roomId,
    name: media.name,
    provider: providerName,
    providerInstanceName: media.source?.providerInstanceName ?? '',
    playbackInfos: Object.fromEntries(
      resolved.modes.flatMap((mode, i) => [
        ...(isProxyOffered ? [[modeName('proxied', mode, i), proxied(parts, mode, i)]] : []),
        ...(!delivery.isProxied || delivery.hasChoice ? [[modeName('direct', mode, i), direct(parts, mode, i)]] : []),
        ...(i === 0 && isConvertible(parts) ? convertedModes(parts, mode) : []),
      ]),
    ),
    defaultMode: defaultModeOf(parts, way),
    playbackKind: resolved.playbackKind ?? (facts?.live ? PlaybackKind.LIVE : PlaybackKind.REGULAR),
    // Facts from the provider take precedence over facts from its first file.
    chapters: (resolved.chapters ?? facts?.chapters ?? []).map(({ startSeconds, name }) => ({ startSeconds, name })),
    tracks: (resolved.tracks ?? facts?.tracks ?? []).map((track) => ({ ...track })),
    container: containerOf(parts),
    media,
    hasLiveComments: parts.hasLiveComments,
  };
  // A duration measured by the room takes precedence over upstream's.
  const durationSeconds = media.durationSeconds ?? resolved.durationSeconds;
  const isSigned =
    isProxyOffered ||
    isConvertible(parts) ||
    resolved.modes.some(
      (mode) =>
        danmakusOf(parts, mode).length > 0 ||
        storyboardOf(parts, mode) !== undefined ||
        filmSubtitlesOf(parts, mode).length > 0,
    );
  // Providers' times have fractions of milliseconds, timestamps in JSON do not.
  const ends = [isSigned ? expiresAtMs : undefined, resolved.expiresAtMs].filter((end) => end !== undefined);
  return {
    ...playback,
    ...item.dynamic,
    ...(resolved.metadata === undefined ? {} : { metadata: resolved.metadata }),
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(ends.length > 0 ? { expiresAt: timestampFromMs(Math.floor(Math.min(...ends))) } : {}),
  };
}

/** The name of a mode in addresses, including the player it was resolved for. [PV74] */
export function modeFor(player: string, mode: string): string {
  return player === '' ? mode : `${mode}~${player}`;
}

/** Reads the mode and the player from an address. */
export function readMode(text: string): { readonly mode: string; readonly player: string } {
  const [mode = '', player = ''] = text.split('~');
  return { mode, player };
}

/** `direct` or `proxied` for the first mode; `direct_720p` or `proxied_720p` for later modes. */
function modeName(way: 'direct' | 'proxied', { name }: ResolvedMode, index: number): string {
  return index === 0 ? way : `${way}_${name}`;
}

function direct(parts: PlaybackOf, mode: ResolvedMode, index: number): InfoInit {
  const { resolved, adder } = parts;
  // If the adder chose direct loading, credentials are sent to viewers.
  const isOpen = !resolved.needsCredentials || adder === ProxyMode.DIRECT_ONLY || adder === ProxyMode.DIRECT_PREFER;
  const isPictureOpen = isOpen && Object.keys(resolved.thumbnail?.headers ?? {}).length === 0;
  return {
    ...common(parts, mode, index),
    medias: mode.medias.map(({ name, format, upstream, embed, metadata }, i) => ({
      name,
      format,
      url: upstream?.url ?? '',
      headers: isOpen ? { ...upstream?.headers } : {},
      proxied: false,
      ...swarmOf(parts, mode, i),
      ...(embed ? { embed } : {}),
      ...(metadata === undefined ? {} : { metadata }),
    })),
    subtitles: mode.subtitles.map(({ name, language, upstream }) => ({ name, language, url: upstream?.url ?? '' })),
    thumbnail: (isPictureOpen && resolved.thumbnail?.url) || '',
  };
}

function proxied(parts: PlaybackOf, mode: ResolvedMode, index: number): InfoInit {
  const { roomId, item, resolved, providerPath, nounOf, expiresAtMs, urlOf } = parts;
  const version = mediaVersion(item.media.id, item.sourceVersion);
  const { subtitleFormats } = parts.abilities;
  // A player that does not support both SRT and ASS gets WebVTT.
  const isVttOnly = subtitleFormats.length > 0 && !['srt', 'ass'].every((format) => subtitleFormats.includes(format));
  const asShown = (url: string) => (isVttOnly ? `${url}${url.includes('?') ? '&' : '?'}as=vtt` : url);
  const urlAt = (noun: string, index: number) => {
    const place = resolved.isOwn
      ? { mode: mode.isRung ? mode.name : '', index: 0 }
      : { mode: modeFor(parts.player, mode.name), index };
    return urlOf({ roomId, provider: providerPath, version, noun, ...place });
  };
  return {
    ...common(parts, mode, index),
    medias: mode.medias.map(({ name, format, metadata }, i) => ({
      name,
      format,
      url: urlAt(nounOf(format) ?? 'streams', i),
      proxied: true,
      ...swarmOf(parts, mode, i),
      ...(metadata === undefined ? {} : { metadata }),
      ...endOf(expiresAtMs),
    })),
    subtitles: mode.subtitles.map(({ name, language }, i) => ({ name, language, url: asShown(urlAt('subtitles', i)) })),
    thumbnail: resolved.thumbnail
      ? urlOf({ roomId, provider: providerPath, version, noun: 'thumbnail', mode: '', index: 0 })
      : '',
  };
}

/** Whether this server offers a conversion of the film. Sources that are direct-only are never read by the server. */
function isConvertible({ canConvert, resolved, adder, item }: PlaybackOf): boolean {
  if (!canConvert || adder === ProxyMode.DIRECT_ONLY || item.facts?.live) return false;
  return convertible(resolved) !== undefined;
}

/** The converted film, whether the original is loaded directly or by proxy: as HLS from this server. */
function convertedModes(parts: PlaybackOf, mode: ResolvedMode): [string, InfoInit][] {
  const { roomId, item, providerPath, delivery, abilities, resolved, expiresAtMs, urlOf } = parts;
  const version = mediaVersion(item.media.id, item.sourceVersion);
  const url = urlOf({ roomId, provider: providerPath, version, noun: 'conversion', mode: '', index: 0 });
  const formats = formatsOf(abilities, resolved);
  const isPlayed = formats.length === 0 || formats.includes(MediaFormat.HLS);
  const info = {
    ...proxied(parts, mode, 0),
    medias: [{ name: '', format: MediaFormat.HLS, url, proxied: true, converted: true, ...endOf(expiresAtMs) }],
    defaultMediaIndex: 0,
    obstacles: isPlayed ? [] : [{ reason: PlaybackObstacleReason.FORMAT, name: 'hls' }],
  };
  const isProxyOffered = delivery.isProxied || delivery.hasChoice;
  return [
    ...(isProxyOffered ? [['proxied_converted', info] satisfies [string, InfoInit]] : []),
    ...(!delivery.isProxied || delivery.hasChoice ? [['direct_converted', info] satisfies [string, InfoInit]] : []),
  ];
}

/** The same for all viewers of the same bytes, wherever they load them from. [SW1] */
function swarmOf({ item, player, offerSwarm }: PlaybackOf, { name, medias }: ResolvedMode, index: number) {
  if (!offerSwarm || medias[index]?.format !== MediaFormat.HLS) return {};
  const version = mediaVersion(item.media.id, item.sourceVersion);
  return { p2pDelivery: offerSwarm(`${version} ${modeFor(player, name)} ${index}`) };
}

/** The part that is the same for direct and proxied modes. */
function common(parts: PlaybackOf, mode: ResolvedMode, index: number) {
  const { medias, defaultSubtitleIndex } = mode;
  const storyboard = storyboardOf(parts, mode);
  return {
    danmakus: danmakusOf(parts, mode),
    defaultMediaIndex: firstPlayable(medias, formatsOf(parts.abilities, parts.resolved)),
    obstacles: obstaclesIn(parts, index),
    filmSubtitles: index === 0 ? filmSubtitlesOf(parts, mode) : [],
    ...(defaultSubtitleIndex === undefined ? {} : { defaultSubtitleIndex }),
    ...(storyboard === undefined ? {} : { storyboard }),
  };
}

/**
 * Storyboards are always proxied, like comments. A live stream has none: it has no fixed positions to seek to. [SD6]
 */
function storyboardOf(
  { roomId, item, providerPath, resolved, adder, expiresAtMs, player, urlOf }: PlaybackOf,
  mode: ResolvedMode,
) {
  const isLive = resolved.playbackKind === PlaybackKind.LIVE || item.facts?.live === true;
  if (adder === ProxyMode.DIRECT_ONLY || isLive || !mayHaveStoryboard(resolved, mode)) return undefined;
  const version = mediaVersion(item.media.id, item.sourceVersion);
  const place = { noun: 'storyboards', mode: modeFor(player, mode.name), index: 0 };
  const url = urlOf({ roomId, provider: providerPath, version, ...place });
  return { url, ...endOf(expiresAtMs) };
}

/**
 * Comments are proxied, because this server converts them to one format. For a direct-only source there are none. [DK5]
 */
function danmakusOf({ roomId, item, providerPath, adder, expiresAtMs, player, urlOf }: PlaybackOf, mode: ResolvedMode) {
  if (adder === ProxyMode.DIRECT_ONLY) return [];
  const version = mediaVersion(item.media.id, item.sourceVersion);
  return (mode.danmakus ?? []).map(({ name }, index) => ({
    name,
    url: urlOf({ roomId, provider: providerPath, version, noun: 'danmakus', mode: modeFor(player, mode.name), index }),
    ...endOf(expiresAtMs),
  }));
}

/** Codecs of subtitles that this server reads out of Matroska, MP4 and MPEG-TS. */
const readableSubtitles: readonly string[] = ['srt', 'ass', 'ssa', 'vtt', 'tx3g', 'pgs', 'vobsub', 'dvb', 'teletext'];
/** Containers out of which it reads them. */
const readableContainers: readonly string[] = ['mkv', 'webm', 'mp4', 'mov', 'mpegts'];

/** Embedded subtitles are always proxied, whoever loads the film. [FS2] */
function filmSubtitlesOf(parts: PlaybackOf, mode: ResolvedMode) {
  const { roomId, item, providerPath, resolved, adder, expiresAtMs, player, urlOf } = parts;
  const { container, tracks = [] } = item.facts ?? {};
  const isReadable = readableContainers.includes(container ?? '') && convertible(resolved) !== undefined;
  if (!isReadable || adder === ProxyMode.DIRECT_ONLY) return [];
  const version = mediaVersion(item.media.id, item.sourceVersion);
  const place = { roomId, provider: providerPath, version, noun: 'film-subtitles', mode: modeFor(player, mode.name) };
  return tracks
    .filter(({ kind }) => kind === MediaTrackKind.SUBTITLE)
    .map(({ name, language, codec }, index) => ({
      ...{ name, language, codec, partSeconds: filmSubtitlesPartSeconds },
      url: urlOf({ ...place, index }),
      ...endOf(expiresAtMs),
    }))
    .filter(({ codec }) => readableSubtitles.includes(codec));
}

function endOf(expiresAtMs: number | undefined) {
  return expiresAtMs === undefined ? {} : { expireAt: timestampFromMs(expiresAtMs) };
}

function obstaclesIn(parts: PlaybackOf, index: number): Obstacle[] {
  const { resolved, abilities, item } = parts;
  const tracks = resolved.tracks ?? item.facts?.tracks ?? [];
  return obstaclesOf(resolved, index, abilities, { container: containerOf(parts), tracks });
}

/** The container found in the file; for unread files, guessed from the name. */
function containerOf({ resolved: { modes }, item: { facts, media } }: PlaybackOf): string {
  if (facts) return facts.container;
  const [first] = modes[0]?.medias ?? [];
  if (first?.format !== MediaFormat.FILE) return '';
  const path = first.upstream && URL.parse(first.upstream.url)?.pathname;
  return unplayedContainer(path ?? media.name) ?? '';
}

/**
 * The first mode that the player can play, or the converted film. If neither is playable, the first mode, with its
 * obstacles. [PV50]
 */
function defaultModeOf(parts: PlaybackOf, way: 'direct' | 'proxied'): string {
  const { modes } = parts.resolved;
  const playable = modes.findIndex((_, i) => obstaclesIn(parts, i).length === 0);
  if (playable < 0 && isConvertible(parts)) return `${way}_converted`;
  const index = Math.max(0, playable);
  const mode = modes[index];
  return mode ? modeName(way, mode, index) : '';
}

function firstPlayable(medias: ResolvedMode['medias'], formats: readonly MediaFormat[]): number {
  return Math.max(
    0,
    medias.findIndex(({ format }) => formats.length === 0 || formats.includes(format)),
  );
}
