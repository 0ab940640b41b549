import type { Bus } from './bus.ts';

/** A bus between the processes of a test. */
export class MemoryBus implements Bus {
  readonly #handlers = new Map<string, Set<(payload: string) => void>>();
  published = 0;
  isLossy = false;

  publish(channel: string, payload: string): void {
    this.published += 1;
    if (this.isLossy) return;
    for (const handler of [...(this.#handlers.get(channel) ?? [])]) handler(payload);
  }

  subscribe(channel: string, handler: (payload: string) => void): () => void {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
    return () => handlers.delete(handler);
  }
}
