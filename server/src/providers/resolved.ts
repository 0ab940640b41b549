/** What a provider finds out about a source: from where and how it plays. */
import type { JsonObject } from '@bufbuild/protobuf';
import type { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Embed as EmbedMessage } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import type { MediaTrack } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import type { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { Chapter } from './watching.ts';

/** Where bytes come from. */
export interface UpstreamAddress {
  readonly url: string;
  /** Sent to the origin of `url` only. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ResolvedMedia {
  /** Shown where people choose among several, `720p`. */
  readonly name: string;
  readonly format: MediaFormat;
  /** Absent where there is no address to load, and in an outline whose provider needs to know more. */
  readonly upstream?: UpstreamAddress;
  /**
   * A playlist that the provider writes when upstream has none: an MPD whose addresses are whole. It replaces the
   * content at `upstream`, whose headers go to addresses of the same origin. [PV70]
   */
  readonly manifest?: string;
  /** What the player of another site plays; `format` is then `EMBED`. */
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

/** Comments that move over the picture. */
export interface ResolvedDanmaku {
  readonly name: string;
  readonly upstream?: UpstreamAddress;
}

/** Small pictures from all over a film, in any of the forms that `StoryboardSource` of the contract names. */
export interface ResolvedStoryboard {
  readonly upstream: UpstreamAddress;
  /**
   * The document itself, where upstream has none and the provider writes it. Its addresses are relative to `upstream`.
   */
  readonly written?: string;
}

/** One way to play an item: the original, or a transcoded one. */
export interface ResolvedMode {
  /** In paths, and shown to people: `original`, `720p`. */
  readonly name: string;
  /** Addresses of the same film; players try them in order. */
  readonly medias: readonly ResolvedMedia[];
  readonly subtitles: readonly ResolvedSubtitle[];
  /** Which of `subtitles` is shown unless the viewer chooses another one. Absent: none. */
  readonly defaultSubtitleIndex?: number;
  readonly danmakus?: readonly ResolvedDanmaku[];
  /**
   * True: upstream converts the film for players that cannot play it as it is. So the tracks of the film say nothing
   * about this mode.
   */
  readonly isConverted?: boolean;
  /** True: a smaller version of a live stream, which this server makes. */
  readonly isRung?: boolean;
}

/** A resolved source. Absent values are unknown. */
export interface Resolved {
  /** The first one is the default. */
  readonly modes: readonly ResolvedMode[];
  /** True: an address alone is not enough; the server must add an account or headers. */
  readonly needsCredentials: boolean;
  /**
   * True: this server has the bytes itself, at addresses without a mode and an index. Absent: the bytes are elsewhere.
   * [RMP2]
   */
  readonly isOwn?: true;
  /** Absent: it has a beginning and an end. */
  readonly playbackKind?: PlaybackKind;
  readonly durationSeconds?: number;
  readonly chapters?: readonly Chapter[];
  readonly tracks?: readonly Omit<MediaTrack, '$typeName' | '$unknown'>[];
  /** A picture of it. */
  readonly thumbnail?: UpstreamAddress;
  /**
   * Small pictures from all over it. Absent: the pictures that its first media names itself, if that is HLS or DASH.
   */
  readonly storyboard?: ResolvedStoryboard;
  /** When the first of upstream's addresses ends, in whole milliseconds since 1970. Absent: none ends. */
  readonly expiresAtMs?: number;
  /** Upstream's facts about it beyond its name; it has no secret. */
  readonly metadata?: JsonObject;
  /** Upstream's id of this playing, for reports. Viewers do not get it. */
  readonly upstreamSession?: string;
}
