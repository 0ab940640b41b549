import { createWriteStream, type WriteStream } from 'node:fs';
import { fragment, fragmentsHead, type Mp4Sample } from '../../../../drivers/muxing/mp4-fragments.ts';
import type { Mp4Track } from '../../../../drivers/muxing/mp4-tracks.ts';

/** A frame whose length is not known: the next one tells it. */
export type Frame = Omit<Mp4Sample, 'durationMs'>;

/** Longest fragment, in milliseconds, where no key frame ends it: what a crash can cost. */
const longestMs = 2_000;
const largestBytes = 8 * 1_048_576;
/** A disk that is behind by so many bytes is too slow. */
const mostWaitingBytes = 64 * 1_048_576;
/** How long the last frame is shown where there was none before it, in milliseconds. */
const usualMs = 40;

/** One file of a recording, on its way to the disk. Frames are written in fragments, each with a single write. */
export class PartFile {
  readonly tracks: readonly Mp4Track[];
  readonly #stream: WriteStream;
  readonly #onBroken: (cause: Error) => void;
  #waiting: Mp4Sample[][];
  #last: (Frame | undefined)[];
  #waitingBytes = 0;
  #fragments = 0;
  #bytes: number;
  #endMs = 0;

  /** `onBroken`: nothing can be written any more. */
  constructor(path: string, tracks: readonly Mp4Track[], onBroken: (cause: Error) => void) {
    this.tracks = tracks;
    this.#onBroken = onBroken;
    this.#waiting = tracks.map(() => []);
    this.#last = tracks.map(() => undefined);
    // A recording says what people showed: others on this machine do not read it.
    this.#stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    this.#stream.on('error', onBroken);
    const head = fragmentsHead(tracks);
    this.#bytes = head.length;
    this.#stream.write(head);
  }

  /** Bytes of it so far. */
  get bytes(): number {
    return this.#bytes + this.#waitingBytes;
  }

  /** Milliseconds of it so far. */
  get endMs(): number {
    return this.#endMs;
  }

  /** `at`: which track. Times that go back go on a little after the frame before. */
  add(at: number, frame: Frame): void {
    const last = this.#last[at];
    const dtsMs = last ? Math.max(frame.dtsMs, last.dtsMs + 1) : frame.dtsMs;
    const isFirst = at === 0 && frame.isKey && this.tracks[0]?.kind === 'video';
    if (last) this.#keep(at, last, dtsMs - last.dtsMs);
    if (isFirst || this.#isLong(dtsMs)) this.#flush();
    this.#last[at] = { ...frame, dtsMs };
    this.#endMs = Math.max(this.#endMs, dtsMs);
  }

  /** Writes what is left. Resolves when all of it is in the file, or nothing more can be. */
  end(): Promise<void> {
    for (const [at, last] of this.#last.entries())
      if (last) this.#keep(at, last, this.#waiting[at]!.at(-1)?.durationMs ?? usualMs);
    this.#last = this.tracks.map(() => undefined);
    this.#flush();
    return new Promise((resolve) => {
      this.#stream.once('close', () => resolve());
      if (this.#stream.closed) resolve();
      else this.#stream.end();
    });
  }

  #keep(at: number, frame: Frame, durationMs: number): void {
    this.#waiting[at]!.push({ ...frame, durationMs });
    this.#waitingBytes += frame.bytes.length;
  }

  #isLong(dtsMs: number): boolean {
    const startMs = Math.min(...this.#waiting.map((samples) => samples[0]?.dtsMs ?? Number.POSITIVE_INFINITY));
    return dtsMs - startMs >= longestMs || this.#waitingBytes >= largestBytes;
  }

  #flush(): void {
    if (this.#waitingBytes === 0 || this.#stream.destroyed) return;
    this.#fragments += 1;
    const bytes = fragment(this.#fragments, this.#waiting);
    this.#waiting = this.tracks.map(() => []);
    this.#waitingBytes = 0;
    this.#bytes += bytes.length;
    this.#stream.write(bytes);
    if (this.#stream.writableLength > mostWaitingBytes) this.#onBroken(new Error('the disk is too slow'));
  }
}
