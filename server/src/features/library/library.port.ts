import type { Media } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { Reader, Tx } from '../../store/database.ts';

/** An item, with what only the server knows of it. */
export interface MediaItem {
  readonly media: Media;
  /** Raised when the source changes. */
  readonly sourceVersion: number;
  /** See `StoredSource`. */
  readonly sealedSecrets: string | null;
}

/** What other features may ask of the library. */
export interface Library {
  findMedia(reader: Reader, roomId: string, mediaId: string): Promise<MediaItem | undefined>;
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
