/** A part of an item that people jump to. */
export interface Chapter {
  readonly startSeconds: number;
  /** Empty: it has no name. */
  readonly name: string;
}

/** A report to upstream about a playing of an item. One room that watches it together is one playing. */
export interface ViewerReport {
  readonly kind: 'start' | 'progress' | 'stop';
  /** The same for all reports of one playing. */
  readonly sessionId: string;
  /** Upstream's own id of the playing, from when it was resolved. */
  readonly upstreamSession: string | undefined;
  readonly positionSeconds: number;
  readonly isPaused: boolean;
}
