/** A chapter of an item. */
export interface Chapter {
  readonly startSeconds: number;
  /** Empty: unnamed. */
  readonly name: string;
}

/** A playback report to upstream. A room that watches an item together counts as one playback. */
export interface ViewerReport {
  readonly kind: 'start' | 'progress' | 'stop';
  /** The same for all reports of one playback. */
  readonly sessionId: string;
  /** Upstream's own id of the playback, from its resolution. */
  readonly upstreamSession: string | undefined;
  readonly positionSeconds: number;
  readonly isPaused: boolean;
}
