import type { StreamFrame } from './packager.ts';

export type TimedFrame = StreamFrame & { readonly durationMs: number };

/** So long, in milliseconds of the stream, frames of one track wait for the next one of the other. */
const mostWaitingMs = 2_000;
const mostWaitingBytes = 8 * 1_048_576;

/**
 * Frames that wait for the next one of their track: only that tells how long they last, and players drop pictures up to
 * the next key frame where a length is wrong (Media Source Extensions, section 3.5.8). They keep their order. [LS76]
 */
export class WaitingFrames {
  #waiting: StreamFrame[];
  #bytes: number;
  /** How long the last frames were whose length is known. */
  #usualMs: { readonly video: number; readonly audio: number };

  constructor(waiting: readonly StreamFrame[] = [], usualMs = { video: 40, audio: 20 }) {
    this.#waiting = [...waiting];
    this.#bytes = waiting.reduce((sum, { bytes }) => sum + bytes.length, 0);
    this.#usualMs = usualMs;
  }

  get state() {
    return { waiting: [...this.#waiting], usualMs: this.#usualMs };
  }

  /** Those that wait no longer. */
  add(frame: StreamFrame): TimedFrame[] {
    this.#waiting.push(frame);
    this.#bytes += frame.bytes.length;
    const ready: TimedFrame[] = [];
    for (;;) {
      const head = this.#waiting[0]!;
      const waitedMs = frame.dtsMs - head.dtsMs;
      const isLate = head !== frame && (waitedMs >= mostWaitingMs || this.#bytes > mostWaitingBytes);
      const durationMs = this.#durationOf(head) ?? (isLate ? Math.max(1, waitedMs) : undefined);
      if (durationMs === undefined) return ready;
      ready.push(this.#release(head, durationMs));
    }
  }

  /** All of them: nothing follows. */
  flush(): TimedFrame[] {
    return this.#waiting.map((head) => this.#release(head, this.#durationOf(head) ?? this.#usualMs[head.track]));
  }

  #durationOf(head: StreamFrame): number | undefined {
    const next = this.#waiting.find((one) => one !== head && one.track === head.track);
    return next && next.dtsMs - head.dtsMs;
  }

  #release(head: StreamFrame, durationMs: number): TimedFrame {
    this.#waiting = this.#waiting.slice(1);
    this.#bytes -= head.bytes.length;
    this.#usualMs = { ...this.#usualMs, [head.track]: durationMs };
    return { ...head, durationMs };
  }
}
