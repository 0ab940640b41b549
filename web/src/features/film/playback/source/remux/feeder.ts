import type { FilmWorker } from './film-worker.ts';
import type { FilmPart, SoundCoding } from './messages.ts';
import type { PartBuffer } from './part-buffer.ts';

/** How far ahead of the picture to load, in seconds, as with HLS; down to the least where the browser lacks room. */
export const mostAheadSeconds = 30;
const leastAheadSeconds = 4;
/** How much to keep behind the picture, in seconds: jumps back of ten seconds need no loading. */
const behindSeconds = 30;
/** What is further behind is dropped in steps of this length, in seconds. */
const evictionSeconds = 10;
/** A jump to at most this far after what is loaded waits for loading to get there, in seconds. */
const nearSeconds = 3;
/** The tracks of a film may begin this far apart, in seconds. */
const slackSeconds = 0.3;

/** The played parts of the film: the MIME type of each, the index of the sound, and how it is coded. */
export interface Selection {
  readonly types: ReadonlyMap<FilmPart, string>;
  readonly sound: number | undefined;
  readonly coding: SoundCoding | undefined;
}

export interface FeederParts {
  readonly media: HTMLMediaElement;
  readonly mediaSource: MediaSource;
  readonly buffers: ReadonlyMap<FilmPart, PartBuffer>;
  readonly worker: Pick<FilmWorker, 'begin' | 'next'>;
  /** How much to load ahead of the picture at most, in seconds. */
  readonly aheadSeconds: number;
  /** Called with the error of an operation that failed. */
  readonly onFailure: (error: unknown) => void;
}

/** Keeps the buffers filled around the place of the player. */
export interface Feeder {
  /** Drops what is loaded of these parts, and loads them from `fromSeconds` on. */
  begin(fromSeconds: number, selection: Selection, parts?: readonly FilmPart[]): void;
  stop(): void;
}

/** How far a part has been read. */
interface Cursor {
  readonly run: number;
  readonly fromSeconds: number;
  endSeconds: number;
  isLast: boolean;
}

/** Starts a feeder, which loads nothing yet. */
export function makeFeeder(parts: FeederParts): Feeder {
  return new Feeding(parts);
}

class Feeding implements Feeder {
  readonly #parts: FeederParts;
  readonly #cursors = new Map<FilmPart, Cursor>();
  readonly #moves: ReturnType<typeof makeMoves>;
  #selection: Selection | undefined;
  #run = 0;
  #aheadSeconds: number;
  #isStopped = false;

  constructor(parts: FeederParts) {
    this.#parts = parts;
    this.#aheadSeconds = parts.aheadSeconds;
    this.#moves = makeMoves(parts.media);
    parts.media.addEventListener('seeking', this.#onSeeking);
  }

  begin(fromSeconds: number, selection: Selection, parts: readonly FilmPart[] = [...this.#parts.buffers.keys()]): void {
    const { buffers, worker, onFailure } = this.#parts;
    this.#selection = selection;
    this.#run += 1;
    const run = this.#run;
    const { sound, coding, types } = selection;
    const cleared = parts.map((part) => buffers.get(part)!.clear(types.get(part)!));
    const begun = Promise.all([...cleared, worker.begin({ run, fromSeconds, parts, sound, coding })]);
    for (const part of parts) {
      const cursor = { run, fromSeconds, endSeconds: fromSeconds, isLast: false };
      this.#cursors.set(part, cursor);
      begun
        .then(() => this.#feed(part, cursor))
        .catch((error) => {
          if (this.#isCurrent(part, cursor)) onFailure(error);
        });
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#moves.stop();
    this.#parts.media.removeEventListener('seeking', this.#onSeeking);
  }

  #isCurrent(part: FilmPart, cursor: Cursor): boolean {
    return !this.#isStopped && this.#cursors.get(part) === cursor;
  }

  async #feed(part: FilmPart, cursor: Cursor): Promise<void> {
    const { media, mediaSource, worker } = this.#parts;
    while (!cursor.isLast) {
      if (!this.#isCurrent(part, cursor)) return;
      if (cursor.endSeconds - media.currentTime >= this.#aheadSeconds) {
        await this.#moves.next();
        continue;
      }
      const { bytes, endSeconds, isLast } = await worker.next(cursor.run, part);
      if (bytes.length > 0) await this.#append(part, cursor, bytes);
      cursor.endSeconds = Math.max(cursor.endSeconds, endSeconds);
      cursor.isLast = isLast;
    }
    const isDone = [...this.#cursors.values()].every((one) => one.isLast);
    if (this.#isCurrent(part, cursor) && isDone && mediaSource.readyState === 'open') mediaSource.endOfStream();
  }

  async #append(part: FilmPart, cursor: Cursor, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { media, buffers } = this.#parts;
    const buffer = buffers.get(part)!;
    while (this.#isCurrent(part, cursor)) {
      const { buffered } = buffer;
      const start = buffered.length > 0 ? buffered.start(0) : media.currentTime;
      if (media.currentTime - start > behindSeconds + evictionSeconds)
        await buffer.removeBefore(media.currentTime - behindSeconds);
      try {
        return await buffer.append(bytes);
      } catch (error) {
        if ((error as Partial<DOMException>).name !== 'QuotaExceededError') throw error;
      }
      this.#aheadSeconds = Math.max(leastAheadSeconds, this.#aheadSeconds / 2);
      await buffer.removeBefore(media.currentTime - 1);
      await this.#moves.next();
    }
  }

  /** Whether the place is loaded, or loading will soon get there. */
  #reaches(part: FilmPart, seconds: number): boolean {
    const cursor = this.#cursors.get(part);
    const { buffered } = this.#parts.buffers.get(part)!;
    if (cursor === undefined) return false;
    const start = buffered.length > 0 ? buffered.start(0) : cursor.fromSeconds;
    return seconds >= start - slackSeconds && (cursor.isLast || seconds <= cursor.endSeconds + nearSeconds);
  }

  readonly #onSeeking = (): void => {
    const { media, buffers } = this.#parts;
    const isLoaded = [...buffers.keys()].every((part) => this.#reaches(part, media.currentTime));
    if (this.#selection && !isLoaded) this.begin(media.currentTime, this.#selection);
  };
}

/** Lets loading wait until the player has moved. */
function makeMoves(media: HTMLMediaElement) {
  let waiting: (() => void)[] = [];
  const go = () => {
    const all = waiting;
    waiting = [];
    for (const resolve of all) resolve();
  };
  for (const event of ['timeupdate', 'seeking']) media.addEventListener(event, go);
  return {
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
    stop() {
      for (const event of ['timeupdate', 'seeking']) media.removeEventListener(event, go);
      go();
    },
  };
}
