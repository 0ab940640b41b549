/** All blocks have this length. Parts of usual streams take three or more. */
const blockBytes = 32_768;
/** Most blocks of one stream that wait to be used again. */
const mostFree = 32;

/**
 * Memory for the sources of parts, which is reused when a part has left the window. A stream fills it all day, and
 * garbage collection took as long as everything else for a stream nobody watches (`npm run bench -- streams`, ADR 13).
 */
export class PartMemory {
  readonly #free: Buffer[] = [];

  /** Copies pieces into blocks, one after another. The caller gives these back, or leaves them to garbage collection. */
  keep(pieces: readonly Buffer[]): readonly Buffer[] {
    const blocks: Buffer[] = [];
    let block = this.#take();
    let used = 0;
    for (const piece of pieces)
      for (let from = 0; from < piece.length; ) {
        if (used === blockBytes) {
          blocks.push(block);
          block = this.#take();
          used = 0;
        }
        const copied = piece.copy(block, used, from);
        used += copied;
        from += copied;
      }
    return [...blocks, block.subarray(0, used)];
  }

  /** Takes back the blocks of `keep`, which no reader uses any more. */
  giveBack(kept: readonly Buffer[]): void {
    for (const one of kept) if (this.#free.length < mostFree) this.#free.push(Buffer.from(one.buffer));
  }

  #take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
  }
}
