/** Cuts a transport stream into segments. Keeps only the data of the growing segment. [LS31] */
import type { TsTracks } from '../../../../drivers/muxing/ts-tables.ts';

export interface Segment {
  readonly number: number;
  readonly bytes: Buffer;
  readonly durationSeconds: number;
  /** Server time of its first frame. */
  readonly dateMs: number;
  readonly tracks: TsTracks;
  /** True: decoders begin anew with it. */
  readonly isDiscontinuity: boolean;
}

/**
 * Shortest segment, in milliseconds: two thirds of a second. Encoders set to one second are never exact, and eight of
 * these segments still have more than four seconds.
 */
const leastMs = 650;
/** A stream without key frames is cut too: no segment grows forever. */
export const mostMs = 12_000;
const mostBytes = 12 * 1_048_576;

export class Segmenter {
  readonly #tables: () => Buffer;
  readonly #onSegment: (segment: Segment) => void;
  readonly #mostMs: () => number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #startMs: number | undefined;
  #lastMs = 0;
  #dateMs = 0;
  readonly #tracks: TsTracks;
  #number: number;
  #isDiscontinuity: boolean;

  constructor(options: {
    /** The first packets of each segment. */
    readonly tables: () => Buffer;
    readonly onSegment: (segment: Segment) => void;
    readonly tracks: TsTracks;
    readonly firstNumber: number;
    readonly isDiscontinuity: boolean;
    /** Longest segment at present, in milliseconds. */
    readonly mostMs: () => number;
  }) {
    this.#tables = options.tables;
    this.#onSegment = options.onSegment;
    this.#mostMs = options.mostMs;
    this.#tracks = options.tracks;
    this.#number = options.firstNumber;
    this.#isDiscontinuity = options.isDiscontinuity;
  }

  get nextNumber(): number {
    return this.#number;
  }

  /** Called before a frame is made into packets: the tables of a segment come before its first frame. */
  frameComes(frame: { readonly ms: number; readonly isRandomAccessPoint: boolean; readonly dateMs: number }): void {
    const lengthMs = frame.ms - (this.#startMs ?? frame.ms);
    const isFull = lengthMs >= this.#mostMs() || this.#bytes >= mostBytes;
    if (this.#startMs !== undefined && (isFull || (frame.isRandomAccessPoint && lengthMs >= leastMs)))
      this.cut(frame.ms);
    this.#lastMs = frame.ms;
    if (this.#startMs !== undefined) return;
    this.#startMs = frame.ms;
    this.#dateMs = frame.dateMs;
    this.add(this.#tables());
  }

  add(packets: Buffer): void {
    this.#parts.push(packets);
    this.#bytes += packets.length;
  }

  /** Ends the growing segment, if there is one. */
  cut(endMs = this.#lastMs): void {
    if (this.#startMs === undefined) return;
    const durationSeconds = Math.max(0.001, (endMs - this.#startMs) / 1_000);
    const segment = {
      number: this.#number,
      durationSeconds,
      dateMs: this.#dateMs,
      isDiscontinuity: this.#isDiscontinuity,
    };
    this.#number += 1;
    this.#isDiscontinuity = false;
    this.#startMs = undefined;
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    this.#onSegment({ ...segment, tracks: this.#tracks, bytes });
  }
}
