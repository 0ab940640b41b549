/**
 * One connection that reads a stream as HTTP-FLV. Frames that exceed its memory limit are left out. [LS24]–[LS26]
 * [LS86]
 */
import type { Writable } from 'node:stream';
import { flvHeader, flvTagEnd, flvTagHeader, flvTagType } from '../../../../drivers/muxing/flv-tags.ts';
import { type Amf, encodeAmf0 } from '../../../../drivers/rtmp/amf0.ts';
import type { LiveStream, TagReader } from '../air/live-stream.ts';
import { isRandomAccessPoint, type Tag } from '../air/tag.ts';
import { noViewers } from '../air/viewers.ts';

/** Most waiting bytes of one reader: some seconds of a usual stream. All readers share the payloads. */
const mostWaiting = 4 * 1_048_576;
/** A reader that is behind goes on at a key frame, once fewer bytes than this wait. */
const fewWaiting = 262_144;
/** A reader that takes nothing for this long, in milliseconds of the stream, is gone. */
const mostBehindMs = 30_000;
/** Sound waits for the next picture, so that both are one write to the network. So many tags wait for none. */
const enoughTags = 4;

const oneViewer = { ...noViewers, flv: 1 };

export type OnlyTrack = 'audio' | 'video' | undefined;

export class FlvReader implements TagReader {
  readonly viewers = oneViewer;
  readonly #out: Writable;
  readonly #stream: LiveStream;
  readonly #only: OnlyTrack;
  readonly #onDone: () => void;
  readonly #hasVideo: boolean;
  /** Subtracted from the time of the stream: a reader's own time begins at 0 and has no gaps. */
  #offsetMs: number | undefined;
  #lastMs = 0;
  #behindSinceMs: number | undefined;
  /** Tags that were written and are not sent yet. */
  #held = 0;

  constructor(options: {
    readonly out: Writable;
    readonly stream: LiveStream;
    readonly only: OnlyTrack;
    readonly onDone: () => void;
  }) {
    this.#out = options.out;
    this.#stream = options.stream;
    this.#only = options.only;
    this.#onDone = options.onDone;
    this.#hasVideo = options.stream.facts.video !== undefined && options.only !== 'audio';
  }

  /** Sends the frames since the last key frame: the viewer sees a picture at once. */
  begin(): void {
    const { facts, beginning } = this.#stream;
    const hasAudio = facts.audio !== undefined && this.#only !== 'video';
    this.#out.write(flvHeader({ hasAudio, hasVideo: this.#hasVideo }));
    const first = beginning.find(({ media }) => media.kind === 'frame');
    if (first) this.#start(first.ms);
    for (const tag of beginning) {
      this.#take(tag);
      if (this.#out.writableLength > fewWaiting) this.#sendHeld();
    }
    this.#sendHeld();
  }

  onTag(tag: Tag): void {
    this.#take(tag);
    if (tag.track === 'video' || !this.#hasVideo || this.#held >= enoughTags) this.#sendHeld();
  }

  #take(tag: Tag): void {
    if (this.#only !== undefined && tag.track !== this.#only) return;
    const isFrame = tag.media.kind !== 'config';
    if (isFrame && this.#isLeftOut(tag)) return;
    if (isFrame && this.#offsetMs === undefined) this.#start(tag.ms);
    const ms = isFrame ? Math.max(0, tag.ms - this.#offsetMs!) : this.#lastMs;
    this.#lastMs = Math.max(this.#lastMs, ms);
    this.#write(flvTagType[tag.track], ms, tag.payload);
  }

  get isBehind(): boolean {
    return this.#behindSinceMs !== undefined;
  }

  onChanged(): void {
    this.onEnd();
  }

  onEnd(): void {
    this.#sendHeld();
    this.#onDone();
  }

  /** True while the reader is behind. It goes on at a key frame, without a gap in its time. */
  #isLeftOut(tag: Tag): boolean {
    const waiting = this.#out.writableLength;
    if (this.#behindSinceMs === undefined) {
      if (waiting <= mostWaiting) return false;
      this.#behindSinceMs = tag.ms;
    }
    if (tag.ms - this.#behindSinceMs > mostBehindMs) {
      this.#out.destroy();
      return true;
    }
    if (waiting > fewWaiting || !isRandomAccessPoint(tag, this.#hasVideo)) return true;
    this.#behindSinceMs = undefined;
    this.#start(tag.ms - this.#lastMs - 1);
    return false;
  }

  /** From here on, millisecond `offsetMs` of the stream is 0. Players get the server time of that moment. */
  #start(offsetMs: number): void {
    this.#offsetMs = offsetMs;
    const { facts, zeroMs } = this.#stream;
    const known: readonly (readonly [string, Amf])[] = [
      ['hasVideo', this.#hasVideo],
      ['hasAudio', facts.audio !== undefined && this.#only !== 'video'],
      ['width', facts.width],
      ['height', facts.height],
      ['framerate', facts.frameRate],
      // Server time of millisecond 0, since 1970: with it, players come to the same position.
      ['zero_ms', zeroMs + offsetMs],
    ];
    const told = new Map(known.filter(([, value]) => value !== undefined));
    this.#write(flvTagType.data, this.#lastMs, encodeAmf0('onMetaData', told));
  }

  #write(type: number, ms: number, payload: Buffer): void {
    const out = this.#out;
    if (out.destroyed) return;
    if (this.#held === 0) out.cork();
    this.#held += 1;
    out.write(flvTagHeader(type, payload.length, ms));
    out.write(payload);
    out.write(flvTagEnd(payload.length));
  }

  #sendHeld(): void {
    if (this.#held === 0) return;
    this.#held = 0;
    this.#out.uncork();
  }
}
