/** All blocks have this length. Parts of usual streams take three or more. */
const blockBytes = 32_768;
/** Most blocks of one stream that wait to be used again. */
const mostFree = 32;

/**
 * Memory for what parts are made of, which is used again when a part has left. A stream fills it all day, and garbage
 * collection took as long as all else that was done for a stream nobody watches (`npm run bench -- streams`, ADR 13).
 */
export class PartMemory {
  readonly #free: Buffer[] = [];

  /** Puts pieces one behind the other into blocks. Whoever gets these gives them back, or forgets them. */
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

  /** Nobody reads what `keep` gave any more. */
  giveBack(kept: readonly Buffer[]): void {
    for (const one of kept) if (this.#free.length < mostFree) this.#free.push(Buffer.from(one.buffer));
  }

  #take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
  }
}
