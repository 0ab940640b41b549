/**
 * Where the proxy and the providers of media meet. Providers find the sources of the bytes. The proxy signs the
 * addresses for viewers, and carries the bytes.
 */
import type { ByteAnswer, ByteRequest } from '../../../kernel/http/byte-routes.ts';
import { publicPath } from '../../../kernel/http/public-path.ts';

/** How the bytes are served. The proxy rewrites playlists of segments, and passes all other bytes on unchanged. */
export type ResourceFormat =
  | 'file'
  | 'hls'
  | 'dash'
  | 'flv'
  | 'subtitle'
  | 'danmaku'
  | 'thumbnail'
  | 'storyboard'
  | 'film-subtitles';

/** A resource that the proxy reads for a provider. */
export interface UpstreamResource {
  /** http or https. */
  readonly url: string;
  /** Sent only to the origin of `url`. They include credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly format: ResourceFormat;
  /** The language of subtitles, as a tag; absent: unknown. It helps to find their encoding. */
  readonly language?: string;
  /** The playlist or storyboard itself, if its provider wrote it. Its addresses are then relative to `url`. */
  readonly manifest?: string;
  /** Names the bytes in the cache: equal for all viewers who get the same bytes, and without a secret. */
  readonly identity: string;
  /** Whether bytes may be kept on disk, for all requests with the same identity. */
  readonly cacheable: boolean;
}

/** Names one resource of a playback. The address contains all fields, so the viewer sees them. */
export interface ResourceKey {
  readonly roomId: string;
  /** The provider's name in paths: `direct-url`. */
  readonly provider: string;
  /** The media and the version of its source, made by `mediaVersion`. Another source is another version. */
  readonly version: string;
  /** The word for the resource in paths: `streams`, `hls-manifests`, `subtitles`. */
  readonly noun: string;
  /** The provider's mode, such as `original`; empty for a thumbnail, and for bytes of this server. */
  readonly mode: string;
  readonly index: number;
}

/** A viewer: an account, in one of its sign-ins. */
export interface Viewer {
  readonly userId: string;
  readonly sessionId: string;
}

/** The part of a provider that finds resources. */
export interface PlaybackResolver {
  /** The provider's name in paths. */
  readonly provider: string;
  /**
   * Finds the source of the bytes, for this viewer. The proxy remembers the answer for a while, until the room's
   * library changes. @throws AppError when the resource does not exist, or this viewer may not have it.
   */
  resolve(key: ResourceKey, viewer: Viewer): Promise<UpstreamResource>;
}

/** Makes the addresses in playbacks. */
export interface PlaybackUrls {
  /**
   * A path for this resource and viewer. It is valid until `expiresAtMs` (default: 30 minutes from now; at most 24
   * hours), as long as the viewer may watch.
   */
  urlFor(key: ResourceKey, viewer: Viewer, expiresAtMs?: number): string;
}

/** The viewer who may use an address, and until when. */
export interface Grant {
  readonly viewer: Viewer;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** A request of any method. */
export type AnyRequest = Omit<ByteRequest, 'method'>;

/** Lets viewers reach bytes that another feature of this server has. */
export interface WatchGate {
  /**
   * Gives the answer of `open` if the address's signature or the request's token allows `key`. The answer ends when the
   * viewer loses the right to watch. `signal` aborts then, and when the viewer leaves. @throws AppError
   */
  open(
    request: AnyRequest,
    key: ResourceKey,
    open: (grant: Grant, signal: AbortSignal) => Promise<ByteAnswer>,
  ): Promise<ByteAnswer>;
  /** The query of an address for `key`, for the viewer of `grant`. */
  queryFor(key: ResourceKey, grant: Grant): string;
  /**
   * Calls `stop` when a viewer whom `open` let in loses the right to watch, also after the answer. Gives a function that
   * ends this.
   */
  onLost(viewer: Viewer, roomId: string, stop: () => void): () => void;
}

/** An address at which programs on this machine read one film. */
export interface LocalFilm {
  readonly url: string;
  /** Names the bytes, as `UpstreamResource` does. */
  readonly identity: string;
  /** Programs read with the rights of this viewer from now on. */
  readAs(key: ResourceKey, viewer: Viewer): void;
  /** Whether a program waits for bytes of it now, or has read some since this was asked last. */
  isReading(): boolean;
  close(): void;
}

/** A read of a film by a program: all of it, or the range in its headers. */
export type LocalRequest = Pick<ByteRequest, 'headers' | 'signal'>;

/** Lets programs on this machine read films: guarded, and from the cache. */
export interface LocalFilms {
  /** Names the bytes of a film. @throws AppError when it does not exist, or this viewer may not have it. */
  identify(key: ResourceKey, viewer: Viewer): Promise<string>;
  /**
   * Programs read with the rights of `viewer`, or of a later one, until the film is closed. What they read breaks off
   * after `maxBytes` in all; absent: there is no limit.
   */
  open(key: ResourceKey, viewer: Viewer, identity: string, maxBytes?: number): Promise<LocalFilm>;
  /** As `open`, for bytes that this server has itself. Undefined: they are gone. */
  openOwn(
    read: (request: LocalRequest) => Promise<ByteAnswer | undefined>,
    maxBytes: number,
  ): Promise<Pick<LocalFilm, 'url' | 'close'>>;
}

export function mediaVersion(mediaId: string, version: number): string {
  return `${mediaId}.${version}`;
}

/** Undefined for a text that `mediaVersion` did not make. */
export function readMediaVersion(text: string): { readonly mediaId: string; readonly version: number } | undefined {
  const [, mediaId, version] = /^(med_[0-9a-z]{26})\.(\d{1,9})$/.exec(text) ?? [];
  return mediaId === undefined ? undefined : { mediaId, version: Number(version) };
}

/** Length of the parts in which subtitles inside of films are read, in seconds. */
export const filmSubtitlesPartSeconds = 30;

/** Default life of an address, in milliseconds. If a film's duration is unknown, players renew the address in time. */
export const usualLifeMs = 30 * 60_000;
/** How much longer than the film its addresses are valid, in milliseconds: viewers pause. */
export const pauseMs = 60 * 60_000;
/** Longest life of a signed address, in milliseconds. */
export const longestLifeMs = 24 * 60 * 60_000;

/** The path of a resource without a signature, for members who send their token. */
export function resourcePath({ roomId, provider, version, noun, mode, index }: ResourceKey): string {
  const start = publicPath(`/api/playback-providers/${roomId}/${provider}/${version}/${noun}`);
  return mode === '' ? start : `${start}/${encodeURIComponent(mode)}/${index}`;
}
