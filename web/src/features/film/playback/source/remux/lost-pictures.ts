/** Time stamps of MPEG-TS count so many in a second, up to this number (ISO/IEC 13818-1, 2.4.3.7). */
const ticksPerSecond = 90_000;
const allTicks = 2 ** 33;
/** More losses than an hour of 25 pictures a second has: of a film that is nothing but damage, the newest count. */
const mostLost = 100_000;

/** What is known of one film: the numbers of its tracks, and when pictures are shown of which bytes are missing. */
export class LostPictures {
  readonly tracks = new Set<number>();
  readonly #ticks = new Set<number>();

  add(ticks: number): void {
    this.#ticks.add(ticks);
    if (this.#ticks.size <= mostLost) return;
    const [first] = this.#ticks;
    this.#ticks.delete(first!);
  }

  /** `seconds`: when a picture is shown, by the clock of the film. */
  has(seconds: number): boolean {
    if (this.#ticks.size === 0) return false;
    return this.#ticks.has((Math.round(seconds * ticksPerSecond) + allTicks) % allTicks);
  }
}

/** What has begun in a track and is not over: its time stamp, and the number of its last packet. */
interface Begun {
  readonly ticks: number | undefined;
  counter: number;
}

/** Looks through packets, one after the other, for what is not whole. Decoders would give up at it. [SY107] */
export class LossWatch {
  readonly #lost: LostPictures;
  readonly #begun = new Map<number, Begun>();

  constructor(lost: LostPictures) {
    this.#lost = lost;
  }

  /** There was no packet: whatever has begun may lack it. */
  miss(): void {
    for (const begun of this.#begun.values()) this.#lose(begun);
  }

  /** @returns false: the packet at `at` would mislead readers, as it was not received well */
  take(bytes: Uint8Array, at: number): boolean {
    const [flags, control] = [bytes[at + 1]!, bytes[at + 3]!];
    if ((flags & 0x80) !== 0) {
      this.miss();
      return false;
    }
    const track = ((flags & 0x1f) << 8) | bytes[at + 2]!;
    const begun = this.#begun.get(track);
    if (begun && (control & 0x10) !== 0) {
      const counter = control & 0x0f;
      const isNext = counter === begun.counter || counter === ((begun.counter + 1) & 0x0f);
      if (!isNext) this.#lose(begun);
      begun.counter = counter;
    }
    return (flags & 0x40) === 0 || this.#begin(bytes, at, track, begun);
  }

  #begin(bytes: Uint8Array, at: number, track: number, before: Begun | undefined): boolean {
    const control = bytes[at + 3]!;
    const start = at + ((control & 0x20) === 0 ? 4 : 5 + bytes[at + 4]!);
    if (bytes[start] !== 0 || bytes[start + 1] !== 0 || bytes[start + 2] !== 1) {
      if (before) this.#lose(before);
      // Tables of the film begin otherwise.
      return !this.#lost.tracks.has(track);
    }
    this.#lost.tracks.add(track);
    this.#begun.set(track, { ticks: readTicks(bytes, start), counter: control & 0x0f });
    return true;
  }

  #lose({ ticks }: Begun): void {
    if (ticks !== undefined) this.#lost.add(ticks);
  }
}

/** The time stamp in what begins at `start`; undefined: it has none. */
function readTicks(bytes: Uint8Array, start: number): number | undefined {
  if ((bytes[start + 7]! & 0x80) === 0) return undefined;
  const [high, one, two, three, four] = bytes.subarray(start + 9, start + 14);
  const pair = (first = 0, second = 0) => (first << 7) | (second >> 1);
  return ((high! >> 1) & 7) * 2 ** 30 + pair(one, two) * 2 ** 15 + pair(three, four);
}
