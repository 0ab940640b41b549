/** Reads members' files as if they came from another server. [MFL3] [MFL5] */
import { Readable } from 'node:stream';
import type { UpstreamAnswer, UpstreamClient, UpstreamRequest } from '../../../drivers/upstream/upstream.ts';
import { type ByteRange, parseRange, rangeIn } from '../../../kernel/http/ranges.ts';
import { type MemberFileFacts, memberFileOf } from '../../../providers/member-file/member-file-address.ts';
import { FairSlots } from '../proxy/slices/fair-slots.ts';
import { memberFileErrors } from './member-files.errors.ts';
import { mostPieceBytes, type Pieces } from './pieces.ts';

/** Pieces of one file in transit to this process at a time. */
const piecesAtOnce = 3;

interface Parts {
  readonly pieces: Pick<Pieces, 'ask'>;
  readonly isOn: () => boolean;
}

/** Reads from `upstream`, or from members' pages for the addresses of their files. */
export function withMemberFiles(upstream: UpstreamClient, parts: Parts): UpstreamClient {
  const slots = new FairSlots(piecesAtOnce);
  return {
    ...upstream,
    open(request) {
      const file = memberFileOf(request.headers);
      return file ? openFile({ ...parts, slots }, file, request) : upstream.open(request);
    },
  };
}

interface Reading extends Parts {
  readonly slots: FairSlots;
}

/** @throws AppError `member_files.away`, `member_files.too_slow` and others */
async function openFile(reading: Reading, file: MemberFileFacts, request: UpstreamRequest): Promise<UpstreamAnswer> {
  const { url, method = 'GET', conditions = {}, signal } = request;
  const { sizeBytes: size, fingerprint } = file;
  if (!reading.isOn()) throw memberFileErrors.switched_off();
  const given = parseRange(conditions['range']);
  const range = given ? rangeIn(given, size) : { start: 0, end: size - 1 };
  if (!range) return { status: 416, url, headers: { 'content-range': `bytes */${size}` }, body: Readable.from([]) };
  const headers = {
    etag: `"${fingerprint}"`,
    'accept-ranges': 'bytes',
    'content-length': String(range.end - range.start + 1),
    ...(given ? { 'content-range': `bytes ${range.start}-${range.end}/${size}` } : {}),
  };
  const status = given ? 206 : 200;
  if (method === 'HEAD') return { status, url, headers, body: Readable.from([]) };
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const first = await askPiece(reading, file, pieceAt(range, range.start), both);
  const body = Readable.from(bytesOf(reading, file, range, first, both), { objectMode: false });
  body.once('close', () => ending.abort());
  return { status, url, headers, body };
}

function pieceAt({ end }: ByteRange, start: number): ByteRange {
  return { start, end: Math.min(end, start + mostPieceBytes - 1) };
}

async function askPiece({ slots, pieces }: Reading, file: MemberFileFacts, range: ByteRange, signal: AbortSignal) {
  const free = await slots.take(file.mediaId, '', signal).slot;
  try {
    const piece = await pieces.ask(file, range, signal);
    piece.once('close', free);
    return piece;
  } catch (cause) {
    free();
    throw cause;
  }
}

/** The bytes of a range, piece by piece; the first piece has arrived. */
async function* bytesOf(
  reading: Reading,
  file: MemberFileFacts,
  range: ByteRange,
  first: Readable,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  yield* first;
  for (let start = range.start + mostPieceBytes; start <= range.end; start += mostPieceBytes)
    yield* await askPiece(reading, file, pieceAt(range, start), signal);
}
