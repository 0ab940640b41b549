/**
 * Where the proxy and the providers of media meet: providers say where bytes come from, the proxy signs the addresses
 * under which viewers get them, and carries the bytes.
 */
import type { ByteAnswer, ByteRequest } from '../../../kernel/http/byte-routes.ts';
import { publicPath } from '../../../kernel/http/public-path.ts';

/** How the bytes are served. Playlists of segments are rewritten, all others are passed on as they are. */
export type ResourceFormat = 'file' | 'hls' | 'dash' | 'flv' | 'subtitle' | 'danmaku' | 'thumbnail' | 'storyboard';

/** What a provider has the proxy read. */
export interface UpstreamResource {
  /** http or https. */
  readonly url: string;
  /** Sent to the origin of `url` only, credentials among them. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly format: ResourceFormat;
  /** The playlist or storyboard itself, where its provider wrote it; `url` is then what its addresses are relative to. */
  readonly manifest?: string;
  /** Names the bytes in the cache: equal for everybody who gets the same bytes, and without a secret. */
  readonly identity: string;
  /** Whether bytes may be kept on disk, for all who ask for the same identity. */
  readonly cacheable: boolean;
}

/** Names one resource of a playback. All parts are in its address, which the viewer sees. */
export interface ResourceKey {
  readonly roomId: string;
  /** As paths write it: `direct-url`. */
  readonly provider: string;
  /** Which media, and which version of it: another source is another version. Made by `mediaVersion`. */
  readonly version: string;
  /** What the path calls it: `streams`, `hls-manifests`, `subtitles`. */
  readonly noun: string;
  /** The mode in which the provider gives it, `original`; empty for a thumbnail, and for what this server has itself. */
  readonly mode: string;
  readonly index: number;
}

/** Who watches: an account, in one of its sign-ins. */
export interface Viewer {
  readonly userId: string;
  readonly sessionId: string;
}

/** What a provider brings. */
export interface PlaybackResolver {
  /** The providers whose resources it finds, as paths write them. */
  readonly provider: string;
  /**
   * Where the bytes come from, for this viewer. The proxy remembers the answer for a while, until the room's library
   * changes. @throws AppError when there is no such resource, or not for this viewer.
   */
  resolve(key: ResourceKey, viewer: Viewer): Promise<UpstreamResource>;
}

/** Makes the addresses that playbacks carry. */
export interface PlaybackUrls {
  /**
   * A path under which this viewer gets the resource, until `expiresAtMs` (30 minutes from now; 24 hours at most), and for
   * as long as they may watch.
   */
  urlFor(key: ResourceKey, viewer: Viewer, expiresAtMs?: number): string;
}

/** What an address allows, to whom, and until when. */
export interface Grant {
  readonly viewer: Viewer;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Lets viewers to bytes that another feature of this server has. */
export interface WatchDoor {
  /**
   * What `open` gives, where the signature of the address or the token of the request allows `key`. The answer ends when the viewer loses
   * the right to watch; `signal` aborts then, and when they go. @throws AppError
   */
  open(
    request: ByteRequest,
    key: ResourceKey,
    open: (grant: Grant, signal: AbortSignal) => Promise<ByteAnswer>,
  ): Promise<ByteAnswer>;
  /** The query of an address of `key`, for whoever has `grant`. */
  queryFor(key: ResourceKey, grant: Grant): string;
}

export function mediaVersion(mediaId: string, version: number): string {
  return `${mediaId}.${version}`;
}

/** Undefined for a text that `mediaVersion` has not made. */
export function readMediaVersion(text: string): { readonly mediaId: string; readonly version: number } | undefined {
  const [, mediaId, version] = /^(med_[0-9a-z]{26})\.(\d{1,9})$/.exec(text) ?? [];
  return mediaId === undefined ? undefined : { mediaId, version: Number(version) };
}

/** How long an address serves unless said otherwise, in milliseconds: where the length of a film is unknown, players renew it in time. */
export const usualLifeMs = 30 * 60_000;
/** How much longer than the film its addresses serve, in milliseconds: people pause. */
export const pauseMs = 60 * 60_000;
/** The longest that a signed address serves, in milliseconds. */
export const longestLifeMs = 24 * 60 * 60_000;

/** The path of a resource without a signature, for members who send their token. */
export function resourcePath({ roomId, provider, version, noun, mode, index }: ResourceKey): string {
  const start = publicPath(`/api/playback-providers/${roomId}/${provider}/${version}/${noun}`);
  return mode === '' ? start : `${start}/${encodeURIComponent(mode)}/${index}`;
}
