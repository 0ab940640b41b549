import type { Writable } from 'node:stream';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import { parseRange, rangeIn } from '../../../../kernel/http/ranges.ts';
import { guardingHeaders } from '../serving/media-types.ts';
import type { SmallBodies, SmallSource } from './small-bodies.ts';

interface AskedSmall {
  /** The person who asks. */
  readonly owner: string;
  readonly given: Readonly<Record<string, string | string[] | undefined>>;
  /** True: subtitles are wanted as WebVTT, whatever they are. */
  readonly isVttWanted: boolean;
}

/** Answers with all of a small body, or the one range that is asked for. @throws UpstreamFailed, AppError */
export async function serveSmall(
  bodies: SmallBodies,
  source: SmallSource,
  { owner, given, isVttWanted }: AskedSmall,
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

/** Resolves when the reader has taken the bytes: until then they are in memory, whatever is kept. */
function writeHeld(out: Writable, part: Buffer, pin: (end: () => void) => () => void): Promise<void> {
  const unpin = pin(() => void out.destroy());
  return new Promise<void>((resolve, reject) => {
    out.once('close', () => reject(new Error('the reader is gone')));
    if (part.length === 0) resolve();
    else out.write(part, (failure) => (failure ? reject(failure) : resolve()));
  }).finally(unpin);
}
