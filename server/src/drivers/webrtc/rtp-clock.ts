/**
 * One time for sound and picture, in milliseconds. Their RTP time stamps begin anywhere, and sender reports tell which
 * time of the sender's clock each stands for (RFC 3550, section 6.4.1). Pure.
 */

/** A sender report: a moment by the sender's clock, in milliseconds, and the time stamp that stands for it. */
export interface SenderReport {
  readonly senderMs: number;
  readonly timestamp: number;
}

/** A time stamp that is further from the last one, in milliseconds, begins another count. */
const mostStepMs = 10_000;
const wrap = 2 ** 32;

class TrackClock {
  readonly #rate: number;
  #last: { readonly timestamp: number; readonly ms: number } | undefined;

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** Goes on from the last time stamp, or begins with `nowMs`. */
  at(timestamp: number, nowMs: number): number {
    const stepMs = this.#last ? this.step(this.#last.timestamp, timestamp) : 0;
    const ms = this.#last && Math.abs(stepMs) <= mostStepMs ? this.#last.ms + stepMs : nowMs;
    this.#last = { timestamp, ms };
    return ms;
  }

  /** From one time stamp to another, in milliseconds; they wrap around. */
  step(from: number, to: number): number {
    const ticks = (((to - from) % wrap) + wrap) % wrap;
    return ((ticks >= wrap / 2 ? ticks - wrap : ticks) * 1_000) / this.#rate;
  }

  /** Undefined: nothing came yet that says what the time stamp stands for. */
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
  /** From the sender's time to ours. */
  #offsetMs: number | undefined;

  constructor(rates: Readonly<Record<Track, number>>) {
    this.#tracks = { audio: new TrackClock(rates.audio), video: new TrackClock(rates.video) };
  }

  /** Until reports come, a track begins when its first packet does. */
  at(track: Track, timestamp: number, nowMs: number): number {
    return this.#tracks[track].at(timestamp, nowMs);
  }

  /** The first track that reports keeps its time; the other one is moved beside it. */
  report(track: Track, { senderMs, timestamp }: SenderReport): void {
    const ms = this.#tracks[track].find(timestamp);
    if (ms === undefined) return;
    this.#offsetMs ??= ms - senderMs;
    const byMs = senderMs + this.#offsetMs - ms;
    // A sender whose clock was set counts anew.
    if (Math.abs(byMs) > mostStepMs) this.#offsetMs = ms - senderMs;
    else this.#tracks[track].move(byMs);
  }
}
