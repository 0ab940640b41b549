import type { Reader, Tx } from '../../store/database.ts';

/** Kind of the events that tell a room how playback goes on. */
export const playbackStateKind = 'playbackState';
/** Kind of the events that tell a room what plays. */
export const playbackKind = 'playback';

/** What other features may ask of playback. */
export interface PlaybackPort {
  /** Gives a new room its empty state. */
  createState(tx: Tx, roomId: string): Promise<void>;
  /** Stops playback when it plays one of these items. */
  onMediaDeleted(tx: Tx, roomId: string, mediaIds: readonly string[]): Promise<void>;
  /** Names of what plays now, by room. */
  nowPlaying(roomIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What plays now and its position, for chat messages to refer to; undefined while nothing is chosen. */
  moment(
    reader: Reader,
    roomId: string,
  ): Promise<{ mediaId: string; playlistId: string | null; positionSeconds: number } | undefined>;
}
