import type { Tx } from '../../../store/database.ts';

/** What a room watches now, and who. */
export interface Screening {
  readonly roomId: string;
  readonly mediaId: string;
  readonly name: string;
  readonly positionSeconds: number;
  /** Null: not known, or a live stream. */
  readonly durationSeconds: number | null;
  /** The members who are there and keep a history. Their accounts stay until the transaction ends. [OH8] */
  readonly viewerIds: readonly string[];
}

/** What some rooms watch now, as one of all replicas writes it. */
export interface WatchedBeat {
  readonly now: Date;
  /** People who were last there before this moment have been away since. */
  readonly lastBeat: Date;
  readonly screenings: readonly Screening[];
}

/** Called in the transaction that writes who watches. */
export type OnWatched = (tx: Tx, beat: WatchedBeat) => Promise<void>;
