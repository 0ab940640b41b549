/** Serves the bytes of a file: all, one range, or the answer that the client's copy is current. [FI11] [FI12] */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { ByteAnswer, ByteRequest } from '../../../../kernel/http/byte-routes.ts';
import { type ByteRange, parseRange, rangeIn } from '../../../../kernel/http/ranges.ts';
import type { FileBackend } from '../backends/file-backend.ts';
import { disposition } from '../content/names.ts';

/** A file for its reader. */
export interface ServedFile {
  readonly location: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** Identifies the content, so it is a strong validator. */
  readonly digest: string;
  readonly cacheControl: string;
}

/** The part of a request that decides which bytes are read. */
export type FileRequest = Pick<ByteRequest, 'headers' | 'signal'>;

/** Types that browsers show or play themselves and that cannot run code. All others are downloaded. */
const shownInline = /^(?:image\/(?:jpeg|png|webp|gif|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

export function readFile(backend: FileBackend, file: ServedFile, request: FileRequest): ByteAnswer {
  const { sizeBytes, location } = file;
  const etag = `"${file.digest}"`;
  const headers = headersOf(file, etag);
  const { 'if-none-match': known, 'if-range': condition, range: header } = request.headers;
  if (known !== undefined && isAmong(known, etag)) return { status: 304, headers };
  const asked = condition === undefined || condition === etag ? parseRange(header) : undefined;
  const range = asked ? rangeIn(asked, sizeBytes) : { start: 0, end: sizeBytes - 1 };
  if (!range) return { status: 416, headers: { 'content-range': `bytes */${sizeBytes}`, 'content-length': '0' } };
  return {
    status: asked ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(range.end - range.start + 1),
      ...(asked ? { 'content-range': `bytes ${range.start}-${range.end}/${sizeBytes}` } : {}),
    },
    write: (out) => writeRange(backend, location, range, out, request.signal),
  };
}

function headersOf({ mimeType, name, cacheControl }: ServedFile, etag: string): Record<string, string> {
  const isText = mimeType.startsWith('text/') || mimeType === 'application/json';
  return {
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'content-type': isText ? `${mimeType}; charset=utf-8` : mimeType,
    'content-disposition': disposition(shownInline.test(mimeType) ? 'inline' : 'attachment', name),
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  };
}

function isAmong(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

/** Reads each piece only after the reader has taken the previous one. */
async function writeRange(
  backend: FileBackend,
  location: string,
  range: ByteRange,
  out: Writable,
  signal: AbortSignal,
): Promise<void> {
  for await (const piece of backend.read(location, range, signal)) {
    if (signal.aborted) return;
    if (!out.write(piece)) await once(out, 'drain', { signal });
  }
}
