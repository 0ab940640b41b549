import type { StoredEvent } from '../store/events/event.ts';
import type { EventSource } from './event-source.ts';
import { roomId } from './people.fixture.ts';

/** Events in memory. `commit` stores them, `relay` delivers them; `hold` delays the results of earlier reads. */
export class MemoryEvents implements EventSource {
  readonly stored: StoredEvent[] = [];
  readonly #subscribers = new Set<{
    topic: string;
    after: number;
    handler: (events: StoredEvent[]) => void;
    onLost: (sequence: number) => void;
  }>();
  reads = 0;
  isRelaying = true;
  gate: Promise<void> = Promise.resolve();
  #open: () => void = () => {};

  commit(topic: string, kind: string, payload: Uint8Array): number {
    const sequence = (this.stored.at(-1)?.sequence ?? 0) + 1;
    this.stored.push({ topic, sequence, kind, payload, createdAt: new Date(0) });
    if (this.isRelaying) this.relay();
    return sequence;
  }

  /** Delivers up to `count` events to each subscriber. */
  relay(count = Number.POSITIVE_INFINITY): void {
    for (const subscriber of [...this.#subscribers]) {
      const next = this.#after(subscriber.topic, subscriber.after).slice(0, count);
      if (next.length === 0) continue;
      subscriber.after = next.at(-1)!.sequence;
      subscriber.handler(next);
    }
  }

  /** Simulates that events of `topic` up to `sequence` were pruned before delivery. */
  lose(sequence: number, topic = roomId): void {
    for (const subscriber of this.#subscribersTo(topic)) {
      subscriber.after = sequence;
      subscriber.onLost(sequence);
    }
  }

  hold(): void {
    this.#open();
    this.gate = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  release(): void {
    this.#open();
  }

  subscribe(
    topic: string,
    after: number,
    handler: (events: readonly StoredEvent[]) => void,
    onLost: (sequence: number) => void,
  ) {
    const subscriber = { topic, after, handler, onLost };
    this.#subscribers.add(subscriber);
    return { close: () => void this.#subscribers.delete(subscriber) };
  }

  subscriptionsTo(topic: string): number {
    return this.#subscribersTo(topic).length;
  }

  async since(topic: string, after: number, limit: number): Promise<StoredEvent[]> {
    this.reads += 1;
    const page = this.#after(topic, after).slice(0, limit);
    await this.gate;
    return page;
  }

  async latest(topic: string): Promise<number> {
    this.reads += 1;
    const latest = this.#after(topic, 0).at(-1)?.sequence ?? 0;
    await this.gate;
    return latest;
  }

  #subscribersTo(topic: string) {
    return [...this.#subscribers].filter((subscriber) => subscriber.topic === topic);
  }

  #after(topic: string, after: number): StoredEvent[] {
    return this.stored.filter((event) => event.topic === topic && event.sequence > after);
  }
}
