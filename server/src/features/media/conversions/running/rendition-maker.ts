/** Makes the segments of one rendition when they are asked for, and a little ahead. [CV8] */
import type { Ffmpeg } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { readFragments } from '../../../../drivers/ffmpeg/fragments.ts';
import { writeSegment } from '../../../../drivers/ffmpeg/segment.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { Log } from '../../../../kernel/log.ts';
import { conversionErrors } from '../conversions.errors.ts';
import { type Encoder, software } from '../encoders/encoder.ts';
import type { Encoders } from '../encoders/encoders.ts';
import type { Rendition } from '../plan/plan.ts';
import { type Cutter, makeCutter } from './cutter.ts';
import type { Places } from './places.ts';
import { argsFor } from './run-args.ts';
import type { SegmentStore } from './segment-store.ts';
import { type WatchedRun, watchSilence } from './silence.ts';

/**
 * How far a run goes on beyond the last segment that was asked for, in segments. Sound is made so fast that it need not
 * be far ahead, and should not hold up the picture.
 */
const mostAhead = { video: 16, sound: 4 } as const;
/** A segment at most this many after the next one of a run is waited for; for others a new run begins. */
const soon = 4;
/** Most runs of a rendition at a time: rooms may be at different places of one film. */
const maxRuns = 3;
/** A run from which nobody asks anything for this long, in milliseconds, ends. */
const idleMs = 60_000;
/** Longest wait for a segment, in milliseconds. */
const longestWaitMs = 30_000;
/**
 * A process that gives nothing for this long, in milliseconds, hangs. Where hardware does, software can still make in
 * time what a viewer waits for. Software itself may need long for one picture.
 */
const longestSilenceMs = { hardware: 10_000, software: 60_000 } as const;

export interface MakerParts {
  readonly ffmpeg: Ffmpeg;
  readonly store: SegmentStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly places: Pick<Places, 'take' | 'isWanted' | 'isFull'>;
  readonly encoders: Pick<Encoders, 'current' | 'distrust' | 'trust'>;
  /** Called when a process has ended, or found no place. */
  readonly onEnded: (reason: RunEnd) => void;
}

/**
 * Why a run ended: the film was over, nobody asked for more, there was no place in time, or ffmpeg could not go on.
 */
export type RunEnd = 'completed' | 'unneeded' | 'no_place' | 'failed';

interface Film {
  /** In the names of files. */
  readonly id: string;
  /** Where ffmpeg reads it. */
  readonly url: string;
  /** As of `LocalFilm`. */
  readonly isReading: () => boolean;
}

interface Run {
  /** The segment that comes next. */
  next: number;
  /** The last segment that somebody asked for. Set far before `next`, it makes the run rest after each segment. */
  wanted: number;
  askedMs: number;
  /** Whether it has a place among the processes, or waits for one. */
  isWorking: boolean;
  readonly end: () => void;
  /** Continues a run that has waited. */
  resume: () => void;
}

interface Waiting {
  readonly part: string;
  /** The segment; -1: the initialization segment. */
  readonly number: number;
  readonly settle: (failure?: unknown) => void;
}

/** The place of a run among the processes. */
interface Place {
  /** Frees it, once. */
  free: () => void;
}

/** Whether the run makes the part soon. Each makes the initialization segment. */
function serves({ next }: Run, { number }: Pick<Waiting, 'number'>): boolean {
  return number < 0 || (number >= next && number <= next + soon);
}

export class RenditionMaker {
  readonly #parts: MakerParts;
  readonly #film: Film;
  readonly #rendition: Rendition;
  /** Those that were asked longest ago first. */
  #runs: Run[] = [];
  #waiting: Waiting[] = [];
  #isStopped = false;

  constructor(parts: MakerParts, film: Film, rendition: Rendition) {
    this.#parts = parts;
    this.#film = film;
    this.#rendition = rendition;
  }

  /** Whether it works for somebody now. */
  get isRunning(): boolean {
    return this.#runs.length > 0;
  }

  get #maxAhead(): number {
    return mostAhead[this.#rendition.kind];
  }

  /**
   * The initialization segment, which every run makes. If none goes on, `findPlace` tells where in the film, in seconds,
   * one begins. @throws AppError as `segment`
   */
  init(findPlace: () => Promise<number>, signal: AbortSignal): Promise<Buffer> {
    return this.#get('init', -1, signal, () => void this.#beginNear(findPlace));
  }

  /** @throws AppError `conversions.unknown_part`, `.busy`, `.failed` */
  async segment(number: number, signal: AbortSignal): Promise<Buffer> {
    if (number >= this.#rendition.starts.length) throw conversionErrors.unknown_part();
    return this.#get(String(number), number, signal, () => this.#begin(number, number));
  }

  /** Makes the segment at this place before somebody asks for it, and no more. */
  prepare(seconds: number): void {
    const number = this.#segmentAt(seconds);
    const part = String(number);
    if (this.#isStopped || this.#parts.store.has(this.#film.id, this.#nameOf(part))) return;
    if (!this.#runs.some((run) => serves(run, { number }))) this.#begin(number, number - this.#maxAhead);
  }

  /** The film is forgotten: nothing of it is made any more. */
  stop(): void {
    this.#isStopped = true;
    this.#settle(() => true, conversionErrors.failed());
    for (const run of this.#runs) run.end();
  }

  /** `begin` begins a run that makes the part, where none goes on. */
  async #get(part: string, number: number, signal: AbortSignal, begin: () => void): Promise<Buffer> {
    const { store } = this.#parts;
    for (;;) {
      this.#ask(number);
      const found = await store.get(this.#film.id, this.#nameOf(part));
      if (found) return found;
      if (this.#isStopped) throw conversionErrors.failed();
      const coming = this.#wait(part, number, signal);
      // Others may have begun meanwhile.
      if (!this.#ask(number)) begin();
      await coming;
    }
  }

  /** Begins where the room is, unless others have begun meanwhile or nobody waits any more. */
  async #beginNear(findPlace: () => Promise<number>): Promise<void> {
    const seconds = await findPlace().catch(() => 0);
    if (this.#runs.length > 0 || this.#waiting.length === 0) return;
    const first = this.#segmentAt(seconds);
    this.#begin(first, first - this.#maxAhead);
  }

  #segmentAt(seconds: number): number {
    return Math.max(
      0,
      this.#rendition.starts.findLastIndex((start) => start <= seconds),
    );
  }

  #nameOf(part: string): string {
    return `${this.#rendition.name}.${part}`;
  }

  /** Tells the run that has just made `number`, or soon will, how far to go. @returns whether it will make it. */
  #ask(number: number): boolean {
    if (number < 0) return this.#runs.length > 0;
    const run = this.#runs.find(({ next }) => number <= next + soon && number + 2 * this.#maxAhead > next);
    if (!run) return false;
    run.askedMs = this.#parts.clock.nowMs();
    this.#runs = [...this.#runs.filter((one) => one !== run), run];
    run.wanted = Math.max(run.wanted, number);
    run.resume();
    return run.next <= number;
  }

  #wait(part: string, number: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    return new Promise<void>((resolve, reject) => {
      const over = () => settle(conversionErrors.busy());
      const cancel = clock.after(longestWaitMs, over);
      const settle = (failure?: unknown) => {
        cancel();
        signal.removeEventListener('abort', over);
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        if (failure) reject(failure);
        else resolve();
      };
      const waiting = { part, number, settle };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', over, { once: true });
      if (signal.aborted) over();
    });
  }

  #settle(which: (waiting: Waiting) => boolean, failure?: unknown): void {
    for (const waiting of this.#waiting.filter(which)) waiting.settle(failure);
  }

  /** Begins a run for those who wait for what no run makes, the first of them. */
  #beginNext(): void {
    const next = this.#waiting.find((one) => !this.#runs.some((run) => serves(run, one)));
    if (next) this.#begin(Math.max(0, next.number), next.number);
  }

  /**
   * Begins a run with the segment `next`. Where all runs work for somebody who waits, its turn comes when one of them
   * has made that.
   */
  #begin(next: number, wanted: number): void {
    const unneeded = this.#runs.filter((run) => !this.#waiting.some((one) => serves(run, one)));
    if (this.#runs.length >= maxRuns) {
      // Ending one that is needed would make its viewers ask for another, which would end the next, and so on for ever.
      if (unneeded.length === 0) return;
      unneeded[0]!.end();
    }
    // They give way until they are asked again; those at work end, as the viewer who has jumped waits for their place.
    for (const other of unneeded) {
      if (other.isWorking && this.#parts.places.isFull(this.#rendition)) other.end();
      other.wanted = -this.#maxAhead - 1;
    }
    const ending = new AbortController();
    const { clock } = this.#parts;
    const run: Run = {
      ...{ next, wanted, askedMs: clock.nowMs(), isWorking: true },
      resume: () => undefined,
      end: () => {
        if (ending.signal.aborted) return;
        ending.abort();
        run.resume();
        this.#runs = this.#runs.filter((one) => one !== run);
        // Its readers ask again.
        this.#settle((waiting) => serves(run, waiting));
      },
    };
    this.#runs.push(run);
    const cancel = clock.every(idleMs / 4, () => {
      if (clock.nowMs() - run.askedMs > idleMs) run.end();
    });
    void this.#work(run, ending.signal)
      .catch((failure: unknown): RunEnd => {
        if (ending.signal.aborted) return 'unneeded';
        this.#settle((waiting) => serves(run, waiting), failure);
        return failure instanceof AppError && failure.reason === 'conversions.busy' ? 'no_place' : 'failed';
      })
      .then(this.#parts.onEnded)
      .finally(() => {
        cancel();
        run.end();
        this.#beginNext();
      });
  }

  async #work(run: Run, signal: AbortSignal): Promise<RunEnd> {
    const { ffmpeg, encoders, places } = this.#parts;
    const isCoded = this.#rendition.kind === 'video' && !this.#rendition.isCopy;
    const place = { free: await places.take(this.#rendition, signal) };
    try {
      const encoder = isCoded ? await encoders.current(ffmpeg) : software;
      return await this.#convert(run, place, encoder, signal);
    } finally {
      place.free();
    }
  }

  /** Where hardware fails, software goes on with the segment that comes next. [CV15] */
  async #convert(run: Run, place: Place, encoder: Encoder, signal: AbortSignal): Promise<RunEnd> {
    const { encoders, log } = this.#parts;
    let complaint = await this.#make(run, place, encoder, signal);
    if (complaint !== '' && encoder.kind !== 'software' && !signal.aborted) {
      encoders.distrust(encoder, complaint);
      const failedAt = run.next;
      complaint = await this.#make(run, place, software, signal);
      if (complaint !== '' && run.next === failedAt) encoders.trust();
    }
    if (signal.aborted) return 'unneeded';
    if (complaint !== '') log.warn({ rendition: this.#rendition.name, complaint }, 'ffmpeg could not convert a film');
    // What the film is shorter than it says will not come.
    const failure = complaint === '' ? conversionErrors.unknown_part() : conversionErrors.failed();
    this.#settle((waiting) => serves(run, waiting), failure);
    return complaint === '' ? 'completed' : 'failed';
  }

  /** Runs one process from the segment that comes next on. @returns its complaint */
  async #make(run: Run, place: Place, encoder: Encoder, signal: AbortSignal): Promise<string> {
    const ffmpeg = this.#parts.ffmpeg.run(this.#film.url, argsFor(this.#rendition, run.next, encoder));
    const stop = () => ffmpeg.stop();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const { isReading } = this.#film;
    const longestMs = longestSilenceMs[encoder.kind === 'software' ? 'software' : 'hardware'];
    const watched = watchSilence(ffmpeg, { clock: this.#parts.clock, longestMs, isReading });
    try {
      return await this.#read(watched, run, place, signal);
    } finally {
      signal.removeEventListener('abort', stop);
      ffmpeg.stop();
      await watched.ended;
    }
  }

  /** @returns the complaint of the process */
  async #read(ffmpeg: WatchedRun, run: Run, place: Place, signal: AbortSignal): Promise<string> {
    const reader = readFragments();
    const first = run.next;
    let cutter: Cutter | undefined;
    for await (const chunk of ffmpeg.bytes) {
      const samples = reader.push(chunk);
      if (!reader.init) continue;
      if (!cutter) {
        cutter = makeCutter(this.#rendition, first, reader.init.timescale);
        await this.#keep('init', reader.init.bytes);
      }
      for (const sample of samples) {
        for (const { number, samples: own } of cutter.push(sample))
          await this.#finish(run, place, number, writeSegment(number, own), signal);
      }
      if (signal.aborted) return '';
    }
    const complaint = await ffmpeg.ended;
    // The next run makes this segment again, whole.
    if (complaint !== '') return complaint;
    for (const { number, samples } of cutter?.end() ?? []) {
      await this.#keep(String(number), writeSegment(number, samples));
      run.next = number + 1;
    }
    return complaint;
  }

  /**
   * Stores a segment, and waits while the run is far enough ahead, or has made what was asked for and others wait for
   * its place. A run that waits needs no place: its ffmpeg is idle.
   */
  async #finish(run: Run, place: Place, number: number, bytes: Buffer, signal: AbortSignal): Promise<void> {
    await this.#keep(String(number), bytes);
    // Not before: who asks meanwhile waits for this one.
    run.next = number + 1;
    const { wanted } = run;
    const givesWay = run.next > wanted && this.#parts.places.isWanted(this.#rendition);
    const rests = () => run.next > run.wanted + this.#maxAhead || (givesWay && run.wanted === wanted);
    if (!rests()) return;
    place.free();
    run.isWorking = false;
    while (rests() && !signal.aborted)
      await new Promise<void>((resolve) => {
        run.resume = resolve;
      });
    run.isWorking = true;
    if (!signal.aborted) place.free = await this.#parts.places.take(this.#rendition, signal);
  }

  async #keep(part: string, bytes: Buffer): Promise<void> {
    await this.#parts.store.put(this.#film.id, this.#nameOf(part), bytes);
    this.#settle((waiting) => waiting.part === part);
    this.#beginNext();
  }
}
