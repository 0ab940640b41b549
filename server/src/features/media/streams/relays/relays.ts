/** The streams of other processes that viewers of this one watch: one relay a stream. [LS40] [LS41] */
import type { Database } from '../../../../store/database.ts';
import type { LiveStream } from '../air/live-stream.ts';
import { streamErrors } from '../streams.errors.ts';
import * as store from '../streams.store.ts';
import { Relay, type RelayParts } from './relay.ts';

export interface RelaysParts extends RelayParts {
  readonly db: Database;
  readonly replicaId: string;
  /** A stream whose last beat is older than this moment is over. */
  readonly staleMs: () => number;
}

const mostRelays = 64;
/** A relay that nobody reads ends after this, in milliseconds: those who read HLS come and go. */
const unreadMs = 15_000;
/** How long an ended stream can still be read as HLS, in milliseconds. */
const keptMs = 60_000;
/** How long a stream that was not there is not asked for again, in milliseconds: its process may be about to take it. */
const restMs = 1_000;

export class Relays {
  readonly #parts: RelaysParts;
  readonly #relays = new Map<string, Relay>();
  readonly #ended = new Map<string, Relay>();
  #started = 0;
  #earlierBytes = 0;

  constructor(parts: RelaysParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#relays.size;
  }

  /** Relays since the start of the process. */
  get started(): number {
    return this.#started;
  }

  /** Bytes that came from other processes since the start. */
  get receivedBytes(): number {
    return [...this.#relays.values()].reduce((sum, { receivedBytes }) => sum + receivedBytes, this.#earlierBytes);
  }

  /** A stream that another process takes. @throws AppError `streams.off_air`, `streams.unreachable` */
  async find(roomId: string, mediaId: string): Promise<LiveStream> {
    const { db, staleMs } = this.#parts;
    const row = await store.findStream(db.query(), mediaId, staleMs());
    if (!row || row.room_id !== roomId) throw streamErrors.off_air();
    return this.#follow(row);
  }

  /** The broadcast of this id, also one that ended recently. @throws AppError as `find` */
  async findGeneration(roomId: string, mediaId: string, generationId: string): Promise<LiveStream> {
    const known = this.#relays.get(generationId) ?? this.#ended.get(generationId);
    if (known?.roomId === roomId && known.mediaId === mediaId) return this.#read(known);
    const stream = await this.find(roomId, mediaId);
    if (stream.generationId !== generationId) throw streamErrors.off_air();
    return stream;
  }

  get streams(): readonly Relay[] {
    return [...this.#relays.values()];
  }

  /** A relay of a broadcast, if it runs; it does not count as read. */
  peek(generationId: string): LiveStream | undefined {
    return this.#relays.get(generationId)?.stream;
  }

  /** Called at intervals: ends the relays that nobody reads. */
  beat(): void {
    const oldestMs = this.#parts.clock.nowMs() - unreadMs;
    for (const relay of this.#relays.values()) if (relay.lastReadMs < oldestMs) relay.end();
  }

  stop(): void {
    for (const relay of this.#relays.values()) relay.end();
  }

  async #follow(row: store.StreamRow): Promise<LiveStream> {
    const known = this.#relays.get(row.generation_id);
    if (known) return this.#read(known);
    // Its row may still be there for a while.
    if (this.#ended.has(row.generation_id)) throw streamErrors.off_air();
    // A stream of this process that is not there any more, or of one that passes nothing on.
    if (row.replica_id === this.#parts.replicaId || row.relay_address === '') throw streamErrors.off_air();
    if (this.#relays.size >= mostRelays) throw streamErrors.unreachable();
    return this.#read(this.#start(row));
  }

  async #read(relay: Relay): Promise<LiveStream> {
    relay.ask();
    const how = await relay.begun;
    if (how === 'read') return relay.stream;
    throw how === 'gone' ? streamErrors.off_air() : streamErrors.unreachable();
  }

  #start({ room_id: roomId, media_id: mediaId, generation_id: generationId, relay_address }: store.StreamRow): Relay {
    const { clock, log } = this.#parts;
    const from = { roomId, mediaId, generationId, address: relay_address };
    const relay = new Relay(this.#parts, from, (isGone) => {
      this.#relays.delete(generationId);
      this.#earlierBytes += relay.receivedBytes;
      if (isGone) {
        this.#ended.set(generationId, relay);
        clock.after(relay.hasBegun ? keptMs : restMs, () => this.#ended.delete(generationId));
      }
      log.info({ roomId, mediaId }, 'a stream of another process is read no more');
    });
    this.#relays.set(generationId, relay);
    this.#started += 1;
    log.info({ roomId, mediaId, address: relay_address }, 'a stream of another process is read');
    return relay;
  }
}
