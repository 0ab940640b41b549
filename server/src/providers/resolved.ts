/** A provider's result for a source: its addresses and modes of playback. */
import type { JsonObject } from '@bufbuild/protobuf';
import type { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Embed as EmbedMessage } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import type { MediaTrack } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import type { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { Chapter } from './watching.ts';

/** An address of bytes. */
export interface UpstreamAddress {
  readonly url: string;
  /** Sent to the origin of `url` only. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ResolvedMedia {
  /** Shown when users choose among several, `720p`. */
  readonly name: string;
  readonly format: MediaFormat;
  /** Absent if there is no address to load, and in an outline whose provider needs more data. */
  readonly upstream?: UpstreamAddress;
  /**
   * A playlist written by the provider when upstream has none: an MPD with absolute addresses. It replaces the content
   * at `upstream`, whose headers are sent to addresses of the same origin. [PV70]
   */
  readonly manifest?: string;
  /** Input for another site's player; `format` is then `EMBED`. */
  readonly embed?: Embed;
  /** Upstream's facts about these bytes, such as codecs; it has no secret. */
  readonly metadata?: JsonObject;
}

/** The input of another site's player. */
export type Embed = Omit<EmbedMessage, '$typeName' | '$unknown'>;

export interface ResolvedSubtitle {
  readonly name: string;
  /** BCP 47 language tag; empty: unknown. */
  readonly language: string;
  readonly upstream?: UpstreamAddress;
}

/** Comments that fly over the picture. */
export interface ResolvedDanmaku {
  readonly name: string;
  readonly upstream?: UpstreamAddress;
}

/** Timeline pictures of a film, in any form of `StoryboardSource` in the contract. */
export interface ResolvedStoryboard {
  readonly upstream: UpstreamAddress;
  /** The document itself, written by the provider when upstream has none. Its addresses are relative to `upstream`. */
  readonly written?: string;
}

/** One way to play an item: the original, or a transcoded one. */
export interface ResolvedMode {
  /** Used in paths, and shown to users: `original`, `720p`. */
  readonly name: string;
  /** Addresses of the same film; players try them in order. */
  readonly medias: readonly ResolvedMedia[];
  readonly subtitles: readonly ResolvedSubtitle[];
  /** Index into `subtitles` of the default. Absent: none. */
  readonly defaultSubtitleIndex?: number;
  readonly danmakus?: readonly ResolvedDanmaku[];
  /**
   * True: upstream converts the film for players that cannot play it directly. So the tracks of the film do not apply
   * to this mode.
   */
  readonly isConverted?: boolean;
  /** True: a smaller version of a live stream, made by this server. */
  readonly isRung?: boolean;
}

/** A resolved source. Absent values are unknown. */
export interface Resolved {
  /** The first one is the default. */
  readonly modes: readonly ResolvedMode[];
  /** True: an address alone is not enough; the server must add an account or headers. */
  readonly needsCredentials: boolean;
  /**
   * True: this server has the bytes itself, at addresses without a mode and an index. Absent: the bytes are on another
   * server. [RMP2]
   */
  readonly isOwn?: true;
  /** Absent: it has a beginning and an end. */
  readonly playbackKind?: PlaybackKind;
  readonly durationSeconds?: number;
  readonly chapters?: readonly Chapter[];
  readonly tracks?: readonly Omit<MediaTrack, '$typeName' | '$unknown'>[];
  /** The item's picture. */
  readonly thumbnail?: UpstreamAddress;
  /** Timeline pictures. Absent: those listed by its first media, if that is HLS or DASH. */
  readonly storyboard?: ResolvedStoryboard;
  /** Earliest expiry of upstream's addresses, in whole milliseconds since 1970. Absent: none expires. */
  readonly expiresAtMs?: number;
  /** Upstream's facts about it beyond its name; it has no secret. */
  readonly metadata?: JsonObject;
  /** Upstream's id of this playback, for reports. Viewers do not receive it. */
  readonly upstreamSession?: string;
}
