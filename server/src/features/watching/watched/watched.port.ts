import type { Tx } from '../../../store/database.ts';

/** The item that a room watches, and its viewers. */
export interface Screening {
  readonly roomId: string;
  readonly mediaId: string;
  readonly name: string;
  readonly positionSeconds: number;
  /** Null: unknown, or a live stream. */
  readonly durationSeconds: number | null;
  /** The present members who keep a history. Their accounts stay locked until the transaction ends. [OH8] */
  readonly viewerIds: readonly string[];
}

/** The items that some rooms watch, as recorded by one replica. */
export interface WatchedBeat {
  readonly now: Date;
  /** People last seen before this moment have been away since. */
  readonly lastBeat: Date;
  readonly screenings: readonly Screening[];
}

/** Called in the transaction that records who watches. */
export type OnWatched = (tx: Tx, beat: WatchedBeat) => Promise<void>;
