import { isEntrance, type Tag } from './tag.ts';

/** Ten seconds of a stream at 6 Mbit/s. Who sends more between two key frames makes people wait for the next one. */
const maxBytes = 8 * 1_048_576;
const maxTags = 5_000;
/** Of a stream of sound alone, for which nobody has to wait. */
const soundTags = 50;

/** The frames from the last key frame on: who begins to watch sees a picture at once. [LS22] */
export class GroupCache {
  #tags: Tag[] = [];
  #bytes = 0;
  /** False while more came than is kept, until the next key frame. */
  #isWhole = false;

  add(tag: Tag, hasVideo: boolean): void {
    if (!hasVideo) {
      this.#tags = [...this.#tags.slice(-soundTags), tag];
      return;
    }
    if (isEntrance(tag, hasVideo)) {
      this.#tags = [];
      this.#bytes = 0;
      this.#isWhole = true;
    }
    if (!this.#isWhole) return;
    this.#tags.push(tag);
    this.#bytes += tag.payload.length;
    if (this.#bytes <= maxBytes && this.#tags.length <= maxTags) return;
    this.#isWhole = false;
    this.#tags = [];
  }

  get tags(): readonly Tag[] {
    return this.#tags;
  }
}
