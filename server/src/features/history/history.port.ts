import type { Tx } from '../../store/database.ts';

/** An item that begins to play. */
export interface BegunItem {
  readonly mediaId: string;
  readonly playlistId: string;
  readonly name: string;
  readonly positionSeconds: number;
  readonly durationSeconds: number | null;
  /** As in `Media`. */
  readonly thumbnail: string;
}

/** Where an item was when it ended. */
export interface EndedItem {
  readonly positionSeconds: number;
  readonly durationSeconds: number | null;
}

/** That another item plays than before, or none any more. */
export interface ItemChange {
  readonly atMs: number;
  /** Undefined: none played. */
  readonly ended: EndedItem | undefined;
  /** Undefined: none plays. */
  readonly begun: BegunItem | undefined;
  /** Who did it; null: the server. */
  readonly actorId: string | null;
  readonly actorName: string;
}

/** Writes down what rooms play, in the transaction that changes it. */
export interface HistoryKeeper {
  keep(tx: Tx, roomId: string, change: ItemChange): void | Promise<void>;
}
