import { readTag, type Tag } from './tag.ts';

/** Bytes at the beginning. Groups are some hundred kilobytes long. */
const firstBytes = 131_072;
/** Before each payload: its track, its time, and its length. */
const headBytes = 13;

/**
 * Messages in one piece of memory, which the next group uses again, unless somebody got some of them: kept as they came,
 * all that came with them would live long enough to burden garbage collection (`npm run bench -- streams`, ADR 13).
 */
export class GroupMemory {
  #bytes: Buffer = Buffer.alloc(0);
  #used = 0;
  #isLent = false;

  add({ track, ms, payload }: Tag): void {
    const at = this.#used;
    this.#used += headBytes + payload.length;
    if (this.#used > this.#bytes.length) this.#grow(at);
    const bytes = this.#bytes;
    bytes[at] = track === 'video' ? 1 : 0;
    bytes.writeDoubleBE(ms, at + 1);
    bytes.writeUInt32BE(payload.length, at + 9);
    payload.copy(bytes, at + headBytes);
  }

  clear(): void {
    this.#used = 0;
    if (this.#isLent) this.#bytes = Buffer.alloc(0);
    this.#isLent = false;
  }

  /** The messages of the group. The caller may keep them: their memory is then not reused. */
  get tags(): readonly Tag[] {
    const tags: Tag[] = [];
    this.#isLent = true;
    for (let at = 0; at < this.#used; ) {
      const end = at + headBytes + this.#bytes.readUInt32BE(at + 9);
      const payload = this.#bytes.subarray(at + headBytes, end);
      tags.push(
        readTag({ track: this.#bytes[at] === 1 ? 'video' : 'audio', ms: this.#bytes.readDoubleBE(at + 1), payload }),
      );
      at = end;
    }
    return tags;
  }

  /** What was lent stays where it is. */
  #grow(used: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(firstBytes, this.#used, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, used);
    this.#bytes = grown;
    this.#isLent = false;
  }
}
