/** Walks the clusters of Matroska and yields the blocks of one track (RFC 9559, sections 5.1.3 and 10). */
import { numberIn, type ReadBytes, readElement } from '../ebml.ts';

export interface Walk {
  /** Start of a cluster, in bytes from the start of the file. */
  readonly place: number;
  /** The track number. */
  readonly track: number;
  /** The walk ends at a later cluster. In units of the file. */
  readonly until: number;
}

export interface Block {
  /** In units of the file. Undefined duration: the block has none. */
  readonly time: number;
  readonly duration: number | undefined;
  readonly data: Uint8Array;
}

const ids = {
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
};

/** Bytes per read. */
const chunkBytes = 512 * 1024;
/** The longest header of an element: its id, its length, and the header of a block. */
const headBytes = 24;
/** Most elements and bytes read: ten seconds of a film have some thousand elements. */
const maxElements = 200_000;
const maxBytes = 512 * 1_048_576;

/** @throws Error when the film is damaged, or the request covers too much of it. */
export async function* walkBlocks(read: ReadBytes, size: number, { place, track, until }: Walk): AsyncGenerator<Block> {
  const bytesAt = chunked(read, size);
  let clusterTime = 0;
  let pending: Block | undefined;
  let at = place;
  for (let seen = 0; at < size; seen++) {
    if (seen > maxElements || at - place > maxBytes) throw new Error('this part of the film is too large');
    const head = await bytesAt(at, headBytes);
    const { id, start, length } = readElement(head, 0, at);
    const isEntered = id === ids.cluster || id === ids.blockGroup;
    if (length === undefined && !isEntered) throw new Error('an element has no length');
    if (id !== ids.blockDuration && pending) {
      yield pending;
      pending = undefined;
    }
    if (id === ids.timestamp) clusterTime = numberIn(await bytesAt(start, Math.min(length!, 8)));
    if (clusterTime > until) return;
    if (id === ids.blockDuration && pending)
      pending = { ...pending, duration: numberIn(await bytesAt(start, Math.min(length!, 8))) };
    if (id === ids.simpleBlock || id === ids.block) {
      const found = readBlockHead(head.subarray(start - at));
      if (found.track === track) {
        const data = (await bytesAt(start, length!)).subarray(found.length);
        pending = { time: clusterTime + found.time, duration: undefined, data };
      }
    }
    at = isEntered ? start : start + length!;
  }
  if (pending) yield pending;
}

/** The track, the time relative to the cluster, and the length of the header in bytes. */
function readBlockHead(bytes: Uint8Array) {
  const width = Math.clz32(bytes[0] ?? 0) - 23;
  if (width > 2) throw new Error('a block has no track');
  const track = width === 1 ? bytes[0]! & 0x7f : ((bytes[0]! & 0x3f) << 8) | bytes[1]!;
  const time = (((bytes[width] ?? 0) << 24) >> 16) | (bytes[width + 1] ?? 0);
  return { track, time, length: width + 3 };
}

/** Reads small pieces in sequence with few reads of the file. A piece at the end of the file may be shorter. */
function chunked(read: ReadBytes, size: number) {
  let from = 0;
  let chunk = new Uint8Array();
  return async (start: number, length: number): Promise<Uint8Array> => {
    const end = Math.min(start + length, size);
    if (start < from || end > from + chunk.length) {
      if (length > maxBytes) throw new Error('an element is too large');
      chunk = Uint8Array.from(await read(start, Math.min(Math.max(end, start + chunkBytes), size)));
      from = start;
    }
    return chunk.subarray(start - from, end - from);
  };
}
