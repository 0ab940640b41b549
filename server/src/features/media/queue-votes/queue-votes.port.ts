import type { Reader } from '../../../store/database.ts';

/** Kind of the events about the votes of a room. */
export const queueVotesKind = 'queueVotes';

/** A room's position in a playlist. */
export interface QueuePlace {
  readonly playlistId: string;
  readonly currentId: string;
}

/** The order of the items after the playing one, by votes. */
export interface VoteOrder {
  /** Ids of the following items, best votes first. [QV7] */
  following(reader: Reader, roomId: string, place: QueuePlace): Promise<readonly string[]>;
  /**
   * Moves the item with the best votes right behind the playing one, unless it is there. Locks the library, so call it
   * outside transactions. [QV8]
   */
  bringForward(roomId: string, place: QueuePlace): Promise<void>;
}
