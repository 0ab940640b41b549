/** The tables of a finished MP4 (ISO/IEC 14496-12, section 8.6 and 8.7): where each frame is and when. */
import type { ReadRun } from './mp4-fragments.ts';
import { fullBox, uint32 } from './mp4-writing.ts';

/** Counts of equal neighbours, as `stts` and `ctts` have them. */
class Runs {
  readonly #flat: number[] = [];

  add(value: number): void {
    const last = this.#flat.length - 1;
    if (this.#flat[last] === value) this.#flat[last - 1]! += 1;
    else this.#flat.push(1, value);
  }

  /** Adds to the last value, of the last sample alone. */
  lengthenLast(by: number): void {
    const last = this.#flat.length - 1;
    const value = this.#flat[last]!;
    if (this.#flat[last - 1] === 1) this.#flat.splice(last - 1);
    else this.#flat[last - 1]! -= 1;
    this.add(value + by);
  }

  toBox(type: string, version: number): Buffer {
    return fullBox(type, version, 0, list([this.#flat.length / 2, ...this.#flat]));
  }
}

/** The samples of one track. */
export class SampleTable {
  readonly #durations = new Runs();
  readonly #compositions = new Runs();
  readonly #sizes: number[] = [];
  readonly #keys: number[] = [];
  readonly #chunks: number[] = [];
  readonly #chunkLengths: number[] = [];
  #startMs: number | undefined;
  /** From decoding to showing the first frame. */
  firstCompositionMs = 0;
  #endMs = 0;

  get count(): number {
    return this.#sizes.length;
  }

  /** When the first frame is decoded. */
  get startMs(): number {
    return this.#startMs ?? 0;
  }

  /** When it is shown. */
  get shownMs(): number {
    return this.startMs + this.firstCompositionMs;
  }

  get endMs(): number {
    return this.#endMs;
  }

  /** `at`: the place of the first byte in the file. */
  add({ startMs, samples, sizes }: ReadRun, at: number): void {
    if (this.#startMs === undefined) this.firstCompositionMs = samples[0]!.compositionMs;
    this.#startMs ??= startMs;
    if (this.count > 0 && startMs > this.#endMs) this.#durations.lengthenLast(startMs - this.#endMs);
    this.#endMs = startMs;
    this.#chunks.push(at);
    this.#chunkLengths.push(samples.length);
    for (const [place, { durationMs, compositionMs, isKey }] of samples.entries()) {
      this.#sizes.push(sizes[place]!);
      if (isKey) this.#keys.push(this.count);
      this.#durations.add(durationMs);
      this.#compositions.add(compositionMs);
      this.#endMs += durationMs;
    }
  }

  /** `hasKeys`: not every frame can be shown alone. */
  toBoxes(hasKeys: boolean): Buffer {
    const chunks = Buffer.alloc(this.#chunks.length * 8);
    for (const [place, at] of this.#chunks.entries()) chunks.writeBigUInt64BE(BigInt(at), place * 8);
    return Buffer.concat([
      this.#durations.toBox('stts', 0),
      ...(hasKeys
        ? [this.#compositions.toBox('ctts', 1), fullBox('stss', 0, 0, list([this.#keys.length, ...this.#keys]))]
        : []),
      this.#chunkTable(),
      fullBox('stsz', 0, 0, list([0, this.count, ...this.#sizes])),
      fullBox('co64', 0, 0, uint32(this.#chunks.length), chunks),
    ]);
  }

  /** Chunks of as many samples as the one before are left out (section 8.7.4). */
  #chunkTable(): Buffer {
    const entries = this.#chunkLengths.flatMap((length, at) =>
      length === this.#chunkLengths[at - 1] ? [] : [at + 1, length, 1],
    );
    return fullBox('stsc', 0, 0, list([entries.length / 3, ...entries]));
  }
}

/** Without spreading them into arguments: there are millions. */
function list(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
}
