import { createWriteStream, type WriteStream } from 'node:fs';
import { fragment, fragmentsHead, type Mp4Sample } from '../../../../drivers/muxing/mp4-fragments.ts';
import type { Mp4Track } from '../../../../drivers/muxing/mp4-tracks.ts';

/** A frame with unknown duration, which follows from the next frame. */
export type Frame = Omit<Mp4Sample, 'durationMs'>;

/** Longest fragment without a key frame, in milliseconds: the most that a crash can lose. */
const longestMs = 2_000;
const largestBytes = 8 * 1_048_576;
/** The disk is too slow if this many bytes are pending. */
const mostWaitingBytes = 64 * 1_048_576;
/** Duration of the last frame if there is none before it, in milliseconds. */
const usualMs = 40;

/** One file of a recording while it is written. Each fragment of frames is a single write. */
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

  /** `onBroken`: called when writing has failed for good. */
  constructor(path: string, tracks: readonly Mp4Track[], onBroken: (cause: Error) => void) {
    this.tracks = tracks;
    this.#onBroken = onBroken;
    this.#waiting = tracks.map(() => []);
    this.#last = tracks.map(() => undefined);
    // Recordings are private: other users of this machine must not read them.
    this.#stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    this.#stream.on('error', onBroken);
    const head = fragmentsHead(tracks);
    this.#bytes = head.length;
    this.#stream.write(head);
  }

  /** Bytes so far. */
  get bytes(): number {
    return this.#bytes + this.#waitingBytes;
  }

  /** Duration so far, in milliseconds. */
  get endMs(): number {
    return this.#endMs;
  }

  /** `at`: the index of the track. Times that go back continue a little after the previous frame. */
  add(at: number, frame: Frame): void {
    const last = this.#last[at];
    const dtsMs = last ? Math.max(frame.dtsMs, last.dtsMs + 1) : frame.dtsMs;
    const isFirst = at === 0 && frame.isKey && this.tracks[0]?.kind === 'video';
    if (last) this.#keep(at, last, dtsMs - last.dtsMs);
    if (isFirst || this.#isLong(dtsMs)) this.#flush();
    this.#last[at] = { ...frame, dtsMs };
    this.#endMs = Math.max(this.#endMs, dtsMs);
  }

  /** Writes the rest. Resolves when all of it is in the file, or writing has failed. */
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
