import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { UpstreamClient } from '../../../drivers/upstream/upstream.ts';
import { nextTurn } from '../../../kernel/clock.ts';
import { makeGuideBuilder, type StoredChannel } from './building.ts';
import { makeXmltvReader, NotXmltv } from './xmltv.ts';

/** Limits for reading one guide. */
export interface GuideBounds {
  /** Most bytes received, and most bytes after decompression. */
  readonly maxSentBytes: number;
  readonly maxBytes: number;
  /** Longest time, in milliseconds. */
  readonly longestMs: number;
}

/** A guide of a few thousand channels over a week has some 200 MB, and a tenth of that compressed. */
export const guideBounds: GuideBounds = {
  maxSentBytes: 128 * 1_048_576,
  maxBytes: 256 * 1_048_576,
  longestMs: 90_000,
};

/** Why a guide was not read. */
export type GuideFault = 'unreachable' | 'not_a_guide';

export class GuideFailed extends Error {
  override readonly name = 'GuideFailed';
  readonly fault: GuideFault;
  constructor(fault: GuideFault, options?: ErrorOptions) {
    super(`a programme guide: ${fault}`, options);
    this.fault = fault;
  }
}

export interface GuideReading {
  readonly upstream: Pick<UpstreamClient, 'open'>;
  readonly url: string;
  readonly nowMs: number;
  /** Aborts the reading. */
  readonly stopping: AbortSignal;
  readonly bounds?: GuideBounds;
}

/**
 * Reads a guide through the outgoing guard, plain or compressed. If it exceeds the limits of size or time, the part
 * read so far counts. @throws GuideFailed [CG2] [CG3] [CG4]
 */
export async function readGuide(asked: GuideReading): Promise<StoredChannel[]> {
  const { upstream, url, nowMs, stopping, bounds = guideBounds } = asked;
  const builder = makeGuideBuilder(nowMs);
  const late = AbortSignal.timeout(bounds.longestMs);
  const full = new AbortController();
  try {
    const answer = await upstream.open({ url, signal: AbortSignal.any([late, stopping]) });
    try {
      if (answer.status !== 200) throw new GuideFailed('unreachable');
      await parse(inflated(within(answer.body, bounds.maxSentBytes, full)), builder, bounds.maxBytes);
    } finally {
      answer.body.destroy();
    }
  } catch (cause) {
    const channels = builder.channels();
    if ((late.aborted || full.signal.aborted) && channels.length > 0) return channels;
    throw toFailure(cause);
  }
  return builder.channels();
}

/** Errors of decompression have names such as `Z_DATA_ERROR`. */
function toFailure(cause: unknown): GuideFailed {
  if (cause instanceof GuideFailed) return cause;
  const isOther = cause instanceof NotXmltv || /^Z_/.test((cause as NodeJS.ErrnoException).code ?? '');
  return new GuideFailed(isOther ? 'not_a_guide' : 'unreachable', { cause });
}

type Pieces = AsyncIterable<Uint8Array>;

async function parse(pieces: Pieces, builder: ReturnType<typeof makeGuideBuilder>, maxBytes: number): Promise<void> {
  const reader = makeXmltvReader(builder);
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    bytes += piece.length;
    reader.write(decoder.decode(piece, { stream: true }));
    if (bytes > maxBytes) return;
    // Lets other requests run in between.
    await nextTurn();
  }
  if (bytes === 0) throw new NotXmltv('the document is empty');
  reader.close();
}

/** The document's declared encoding, or UTF-8 if that is missing or unknown. */
function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const head = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, 200)).toString('latin1');
  const label = /^\s*<\?xml[^>]*\bencoding=["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}

/** The same bytes, decompressed if they begin with the gzip signature (RFC 1952, section 2.3.1). */
async function* inflated(pieces: Pieces): Pieces {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const rest = { [Symbol.asyncIterator]: () => iterator };
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield first.value;
    yield* rest;
    return;
  }
  const gunzip = createGunzip();
  const feeding = pipeline(async function* () {
    yield first.value;
    yield* rest;
  }, gunzip);
  // The same error is thrown while reading `gunzip`.
  feeding.catch(() => {});
  try {
    yield* gunzip;
  } finally {
    gunzip.destroy();
  }
}

/** The first `maxBytes` of `body`; aborts `full` if there are more. */
async function* within(body: Readable, maxBytes: number, full: AbortController): Pieces {
  let bytes = 0;
  for await (const piece of body as Pieces) {
    bytes += piece.length;
    if (bytes > maxBytes) return full.abort();
    yield piece;
  }
}
