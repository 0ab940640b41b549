/** One committed event of a room. */
export interface StoredEvent {
  /** Room id. */
  readonly topic: string;
  /** Order within the topic: rises with every event, gaps are allowed. */
  readonly sequence: number;
  /** Key of the resource that changed: `chatEvents`, `playlistItems/pl_…`; or `access`, `access/usr_…` where only standing did. */
  readonly kind: string;
  /** Body of `ResourceChanged` without observe id and sequence, as `changePayload` makes it; opaque for `access`. */
  readonly payload: Uint8Array;
}

/**
 * What realtime needs of the store's relay. An event becomes visible in sequence order: once `latest` or a handler has
 * shown sequence n, nothing with a lower one appears any more. Everything that was handed to a handler is found by `since`.
 */
export interface EventSource {
  /**
   * Calls `handler` with the events after `afterSequence`, in order, each at least once; `onLost` when some are gone for good
   * before they were handed over, and delivery goes on after `sequence`.
   */
  subscribe(
    topic: string,
    afterSequence: number,
    handler: (events: readonly StoredEvent[]) => void,
    onLost: (sequence: number) => void,
  ): { close(): void };
  /** Up to `limit` events after `afterSequence`, oldest first; older ones than are kept are left out. */
  since(topic: string, afterSequence: number, limit: number): Promise<readonly StoredEvent[]>;
  /** Sequence of the newest committed event; 0 when there was none. */
  latest(topic: string): Promise<number>;
}
