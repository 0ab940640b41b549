/** A step of the encoder's clock larger than this, in milliseconds, is a jump and no pause. */
const mostStepMs = 5_000;
/** The assumed step between two frames at a jump of the clock. */
const usualStepMs = 20;

/**
 * The encoder's time stamps as milliseconds from the first frame. These never jump. Encoders start anywhere, start
 * again, and wrap around after 49 days; hostile ones send any value. Audio and video have one clock. [LS21]
 */
export class Timeline {
  #last: number | undefined;
  #nowMs = 0;

  at(timestamp: number): number {
    const last = this.#last ?? timestamp;
    this.#last = timestamp;
    const step = timestamp - last;
    // Audio and video alternate, so small steps back are usual.
    this.#nowMs += Math.abs(step) > mostStepMs ? usualStepMs : step;
    if (this.#nowMs < 0) this.#nowMs = 0;
    return this.#nowMs;
  }

  /** The next time stamp begins another count, and stands for `atMs`, or for what follows the last one. */
  goOn(atMs: number): void {
    this.#last = undefined;
    this.#nowMs = Math.max(this.#nowMs + usualStepMs, atMs);
  }
}
