/**
 * One stream in this process: from the messages of its publisher, or of the process that takes it, to all its readers.
 * Its memory is limited.
 */
import type { MediaMessage } from '../../../../drivers/rtmp/session.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { HlsOutput } from '../hls/hls-output.ts';
import type { PassedTag, StreamState } from '../relays/relay-state.ts';
import type { Advice } from './advice.ts';
import { GroupCache } from './group-cache.ts';
import { readMetadata, type StreamFacts } from './stream-facts.ts';
import { StreamMeter } from './stream-meter.ts';
import { readTag, type Tag } from './tag.ts';
import { Timeline } from './timeline.ts';
import { noViewers, sumOfViewers, type Viewers } from './viewers.ts';

/** A reader that gets the frames of a stream as they come. */
export interface TagReader {
  onTag(tag: Tag): void;
  /** The tracks or decoders change from here on. Players must begin anew. */
  onChanged(): void;
  onEnd(): void;
  /** True: it takes too little, and frames are left out. */
  readonly isBehind?: boolean;
  /** Those who get the stream from it. Absent: nobody does. */
  readonly viewers?: Viewers;
}

/** Gets everything that comes: another process, or a recording. [LS42] */
export interface Feed {
  onTag(tag: PassedTag): void;
  onFacts(facts: StreamFacts): void;
  onEnd(): void;
}

interface LiveStreamParts {
  readonly generationId: string;
  readonly clock: Clock;
  readonly zeroMs?: number;
}

/** Time after which the tracks count as known, in milliseconds: encoders send both in less. */
const settleMs = 1_000;
/** Most FLV readers of one stream on one replica. */
const mostReaders = 2_000;
/** Most feeds of one stream: the processes that read it from this one, and its recording. */
const mostFeeds = 64;

export class LiveStream {
  /** Names this broadcast. */
  readonly generationId: string;
  readonly hls: HlsOutput;
  readonly #clock: Clock;
  readonly #timeline = new Timeline();
  readonly #meter: StreamMeter;
  readonly #cache = new GroupCache();
  readonly #readers = new Set<TagReader>();
  readonly #feeds = new Set<Feed>();
  #startedAtMs: number;
  readonly #waiting = new Set<() => void>();
  #videoConfig: Tag | undefined;
  #audioConfig: Tag | undefined;
  #facts: StreamFacts;
  #zeroMs: number | undefined;
  #isSettled = false;
  #isOver = false;
  /** The newest time of a frame, in milliseconds of the stream. */
  #newestMs = -1;
  #lastMediaMs: number;
  #bytes = 0;

  /** `zeroMs`: the server time of its millisecond 0, where that is known. */
  constructor({ generationId, clock, zeroMs }: LiveStreamParts) {
    this.generationId = generationId;
    this.#clock = clock;
    this.#zeroMs = zeroMs;
    this.#startedAtMs = clock.nowMs();
    this.#lastMediaMs = this.#startedAtMs;
    this.hls = new HlsOutput(this.#startedAtMs, clock);
    this.#meter = new StreamMeter(this.#startedAtMs);
    const unknown = { width: undefined, height: undefined, frameRate: undefined, encoder: undefined };
    this.#facts = { video: undefined, audio: undefined, ...unknown };
  }

  get startedAtMs(): number {
    return this.#startedAtMs;
  }

  get facts(): StreamFacts {
    return this.#facts;
  }

  get readerCount(): number {
    return this.#readers.size;
  }

  /** Also of its rungs. [LS87] */
  get viewers(): Viewers {
    const ofHls = { ...noViewers, hls: this.hls.viewers.count };
    return sumOfViewers([ofHls, ...[...this.#readers].map(({ viewers }) => viewers ?? noViewers)]);
  }

  /** True: what comes goes on to somebody at once, or to who asks for it every second or so. */
  get isWaitedFor(): boolean {
    const { readers, viewers } = this.hls;
    return this.#readers.size > 0 || this.#feeds.size > 0 || readers.count > 0 || viewers.count > 0;
  }

  /** False: there are too many readers. */
  get hasRoom(): boolean {
    return this.#readers.size < mostReaders;
  }

  get receivedBytes(): number {
    return this.#bytes;
  }

  /** Over the last seconds. */
  get bitsPerSecond(): number {
    return this.#meter.bitsPerSecond(this.#clock.nowMs());
  }

  /** Another publisher came, and was refused. [LS64] */
  refusePublisher(): void {
    this.#meter.refused(this.#clock.nowMs());
  }

  /** This stream ended another one that was still sent to its place. [LS67] */
  tookOver(): void {
    this.#meter.tookOver(this.#clock.nowMs());
  }

  /** What its sender could do better now. [LS60] */
  advise(): readonly Advice[] {
    const behind = [...this.#readers].filter(({ isBehind }) => isBehind).length;
    const conditions = { facts: this.#facts, leftOutCodec: this.hls.leftOutCodec, behind, readers: this.readerCount };
    return this.#meter.advise(conditions, this.#clock.nowMs());
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
    return this.#zeroMs ?? this.#startedAtMs;
  }

  /** The decoder configurations, and the frames since the last key frame. */
  get beginning(): readonly Tag[] {
    return [...this.#configs, ...this.#cache.tags.filter(({ media }) => media.kind !== 'config')];
  }

  /** The configuration of the picture's decoder. */
  get videoConfig(): Tag | undefined {
    return this.#videoConfig;
  }

  get #configs(): readonly Tag[] {
    return [this.#videoConfig, this.#audioConfig].filter((one) => one !== undefined);
  }

  /** @throws RtmpError */
  take({ kind, timestamp, payload }: MediaMessage): void {
    if (this.#isOver) return;
    if (kind !== 'data') {
      this.#meter.stamp(kind, timestamp, this.#clock.nowMs());
      return this.#takeTag(readTag({ track: kind, ms: this.#timeline.at(timestamp), payload }));
    }
    this.#count(payload);
    this.learnFacts({ ...this.#facts, ...readMetadata(payload) });
  }

  /** Its source begins anew after a break. The time of the stream goes on as that of the server did meanwhile. [LS66] */
  resume(): void {
    if (this.#zeroMs !== undefined) this.#timeline.goOn(this.#clock.nowMs() - this.#zeroMs);
  }

  /** Takes a message as another process passes it on. @throws RtmpError */
  takePassedOn(tag: PassedTag): void {
    if (!this.#isOver) this.#takeTag(readTag(tag));
  }

  learnFacts(facts: StreamFacts): void {
    this.#facts = facts;
    for (const feed of this.#feeds) feed.onFacts(facts);
  }

  #takeTag(came: Tag): void {
    // A copy: a configuration is kept for long, and would keep the memory of all that came with it.
    const tag = came.media.kind === 'config' ? readTag({ ...came, payload: Buffer.from(came.payload) }) : came;
    this.#count(tag.payload);
    this.#meter.take(tag, this.#lastMediaMs);
    this.#zeroMs ??= this.#lastMediaMs - tag.ms;
    for (const feed of [...this.#feeds]) feed.onTag(tag);
    this.#send(tag);
  }

  #count({ length }: Buffer): void {
    this.#bytes += length;
    this.#lastMediaMs = this.#clock.nowMs();
  }

  /** The state now, for a feed that gets all that follows; undefined: it is over, or has too many feeds. [LS42] */
  share(feed: Feed): StreamState | undefined {
    if (this.#isOver || this.#feeds.size >= mostFeeds) return undefined;
    this.#feeds.add(feed);
    const group = this.#cache.tags;
    const toPassed = ({ track, ms, payload }: Tag): PassedTag => ({ track, ms, payload });
    return {
      startedAtMs: this.#startedAtMs,
      zeroMs: this.#zeroMs,
      facts: this.#facts,
      isSettled: this.#isSettled,
      configs: this.#configs.map(toPassed),
      group: group.map(toPassed),
      hls: this.hls.share(),
    };
  }

  unshare(feed: Feed): void {
    this.#feeds.delete(feed);
  }

  get feedCount(): number {
    return this.#feeds.size;
  }

  /**
   * Goes on from where another process is: at the beginning, or after its link was broken. Readers get what they have
   * missed, as far as it is there, or begin anew where the decoders are others. [LS27] [LS42] [LS45] @throws RtmpError
   */
  adopt(state: StreamState): void {
    const before = this.#decoders;
    this.#startedAtMs = state.startedAtMs;
    this.#zeroMs = state.zeroMs;
    this.#facts = state.facts;
    for (const tag of state.configs.map(readTag))
      if (tag.track === 'video') this.#videoConfig = tag;
      else this.#audioConfig = tag;
    const group = state.group.map(readTag);
    this.#cache.replace(group, state.facts.video !== undefined);
    this.#isSettled = state.isSettled;
    this.#lastMediaMs = this.#clock.nowMs();
    this.hls.adopt(state.hls, this.#configs);
    const missed = group.filter(({ ms }) => ms > this.#newestMs);
    this.#newestMs = Math.max(this.#newestMs, group.at(-1)?.ms ?? 0);
    if (this.#decoders !== before) this.#restartReaders();
    for (const reader of this.#readers) for (const tag of missed) reader.onTag(tag);
    if (this.#isSettled) this.#wake();
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
    for (const reader of [...this.#readers, ...this.#feeds]) reader.onEnd();
    this.#readers.clear();
    this.#feeds.clear();
  }

  #send(tag: Tag): void {
    const isNew = this.#learn(tag);
    if (isNew && this.#isSettled) this.#restartReaders();
    this.#cache.add(tag, this.#facts.video !== undefined);
    this.#newestMs = Math.max(this.#newestMs, tag.ms);
    this.#settle(tag.ms);
    const { width, height } = this.#facts;
    this.hls.take(tag, { zeroMs: this.zeroMs, width, height });
    for (const reader of this.#readers) reader.onTag(tag);
  }

  #restartReaders(): void {
    for (const reader of [...this.#readers]) reader.onChanged();
    this.#readers.clear();
  }

  /** Names the tracks and how they are decoded. */
  get #decoders(): string {
    const { video, audio } = this.#facts;
    return [video, audio, ...this.#configs.map(({ payload }) => payload.toString('hex'))].join();
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
