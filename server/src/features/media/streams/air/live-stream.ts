/**
 * One stream on the air in this process: from the messages of its publisher to all its readers. Its memory is limited.
 */
import { readAudioTag, readVideoTag } from '../../../../drivers/rtmp/av-tags.ts';
import type { MediaMessage } from '../../../../drivers/rtmp/session.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { HlsOutput } from '../hls/hls-output.ts';
import { GroupCache } from './group-cache.ts';
import { readMetadata, type StreamFacts } from './stream-facts.ts';
import type { Tag } from './tag.ts';
import { Timeline } from './timeline.ts';

/** A reader that gets the frames of a stream as they come. */
export interface TagReader {
  onTag(tag: Tag): void;
  /** The tracks or decoders change from here on. Players must begin anew. */
  onChanged(): void;
  onEnd(): void;
}

/** Time after which the tracks count as known, in milliseconds: encoders send both in less. */
const settleMs = 1_000;
/** Most FLV readers of one stream on one replica. */
const mostReaders = 2_000;

export class LiveStream {
  /** Names this broadcast. */
  readonly generationId: string;
  readonly startedAtMs: number;
  readonly hls: HlsOutput;
  readonly #clock: Clock;
  readonly #timeline = new Timeline();
  readonly #cache = new GroupCache();
  readonly #readers = new Set<TagReader>();
  readonly #waiting = new Set<() => void>();
  #videoConfig: Tag | undefined;
  #audioConfig: Tag | undefined;
  #facts: StreamFacts;
  #zeroMs: number | undefined;
  #isSettled = false;
  #isOver = false;
  #lastMediaMs: number;
  #bytes = 0;

  constructor({ generationId, clock }: { readonly generationId: string; readonly clock: Clock }) {
    this.generationId = generationId;
    this.#clock = clock;
    this.startedAtMs = clock.nowMs();
    this.#lastMediaMs = this.startedAtMs;
    this.hls = new HlsOutput(this.startedAtMs, clock);
    const unknown = { width: undefined, height: undefined, frameRate: undefined, encoder: undefined };
    this.#facts = { video: undefined, audio: undefined, ...unknown };
  }

  get facts(): StreamFacts {
    return this.#facts;
  }

  get readerCount(): number {
    return this.#readers.size;
  }

  /** False: there are too many readers. */
  get hasRoom(): boolean {
    return this.#readers.size < mostReaders;
  }

  get receivedBytes(): number {
    return this.#bytes;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** When the last message came, in milliseconds since 1970. */
  get lastMediaMs(): number {
    return this.#lastMediaMs;
  }

  /** The server time at which millisecond 0 of the stream came. */
  get zeroMs(): number {
    return this.#zeroMs ?? this.startedAtMs;
  }

  /** The decoder configurations, and the frames since the last key frame. */
  get beginning(): readonly Tag[] {
    const configs = [this.#videoConfig, this.#audioConfig].filter((one) => one !== undefined);
    return [...configs, ...this.#cache.tags.filter(({ media }) => media.kind !== 'config')];
  }

  /** @throws RtmpError */
  take({ kind, timestamp, payload }: MediaMessage): void {
    if (this.#isOver) return;
    this.#bytes += payload.length;
    this.#lastMediaMs = this.#clock.nowMs();
    if (kind === 'data') {
      this.#facts = { ...this.#facts, ...readMetadata(payload) };
      return;
    }
    const ms = this.#timeline.at(timestamp);
    this.#zeroMs ??= this.#lastMediaMs - ms;
    this.#send(
      kind === 'video'
        ? { track: 'video', ms, payload, media: readVideoTag(payload) }
        : { track: 'audio', ms, payload, media: readAudioTag(payload) },
    );
  }

  /** Resolves once the tracks are known; false: the stream ended before, or `signal` aborted. */
  settled(signal: AbortSignal): Promise<boolean> {
    if (this.#isSettled || this.#isOver || signal.aborted) return Promise.resolve(this.#isSettled && !this.#isOver);
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve(this.#isSettled && !this.#isOver);
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  /** False: it is over, or there are too many readers. */
  attach(reader: TagReader): boolean {
    if (this.#isOver || !this.hasRoom) return false;
    this.#readers.add(reader);
    return true;
  }

  detach(reader: TagReader): void {
    this.#readers.delete(reader);
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.hls.end();
    this.#wake();
    for (const reader of [...this.#readers]) reader.onEnd();
    this.#readers.clear();
  }

  #send(tag: Tag): void {
    const isNew = this.#learn(tag);
    if (isNew && this.#isSettled) {
      for (const reader of [...this.#readers]) reader.onChanged();
      this.#readers.clear();
    }
    this.#cache.add(tag, this.#facts.video !== undefined);
    this.#settle(tag.ms);
    this.hls.take(tag, this.zeroMs);
    for (const reader of this.#readers) reader.onTag(tag);
  }

  /** True if the tag changes the known tracks. */
  #learn(tag: Tag): boolean {
    const { codec, kind } = tag.media;
    if (kind === 'other') return false;
    const isNew = this.#facts[tag.track] !== codec;
    if (isNew) this.#facts = { ...this.#facts, [tag.track]: codec };
    if (kind !== 'config') return isNew;
    const before = tag.track === 'video' ? this.#videoConfig : this.#audioConfig;
    if (tag.track === 'video') this.#videoConfig = tag;
    else this.#audioConfig = tag;
    return isNew || (before !== undefined && !before.payload.equals(tag.payload));
  }

  #settle(ms: number): void {
    if (this.#isSettled) return;
    const hasBoth = this.#facts.video !== undefined && this.#facts.audio !== undefined;
    if (!hasBoth && ms < settleMs) return;
    this.#isSettled = true;
    this.hls.begin(this.#facts);
    this.#wake();
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done();
  }
}
