import type { Writable } from 'node:stream';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import { parseRange, rangeIn } from '../../../../kernel/http/ranges.ts';
import { guardingHeaders } from '../serving/media-types.ts';
import type { SmallBodies, SmallSource } from './small-bodies.ts';

interface SmallRequest {
  /** The user who asks. */
  readonly owner: string;
  readonly given: Readonly<Record<string, string | string[] | undefined>>;
  /** True: subtitles are requested as WebVTT, whatever their format. */
  readonly isVttWanted: boolean;
}

/** Answers with a whole small body, or the requested range. @throws UpstreamFailed, AppError */
export async function serveSmall(
  bodies: SmallBodies,
  source: SmallSource,
  { owner, given, isVttWanted }: SmallRequest,
): Promise<ByteAnswer> {
  const isVtt = source.format === 'subtitle' && isVttWanted;
  const body = await (isVtt ? bodies.getVtt(source, owner) : bodies.get(source, owner));
  const { bytes, type, etag } = body;
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
    write: (out) => writeHeld(out, part, (end) => bodies.pin(body, bytes.length, owner, end)),
  };
}

/** Resolves when the reader has taken the bytes: until then they stay in memory, even after the cache drops them. */
function writeHeld(out: Writable, part: Buffer, pin: (end: () => void) => () => void): Promise<void> {
  const unpin = pin(() => void out.destroy());
  return new Promise<void>((resolve, reject) => {
    out.once('close', () => reject(new Error('the reader is gone')));
    if (part.length === 0) resolve();
    else out.write(part, (failure) => (failure ? reject(failure) : resolve()));
  }).finally(unpin);
}
