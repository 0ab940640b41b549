/**
 * One address at which an encoder sends by SRT. ffmpeg waits there for one caller, and what comes is on the air as if it
 * came by RTMP. When the caller is gone, it waits again, as long as the key of the item serves. [SRT1] [SRT5]–[SRT8]
 */
import type { Ffmpeg, FfmpegRun } from '../../../drivers/ffmpeg/ffmpeg.ts';
import { FlvReader } from '../../../drivers/muxing/flv-reader.ts';
import type { Refusal } from '../../../drivers/rtmp/session.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Broadcast, OnAir } from '../streams/air/on-air.ts';
import type { SrtFaultName } from '../streams/srt-faults.ts';

export interface SrtListenerParts {
  readonly onAir: Pick<OnAir, 'takeByKey' | 'serves'>;
  readonly ffmpeg: Pick<Ffmpeg, 'srtToFlv'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SrtPlace {
  readonly roomId: string;
  readonly mediaId: string;
  /** The key of the item, which is also the passphrase. It is kept in memory for as long as the listener is there. */
  readonly key: string;
  readonly host: string;
  readonly port: number;
  readonly latencyMs: number;
  /** How long the first caller is waited for. */
  readonly waitMs: number;
  /** How long a caller who is gone is waited for. */
  readonly graceMs: number;
}

/** A process of ffmpeg that gives nothing for this long while somebody sends, in milliseconds, hangs. [SRT8] */
const mostSilentMs = 20_000;
/** Least time from one start of ffmpeg to the next, in milliseconds. */
const leastRunMs = 1_000;

const faultsOf: Readonly<Record<Exclude<Refusal, 'bad_name'>, SrtFaultName>> = { taken: 'taken', unavailable: 'full' };

export class SrtListener {
  readonly place: SrtPlace;
  readonly #parts: SrtListenerParts;
  readonly #onOver: () => void;
  #run: FfmpegRun | undefined;
  #broadcast: Broadcast | undefined;
  #isBeginning = false;
  #isOver = false;
  #deadlineMs: number;
  #startedMs = 0;
  #lastBytesMs = 0;
  #fault: SrtFaultName | undefined;
  #cancelStart: () => void = () => {};

  /** Waits for a caller from now on. `onOver` is called once, when its process has ended. */
  constructor(parts: SrtListenerParts, place: SrtPlace, onOver: () => void) {
    this.#parts = parts;
    this.place = place;
    this.#onOver = onOver;
    this.#deadlineMs = parts.clock.nowMs() + place.waitMs;
    this.#listen();
  }

  /** Somebody sends. */
  get isSending(): boolean {
    return this.#isBeginning || this.#broadcast !== undefined;
  }

  get fault(): SrtFaultName | undefined {
    return this.#fault;
  }

  /** Called at intervals: ends what is not waited for any more, and a process that hangs. */
  async look(): Promise<void> {
    const { clock, onAir } = this.#parts;
    if (this.#isBeginning || this.#isOver) return;
    if (this.#broadcast) {
      if (clock.nowMs() - this.#lastBytesMs > mostSilentMs) this.#run?.stop();
      return;
    }
    const isWaitedFor = clock.nowMs() < this.#deadlineMs && (await onAir.serves(this.#request));
    if (!isWaitedFor && !this.isSending) await this.end('ended');
  }

  /** Resolves when its process has ended, so that its port is free. */
  async end(how: 'ended' | 'broken'): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelStart();
    this.#endBroadcast(how);
    this.#run?.stop();
    await this.#run?.ended;
    this.#onOver();
  }

  get #request() {
    return { app: `live/${this.place.roomId}`, name: this.place.key };
  }

  #listen(): void {
    const { clock, ffmpeg } = this.#parts;
    const { host, port, key: passphrase, latencyMs } = this.place;
    this.#startedMs = clock.nowMs();
    const waitMs = Math.max(leastRunMs, this.#deadlineMs - this.#startedMs);
    const run = ffmpeg.srtToFlv({ host, port, passphrase, latencyMs, waitMs });
    this.#run = run;
    void this.#follow(run);
  }

  /** Never rejects. */
  async #follow(run: FfmpegRun): Promise<void> {
    const { clock, log } = this.#parts;
    const complaint = await this.#pass(run).catch((cause: unknown) => String(cause));
    if (this.#isOver) return;
    const { roomId, mediaId } = this.place;
    if (this.#broadcast) {
      this.#deadlineMs = clock.nowMs() + this.place.graceMs;
      this.#endBroadcast('broken');
    } else if (complaint !== '' && clock.nowMs() < this.#deadlineMs) {
      this.#fault = 'unreadable';
      log.warn({ roomId, mediaId, complaint }, 'SRT: what a caller sent cannot be taken');
    }
    const restMs = Math.max(0, this.#startedMs + leastRunMs - clock.nowMs());
    this.#cancelStart = clock.after(restMs, () => this.#listen());
    await this.look().catch((err: unknown) => log.warn({ err }, 'SRT: a key could not be looked for'));
  }

  /** The last complaint of ffmpeg; empty: all went well. */
  async #pass(run: FfmpegRun): Promise<string> {
    const { clock } = this.#parts;
    const reader = new FlvReader((message) => this.#broadcast?.stream.take(message));
    try {
      for await (const piece of run.bytes as AsyncIterable<Buffer>) {
        this.#lastBytesMs = clock.nowMs();
        if (!this.#broadcast && !(await this.#begin())) return '';
        reader.push(piece);
      }
    } finally {
      // What it sends cannot be read, or nobody takes it.
      if (!run.bytes.readableEnded) run.stop();
    }
    return run.ended;
  }

  /** The first bytes are there: only who has the key could send them. False: they are not taken. */
  async #begin(): Promise<boolean> {
    const { onAir, log } = this.#parts;
    const { roomId, mediaId } = this.place;
    this.#isBeginning = true;
    const publisher = { address: 'SRT', end: () => void this.end('ended') };
    const taken = await onAir
      .takeByKey(this.#request, publisher)
      .catch((err: unknown) => logFailedWork(log, err, 'SRT: a caller could not be let in', { roomId, mediaId }))
      .finally(() => {
        this.#isBeginning = false;
      });
    if (!taken) return false;
    if (typeof taken !== 'string') {
      this.#broadcast = taken;
      this.#fault = undefined;
      if (this.#isOver) this.#endBroadcast('ended');
      else log.info({ ...taken.place }, 'SRT: a caller sends');
      return !this.#isOver;
    }
    log.info({ roomId, mediaId, refusal: taken }, 'SRT: a caller was refused');
    if (taken === 'bad_name') void this.end('ended');
    else this.#fault = faultsOf[taken];
    return false;
  }

  #endBroadcast(how: 'ended' | 'broken'): void {
    const broadcast = this.#broadcast;
    this.#broadcast = undefined;
    broadcast?.end(how);
  }
}
