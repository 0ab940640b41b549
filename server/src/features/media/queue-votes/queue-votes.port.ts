import type { Reader } from '../../../store/database.ts';

/** Kind of the events about the votes of a room. */
export const queueVotesKind = 'queueVotes';

/** Where a room is in a playlist. */
export interface QueuePlace {
  readonly playlistId: string;
  readonly currentId: string;
}

/** The order that votes give to what follows the item that plays. */
export interface VoteOrder {
  /** Ids of the items that follow, those with the best votes first. [QV7] */
  following(reader: Reader, roomId: string, place: QueuePlace): Promise<readonly string[]>;
  /**
   * Moves the item with the best votes right behind the one that plays, if another one is there. It locks the library,
   * so call it outside of transactions. [QV8]
   */
  bringForward(roomId: string, place: QueuePlace): Promise<void>;
}
