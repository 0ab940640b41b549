import type { Media } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { Reader, Tx } from '../../store/database.ts';

/** What other features may ask of the library. */
export interface Library {
  findMedia(reader: Reader, roomId: string, mediaId: string): Promise<Media | undefined>;
  /** Ids of the playlist's media in order. */
  order(reader: Reader, playlistId: string): Promise<string[]>;
  /** Stores the length of an item whose length is not known yet. False when it was known. */
  putDuration(tx: Tx, roomId: string, mediaId: string, durationSeconds: number): Promise<boolean>;
  /** Makes the room's root playlist. */
  createRoot(tx: Tx, roomId: string, creatorId: string): Promise<void>;
}

/** Id of a room's root playlist: the room's id with another prefix. */
export function rootPlaylistId(roomId: string): string {
  return roomId.replace(/^room_/, 'pl_');
}
