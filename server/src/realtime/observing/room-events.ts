import type { StoredEvent } from '../../store/events/event.ts';
import type { EventSource } from '../event-source.ts';
import type { Change } from '../frames.ts';
import { RecentEvents } from './recent-events.ts';

/** Receives a room's events. */
export interface EventListener {
  happened(event: StoredEvent, change: Change): void;
  /** Events were pruned before this process read them: the states that they changed must be reloaded. */
  lost(): void;
}

/** The stored events of one room in this process: the incoming ones, the recent ones, and the room's position. */
export class RoomEvents {
  readonly recent = new RecentEvents();
  readonly #roomId: string;
  readonly #source: EventSource;
  readonly #listener: EventListener;
  #subscription: { close(): void } | undefined;
  #ready: Promise<void> | undefined;
  #isReady = false;
  #isClosed = false;

  constructor(roomId: string, source: EventSource, listener: EventListener) {
    this.#roomId = roomId;
    this.#source = source;
    this.#listener = listener;
  }

  /** True once `ready` has resolved. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Resolves when the room's position is known and its events arrive from there on. @throws errors of the store; the
   * next call tries again.
   */
  ready(): Promise<void> {
    this.#ready ??= this.#begin().catch((error) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  /** Up to `limit` stored events after `sequence`, oldest first. */
  since(sequence: number, limit: number): Promise<readonly StoredEvent[]> {
    return this.#source.since(this.#roomId, sequence, limit);
  }

  /** Sequence of the newest stored event. */
  latest(): Promise<number> {
    return this.#source.latest(this.#roomId);
  }

  close(): void {
    this.#isClosed = true;
    this.#subscription?.close();
  }

  async #begin(): Promise<void> {
    const sequence = await this.latest();
    if (this.#isClosed) return;
    this.recent.begin(sequence);
    this.#subscription = this.#source.subscribe(
      this.#roomId,
      sequence,
      (events) => this.#receive(events),
      (lost) => this.#lose(lost),
    );
    this.#isReady = true;
  }

  #receive(events: readonly StoredEvent[]): void {
    for (const event of events) {
      const change = this.recent.append(event);
      if (change !== undefined) this.#listener.happened(event, change);
    }
  }

  #lose(sequence: number): void {
    this.recent.begin(sequence);
    this.#listener.lost();
  }
}
