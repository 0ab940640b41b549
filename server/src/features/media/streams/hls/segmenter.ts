/**
 * Cuts a stream into segments, and these into parts. Keeps only the data of the growing segment. What is cut is known
 * at once, and its bytes are made when somebody asks for them. [LS31] [LS37] [LS88]
 */
import type { HlsTracks } from './carriage.ts';
import { MadeBytes } from './made-bytes.ts';
import type { Packager, PartPiece } from './packager.ts';
import type { PartMemory } from './part-memory.ts';
import { SegmentBytes, type SegmentSource } from './segment-bytes.ts';

/** A piece of a segment that can be read before the segment is complete. */
export interface Part {
  /** 0 for the first part of a segment. */
  readonly index: number;
  readonly bytes: Buffer;
  readonly durationSeconds: number;
  /** True: it begins with a key frame. */
  readonly isIndependent: boolean;
}

/** What is known of a segment when it begins. */
export interface SegmentStart {
  readonly number: number;
  /** Server time of its first frame. */
  readonly dateMs: number;
  readonly tracks: HlsTracks;
  /** True: decoders begin anew with it. */
  readonly isDiscontinuity: boolean;
  /** The number of the segment for which its init segment was made; undefined: MPEG-TS, which has none. [LS75] */
  readonly initNumber: number | undefined;
}

export interface Segment extends SegmentStart {
  readonly bytes: Buffer;
  /** About their number, also while they are not made. */
  readonly size: number;
  /** What to keep in the place of the bytes; absent, as `forget`: they come from another process. */
  readonly lend?: () => SegmentSource;
  /** Nobody asks for the bytes any more. */
  readonly forget?: () => void;
  readonly durationSeconds: number;
  /** Together they last as long as the segment; empty if they do not. */
  readonly parts: readonly Part[];
  /** True: its frames come too rarely for parts. */
  readonly isSparse: boolean;
}

/**
 * Shortest segment, in milliseconds: two thirds of a second. Encoders set to one second are never exact, and eight of
 * these segments still have more than four seconds.
 */
const leastMs = 650;
/** A stream without key frames is cut too: no segment grows forever. */
export const mostMs = 12_000;
const mostBytes = 12 * 1_048_576;

/** Longest part, in milliseconds. Viewers are four of them behind. */
export const partTargetMs = 400;
/** A part ends at the first frame after this, in milliseconds: 85 % of the longest (RFC 8216bis, section 4.4.4.9). */
const partEndsMs = 340;
/** Parts that fill less of the time of a segment than this say too little about it. */
const sparseShare = 0.75;

export interface SegmenterOptions {
  readonly packager: Pick<Packager, 'partHead' | 'seal' | 'passOn' | 'takeOver'>;
  /** Called when a segment begins: the number of its init segment. */
  readonly initFor: (number: number) => number | undefined;
  readonly memory: PartMemory;
  readonly onPart: (part: Part, segment: SegmentStart) => void;
  readonly onSegment: (segment: Segment) => void;
  readonly tracks: HlsTracks;
  readonly firstNumber: number;
  readonly isDiscontinuity: boolean;
  /** Longest segment at present, in milliseconds. */
  readonly mostMs: () => number;
  /** True once viewers are shown parts. */
  readonly hasParts: () => boolean;
}

interface Frame {
  /** Milliseconds of the stream. */
  readonly ms: number;
  readonly isRandomAccessPoint: boolean;
  readonly dateMs: number;
}

/** With this, another segmenter goes on from here. [LS42] */
export interface SegmenterState {
  readonly number: number;
  readonly isDiscontinuity: boolean;
  readonly segment: SegmentStart | undefined;
  readonly startMs: number;
  readonly bytes: number;
  readonly parts: readonly Part[];
  readonly partStartMs: number;
  readonly isIndependent: boolean;
  /** Of the growing part; empty: none grows. */
  readonly packets: Buffer;
  readonly lastMs: number;
}

export class Segmenter {
  readonly #options: SegmenterOptions;
  #number: number;
  #isDiscontinuity: boolean;
  /** Undefined: no segment grows. */
  #segment: SegmentStart | undefined;
  #startMs = 0;
  #bytes = 0;
  #parts: Part[] = [];
  /** Of each part. */
  #contents: MadeBytes[] = [];
  #partStartMs = 0;
  #isIndependent = false;
  /** Of the growing part; empty: none grows. */
  #records: Buffer[] = [];
  #lastMs = 0;

  constructor(options: SegmenterOptions, from?: SegmenterState) {
    this.#options = options;
    this.#number = from?.number ?? options.firstNumber;
    this.#isDiscontinuity = from?.isDiscontinuity ?? options.isDiscontinuity;
    if (!from) return;
    this.#segment = from.segment;
    this.#startMs = from.startMs;
    this.#bytes = from.bytes;
    for (const { bytes, ...facts } of from.parts) this.#addPart(facts, MadeBytes.whole(bytes));
    this.#partStartMs = from.partStartMs;
    this.#isIndependent = from.isIndependent;
    this.#records = from.packets.length === 0 ? [] : [...options.packager.takeOver(from.packets)];
    this.#lastMs = from.lastMs;
  }

  get state(): SegmenterState {
    return {
      number: this.#number,
      isDiscontinuity: this.#isDiscontinuity,
      segment: this.#segment,
      startMs: this.#startMs,
      bytes: this.#bytes,
      parts: [...this.#parts],
      partStartMs: this.#partStartMs,
      isIndependent: this.#isIndependent,
      packets: this.#options.packager.passOn(Buffer.concat(this.#records)),
      lastMs: this.#lastMs,
    };
  }

  get nextNumber(): number {
    return this.#number;
  }

  /**
   * Called before a frame is added: the head of a part comes before its first frame. True: a part has ended.
   */
  frameComes(frame: Frame): boolean {
    this.#cutBefore(frame);
    this.#lastMs = frame.ms;
    const isNew = this.#records.length === 0;
    if (this.#segment === undefined) this.#begin(frame);
    else if (isNew) this.#beginPart(frame.isRandomAccessPoint);
    return isNew;
  }

  add({ record, size }: PartPiece): void {
    this.#records.push(...record);
    this.#bytes += size;
  }

  /** Ends the growing segment, if there is one. */
  cut(endMs = this.#lastMs): void {
    if (this.#segment === undefined) return;
    const lastMs = Math.min(endMs, this.#startMs + this.#options.mostMs());
    this.#endPart(lastMs);
    const whole = new SegmentBytes(this.#contents);
    const parts = this.#parts;
    const spanMs = Math.max(1, lastMs - this.#startMs);
    const partsMs = parts.reduce((sum, { durationSeconds }) => sum + Math.round(durationSeconds * 1_000), 0);
    const isShown = this.#options.hasParts();
    const segment = {
      ...this.#segment,
      get bytes() {
        return whole.bytes;
      },
      size: this.#bytes,
      lend: () => whole.lend(),
      forget: () => whole.forget(),
      durationSeconds: (isShown ? partsMs : spanMs) / 1_000,
      parts: isShown || partsMs === spanMs ? parts : [],
      isSparse: partsMs < spanMs * sparseShare,
    };
    this.#number += 1;
    this.#isDiscontinuity = false;
    this.#segment = undefined;
    this.#parts = [];
    this.#contents = [];
    this.#bytes = 0;
    this.#options.onSegment(segment);
  }

  #cutBefore({ ms, isRandomAccessPoint }: Frame): void {
    if (this.#segment === undefined) return;
    const lengthMs = ms - this.#startMs;
    const partMs = ms - this.#partStartMs;
    // The frame lasts as long as the one before it.
    const isLong = lengthMs + Math.max(0, ms - this.#lastMs) > this.#options.mostMs();
    const isFull = isLong || this.#bytes >= mostBytes;
    // Where the publisher was silent, a part cannot tell its length and another segment tells the date.
    const hasGap = partMs > 2 * partTargetMs && this.#options.hasParts();
    if (isFull || hasGap || (isRandomAccessPoint && lengthMs >= leastMs)) this.cut(ms);
    else if (partMs >= partEndsMs) this.#endPart(ms);
  }

  #begin({ ms, isRandomAccessPoint, dateMs }: Frame): void {
    const { tracks, initFor } = this.#options;
    const number = this.#number;
    const initNumber = initFor(number);
    this.#segment = { number, dateMs, tracks, isDiscontinuity: this.#isDiscontinuity, initNumber };
    this.#startMs = ms;
    this.#partStartMs = ms;
    this.#beginPart(isRandomAccessPoint);
  }

  #beginPart(isIndependent: boolean): void {
    this.#isIndependent = isIndependent;
    const head = this.#options.packager.partHead();
    if (head) this.add(head);
  }

  /** A frame that lasts beyond the longest part ends in the next one. */
  #endPart(endMs: number): void {
    if (this.#records.length === 0) return;
    const durationMs = Math.min(partTargetMs, Math.max(1, endMs - this.#partStartMs));
    this.#partStartMs += durationMs;
    const { packager, memory } = this.#options;
    // A copy, so that nothing is kept but what the part is made of.
    const content = new MadeBytes(memory.keep(this.#records), packager.seal(), (source) => memory.giveBack(source));
    this.#records = [];
    const facts = {
      index: this.#parts.length,
      durationSeconds: durationMs / 1_000,
      isIndependent: this.#isIndependent,
    };
    this.#options.onPart(this.#addPart(facts, content), this.#segment!);
  }

  #addPart(facts: Omit<Part, 'bytes'>, content: MadeBytes): Part {
    const part = {
      ...facts,
      get bytes() {
        return content.bytes;
      },
    };
    this.#parts.push(part);
    this.#contents.push(content);
    return part;
  }
}
