/** Pieces of any size as segments of exactly `segmentBytes`; the last one may be shorter. Holds one segment at a time. */
export async function* inSegments(source: AsyncIterable<Uint8Array>, segmentBytes: number): AsyncIterable<Buffer> {
  let segment = Buffer.allocUnsafe(segmentBytes);
  let filled = 0;
  for await (const piece of source) {
    for (let from = 0; from < piece.length; ) {
      const taken = Math.min(segmentBytes - filled, piece.length - from);
      segment.set(piece.subarray(from, from + taken), filled);
      filled += taken;
      from += taken;
      if (filled < segmentBytes) continue;
      yield segment;
      segment = Buffer.allocUnsafe(segmentBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield segment.subarray(0, filled);
}
