import type { PassedTag } from '../relays/relay-state.ts';

/** Sound waits no longer than this for the picture that belongs to it, in milliseconds of the stream. */
const mostWaitMs = 3_000;
/** Most messages of sound that wait: a second has about 50. */
const mostTags = 1_000;

/** The sound of a stream, which waits for its picture to be coded: both reach viewers in the order of their times. */
export class WaitingSound {
  #tags: PassedTag[] = [];
  #shownMs = -1;

  /** Gives what may go on. */
  add(tag: PassedTag): readonly PassedTag[] {
    this.#tags.push(tag);
    const excess = this.#tags[this.#tags.length - mostTags]?.ms ?? -1;
    return this.#take(Math.max(this.#shownMs, tag.ms - mostWaitMs, excess));
  }

  /** Gives the sound up to a picture that is coded now. */
  pictureComes(ms: number): readonly PassedTag[] {
    this.#shownMs = ms;
    return this.#take(ms);
  }

  /** Gives all of it. */
  flush(): readonly PassedTag[] {
    return this.#take(Number.POSITIVE_INFINITY);
  }

  #take(untilMs: number): readonly PassedTag[] {
    const later = this.#tags.findIndex(({ ms }) => ms > untilMs);
    return this.#tags.splice(0, later < 0 ? this.#tags.length : later);
  }
}
