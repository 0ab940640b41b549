/** Answers from the slice cache. Evaluates ranges and conditions here, as upstream would. [SC7] */
import type { IncomingHttpHeaders } from 'node:http';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import { parseRange, type RequestedRange, rangeIn } from '../../../../kernel/http/ranges.ts';
import type { BodyVersion } from '../slices/body-version.ts';
import { writeRange } from '../slices/read-slices.ts';
import type { CachedSource, SliceCache } from '../slices/slice-cache.ts';
import { sliceBytes } from '../slices/slice-math.ts';
import { guardingHeaders, safeType } from './media-types.ts';
import type { ProxyRequest } from './plain.ts';

/** Undefined if the bytes cannot be cached, and must be passed on. @throws UpstreamFailed, AppError */
export async function serveCached(
  cache: SliceCache,
  identity: string,
  asked: ProxyRequest,
): Promise<ByteAnswer | undefined> {
  const { url, headers, owner, signal } = asked;
  const source: CachedSource = { identity, url, headers, owner, signal };
  const range = parseRange(asked.given['range'] as string | undefined);
  const version = await cache.find(source, firstSlice(range));
  return version && answerOf(cache, version, source, range, asked);
}

function firstSlice(range: RequestedRange | undefined): number {
  return range && 'start' in range ? Math.floor(range.start / sliceBytes) : 0;
}

function answerOf(
  cache: SliceCache,
  version: BodyVersion,
  source: CachedSource,
  given: RequestedRange | undefined,
  asked: ProxyRequest,
): ByteAnswer {
  const { size, etag, lastModified, contentType } = version;
  const headers = {
    ...guardingHeaders(safeType(contentType, asked.url, asked.format)),
    'accept-ranges': 'bytes',
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { 'last-modified': lastModified }),
  };
  if (isUnchanged(version, asked.given)) return { status: 304, headers };
  const wanted = given && isSameVersion(version, asked.given['if-range']) ? given : undefined;
  const range = wanted ? rangeIn(wanted, size) : { start: 0, end: size - 1 };
  if (!range) return { status: 416, headers: { 'content-range': `bytes */${size}`, 'content-length': '0' } };
  const shown = { ...headers, 'content-length': String(range.end - range.start + 1) };
  const write: ByteAnswer['write'] = (out) => writeRange(cache, version, source, range, out);
  if (!wanted) return { status: 200, headers: shown, write };
  return {
    status: 206,
    headers: { ...shown, 'content-range': `bytes ${range.start}-${range.end}/${size}` },
    write,
  };
}

/** RFC 9110, section 13.1.2 and 13.1.3: the date counts only if there is no tag. */
function isUnchanged({ etag, lastModified }: BodyVersion, given: IncomingHttpHeaders | ProxyRequest['given']): boolean {
  const tags = given['if-none-match'];
  if (typeof tags === 'string') {
    const weak = (tag: string) => tag.trim().replace(/^W\//, '');
    return tags.trim() === '*' || (etag !== undefined && tags.split(',').some((tag) => weak(tag) === weak(etag)));
  }
  const since = given['if-modified-since'];
  if (typeof since !== 'string' || lastModified === undefined) return false;
  return Date.parse(lastModified) <= Date.parse(since);
}

/** RFC 9110, section 13.1.5: a weak tag never matches, and a date only if it is identical. */
function isSameVersion({ etag, lastModified }: BodyVersion, condition: string | string[] | undefined): boolean {
  if (condition === undefined) return true;
  return (condition === etag && !condition.startsWith('W/')) || condition === lastModified;
}
