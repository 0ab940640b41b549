/**
 * Pieces of any size as segments of exactly `segmentBytes`; the last one may be shorter. It fills two buffers in turn: a segment holds its
 * bytes until the one after the next is asked for.
 */
export async function* inSegments(source: AsyncIterable<Uint8Array>, segmentBytes: number): AsyncIterable<Buffer> {
  let segment: Buffer = Buffer.allocUnsafe(segmentBytes);
  let other: Buffer | undefined;
  let filled = 0;
  for await (const piece of source) {
    for (let from = 0; from < piece.length; ) {
      const taken = Math.min(segmentBytes - filled, piece.length - from);
      segment.set(piece.subarray(from, from + taken), filled);
      filled += taken;
      from += taken;
      if (filled < segmentBytes) continue;
      yield segment;
      [segment, other] = [other ?? Buffer.allocUnsafe(segmentBytes), segment];
      filled = 0;
    }
  }
  if (filled > 0) yield segment.subarray(0, filled);
}
