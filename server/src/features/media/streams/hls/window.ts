/**
 * The newest segments of a stream, and the parts of the growing one. Pure but for its memory. [LS32] [LS33] [LS37]
 */
import type { ListedSegment, Past } from '../past/past.ts';
import { mostMs, type Part, partTargetMs, type Segment, type SegmentStart } from './segmenter.ts';

/** Segments in the playlist. Players stay three behind the newest. */
const listed = 8;
/** Segments in memory: slow players still load them after they have left the playlist. */
const kept = 12;
/** Most bytes of one stream in memory. Large segments shorten the window, but never below `fewest`. */
const maxBytes = 48 * 1_048_576;
const fewest = 2;
/** A shorter first segment, in seconds, says little about later ones: an encoder begins anew at each scene. */
const tellingSeconds = 1.5;
/** How many parts ahead a reader may ask (RFC 8216bis, section 6.2.5.2: the Advance Part Limit). */
const mostPartsAhead = Math.ceil(3_000 / partTargetMs);
/** And how many segments. */
const mostSegmentsAhead = 2;

/** A segment of which some parts are there. */
export interface GrowingSegment extends SegmentStart {
  readonly parts: readonly Part[];
}

/** What players read before the segments that name it. */
export interface InitSegment {
  readonly number: number;
  readonly bytes: Buffer;
}

/** A place in the playlist that a reader waits for. `part` undefined: the whole segment. */
export interface PlaylistPlace {
  readonly number: number;
  readonly part: number | undefined;
}

/** What a playlist shows. */
export interface WindowView {
  readonly targetSeconds: number;
  readonly segments: readonly ListedSegment[];
  readonly growing: GrowingSegment | undefined;
  /** The part that comes next; undefined: none comes. */
  readonly next: { readonly number: number; readonly index: number } | undefined;
  /** How many discontinuities came before the first segment. */
  readonly discontinuities: number;
  readonly isEnded: boolean;
}

/** What another process needs to show the same playlist. [LS42] */
export interface WindowState {
  /** The newest of the listed ones: 16 MiB together, or two. */
  readonly segments: readonly Segment[];
  readonly growing: GrowingSegment | undefined;
  readonly inits: readonly InitSegment[];
  readonly discontinuities: number;
  readonly targetSeconds: number | undefined;
  readonly hasParts: boolean;
}

/** Most bytes of segments that another process gets at its beginning. */
const mostPassedOn = 16 * 1_048_576;

export class SegmentWindow {
  /** Keeps what has left the memory; undefined: nothing does. */
  past: Past | undefined;
  #segments: Segment[] = [];
  #growing: GrowingSegment | undefined;
  /** Those of the segments in memory, by their numbers. */
  readonly #inits = new Map<number, Buffer>();
  #discontinuities = 0;
  /** Set when the playlist is first read: it must not change (RFC 8216, section 4.3.3.1). */
  #targetSeconds: number | undefined;
  /** Decided at the same time. */
  #hasParts = false;
  #isEnded = false;
  /** True: the target duration is decided as soon as it can be, so that all processes decide alike. */
  #isShared = false;

  /** True until the duration of segments is known. */
  get isEmpty(): boolean {
    const [first, second] = this.#segments;
    if (first === undefined) return true;
    return second === undefined && !this.#isEnded && first.durationSeconds < tellingSeconds;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** True if the playlist shows parts. False for frames that come too rarely, and before it is first read. */
  get hasParts(): boolean {
    return this.#hasParts;
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0);
  }

  /** Longest segment that fits the playlist, in milliseconds: rounded to seconds, it is the target duration at most. */
  get mostMs(): number {
    return this.#targetSeconds === undefined ? mostMs : Math.min(mostMs, this.#targetSeconds * 1_000 + 499);
  }

  /** Bits per second of the segments in memory: of the largest one, and on average. Undefined: there are none. */
  get bitsPerSecond(): { readonly peak: number; readonly average: number } | undefined {
    if (this.#segments.length === 0) return undefined;
    const seconds = this.#segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    const rates = this.#segments.map(({ size, durationSeconds }) => (size * 8) / durationSeconds);
    return { peak: Math.ceil(Math.max(...rates)), average: Math.ceil((this.bytes * 8) / seconds) };
  }

  /** Comes before the first segment that names it. */
  addInit({ number, bytes }: InitSegment): void {
    this.#inits.set(number, bytes);
  }

  addPart(part: Part, segment: SegmentStart): void {
    const parts = this.#growing?.number === segment.number ? this.#growing.parts : [];
    this.#growing = { ...segment, parts: [...parts, part] };
  }

  add(segment: Segment): void {
    this.#growing = undefined;
    this.#segments.push(segment);
    this.past?.add(segment, this.findInit(segment.initNumber));
    if (this.#isShared && !this.isEmpty) this.#decide();
    while (this.#segments.length > kept || (this.#segments.length > fewest && this.bytes > maxBytes)) {
      const gone = this.#segments.shift()!;
      gone.forget?.();
      if (gone.isDiscontinuity) this.#discontinuities += 1;
    }
    for (const init of this.#inits.keys())
      if (!this.#segments.some(({ initNumber }) => initNumber === init)) this.#inits.delete(init);
  }

  find(number: number): Segment | undefined {
    return this.#segments.find((segment) => segment.number === number);
  }

  findInit(number: number | undefined): Buffer | undefined {
    return number === undefined ? undefined : this.#inits.get(number);
  }

  findPart(number: number, index: number): Part | undefined {
    const segment = this.#growing?.number === number ? this.#growing : this.find(number);
    return segment?.parts[index];
  }

  /** What is known of a segment, also of a growing one. */
  startOf(number: number): SegmentStart | undefined {
    return this.#growing?.number === number ? this.#growing : this.find(number);
  }

  /** The part that is not there yet and comes next. */
  get next(): WindowView['next'] {
    if (this.#isEnded) return undefined;
    if (this.#growing) return { number: this.#growing.number, index: this.#growing.parts.length };
    const last = this.#segments.at(-1);
    return last && { number: last.number + 1, index: 0 };
  }

  /** Whether the playlist has come to `place`. A part after the last one of a segment is the first of the next one. */
  has({ number, part }: PlaylistPlace): boolean {
    const whole = this.#segments.at(-1);
    if (whole === undefined || number > whole.number + 1) return false;
    if (part === undefined) return number <= whole.number;
    const parts = this.#growing?.parts.length ?? 0;
    if (number === whole.number && part >= whole.parts.length) return parts > 0;
    return number <= whole.number || parts > part;
  }

  /** Whether `place` is so far ahead that a request for it is an error (RFC 8216bis, section 6.2.5.2). */
  isTooFar({ number, part = 0 }: PlaylistPlace): boolean {
    const { next } = this;
    if (next === undefined) return false;
    const newest = this.#growing?.number ?? next.number - 1;
    if (number > newest + mostSegmentsAhead) return true;
    const mostPart = (number === next.number ? next.index - 1 : 0) + mostPartsAhead;
    return number >= next.number && part > mostPart;
  }

  /** No more segments come. */
  end(): void {
    this.#isEnded = true;
  }

  /** What the playlist shows now. The first look decides the target duration, and whether there are parts. */
  view(): WindowView {
    const targetSeconds = this.#decide();
    const segments = this.#segments.slice(-listed);
    return {
      targetSeconds,
      segments,
      growing: this.#growing,
      next: this.next,
      discontinuities: this.#discontinuitiesBefore(segments.length),
      isEnded: this.#isEnded,
    };
  }

  /** What the playlist shows to those who go back: `older` as well, if no segment is missing in between. [LS70] */
  viewPast(older: readonly ListedSegment[]): WindowView {
    const view = this.view();
    const first = view.segments[0]?.number ?? 0;
    const earlier = older.filter(({ number }) => number < first);
    if (earlier.at(-1)?.number !== first - 1) return view;
    const passed = earlier.filter(({ isDiscontinuity }) => isDiscontinuity).length;
    return {
      ...view,
      segments: [...earlier, ...view.segments],
      discontinuities: view.discontinuities - passed,
    };
  }

  /** Tells another process what there is. From now on both decide everything alike. */
  share(): WindowState {
    this.#isShared = true;
    if (!this.isEmpty) this.#decide();
    let bytes = 0;
    let count = 0;
    for (const segment of this.#segments.slice(-listed).reverse()) {
      bytes += segment.size;
      if (bytes > mostPassedOn && count >= fewest) break;
      count += 1;
    }
    return {
      segments: count === 0 ? [] : this.#segments.slice(-count),
      growing: this.#growing,
      inits: [...this.#inits].map(([number, bytes]) => ({ number, bytes })),
      discontinuities: this.#discontinuitiesBefore(count),
      targetSeconds: this.#targetSeconds,
      hasParts: this.#hasParts,
    };
  }

  adopt({ segments, growing, inits, discontinuities, targetSeconds, hasParts }: WindowState): void {
    this.#isShared = true;
    this.#inits.clear();
    for (const init of inits) this.addInit(init);
    this.#segments = [...segments];
    this.#growing = growing;
    this.#discontinuities = discontinuities;
    this.#targetSeconds = targetSeconds;
    this.#hasParts = hasParts;
  }

  /** How many discontinuities came before the last `count` segments. */
  #discontinuitiesBefore(count: number): number {
    const before = this.#segments.slice(0, this.#segments.length - count);
    return this.#discontinuities + before.filter(({ isDiscontinuity }) => isDiscontinuity).length;
  }

  #decide(): number {
    if (this.#targetSeconds === undefined) {
      const longest = Math.max(this.past?.longestSeconds ?? 0, ...this.#segments.map((one) => one.durationSeconds));
      this.#targetSeconds = Math.max(1, Math.round(longest));
      this.#hasParts = this.#segments.every(({ isSparse }) => !isSparse);
    }
    return this.#targetSeconds;
  }
}
