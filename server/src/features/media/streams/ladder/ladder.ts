/** The smaller versions of the streams of this process, made while somebody watches them. [LS80]–[LS85] */
import { availableParallelism } from 'node:os';
import type { FfmpegFinder } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import type { SettingValues } from '../../../../kernel/settings/settings.ts';
import type { LiveStream } from '../air/live-stream.ts';
import type { OnlyTrack } from '../flv/flv-reader.ts';
import { streamErrors } from '../streams.errors.ts';
import type { streamSettings } from '../streams.settings.ts';
import { Rung } from './rung.ts';
import { rungsOf, smallerPictures, soundRung } from './rungs.ts';

export interface LadderParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly ffmpeg: FfmpegFinder;
  readonly settings: SettingValues<typeof streamSettings>;
  /** Processes of this server on this machine, which share its cores. */
  readonly processes: number;
}

/** A rung that nobody reads ends after this, in milliseconds: those who read HLS come and go. */
const unreadMs = 15_000;
/** After ffmpeg has failed, a rung is not made again for this long, in milliseconds. [LS84] */
const restMs = 60_000;

/** What a viewer of a rung reads. */
export interface OpenRung {
  readonly stream: LiveStream;
  /** The one track that this rung has; undefined: all of `stream`. */
  readonly only: OnlyTrack;
  /** Set where the picture is coded. */
  readonly rung?: Pick<Rung, 'hasFailed'>;
}

export class Ladder {
  readonly #parts: LadderParts;
  /** By source and name. Viewers read the rungs of a source that has ended for as long as they read the source. */
  readonly #rungs = new WeakMap<LiveStream, Map<string, Rung>>();
  readonly #running = new Set<Rung>();

  constructor(parts: LadderParts) {
    this.#parts = parts;
  }

  /** Processes of ffmpeg that run for rungs. */
  get processes(): number {
    return this.#running.size;
  }

  /** The rungs that viewers of a stream may choose. [LS80] */
  offered(source: LiveStream): readonly string[] {
    const { settings, ffmpeg } = this.#parts;
    return settings.ladder ? rungsOf(source, ffmpeg.found !== undefined) : [];
  }

  /**
   * What to read for a rung: the source itself where it does not have that rung. @throws AppError `streams.off_air`,
   * `streams.ladder_full`, `streams.rung_failed`
   */
  async open(source: LiveStream, name: string, signal: AbortSignal): Promise<OpenRung> {
    if (name === '') return { stream: source, only: undefined };
    const known = this.#rungs.get(source)?.get(name);
    if (source.isOver && known && !known.hasFailed) return { stream: known.stream, only: undefined, rung: known };
    if (!(await source.settled(signal))) throw streamErrors.off_air();
    if (!this.offered(source).includes(name)) return { stream: source, only: undefined };
    if (name === soundRung) return { stream: source, only: 'audio' };
    const rung = this.#rungs.get(source)?.get(name) ?? this.#start(source, name);
    if (rung.hasFailed) throw streamErrors.rung_failed();
    rung.ask();
    return { stream: rung.stream, only: undefined, rung };
  }

  /** Called at intervals: ends the rungs that nobody reads, and all when they are switched off. */
  beat(): void {
    const { clock, settings } = this.#parts;
    const oldestMs = clock.nowMs() - unreadMs;
    for (const rung of this.#running) if (!settings.ladder || rung.lastReadMs < oldestMs) rung.end();
  }

  stop(): void {
    for (const rung of this.#running) rung.end();
  }

  /** @throws AppError `streams.ladder_full`, `streams.rung_failed` */
  #start(source: LiveStream, name: string): Rung {
    const { clock, ffmpeg } = this.#parts;
    const [size, found] = [smallerPictures[name], ffmpeg.found];
    if (!size || !found) throw streamErrors.rung_failed();
    if (this.#running.size >= this.#most) throw streamErrors.ladder_full();
    const ofSource = this.#rungs.get(source) ?? new Map<string, Rung>();
    this.#rungs.set(source, ofSource);
    const rung: Rung = new Rung({ ...this.#parts, ffmpeg: found }, source, size, () => {
      this.#running.delete(rung);
      const forget = () => ofSource.get(name) === rung && ofSource.delete(name);
      if (rung.hasFailed) clock.after(restMs, forget);
      else if (!source.isOver) forget();
    });
    this.#running.add(rung);
    ofSource.set(name, rung);
    rung.start();
    return rung;
  }

  get #most(): number {
    const { settings, processes } = this.#parts;
    const all = settings.maxLadderProcesses || availableParallelism() / 2;
    return Math.max(1, Math.floor(all / processes));
  }
}
