/**
 * What has left the memory of one stream, on the disk of the process that takes it. Of segments that nobody read, that
 * is what they are made of. [LS70]–[LS72] [LS88]
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Advice } from '../air/advice.ts';
import { lengthOf, type SegmentSource } from '../hls/segment-bytes.ts';
import type { Segment } from '../hls/segmenter.ts';
import { type ListedSegment, type Past, toListed } from './past.ts';

export interface DiskPastParts {
  readonly clock: Clock;
  readonly folder: string;
  /** How much is kept at most, in seconds. */
  readonly mostSeconds: () => number;
  readonly write: (path: string, pieces: readonly Buffer[]) => Promise<void>;
  /** Something was added. */
  readonly onAdded: () => void;
  readonly onFault: (cause: unknown) => void;
}

interface Stored {
  readonly listed: ListedSegment;
  readonly size: number;
  /** Until it is on the disk. */
  waiting: { readonly segment: Segment; readonly source: SegmentSource } | undefined;
  /** Makes the segment of what is on the disk. */
  readonly make: SegmentSource['make'];
}

/** Most init segments in memory: an encoder whose decoders change more often is broken. */
const mostInits = 100;
/** A disk that is behind by so many bytes is too slow. */
const mostWaitingBytes = 32 * 1_048_576;
const whole = { make: (bytes: Buffer) => bytes, giveBack: () => undefined };
/** Most segments that are kept as they were read: people who go back together read the same ones. */
const mostRecent = 4;
/** For how long the advice names a lack of space, in milliseconds. */
const tellMs = 60_000;
/** While space is lacking, the length of the past is rounded down to steps of this many seconds. */
const stepSeconds = 10;

export class DiskPast implements Past {
  readonly #parts: DiskPastParts;
  #stored: Stored[] = [];
  /** Init segments are small, and many segments have the same. */
  readonly #inits = new Map<number, Buffer>();
  /** What was read last. */
  readonly #recent = new Map<Stored, Promise<Buffer | undefined>>();
  #bytes = 0;
  #waitingBytes = 0;
  #longestSeconds = 0;
  #lackedAtMs = Number.NEGATIVE_INFINITY;
  #isErased = false;
  /** Writes and deletions, one after the other. */
  #work: Promise<void> = Promise.resolve();
  #deleted: Promise<unknown> = Promise.resolve();

  constructor(parts: DiskPastParts) {
    this.#parts = parts;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get longestSeconds(): number {
    return this.#longestSeconds;
  }

  get #seconds(): number {
    return this.#stored.reduce((sum, { listed }) => sum + listed.durationSeconds, 0);
  }

  /** How far viewers can go back, once the stream is that old. While there is no space for more, what there is. */
  get reachSeconds(): number {
    if (this.#stored.length === 0) return 0;
    const most = this.#parts.mostSeconds();
    return this.#isShort ? Math.min(most, Math.floor(this.#seconds / stepSeconds) * stepSeconds) : most;
  }

  /** What the sender is told while there is too little space. [LS72] */
  advise(): readonly Advice[] {
    if (!this.#isShort) return [];
    return [{ fault: 'past_short', measured: this.reachSeconds, expected: this.#parts.mostSeconds() }];
  }

  /** True: there was no space for more within the last minute. */
  get #isShort(): boolean {
    return this.#parts.clock.nowMs() - this.#lackedAtMs < tellMs;
  }

  add(segment: Segment, init: Buffer | undefined): void {
    if (this.#isErased || this.#parts.mostSeconds() === 0) return this.#dropAll();
    const last = this.#stored.at(-1)?.listed.number;
    if (last !== undefined && last + 1 !== segment.number) this.#dropAll();
    this.#longestSeconds = Math.max(this.#longestSeconds, segment.durationSeconds);
    const source = segment.lend?.() ?? { ...whole, pieces: [segment.bytes] };
    const { pieces, make } = source;
    const stored = { listed: toListed(segment), size: lengthOf(pieces), waiting: { segment, source }, make };
    this.#stored.push(stored);
    if (init && segment.initNumber !== undefined) this.#inits.set(segment.initNumber, init);
    this.#bytes += stored.size;
    this.#waitingBytes += stored.size;
    if (this.#waitingBytes > mostWaitingBytes) this.#lack(new Error('the disk is too slow'), this.#stored.length);
    else this.#then(() => this.#write(stored));
    this.trim();
    while (this.#inits.size > mostInits) this.giveWay();
    this.#parts.onAdded();
  }

  /** Forgets what is older than it may be. */
  trim(): void {
    const most = this.#parts.mostSeconds();
    let seconds = this.#seconds;
    let count = 0;
    while (count < this.#stored.length && seconds > most) {
      seconds -= this.#stored[count]!.listed.durationSeconds;
      count += 1;
    }
    this.#drop(count);
  }

  /** Makes room for others. False: there is nothing. */
  giveWay(): boolean {
    if (this.#stored.length === 0) return false;
    this.#lackedAtMs = this.#parts.clock.nowMs();
    this.#drop(1);
    return true;
  }

  async list(): Promise<readonly ListedSegment[]> {
    return this.#stored.map(({ listed }) => listed);
  }

  async find(number: number): Promise<ListedSegment | undefined> {
    return this.#stored.find(({ listed }) => listed.number === number)?.listed;
  }

  async readInit(number: number): Promise<Buffer | undefined> {
    return this.#inits.get(number);
  }

  async read(number: number): Promise<Buffer | undefined> {
    const stored = this.#stored.find(({ listed }) => listed.number === number);
    if (!stored) return undefined;
    if (stored.waiting) return stored.waiting.segment.bytes;
    const bytes = this.#recent.get(stored) ?? this.#readKept(stored);
    this.#recent.delete(stored);
    this.#recent.set(stored, bytes);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > mostRecent) this.#recent.delete(oldest!);
    return bytes;
  }

  async #readKept(stored: Stored): Promise<Buffer | undefined> {
    try {
      return stored.make(await readFile(this.#pathOf(stored)));
    } catch {
      this.#recent.delete(stored);
      return undefined;
    }
  }

  /** Resolves when all is written and deleted that was to be. */
  async settled(): Promise<void> {
    await this.#work;
    await this.#deleted;
  }

  /** The stream is over. */
  async erase(): Promise<void> {
    this.#isErased = true;
    this.#dropAll();
    this.#then(() => rm(this.#parts.folder, { recursive: true, force: true }));
    await this.settled();
  }

  #pathOf({ listed }: Stored): string {
    return join(this.#parts.folder, String(listed.number));
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((cause: unknown) => this.#parts.onFault(cause));
  }

  async #write(stored: Stored): Promise<void> {
    const source = stored.waiting?.source;
    if (!source) return;
    const write = () => this.#parts.write(this.#pathOf(stored), source.pieces);
    try {
      await write().catch(async (cause: unknown) => {
        // The older half makes room, which is how the past becomes shorter.
        this.#lack(cause, Math.ceil(this.#stored.indexOf(stored) / 2));
        await this.#deleted;
        await write();
      });
      this.#settle(stored);
      source.giveBack();
      if (!this.#stored.includes(stored)) await rm(this.#pathOf(stored), { force: true });
    } catch (cause) {
      this.#lack(cause, this.#stored.indexOf(stored) + 1);
    }
  }

  /** No space: the oldest `count` go. */
  #lack(cause: unknown, count: number): void {
    this.#lackedAtMs = this.#parts.clock.nowMs();
    this.#parts.onFault(cause);
    this.#drop(count);
  }

  #dropAll(): void {
    this.#drop(this.#stored.length);
  }

  #drop(count: number): void {
    if (count <= 0) return;
    const gone = this.#stored.splice(0, count);
    for (const stored of gone) {
      this.#recent.delete(stored);
      this.#bytes -= stored.size;
      this.#settle(stored);
    }
    for (const init of this.#inits.keys())
      if (!this.#stored.some(({ listed }) => listed.initNumber === init)) this.#inits.delete(init);
    this.#deleted = Promise.all(gone.map((stored) => rm(this.#pathOf(stored), { force: true }).catch(() => undefined)));
  }

  #settle(stored: Stored): void {
    if (!stored.waiting) return;
    stored.waiting = undefined;
    this.#waitingBytes -= stored.size;
  }
}
