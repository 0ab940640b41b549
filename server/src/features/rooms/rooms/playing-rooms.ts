import type { RawBuilder } from 'kysely';

/** SQL for the ids of rooms by their playback, one column `room_id`. The playback feature provides it. */
export interface PlayingRooms {
  /** Rooms whose item is playing now. */
  readonly playing: RawBuilder<unknown>;
  /** Rooms that have an item, playing or not. */
  readonly started: RawBuilder<unknown>;
}
