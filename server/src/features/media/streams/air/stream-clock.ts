/** How the encoder's clock runs beside that of the server. [LS61] */
import type { Advice } from './advice.ts';

/** A step that differs from the server's by more than this, in milliseconds, is a jump. */
const mostStepMs = 5_000;
/** So is a step back of one track by more than this. */
const mostBackMs = 1_000;
/** For how long the advice names a jump, in milliseconds. */
const tellJumpMs = 60_000;
/** Time stamps wrap around here. (RTMP 1.0, section 5.3.1.3) */
const wrap = 2 ** 32;
/** From one sample to the next, in milliseconds. */
const sampleMs = 5_000;
/** They span a minute. */
const mostSamples = 13;
/** Samples that are closer together than this, in milliseconds, say nothing. */
const leastSpanMs = 30_000;
/** Networks delay what comes by a second or two without any drift. */
const mostDriftMs = 2_000;

interface Sample {
  readonly atMs: number;
  /** Time stamp minus time of the server, of what came with the least delay. */
  offsetMs: number;
}

export class StreamClock {
  readonly #last: Partial<Record<'audio' | 'video', { readonly stamp: number; readonly nowMs: number }>> = {};
  #jump: { readonly atMs: number; readonly byMs: number } | undefined;
  #samples: Sample[] = [];

  take(track: 'audio' | 'video', stamp: number, nowMs: number): void {
    const last = this.#last[track];
    this.#last[track] = { stamp, nowMs };
    if (last) {
      const raw = stamp - last.stamp;
      const step = Math.abs(raw) > wrap / 2 ? raw - Math.sign(raw) * wrap : raw;
      const byMs = step - (nowMs - last.nowMs);
      if (step < -mostBackMs || Math.abs(byMs) > mostStepMs) this.#jumped(nowMs, byMs);
      // From here on, time stamps count anew.
      else if (step !== raw) this.#samples = [];
    }
    this.#sample(stamp - nowMs, nowMs);
  }

  advise(nowMs: number): Advice[] {
    const jump = this.#jump;
    if (jump && nowMs - jump.atMs < tellJumpMs)
      return [{ fault: 'time_jumps', measured: Math.round(jump.byMs / 1_000) }];
    const [first] = this.#samples;
    // The newest sample may still get what comes with less delay.
    const last = this.#samples.at(-2);
    if (!first || !last || last.atMs - first.atMs < leastSpanMs) return [];
    const driftMs = last.offsetMs - first.offsetMs;
    if (Math.abs(driftMs) <= mostDriftMs) return [];
    const secondsPerMinute = (driftMs / (last.atMs - first.atMs)) * 60;
    return [{ fault: 'time_drifts', measured: Math.round(secondsPerMinute * 10) / 10 }];
  }

  #jumped(atMs: number, byMs: number): void {
    this.#jump = { atMs, byMs };
    this.#samples = [];
  }

  #sample(offsetMs: number, atMs: number): void {
    const last = this.#samples.at(-1);
    if (last && atMs - last.atMs < sampleMs) {
      last.offsetMs = Math.max(last.offsetMs, offsetMs);
      return;
    }
    this.#samples.push({ atMs, offsetMs });
    if (this.#samples.length > mostSamples) this.#samples.shift();
  }
}
