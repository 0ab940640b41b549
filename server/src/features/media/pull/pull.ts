/** One stream that this process pulls: from its source to the air, with reconnects while it has viewers. */

import type { MediaMessage } from '../../../drivers/rtmp/session.ts';
import { type Clock, pause } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Random } from '../../../kernel/random.ts';
import type { LiveStream } from '../streams/air/live-stream.ts';
import type { Broadcast, OnAir } from '../streams/air/on-air.ts';
import type { PullNotice } from '../streams/air/pull-notice.ts';
import { BackOff } from './back-off.ts';
import type { LiveSources } from './sources/live-sources.ts';
import { causesOf, PullFailed, type PullFault, slipOf } from './sources/pull-failed.ts';

export interface PullParts {
  readonly sources: LiveSources;
  readonly onAir: Pick<OnAir, 'tellPull'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Called each time a source fails or ends. */
  readonly onFault: (protocol: string, fault: PullFault) => void;
}

/** The source of a pull, and its abort signal. */
export interface PullFrom {
  readonly version: number;
  /** Includes the account. */
  readonly address: string;
  readonly ending: AbortController;
}

/** A source that has sent for this long (ms) counts as working: after its next end it is retried soon. */
const wellMs = 20_000;

export class Pull {
  readonly roomId: string;
  readonly version: number;
  /** The kind of the source, for the metrics. */
  readonly protocol: string;
  readonly stream: LiveStream;
  readonly #parts: PullParts;
  readonly #taken: Broadcast;
  readonly #address: string;
  readonly #ending: AbortController;
  readonly #waiting = new Set<() => void>();
  #told: PullNotice = { state: 'connecting' };
  #hasBegun = false;
  #isOver = false;
  #lastReadMs: number;

  constructor(parts: PullParts, taken: Broadcast, from: PullFrom) {
    this.#parts = parts;
    this.#taken = taken;
    this.#address = from.address;
    this.#ending = from.ending;
    this.roomId = taken.place.roomId;
    this.version = from.version;
    this.protocol = new URL(from.address).protocol.replace(':', '');
    this.stream = taken.stream;
    this.#lastReadMs = parts.clock.nowMs();
  }

  get state(): PullNotice['state'] {
    return this.#told.state;
  }

  /** Records that the stream was read. */
  noteRead(): void {
    this.#lastReadMs = this.#parts.clock.nowMs();
  }

  /** When the stream was last read: now, while it has readers. */
  get lastReadMs(): number {
    const { readerCount, feedCount, hls } = this.stream;
    if (readerCount > 0 || feedCount > 0 || hls.readers.count > 0) this.noteRead();
    return this.#lastReadMs;
  }

  end(): void {
    this.#ending.abort();
  }

  /** Resolves when there is something to read (undefined), or with the reason why there is not. */
  async ready(): Promise<PullFault | 'over' | undefined> {
    const isDecided = () => this.#hasBegun || this.#isOver || this.#told.state === 'waiting';
    while (!isDecided()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
    if (this.#hasBegun && !this.#isOver) return undefined;
    return this.#isOver ? 'over' : (this.#told.fault ?? 'unreachable');
  }

  /** Pulls until `end` is called, or the stream is taken off the air. Never rejects. */
  async run(): Promise<void> {
    const { clock, random } = this.#parts;
    const { signal } = this.#ending;
    const backOff = new BackOff(random);
    while (!signal.aborted) {
      const startedMs = clock.nowMs();
      const fault = await this.#pull(signal);
      if (fault === undefined) break;
      this.#parts.onFault(this.protocol, fault);
      if (this.#told.state === 'on_air' && clock.nowMs() - startedMs > wellMs) backOff.reset();
      const waitMs = backOff.next();
      this.#tell({ state: 'waiting', fault, nextTryMs: Math.round(clock.nowMs() + waitMs) });
      await pause(clock, waitMs, signal);
      if (!signal.aborted) this.#tell({ state: 'connecting', fault });
    }
    this.#isOver = true;
    this.#taken.end('ended');
    this.#wake();
  }

  /** Undefined: the pull was ended here. */
  async #pull(signal: AbortSignal): Promise<PullFault | undefined> {
    const { sources, log } = this.#parts;
    const { roomId, mediaId } = this.#taken.place;
    let isFirst = true;
    try {
      const onMedia = (message: MediaMessage) => {
        if (isFirst && message.kind !== 'data') {
          isFirst = false;
          this.stream.resume();
          this.#begin();
        }
        this.stream.take(message);
      };
      await sources.pull({ address: this.#address, signal, onMedia });
      return undefined;
    } catch (cause) {
      if (signal.aborted) return undefined;
      const failed = cause instanceof PullFailed ? cause : new PullFailed('unreachable', cause);
      const { fault } = failed;
      const facts = { roomId, mediaId, protocol: this.protocol, fault, causes: causesOf(failed) };
      const err = slipOf(failed);
      if (err) log.error({ ...facts, err }, 'a stream could not be pulled');
      else log.info(facts, 'the source of a stream failed');
      return fault;
    }
  }

  #begin(): void {
    this.#hasBegun = true;
    this.#tell({ state: 'on_air' });
  }

  #tell(told: PullNotice): void {
    this.#told = told;
    void this.#parts.onAir.tellPull(this.#taken.place, told);
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
