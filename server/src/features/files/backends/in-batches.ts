/**
 * Pieces of any size as batches of exactly `batchBytes`; the last one may be shorter. It fills two buffers in turn: a batch holds its
 * bytes until the one after the next is asked for.
 */
export async function* inBatches(source: AsyncIterable<Uint8Array>, batchBytes: number): AsyncIterable<Buffer> {
  let batch: Buffer = Buffer.allocUnsafe(batchBytes);
  let other: Buffer | undefined;
  let filled = 0;
  for await (const piece of source) {
    for (let from = 0; from < piece.length; ) {
      const taken = Math.min(batchBytes - filled, piece.length - from);
      batch.set(piece.subarray(from, from + taken), filled);
      filled += taken;
      from += taken;
      if (filled < batchBytes) continue;
      yield batch;
      [batch, other] = [other ?? Buffer.allocUnsafe(batchBytes), batch];
      filled = 0;
    }
  }
  if (filled > 0) yield batch.subarray(0, filled);
}
