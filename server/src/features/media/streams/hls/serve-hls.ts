import { onlyTrackOfFragments, onlyTrackOfInit } from '../../../../drivers/muxing/mp4-segments.ts';
import { onlyTrack } from '../../../../drivers/muxing/ts-filter.ts';
import type { TsTracks } from '../../../../drivers/muxing/ts-tables.ts';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import type { LiveStream } from '../air/live-stream.ts';
import type { OnlyTrack } from '../flv/flv-reader.ts';
import { streamErrors } from '../streams.errors.ts';
import type { HlsTracks } from './carriage.ts';
import { disguised } from './disguise.ts';
import type { HlsOutput } from './hls-output.ts';
import { playlistOf } from './playlist.ts';
import type { SegmentStart } from './segmenter.ts';
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

/** What a name in a playlist ends with. */
const endings = { ts: '.ts', png: '.png', fragments: '.m4s', init: '.mp4' } as const;
/** The content type of what has such a name. */
const types: Readonly<Record<string, string>> = {
  [endings.ts]: 'video/mp2t',
  [endings.png]: 'image/png',
  [endings.fragments]: 'video/mp4',
  [endings.init]: 'video/mp4',
};

export interface MasterRequest {
  /** The query of the playlist's address. */
  readonly query: string;
  /** What leads from this address to the root of the stream: `../../`, or nothing. */
  readonly base: string;
  readonly only: OnlyTrack;
  readonly signal: AbortSignal;
}

/** The present stream: one variant, with another address for each broadcast. @throws AppError */
export async function serveMaster(
  stream: LiveStream,
  { query, base, only, signal }: MasterRequest,
): Promise<ByteAnswer> {
  if (!(await stream.settled(signal))) throw streamErrors.off_air();
  if (!stream.hls.tracks) throw streamErrors.no_hls();
  const { width, height, frameRate } = stream.facts;
  const rates = stream.hls.window.bitsPerSecond;
  const codecs = stream.hls.codecs(only);
  const hasPicture = stream.hls.tracks.video && only !== 'audio';
  const variant = [
    `BANDWIDTH=${rates?.peak ?? usualBitsPerSecond}`,
    ...(rates ? [`AVERAGE-BANDWIDTH=${rates.average}`] : []),
    ...(codecs ? [`CODECS="${codecs.join()}"`] : []),
    // An encoder may tell the size of a picture that it does not send.
    ...(width && height && hasPicture ? [`RESOLUTION=${Math.round(width)}x${Math.round(height)}`] : []),
    ...(frameRate && hasPicture ? [`FRAME-RATE=${frameRate.toFixed(3)}`] : []),
  ];
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-STREAM-INF:${variant.join()}`,
    `${base}hls/${stream.generationId}/index.m3u8?${query}`,
    '',
  ];
  return text(lines.join('\n'));
}

export interface PlaylistRequest {
  /** The signature for the addresses in the playlist. */
  readonly query: string;
  /** Query parameters of the request: `_HLS_msn`, `_HLS_part` and `_HLS_skip`. */
  readonly directives: URLSearchParams;
  readonly isDisguised: boolean;
  /** True: with the past, as far as viewers can go back. [LS70] */
  readonly isPast?: boolean;
  readonly signal: AbortSignal;
}

/** Waits for the first segment, because players ask at once, and for the place that is asked for. @throws AppError */
export async function servePlaylist({ hls }: LiveStream, request: PlaylistRequest): Promise<ByteAnswer> {
  const { query, directives, isDisguised, isPast = false, signal } = request;
  const place = placeIn(directives);
  hls.viewers.saw(query);
  const isThere = await hls.hasSegment(signal);
  if (hls.isLeftOut && !hls.window.isEnded) throw streamErrors.no_hls();
  if (!isThere) throw streamErrors.off_air();
  const { targetSeconds } = hls.window.view();
  // A disguised segment is whole: players look for its first packet only once.
  const hasParts = hls.window.hasParts && !(isDisguised && !hls.hasMp4);
  if (hasParts && place) await waitFor(hls, place, mostTargetsWaiting * targetSeconds * 1_000, signal);
  const uriOf = ({ number, initNumber }: SegmentStart, part?: number) =>
    `${number}${part === undefined ? '' : `.${part}`}${endingOf(initNumber, isDisguised)}?${query}`;
  const initUriOf = (number: number) => `${number}${endings.init}?${query}`;
  const older = (isPast && (await hls.window.past?.list())) || [];
  const form = { uriOf, initUriOf, hasParts, skips: directives.has('_HLS_skip') };
  return text(playlistOf(hls.window.viewPast(older), form));
}

/** MP4 has no disguise: players look for its first box where it begins. */
function endingOf(initNumber: number | undefined, isDisguised: boolean): string {
  if (initNumber !== undefined) return endings.fragments;
  return isDisguised ? endings.png : endings.ts;
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
 * A segment, a part of one, or what players read before segments. Waits for the part that comes next, whose address the
 * playlist tells in advance. @throws AppError `streams.off_air` for what is gone.
 */
export async function serveSegment(
  hls: HlsOutput,
  name: string,
  only: OnlyTrack,
  signal: AbortSignal,
): Promise<ByteAnswer> {
  const [, number, index, ending = ''] = /^(\d{1,12})(?:\.(\d{1,4}))?(\.[a-z0-9]{2,3})$/.exec(name) ?? [];
  if (number === undefined || !(ending in types)) throw streamErrors.off_air();
  const bytes =
    ending === endings.init
      ? await initOf(hls, Number(number), only)
      : await segmentOf(hls, { number: Number(number), index, ending, only }, signal);
  return {
    status: 200,
    headers: {
      ...guarded,
      'content-type': types[ending]!,
      'content-length': String(bytes.length),
      // A segment never changes, and its address is for one viewer.
      'cache-control': 'private, max-age=60',
    },
    write: async (out) => void out.write(bytes),
  };
}

async function initOf({ window }: HlsOutput, number: number, only: OnlyTrack): Promise<Buffer> {
  const init = window.findInit(number) ?? (await window.past?.readInit(number));
  if (!init) throw streamErrors.off_air();
  return only ? onlyTrackOfInit(init, only) : init;
}

interface SegmentRequest {
  readonly number: number;
  readonly index: string | undefined;
  readonly ending: string;
  readonly only: OnlyTrack;
}

async function segmentOf(
  hls: HlsOutput,
  { number, index, ending, only }: SegmentRequest,
  signal: AbortSignal,
): Promise<Buffer> {
  const { window } = hls;
  const found =
    index === undefined
      ? (window.find(number)?.bytes ?? (await window.past?.read(number)))
      : await partOf(hls, number, Number(index), signal);
  const start = window.startOf(number) ?? (await window.past?.find(number));
  if (!found || !start || endingOf(start.initNumber, ending === endings.png) !== ending) throw streamErrors.off_air();
  const { tracks, initNumber } = start;
  if (initNumber !== undefined)
    return only && tracks[only] ? onlyTrackOfFragments(found, mp4Number(tracks, only)) : found;
  // Without an init segment it is MPEG-TS, which has no other tracks.
  const whole = only && tracks[only] ? onlyTrack(found, only, tracks as TsTracks) : found;
  return ending === endings.png ? disguised(whole) : whole;
}

/** The number of a track in MP4: the picture comes first. */
function mp4Number({ video }: HlsTracks, track: 'audio' | 'video'): number {
  return track === 'audio' && video ? 2 : 1;
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
