import type { StreamFrame } from './packager.ts';

export type TimedFrame = StreamFrame & { readonly durationMs: number };

/** How long a frame waits for the next one of its track, in milliseconds of the stream. Others wait behind it. */
const mostWaitingMs = 2_000;
const mostWaitingBytes = 8 * 1_048_576;

/**
 * Frames that wait for the next one of their track: only that tells how long they last, and players drop pictures up to
 * the next key frame where a length is wrong (Media Source Extensions, section 3.5.8). They keep their order. [LS76]
 */
export class WaitingFrames {
  #waiting: StreamFrame[];
  #bytes: number;
  /** Of each track, how long the last frame was whose length is known, in milliseconds. */
  #usualMs: { readonly video: number; readonly audio: number };

  constructor(waiting: readonly StreamFrame[] = [], usualMs = { video: 40, audio: 20 }) {
    this.#waiting = [...waiting];
    this.#bytes = waiting.reduce((sum, { bytes }) => sum + bytes.length, 0);
    this.#usualMs = usualMs;
  }

  get state() {
    return { waiting: [...this.#waiting], usualMs: this.#usualMs };
  }

  /** The frames that are ready once this one has come, in their order. */
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

  /** All frames that wait: none follows. */
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
