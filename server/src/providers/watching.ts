/** A part of an item that people jump to. */
export interface Chapter {
  readonly startSeconds: number;
  /** Empty: it has no name. */
  readonly name: string;
}

/** What upstream is told about a playing of an item. One room that watches it together is one playing. */
export interface ViewerReport {
  readonly kind: 'start' | 'progress' | 'stop';
  /** The same for all reports of one playing. */
  readonly sessionId: string;
  /** What upstream itself called the playing when it was resolved. */
  readonly upstreamSession: string | undefined;
  readonly positionSeconds: number;
  readonly isPaused: boolean;
}
