import { GroupMemory } from './group-memory.ts';
import { isRandomAccessPoint, readTag, type Tag } from './tag.ts';

/**
 * Ten seconds of a stream at 6 Mbit/s. If a stream sends more between two key frames, new viewers wait for the next
 * one.
 */
const maxBytes = 8 * 1_048_576;
const maxTags = 5_000;
/** For a stream with sound alone: its viewers never wait. */
const soundTags = 50;

/** The frames since the last key frame: a new viewer sees a picture at once. [LS22] */
export class GroupCache {
  readonly #group = new GroupMemory();
  #bytes = 0;
  #count = 0;
  /** Of a stream without a picture. */
  #sounds: Tag[] = [];
  /** False before the first key frame, and after more than the cache may keep until the next one. */
  #isWhole = false;

  add(tag: Tag, hasVideo: boolean): void {
    if (!hasVideo) {
      // A copy: the payload is a part of a larger buffer, which it would keep.
      const kept = readTag({ ...tag, payload: Buffer.from(tag.payload) });
      this.#sounds = [...this.#sounds.slice(-soundTags), kept];
      return;
    }
    this.#sounds = [];
    if (isRandomAccessPoint(tag, hasVideo)) {
      this.#clear();
      this.#isWhole = true;
    }
    this.#bytes += tag.payload.length;
    this.#isWhole &&= this.#bytes <= maxBytes && this.#count < maxTags;
    if (!this.#isWhole) return this.#group.clear();
    this.#count += 1;
    this.#group.add(tag);
  }

  /** Takes the place of what is here with the frames that another process has. */
  replace(tags: readonly Tag[], hasVideo: boolean): void {
    this.#clear();
    this.#sounds = [];
    this.#isWhole = false;
    for (const tag of tags) this.add(tag, hasVideo);
  }

  get tags(): readonly Tag[] {
    return this.#sounds.length > 0 ? this.#sounds : this.#group.tags;
  }

  #clear(): void {
    this.#group.clear();
    this.#bytes = 0;
    this.#count = 0;
  }
}
