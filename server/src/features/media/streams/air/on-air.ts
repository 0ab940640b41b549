/**
 * The streams that this process receives. Each ends with its publisher's connection, or with the publisher's right to
 * send. [LS3]–[LS8]
 */
import type { Publication, PublicationEnd, Publisher } from '../../../../drivers/rtmp/rtmp-server.ts';
import type { PublishRequest, Refusal } from '../../../../drivers/rtmp/session.ts';
import type { Log } from '../../../../kernel/log.ts';
import type { DiskPast } from '../past/disk-past.ts';
import type { Pasts } from '../past/pasts.ts';
import { overdueAt, tellRoom } from '../streams.messages.ts';
import * as store from '../streams.store.ts';
import { LiveStream } from './live-stream.ts';
import {
  type Claim,
  claimOf,
  findKey,
  type NewPlace,
  type Place,
  type PublishingParts,
  takePlace,
} from './publishing.ts';
import type { PullNotice } from './pull-notice.ts';
import { type LastNews, newsOf, nothingTold } from './stream-news.ts';

export interface OnAirParts extends PublishingParts {
  readonly log: Log;
  /** Follows the events of a room; gives the function that ends this. */
  readonly follow: (roomId: string) => () => void;
  readonly pasts: Pick<Pasts, 'begin' | 'end'>;
  /** The smaller versions that viewers of a stream may choose. */
  readonly rungsOf: (stream: LiveStream) => readonly string[];
  /** Most streams at the same time. */
  readonly mostStreams?: number;
}

/** A stream of this process. */
export interface LocalStream extends Place {
  readonly stream: LiveStream;
  readonly publisher: Publisher;
  readonly unfollow: () => void;
  readonly mayGoOn: () => Promise<boolean>;
  /** How its pulling is going, where this server pulls it. Its source may be silent for a while. */
  pull: PullNotice | undefined;
  readonly past: DiskPast;
  /** When its right to send was asked for. */
  checkedMs: number;
  /** What its row says. */
  told: LastNews;
  isTelling: boolean;
}

/** A stream that was put on the air. */
export interface Broadcast {
  readonly place: Place;
  readonly stream: LiveStream;
  readonly end: (how: PublicationEnd) => void;
}

/** What a publisher is told whose stream somebody took off the air. */
export const takenOffReason = 'It was taken off the air.';
/** What a publisher is told whose place another one took. */
const replacedReason = 'Another encoder sends to this place now.';
/** A stream to which nothing comes for this long, in milliseconds, is interrupted: its place is free. [LS47] [LS48] */
const silentMs = 5_000;
/** How long an ended stream can still be read as HLS, in milliseconds: viewers are some seconds behind. */
const keptMs = 60_000;
const usualMostStreams = 64;
/** How often rights to send are asked for that nothing was told of, in milliseconds. Events are followed at once. */
const doubtEveryMs = 30_000;

export class OnAir {
  readonly #parts: OnAirParts;
  readonly #local = new Map<string, LocalStream>();
  readonly #ended = new Map<string, LiveStream>();
  readonly #work = new Set<Promise<unknown>>();
  /** By item: the last one who takes its place or gives it back. The next one waits for that. */
  readonly #placings = new Map<string, Promise<unknown>>();
  /** Streams with a valid key that are not on the air yet. They count among `mostStreams`. */
  #starting = 0;
  /** Of streams that have ended. */
  #endedBytes = 0;
  /** A database that is slow gets no second beat before it has answered the first. */
  #beating: Promise<unknown> | undefined;
  /** As `#beating`. */
  #looking: Promise<unknown> | undefined;

  constructor(parts: OnAirParts) {
    this.#parts = parts;
  }

  get streams(): readonly LocalStream[] {
    return [...this.#local.values()];
  }

  /** What encoders have sent to this process. */
  get receivedBytes(): number {
    return this.streams.reduce((sum, { stream }) => sum + stream.receivedBytes, this.#endedBytes);
  }

  find(roomId: string, mediaId: string): LiveStream | undefined {
    const local = this.#local.get(mediaId);
    return local?.roomId === roomId ? local.stream : undefined;
  }

  /** The stream of a broadcast that this process takes. */
  findTaken(generationId: string): LiveStream | undefined {
    return this.streams.find((local) => local.generationId === generationId)?.stream;
  }

  /** A broadcast of this process, including one that ended recently. */
  findGeneration(roomId: string, mediaId: string, generationId: string): LiveStream | undefined {
    const current = this.find(roomId, mediaId);
    return current?.generationId === generationId ? current : this.#ended.get(`${roomId} ${mediaId} ${generationId}`);
  }

  async authorize(request: PublishRequest, publisher: Publisher): Promise<Publication | Refusal> {
    const taken = await this.takeByKey(request, publisher);
    if (typeof taken === 'string') return taken;
    const { stream } = taken;
    const isWaitedFor = () => stream.isWaitedFor;
    return { onMedia: (message) => stream.take(message), isWaitedFor, onEnd: taken.end };
  }

  /** Puts the stream of a publisher on the air, if its key is valid. The caller calls `end` once. */
  async takeByKey(request: PublishRequest, publisher: Publisher): Promise<Broadcast | Refusal> {
    const { log } = this.#parts;
    if (this.#isFull()) return 'unavailable';
    const key = await findKey(this.#parts, request);
    if (!key) {
      log.info({ address: publisher.address }, 'a stream with a key that does not serve was refused');
      return 'bad_name';
    }
    return this.take(claimOf(this.#parts, key), publisher);
  }

  /** Whether a stream could be sent with this key. */
  async serves(request: PublishRequest): Promise<boolean> {
    return (await findKey(this.#parts, request)) !== undefined;
  }

  /** Ends a broadcast for its publisher, whichever process takes it. False: it is not on the air. */
  endBroadcast(roomId: string, generationId: string): Promise<boolean> {
    const { db, staleMs } = this.#parts;
    return db.write(async (tx) => {
      const row = await store.deleteStream(tx.query(), { generationId });
      if (row) await tellRoom(tx, roomId, staleMs());
      return row !== undefined;
    });
  }

  /** Puts a stream on the air. The caller calls `end` once, when nothing comes any more. */
  async take(claim: Claim, publisher: Publisher): Promise<Broadcast | Refusal> {
    if (this.#isFull()) return 'unavailable';
    this.#starting += 1;
    try {
      // An encoder that comes back at once does not find its own place taken.
      return await this.#inOrder(claim.mediaId, () => this.#start(claim, publisher));
    } finally {
      this.#starting -= 1;
    }
  }

  /** Tells the room how the pulling of a stream is going. */
  async tellPull({ generationId }: Place, pull: PullNotice): Promise<void> {
    const local = this.streams.find((one) => one.generationId === generationId);
    if (!local) return;
    local.pull = pull;
    await this.#run(this.#tell(local));
  }

  #isFull(): boolean {
    const { log, mostStreams = usualMostStreams } = this.#parts;
    const streams = this.#local.size + this.#starting;
    if (streams >= mostStreams) log.warn({ streams }, 'a stream was refused: there are too many');
    return streams >= mostStreams;
  }

  async #start(claim: Claim, publisher: Publisher): Promise<Broadcast | Refusal> {
    const { log, clock, follow, pasts } = this.#parts;
    const before = this.#local.get(claim.mediaId);
    const isSending = before !== undefined && (await this.#isSending(before));
    const taken = await this.#takePlace(claim, isSending, before?.generationId);
    if (typeof taken === 'string') {
      if (isSending) before.stream.refusePublisher();
      return taken;
    }
    const { hasTakenOver, ...place } = taken;
    before?.publisher.end(replacedReason);
    const stream = new LiveStream({ generationId: place.generationId, clock });
    if (hasTakenOver) stream.tookOver();
    const { mayGoOn, pull } = claim;
    const past = pasts.begin(place.generationId);
    stream.hls.window.past = past;
    const news = { pull, told: { ...nothingTold, ...(pull && { pull }) }, isTelling: false };
    const local: LocalStream = {
      ...{ ...place, stream, publisher, mayGoOn, past, checkedMs: clock.nowMs(), ...news },
      unfollow: follow(place.roomId),
    };
    this.#local.set(place.mediaId, local);
    log.info({ roomId: place.roomId, mediaId: place.mediaId, address: publisher.address }, 'a stream is on the air');
    return { place, stream, end: (how) => this.#end(local, how) };
  }

  async #takePlace(claim: Claim, isSending: boolean, replaces: string | undefined): Promise<NewPlace | Refusal> {
    if (!isSending) return takePlace(this.#parts, claim, replaces);
    return this.#parts.takesOver() ? takePlace(this.#parts, claim, undefined) : 'taken';
  }

  /** Checks whether the publishers of the selected streams may still send. Ends the streams of the others. */
  doubt(applies: (local: LocalStream) => boolean): void {
    for (const local of this.streams) if (applies(local)) void this.#run(this.#check(local));
  }

  /** Ends the selected streams. */
  end(applies: (local: LocalStream) => boolean, reason: string): void {
    for (const local of this.streams) if (applies(local)) local.publisher.end(reason);
  }

  /** Called often: renews this process's streams, and tells rooms which streams are interrupted. [LS47] */
  beat(): void {
    this.#beating ??= this.#run(this.#beat()).finally(() => {
      this.#beating = undefined;
    });
  }

  /** Called at intervals: deletes streams of processes that are gone, and checks those of this one. */
  look(): void {
    this.#looking ??= this.#run(this.#look()).finally(() => {
      this.#looking = undefined;
    });
  }

  /** Waits for the writes in progress. */
  async settle(): Promise<void> {
    await Promise.allSettled([...this.#work]);
  }

  /** A publisher that was taken off the air a moment ago may not know it yet. */
  async #isSending({ stream, generationId }: LocalStream): Promise<boolean> {
    const { db, clock } = this.#parts;
    if (clock.nowMs() - stream.lastMediaMs >= silentMs) return false;
    return (await store.among(db.query(), [generationId])).has(generationId);
  }

  #run(work: Promise<unknown>): Promise<unknown> {
    const told = work.catch((err: unknown) => this.#parts.log.warn({ err }, 'a live stream could not be looked after'));
    this.#work.add(told);
    return told.finally(() => this.#work.delete(told));
  }

  async #check(local: LocalStream): Promise<void> {
    const { db, clock } = this.#parts;
    local.checkedMs = clock.nowMs();
    const there = await store.among(db.query(), [local.generationId]);
    if (!there.has(local.generationId)) {
      const isReplaced = (await store.findPast(db.query(), local.mediaId)) !== undefined;
      return local.publisher.end(isReplaced ? replacedReason : takenOffReason);
    }
    if (!(await local.mayGoOn())) local.publisher.end('You may not send to this place any more.');
  }

  async #beat(): Promise<void> {
    const { db, clock, staleMs } = this.#parts;
    const nowMs = clock.nowMs();
    const sending = this.streams.filter(({ stream, pull }) => pull || nowMs - stream.lastMediaMs < silentMs);
    if (sending.length > 0)
      await store.beat(
        db.query(),
        sending.map(({ generationId }) => generationId),
        nowMs,
      );
    for (const local of this.streams) await this.#tell(local);
    const overdueMs = overdueAt(nowMs);
    if (!(await store.hasTurned(db.query(), overdueMs))) return;
    await db.write(async (tx) => {
      for (const roomId of await store.turn(tx.query(), overdueMs)) await tellRoom(tx, roomId, staleMs());
    });
  }

  /** Tells the room what is new of a stream, one write after the other: what it is told last is how things are. */
  async #tell(local: LocalStream): Promise<void> {
    if (local.isTelling) return;
    local.isTelling = true;
    const { db, clock, staleMs } = this.#parts;
    try {
      for (let news = this.#newsOf(local); news; news = this.#newsOf(local)) {
        const told = news;
        await db.write(async (tx) => {
          if (await store.putNews(tx.query(), local.generationId, told)) await tellRoom(tx, local.roomId, staleMs());
        });
        local.told = { ...local.told, ...told, ...(told.advice && { advisedMs: clock.nowMs() }) };
      }
    } finally {
      local.isTelling = false;
    }
  }

  #newsOf({ stream, past, pull, told }: LocalStream) {
    const now = { pastSeconds: past.reachSeconds, rungs: this.#parts.rungsOf(stream), ...(pull && { pull }) };
    const advice = pull ? {} : { advice: [...stream.advise(), ...past.advise()] };
    return newsOf({ ...now, ...advice }, told, this.#parts.clock.nowMs());
  }

  async #look(): Promise<void> {
    const { db, clock, staleMs } = this.#parts;
    const overMs = staleMs();
    await db.write(async (tx) => {
      for (const roomId of await store.deleteStale(tx.query(), overMs)) await tellRoom(tx, roomId, overMs);
    });
    const { streams } = this;
    if (streams.length === 0) return;
    const generations = streams.map(({ generationId }) => generationId);
    const there = await store.among(db.query(), generations);
    // Finds changes without events, such as an account that was deleted elsewhere.
    const oldestMs = clock.nowMs() - doubtEveryMs;
    for (const local of streams)
      if (!there.has(local.generationId) || local.checkedMs <= oldestMs) await this.#check(local);
  }

  #end(local: LocalStream, how: PublicationEnd): void {
    const { clock, log, pasts } = this.#parts;
    const { roomId, mediaId, generationId, stream } = local;
    if (this.#local.get(mediaId) === local) this.#local.delete(mediaId);
    this.#endedBytes += stream.receivedBytes;
    local.unfollow();
    stream.end();
    const name = `${roomId} ${mediaId} ${generationId}`;
    this.#ended.set(name, stream);
    clock.after(keptMs, () => this.#ended.delete(name));
    pasts.end(local.past);
    const isBroken = how === 'broken' && stream.receivedBytes > 0;
    log.info({ roomId, mediaId }, isBroken ? 'the encoder of a stream is gone' : 'a stream is off the air');
    void this.#run(this.#inOrder(mediaId, () => this.#writeEnd(local, isBroken)));
  }

  #inOrder<R>(mediaId: string, work: () => Promise<R>): Promise<R> {
    const before = this.#placings.get(mediaId) ?? Promise.resolve();
    const placing = before.then(work, work);
    const forget = () => this.#placings.get(mediaId) === placing && this.#placings.delete(mediaId);
    this.#placings.set(mediaId, placing);
    placing.then(forget, forget);
    return placing;
  }

  /** A stream whose encoder may come back is interrupted. `look` deletes it in the end. [LS63] */
  async #writeEnd({ roomId, generationId, stream }: LocalStream, isBroken: boolean): Promise<void> {
    const { db, clock, staleMs } = this.#parts;
    // A beat on its way would bring the stream back.
    await this.#beating;
    await db.write(async (tx) => {
      const times = { sinceMs: stream.lastMediaMs, beatMs: overdueAt(clock.nowMs()) - 1 };
      const row = isBroken
        ? await store.interrupt(tx.query(), generationId, times)
        : await store.deleteStream(tx.query(), { generationId });
      if (row) await tellRoom(tx, roomId, staleMs());
    });
  }
}
