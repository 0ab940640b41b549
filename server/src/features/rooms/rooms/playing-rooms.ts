import type { RawBuilder } from 'kysely';

/** SQL for the ids of rooms by what plays there, one column `room_id`. The keeper of playback gives it. */
export interface PlayingRooms {
  /** Rooms whose item plays at this moment. */
  readonly playing: RawBuilder<unknown>;
  /** Rooms that have an item, playing or not. */
  readonly started: RawBuilder<unknown>;
}
