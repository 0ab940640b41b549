/**
 * Combines pieces of any size to batches of exactly `batchBytes`; the last one may be shorter. The buffers are reused
 * in rotation: a batch keeps its bytes until `buffers` further batches have been requested.
 */
export async function* inBatches(
  source: AsyncIterable<Uint8Array>,
  batchBytes: number,
  buffers: number,
): AsyncIterable<Buffer> {
  let batch: Buffer = Buffer.allocUnsafe(batchBytes);
  const others: Buffer[] = [];
  let filled = 0;
  for await (const piece of source) {
    for (let from = 0; from < piece.length; ) {
      const taken = Math.min(batchBytes - filled, piece.length - from);
      batch.set(piece.subarray(from, from + taken), filled);
      filled += taken;
      from += taken;
      if (filled < batchBytes) continue;
      yield batch;
      others.push(batch);
      batch = others.length < buffers ? Buffer.allocUnsafe(batchBytes) : others.shift()!;
      filled = 0;
    }
  }
  if (filled > 0) yield batch.subarray(0, filled);
}
