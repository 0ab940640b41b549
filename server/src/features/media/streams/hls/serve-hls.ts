import { onlyTrack } from '../../../../drivers/muxing/ts-filter.ts';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import type { LiveStream } from '../air/live-stream.ts';
import type { OnlyTrack } from '../flv/flv-reader.ts';
import { streamErrors } from '../streams.errors.ts';
import { disguised, pngEnding, tsEnding } from './disguise.ts';
import type { HlsOutput } from './hls-output.ts';
import { playlistOf } from './playlist.ts';
import type { PlaylistPlace } from './window.ts';

const guarded = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

const playlistHeaders = { ...guarded, 'content-type': 'application/vnd.apple.mpegurl' };
/** Used before the first segment: RFC 8216 requires a number. */
const usualBitsPerSecond = 4_000_000;
/** A request that waits is answered within this many target durations (RFC 8216bis, section 6.2.5.2). */
const mostTargetsWaiting = 3;

/** The present stream: one variant, with another address for each broadcast. @throws AppError */
export async function serveMaster(stream: LiveStream, query: string, signal: AbortSignal): Promise<ByteAnswer> {
  if (!(await stream.settled(signal))) throw streamErrors.off_air();
  if (!stream.hls.tracks) throw streamErrors.no_hls();
  const { width, height, frameRate } = stream.facts;
  const rates = stream.hls.window.bitsPerSecond;
  const variant = [
    `BANDWIDTH=${rates?.peak ?? usualBitsPerSecond}`,
    ...(rates ? [`AVERAGE-BANDWIDTH=${rates.average}`] : []),
    ...(stream.hls.codecs ? [`CODECS="${stream.hls.codecs.join()}"`] : []),
    // An encoder may tell the size of a picture that it does not send.
    ...(width && height && stream.hls.tracks.video ? [`RESOLUTION=${Math.round(width)}x${Math.round(height)}`] : []),
    ...(frameRate && stream.hls.tracks.video ? [`FRAME-RATE=${frameRate.toFixed(3)}`] : []),
  ];
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-STREAM-INF:${variant.join()}`,
    `hls/${stream.generationId}/index.m3u8?${query}`,
    '',
  ];
  return text(lines.join('\n'));
}

export interface PlaylistRequest {
  /** The signature for the addresses in the playlist. */
  readonly query: string;
  /** Of the request: its `_HLS_msn`, `_HLS_part` and `_HLS_skip`. */
  readonly directives: URLSearchParams;
  readonly isDisguised: boolean;
  readonly signal: AbortSignal;
}

/** Waits for the first segment, because players ask at once, and for the place that is asked for. @throws AppError */
export async function servePlaylist({ hls }: LiveStream, request: PlaylistRequest): Promise<ByteAnswer> {
  const { query, directives, isDisguised, signal } = request;
  const place = placeIn(directives);
  const isThere = await hls.hasSegment(signal);
  if (hls.isLeftOut && !hls.window.isEnded) throw streamErrors.no_hls();
  if (!isThere) throw streamErrors.off_air();
  const { targetSeconds } = hls.window.view();
  // A disguised segment is whole: players look for its first packet only once.
  const hasParts = hls.window.hasParts && !isDisguised;
  if (hasParts && place) await waitFor(hls, place, mostTargetsWaiting * targetSeconds * 1_000, signal);
  const ending = isDisguised ? pngEnding : tsEnding;
  const uriOf = (number: number, part?: number) => `${number}${part === undefined ? '' : `.${part}`}${ending}?${query}`;
  return text(playlistOf(hls.window.view(), { uriOf, hasParts, skips: directives.has('_HLS_skip') }));
}

/** Undefined: the request waits for nothing. @throws AppError `streams.not_yet` for a malformed one. */
function placeIn(directives: URLSearchParams): PlaylistPlace | undefined {
  const [number, part] = ['_HLS_msn', '_HLS_part'].map((name) => directives.get(name) ?? undefined);
  if (number === undefined && part === undefined) return undefined;
  const isWritten = (text: string | undefined) => text !== undefined && /^\d{1,12}$/.test(text);
  if (!isWritten(number) || (part !== undefined && !isWritten(part))) throw streamErrors.not_yet();
  return { number: Number(number), part: part === undefined ? undefined : Number(part) };
}

/** @throws AppError `streams.not_yet`, `streams.too_late`, `streams.no_hls`, `streams.too_many_readers` */
async function waitFor(hls: HlsOutput, place: PlaylistPlace, mostMs: number, signal: AbortSignal): Promise<void> {
  const { window, readers } = hls;
  if (window.isTooFar(place)) throw streamErrors.not_yet();
  const isThere = () => window.isEnded || hls.isLeftOut || window.has(place);
  if (!(await readers.until(isThere, signal, mostMs))) throw streamErrors.too_late();
  if (hls.isLeftOut && !window.isEnded) throw streamErrors.no_hls();
}

/**
 * A segment, or a part of one. Waits for the part that comes next, whose address the playlist tells in advance.
 * @throws AppError `streams.off_air` for what is gone.
 */
export async function serveSegment(
  hls: HlsOutput,
  name: string,
  only: OnlyTrack,
  signal: AbortSignal,
): Promise<ByteAnswer> {
  const [, number, index, ending] = /^(\d{1,12})(?:\.(\d{1,4}))?(\.ts|\.png)$/.exec(name) ?? [];
  if (number === undefined) throw streamErrors.off_air();
  const found =
    index === undefined
      ? hls.window.find(Number(number))?.bytes
      : await partOf(hls, Number(number), Number(index), signal);
  const tracks = hls.window.tracksOf(Number(number));
  if (!found || !tracks) throw streamErrors.off_air();
  const whole = only && tracks[only] ? onlyTrack(found, only, tracks) : found;
  const isDisguised = ending === pngEnding;
  const bytes = isDisguised ? disguised(whole) : whole;
  return {
    status: 200,
    headers: {
      ...guarded,
      'content-type': isDisguised ? 'image/png' : 'video/mp2t',
      'content-length': String(bytes.length),
      // A segment never changes, and its address is for one viewer.
      'cache-control': 'private, max-age=60',
    },
    write: async (out) => void out.write(bytes),
  };
}

async function partOf(
  { window, readers }: HlsOutput,
  number: number,
  index: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const { next } = window;
  const bytes = () => window.findPart(number, index)?.bytes;
  if (next?.number === number && next.index === index)
    await readers.until(() => window.isEnded || bytes() !== undefined, signal, window.mostMs);
  return bytes();
}

function text(body: string): ByteAnswer {
  const bytes = Buffer.from(body);
  return {
    status: 200,
    headers: { ...playlistHeaders, 'content-length': String(bytes.length) },
    write: async (out) => void out.write(bytes),
  };
}
