import type { FullRoomSettings } from './room-settings.ts';

/** What other features may ask of rooms. */
export interface Rooms {
  /** Settings in force, defaults filled in. @throws AppError `rooms.not_found`. */
  getSettings(roomId: string): Promise<FullRoomSettings>;
}

/** What plays in rooms, for their cards. */
export interface NowPlaying {
  /** Names of the items that play now, by room. */
  of(roomIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
