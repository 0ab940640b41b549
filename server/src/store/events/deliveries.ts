import type { StoredEvent } from './event.ts';
import type { Delivery } from './subscription.ts';

/** The running deliveries by topic. */
export class Deliveries {
  readonly #byTopic = new Map<string, Set<Delivery>>();

  add(delivery: Delivery): void {
    const ofTopic = this.#byTopic.get(delivery.topic) ?? new Set();
    this.#byTopic.set(delivery.topic, ofTopic.add(delivery));
  }

  remove(delivery: Delivery): void {
    const ofTopic = this.#byTopic.get(delivery.topic);
    ofTopic?.delete(delivery);
    if (ofTopic?.size === 0) this.#byTopic.delete(delivery.topic);
  }

  /** Returns a copy, because a delivered event may close a delivery. */
  of(topic: string): readonly Delivery[] {
    return [...(this.#byTopic.get(topic) ?? [])];
  }

  topics(): readonly string[] {
    return [...this.#byTopic.keys()];
  }

  /** Offers committed events to the deliveries of their topics. */
  handOver(events: readonly StoredEvent[]): void {
    for (const topic of new Set(events.map((event) => event.topic))) {
      const ofTopic = events.filter((event) => event.topic === topic);
      for (const delivery of this.of(topic)) delivery.offer(ofTopic);
    }
  }

  /** Records that the topic has events up to `sequence`. */
  learn(topic: string, sequence: number): void {
    for (const delivery of this.of(topic)) delivery.learn(sequence);
  }
}
