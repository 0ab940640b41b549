import type { ByteAnswer } from '../../../kernel/http/byte-routes.ts';
import { guardingHeaders } from '../serving/media-types.ts';
import { parseRange, rangeIn } from '../serving/ranges.ts';
import type { SmallBodies, SmallBody, SmallSource } from './small-bodies.ts';
import { toWebVtt } from './webvtt.ts';

interface AskedSmall {
  readonly given: Readonly<Record<string, string | string[] | undefined>>;
  /** True: subtitles are wanted as WebVTT, whatever they are. */
  readonly isVttWanted: boolean;
}

/** Answers with all of a small body, or the one range that is asked for. @throws UpstreamFailed, AppError */
export async function serveSmall(
  bodies: SmallBodies,
  source: SmallSource,
  { given, isVttWanted }: AskedSmall,
): Promise<ByteAnswer> {
  const body = await bodies.get(source);
  const { bytes, type, etag } = source.format === 'subtitle' && isVttWanted ? asVtt(body) : body;
  const headers = { ...guardingHeaders(type), etag, 'accept-ranges': 'bytes' };
  const tags = given['if-none-match'];
  if (typeof tags === 'string' && tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return { status: 304, headers };
  const condition = given['if-range'];
  const asked =
    condition === undefined || condition === etag ? parseRange(given['range'] as string | undefined) : undefined;
  const range = asked ? rangeIn(asked, bytes.length) : { start: 0, end: bytes.length - 1 };
  if (!range) return { status: 416, headers: { 'content-range': `bytes */${bytes.length}`, 'content-length': '0' } };
  const part = bytes.subarray(range.start, range.end + 1);
  return {
    status: asked ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(part.length),
      ...(asked ? { 'content-range': `bytes ${range.start}-${range.end}/${bytes.length}` } : {}),
    },
    write: async (out) => void out.write(part),
  };
}

/** What cannot be turned stays as it is: players that know it show it. */
function asVtt(body: SmallBody): SmallBody {
  const text = toWebVtt(body.bytes);
  if (text === undefined) return body;
  return { bytes: Buffer.from(text), type: 'text/vtt; charset=utf-8', etag: body.etag.replace(/"$/, '-vtt"') };
}
