/** Reads ranges of a film for this server itself: guarded, and from the slice cache. */
import { Writable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { UpstreamClient } from '../../../../drivers/upstream/upstream.ts';
import type { UpstreamResource } from '../proxy.port.ts';
import type { SliceCache } from '../slices/slice-cache.ts';
import { serveCached } from './cached.ts';
import { servePlain } from './plain.ts';

export interface RangeParts {
  readonly upstream: UpstreamClient;
  readonly slices: SliceCache | undefined;
}

/** Bytes that are asked for at once, and most of such blocks that are kept: films are read in small pieces. */
const blockBytes = 512 * 1_024;
const maxBlocks = 8;

export interface RangeReader {
  /** Length of the film, in bytes. */
  readonly size: number;
  /** The bytes from `start` up to `end`. @throws UpstreamFailed, AppError, or Error where upstream gives no ranges */
  read(start: number, end: number): Promise<Buffer>;
}

/** `owner` is the user for whom it is read. @throws as `read` does */
export async function openRangeReader(
  parts: RangeParts,
  resource: UpstreamResource,
  owner: string,
  signal: AbortSignal,
): Promise<RangeReader> {
  const ask = (block: number) => askFor(parts, resource, owner, signal, block);
  const first = ask(0);
  const [, length] = /\/(\d+)$/.exec((await first).contentRange) ?? [];
  if (length === undefined) throw new Error('the server does not tell how long the film is');
  const size = Number(length);
  const blocks = new LRUCache<number, typeof first>({ max: maxBlocks });
  blocks.set(0, first);
  const blockAt = (number: number) => {
    const block = blocks.get(number) ?? ask(number);
    blocks.set(number, block);
    return block;
  };
  return {
    size,
    async read(start, wantedEnd) {
      const end = Math.min(wantedEnd, size);
      const pieces: Buffer[] = [];
      for (let at = start; at < end; ) {
        const number = Math.floor(at / blockBytes);
        const { bytes } = await blockAt(number);
        const from = at - number * blockBytes;
        const piece = bytes.subarray(from, from + end - at);
        if (piece.length === 0) throw new Error('the film is shorter than its server says');
        pieces.push(piece);
        at += piece.length;
      }
      return Buffer.concat(pieces);
    },
  };
}

async function askFor(
  { upstream, slices }: RangeParts,
  { url, headers = {}, identity, cacheable }: UpstreamResource,
  owner: string,
  signal: AbortSignal,
  block: number,
) {
  const given = { range: `bytes=${block * blockBytes}-${(block + 1) * blockBytes - 1}` };
  const asked = { url, headers, format: 'file', method: 'GET', given, signal, owner } as const;
  const cached = slices && cacheable ? await serveCached(slices, identity, asked) : undefined;
  const answer = cached ?? (await servePlain(upstream, asked));
  if (answer.status !== 206) {
    answer.close?.();
    throw new Error(`the server answered a range with ${answer.status}`);
  }
  const pieces: Buffer[] = [];
  const out = new Writable({
    write(piece: Buffer, _, done) {
      pieces.push(Buffer.from(piece));
      done();
    },
  });
  await answer.write?.(out);
  return { bytes: Buffer.concat(pieces), contentRange: String(answer.headers['content-range']) };
}
