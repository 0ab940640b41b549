import type { StoredEvent } from '../store/events/event.ts';

/**
 * The operations of the store's relay and outbox that realtime needs. The topic of a room's events is the room's id.
 * Their `kind` is the key of the changed resource (`chatEvents`, `playlistItems/pl_…`), and `changePayload` makes their
 * payload. Events become visible in sequence order: once `latest` or a handler has shown sequence n, no event with a
 * lower sequence appears any more.
 */
export interface EventSource {
  /**
   * Calls `handler` with the events after `afterSequence`, each once and in order. Calls `onLost` when events were
   * pruned before delivery; delivery then continues after `sequence`.
   */
  subscribe(
    topic: string,
    afterSequence: number,
    handler: (events: readonly StoredEvent[]) => void,
    onLost: (sequence: number) => void,
  ): { close(): void };
  /** Up to `limit` events after `afterSequence`, oldest first. Pruned events are missing. */
  since(topic: string, afterSequence: number, limit: number): Promise<readonly StoredEvent[]>;
  /** Sequence of the newest committed event; 0 if there is none. */
  latest(topic: string): Promise<number>;
}
