import type { Bus } from './bus.ts';

/** One process's end of a bus. A process that is cut off still receives messages. */
export class BusEnd implements Bus {
  readonly #bus: Bus;
  isCutOff = false;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  publish(channel: string, payload: string): void {
    if (!this.isCutOff) this.#bus.publish(channel, payload);
  }

  subscribe(channel: string, handler: (payload: string) => void): () => void {
    return this.#bus.subscribe(channel, handler);
  }
}

/** A bus between the processes of a test. */
export class MemoryBus implements Bus {
  readonly #handlers = new Map<string, Set<(payload: string) => void>>();
  /** The messages sent, without the heartbeats of replicas. */
  readonly told: string[] = [];
  isLossy = false;

  publish(channel: string, payload: string): void {
    if (!payload.includes('"kind":"alive"')) this.told.push(payload);
    if (this.isLossy) return;
    for (const handler of [...(this.#handlers.get(channel) ?? [])]) handler(payload);
  }

  subscribe(channel: string, handler: (payload: string) => void): () => void {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
    return () => handlers.delete(handler);
  }
}
