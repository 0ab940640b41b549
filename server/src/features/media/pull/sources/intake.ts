/** Monitors a source: its rate, its lead over real time, and its silence. [LV2] [LV3] */

import type { MediaMessage } from '../../../../drivers/rtmp/session.ts';
import { type Clock, pause } from '../../../../kernel/clock.ts';
import { PullFailed } from './pull-failed.ts';

/** About 80 Mbit/s, the same as for an encoder. Faster data waits in the network. */
const mostBytesPerSecond = 10 * 1_048_576;
/** Most messages read per second; a stream has 200. */
const mostMessagesPerSecond = 6_000;
/** A source that sends no media for this long (ms) is silent. */
const silentMs = 10_000;
/**
 * Servers send a burst of some seconds to new clients. A stream further ahead of real time than this (ms) is not live.
 */
const mostAheadMs = 30_000;
/** A larger step of the timestamps (ms) is a jump. */
const mostStepMs = 5_000;
const secondMs = 1_000;

export class Intake {
  readonly #clock: Clock;
  readonly #onMedia: (message: MediaMessage) => void;
  readonly #ending = new AbortController();
  readonly #cancel: () => void;
  #startedMs: number | undefined;
  #lastMediaMs: number;
  #lastStamp: number | undefined;
  #streamMs = 0;
  #secondMs: number;
  #bytes = 0;
  #messages = 0;

  constructor(clock: Clock, onMedia: (message: MediaMessage) => void) {
    this.#clock = clock;
    this.#onMedia = onMedia;
    this.#lastMediaMs = clock.nowMs();
    this.#secondMs = this.#lastMediaMs;
    this.#cancel = clock.every(secondMs, () => this.#look());
  }

  /** Aborts when the source is silent or too fast; the reason is a PullFailed. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  readonly take = (message: MediaMessage): void => {
    if (this.signal.aborted) return;
    this.#messages += 1;
    if (message.kind !== 'data') this.#follow(message.timestamp);
    if (!this.signal.aborted) this.#onMedia(message);
  };

  /** Counts bytes. Resolves when more may be read: at once, or in the next second. */
  async pace(bytes: number): Promise<void> {
    this.#bytes += bytes;
    while (this.#isFull() && !this.signal.aborted) {
      const leftMs = this.#secondMs + secondMs - this.#clock.nowMs();
      await pause(this.#clock, Math.max(leftMs, 1), this.signal);
      this.#goOn();
    }
    this.#goOn();
  }

  close(): void {
    this.#cancel();
  }

  #isFull(): boolean {
    return this.#bytes > mostBytesPerSecond || this.#messages > mostMessagesPerSecond;
  }

  /** Begins the next second. Excess bytes are carried over. */
  #goOn(): void {
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#secondMs < secondMs) return;
    this.#secondMs = nowMs;
    this.#bytes = Math.max(0, this.#bytes - mostBytesPerSecond);
    this.#messages = Math.max(0, this.#messages - mostMessagesPerSecond);
  }

  #follow(stamp: number): void {
    const nowMs = this.#clock.nowMs();
    this.#startedMs ??= nowMs;
    this.#lastMediaMs = nowMs;
    const step = stamp - (this.#lastStamp ?? stamp);
    this.#lastStamp = stamp;
    if (Math.abs(step) <= mostStepMs) this.#streamMs += step;
    if (this.#streamMs - (nowMs - this.#startedMs) > mostAheadMs) this.#fail('too_fast');
  }

  #look(): void {
    if (this.#clock.nowMs() - this.#lastMediaMs > silentMs) this.#fail('silent');
  }

  #fail(fault: 'silent' | 'too_fast'): void {
    this.#ending.abort(new PullFailed(fault));
  }
}
