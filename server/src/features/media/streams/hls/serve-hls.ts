import { onlyTrack } from '../../../../drivers/muxing/ts-filter.ts';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import type { LiveStream } from '../air/live-stream.ts';
import type { OnlyTrack } from '../flv/flv-reader.ts';
import { streamErrors } from '../streams.errors.ts';
import { disguised, pngEnding, tsEnding } from './disguise.ts';
import type { HlsOutput } from './hls-output.ts';

const guarded = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

const playlistHeaders = { ...guarded, 'content-type': 'application/vnd.apple.mpegurl' };
/** Used before the first segment: RFC 8216 requires a number. */
const usualBitsPerSecond = 4_000_000;

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
    ...(width && height ? [`RESOLUTION=${Math.round(width)}x${Math.round(height)}`] : []),
    ...(frameRate ? [`FRAME-RATE=${frameRate.toFixed(3)}`] : []),
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

/** Waits for the first segment, because players ask at once. @throws AppError */
export async function servePlaylist(
  { hls }: LiveStream,
  {
    query,
    isDisguised,
    signal,
  }: { readonly query: string; readonly isDisguised: boolean; readonly signal: AbortSignal },
): Promise<ByteAnswer> {
  if (!(await hls.hasSegment(signal))) throw streamErrors.off_air();
  const ending = isDisguised ? pngEnding : tsEnding;
  return text(hls.window.playlist(({ number }) => `${number}${ending}?${query}`));
}

/** @throws AppError `streams.off_air` for a segment that is gone. */
export function serveSegment(hls: HlsOutput, name: string, only: OnlyTrack): ByteAnswer {
  const [, number, ending] = /^(\d{1,12})(\.ts|\.png)$/.exec(name) ?? [];
  const segment = number === undefined ? undefined : hls.window.find(Number(number));
  if (!segment) throw streamErrors.off_air();
  const whole = only && segment.tracks[only] ? onlyTrack(segment.bytes, only, segment.tracks) : segment.bytes;
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

function text(body: string): ByteAnswer {
  const bytes = Buffer.from(body);
  return {
    status: 200,
    headers: { ...playlistHeaders, 'content-length': String(bytes.length) },
    write: async (out) => void out.write(bytes),
  };
}
