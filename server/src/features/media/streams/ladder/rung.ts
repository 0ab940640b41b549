/**
 * A smaller version of a stream: ffmpeg codes the picture, the sound stays as it is, and both become a stream of their
 * own, at the times of the source. [LS81]–[LS85]
 */
import type { Writable } from 'node:stream';
import type { Ffmpeg, FfmpegRun, SmallerPicture } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { FlvReader } from '../../../../drivers/muxing/flv-reader.ts';
import type { MediaMessage } from '../../../../drivers/rtmp/session.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import { LiveStream, type TagReader } from '../air/live-stream.ts';
import { readMetadata } from '../air/stream-facts.ts';
import type { Tag } from '../air/tag.ts';
import type { Viewers } from '../air/viewers.ts';
import type { PassedTag } from '../relays/relay-state.ts';
import { RungInput } from './rung-input.ts';
import { WaitingSound } from './waiting-sound.ts';

export interface RungParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly ffmpeg: Pick<Ffmpeg, 'shrink'>;
}

/**
 * A process of ffmpeg that gets pictures, or the end of them, and codes none for this long, in milliseconds, hangs.
 * [LS84]
 */
const mostSilentMs = 10_000;
const lookEveryMs = 1_000;
/** An encoder that changes more often than this, in milliseconds, has no rungs. [LS85] */
const leastRunMs = 2_000;

/** One process of ffmpeg. */
interface Run {
  readonly process: FfmpegRun & { readonly input: Writable };
  readonly input: RungInput;
  readonly startedMs: number;
}

export class Rung implements TagReader {
  readonly stream: LiveStream;
  readonly #parts: RungParts;
  readonly #source: LiveStream;
  readonly #size: SmallerPicture;
  readonly #onOver: () => void;
  readonly #cancelLook: () => void;
  #sound = new WaitingSound();
  #run: Run | undefined;
  #hasFailed = false;
  #isOver = false;
  #lastAskedMs: number;
  #lastGivenMs: number;
  #lastCodedMs: number;

  /** Waits for `start`. `onOver` is called once. */
  constructor(parts: RungParts, source: LiveStream, size: SmallerPicture, onOver: () => void) {
    const { clock } = parts;
    this.#parts = parts;
    this.#source = source;
    this.#size = size;
    this.#onOver = onOver;
    this.stream = new LiveStream({ generationId: source.generationId, clock, zeroMs: source.zeroMs });
    this.#lastAskedMs = clock.nowMs();
    this.#lastGivenMs = this.#lastAskedMs;
    this.#lastCodedMs = this.#lastAskedMs;
    this.#cancelLook = clock.every(lookEveryMs, () => this.#look());
  }

  /** True: ffmpeg died or hung, so viewers go back to the source. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get viewers(): Viewers {
    return this.stream.viewers;
  }

  /** Somebody reads it. */
  ask(): void {
    this.#lastAskedMs = this.#parts.clock.nowMs();
  }

  /** When somebody read it last: now, while there are readers. */
  get lastReadMs(): number {
    if (this.stream.readerCount > 0 || this.stream.hls.readers.count > 0) this.ask();
    return this.#lastAskedMs;
  }

  onTag(tag: Tag): void {
    if (tag.track === 'audio') return this.#pass(this.#sound.add(tag));
    if (tag.media.kind === 'frame') this.#noteGiven();
    this.#run?.input.add(tag);
  }

  /** Where no pictures came for long, ffmpeg has its time from the first one on. */
  #noteGiven(): void {
    const nowMs = this.#parts.clock.nowMs();
    if (nowMs - this.#lastGivenMs > mostSilentMs) this.#lastCodedMs = nowMs;
    this.#lastGivenMs = nowMs;
  }

  /** The source begins anew, and its readers may come back once all of them were told. */
  onChanged(): void {
    const startedMs = this.#run?.startedMs ?? 0;
    if (this.#parts.clock.nowMs() - startedMs < leastRunMs) return this.#fail('the encoder changes too often');
    this.#stopRun();
    queueMicrotask(() => !this.#isOver && this.start());
  }

  onEnd(): void {
    if (!this.#run) return this.end();
    this.#noteGiven();
    this.#run.input.end();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelLook();
    this.#source.detach(this);
    this.#stopRun();
    this.stream.end();
    this.#onOver();
  }

  /** Begins at the last key frame of the source. It fails at once where the source has no room for it. */
  start(): void {
    const { clock, ffmpeg } = this.#parts;
    const process = ffmpeg.shrink(this.#size);
    const run = { process, input: new RungInput(process.input), startedMs: clock.nowMs() };
    this.#run = run;
    // Both tracks are known from the beginning, so nobody begins with one of them.
    const { video, audio } = this.#source.facts;
    this.stream.learnFacts({ ...this.stream.facts, video, audio });
    this.#lastCodedMs = run.startedMs;
    void this.#read(run);
    for (const tag of this.#source.beginning) this.onTag(tag);
    if (!this.#source.attach(this)) this.#fail('the source has no room for another reader');
  }

  #stopRun(): void {
    const run = this.#run;
    this.#run = undefined;
    run?.process.stop();
    this.#sound = new WaitingSound();
  }

  /** Reads until ffmpeg ends. Never rejects. */
  async #read(run: Run): Promise<void> {
    let complaint = '';
    try {
      const reader = new FlvReader((message) => this.#take(message));
      for await (const piece of run.process.bytes as AsyncIterable<Buffer>) if (this.#run === run) reader.push(piece);
      complaint = await run.process.ended;
    } catch (cause) {
      complaint = String(cause);
    }
    if (this.#run !== run) return;
    if (!this.#source.isOver || complaint !== '') return this.#fail(complaint || 'ffmpeg ended by itself');
    this.#pass(this.#sound.flush());
    this.end();
  }

  #take({ kind, timestamp, payload }: MediaMessage): void {
    if (kind === 'data') {
      const { width, height, frameRate } = readMetadata(payload) ?? {};
      this.stream.learnFacts({ ...this.stream.facts, width, height, frameRate });
    }
    if (kind !== 'video') return;
    this.#lastCodedMs = this.#parts.clock.nowMs();
    this.#pass(this.#sound.pictureComes(timestamp));
    this.#pass([{ track: 'video', ms: timestamp, payload }]);
  }

  #pass(tags: readonly PassedTag[]): void {
    for (const { track, ms, payload } of tags) this.stream.takePassedOn({ track, ms, payload });
  }

  #look(): void {
    // After its source's end, ffmpeg has all there is, and is to end.
    if (this.#source.isOver) this.#lastGivenMs = this.#parts.clock.nowMs();
    if (this.#lastGivenMs - this.#lastCodedMs > mostSilentMs) this.#fail('ffmpeg codes nothing');
  }

  #fail(why: string): void {
    if (this.#isOver) return;
    this.#hasFailed = true;
    this.#parts.log.warn({ why, generationId: this.stream.generationId }, 'a smaller version of a stream broke off');
    this.end();
  }
}
