import { isRandomAccessPoint, type Tag } from './tag.ts';

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
  #tags: Tag[] = [];
  #bytes = 0;
  /** False before the first key frame, and after more than the cache may keep until the next one. */
  #isWhole = false;

  add(tag: Tag, hasVideo: boolean): void {
    if (!hasVideo) {
      this.#tags = [...this.#tags.slice(-soundTags), tag];
      return;
    }
    if (isRandomAccessPoint(tag, hasVideo)) {
      this.#tags = [];
      this.#bytes = 0;
      this.#isWhole = true;
    }
    this.#bytes += tag.payload.length;
    this.#isWhole &&= this.#bytes <= maxBytes && this.#tags.length < maxTags;
    if (this.#isWhole) this.#tags.push(tag);
    else this.#tags = [];
  }

  /** Takes the place of what is here with the frames that another process has. */
  replace(tags: readonly Tag[], hasVideo: boolean): void {
    this.#tags = [];
    this.#bytes = 0;
    this.#isWhole = false;
    for (const tag of tags) this.add(tag, hasVideo);
  }

  get tags(): readonly Tag[] {
    return this.#tags;
  }
}
