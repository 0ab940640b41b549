/**
 * A common time for audio and video, in milliseconds. RTP timestamps begin at random numbers; sender reports map them
 * to the sender's clock (RFC 3550, section 6.4.1). Pure.
 */

/** A sender report: a time of the sender's clock, in milliseconds, and the matching RTP timestamp. */
export interface SenderReport {
  readonly senderMs: number;
  readonly timestamp: number;
}

/** A timestamp further than this (ms) from the last one starts a new count. */
const mostStepMs = 10_000;
const wrap = 2 ** 32;

class TrackClock {
  readonly #rate: number;
  #last: { readonly timestamp: number; readonly ms: number } | undefined;

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** Continues from the last timestamp, or begins with `nowMs`. */
  at(timestamp: number, nowMs: number): number {
    const stepMs = this.#last ? this.step(this.#last.timestamp, timestamp) : 0;
    const ms = this.#last && Math.abs(stepMs) <= mostStepMs ? this.#last.ms + stepMs : nowMs;
    this.#last = { timestamp, ms };
    return ms;
  }

  /** Difference between two timestamps, in milliseconds, across wraparound. */
  step(from: number, to: number): number {
    const ticks = (((to - from) % wrap) + wrap) % wrap;
    return ((ticks >= wrap / 2 ? ticks - wrap : ticks) * 1_000) / this.#rate;
  }

  /** Undefined: no packet has arrived yet that maps timestamps to times. */
  find(timestamp: number): number | undefined {
    if (!this.#last) return undefined;
    const stepMs = this.step(this.#last.timestamp, timestamp);
    return Math.abs(stepMs) <= mostStepMs ? this.#last.ms + stepMs : undefined;
  }

  move(byMs: number): void {
    if (this.#last) this.#last = { ...this.#last, ms: this.#last.ms + byMs };
  }
}

type Track = 'audio' | 'video';

export class RtpClock {
  readonly #tracks: Readonly<Record<Track, TrackClock>>;
  /** Our time minus the sender's. */
  #offsetMs: number | undefined;

  constructor(rates: Readonly<Record<Track, number>>) {
    this.#tracks = { audio: new TrackClock(rates.audio), video: new TrackClock(rates.video) };
  }

  /** Until reports arrive, a track begins with its first packet. */
  at(track: Track, timestamp: number, nowMs: number): number {
    return this.#tracks[track].at(timestamp, nowMs);
  }

  /** The first track that reports keeps its time; the other one is aligned with it. */
  report(track: Track, { senderMs, timestamp }: SenderReport): void {
    const ms = this.#tracks[track].find(timestamp);
    if (ms === undefined) return;
    this.#offsetMs ??= ms - senderMs;
    const byMs = senderMs + this.#offsetMs - ms;
    // A sender whose clock was set starts a new count.
    if (Math.abs(byMs) > mostStepMs) this.#offsetMs = ms - senderMs;
    else this.#tracks[track].move(byMs);
  }
}
