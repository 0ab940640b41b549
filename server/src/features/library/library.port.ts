import type { Media, MediaAvailability } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { MediaFacts } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import type { Reader, Tx } from '../../store/database.ts';

/** An item, with what only the server knows of it. */
export interface MediaItem {
  readonly media: Media;
  /** Raised when the source changes. */
  readonly sourceVersion: number;
  /** See `StoredSource`. */
  readonly sealedSecrets: string | null;
  /** What has been found in the film; undefined: nothing yet. */
  readonly facts: MediaFacts | undefined;
}

/** What other features may ask of the library. */
export interface Library {
  findMedia(reader: Reader, roomId: string, mediaId: string): Promise<MediaItem | undefined>;
  /** Ids of the playlist's media that can be played, in order, and of `currentId` even if it cannot. */
  order(reader: Reader, roomId: string, playlistId: string, currentId?: string): Promise<string[]>;
  /** Which of these items are in the library, and whether they can be played. */
  availabilities(
    reader: Reader,
    roomId: string,
    mediaIds: readonly string[],
  ): Promise<ReadonlyMap<string, MediaAvailability>>;
  /** These items, as far as they are in the library, by id. */
  listMedia(reader: Reader, roomId: string, mediaIds: readonly string[]): Promise<ReadonlyMap<string, Media>>;
  /** Stores the length of an item whose length is not known yet. False when it was known. */
  putDuration(tx: Tx, roomId: string, mediaId: string, durationSeconds: number): Promise<boolean>;
  /** Makes the room's root playlist. */
  createRoot(tx: Tx, roomId: string, creatorId: string): Promise<void>;
}

/** Id of a room's root playlist: the room's id with another prefix. */
export function rootPlaylistId(roomId: string): string {
  return roomId.replace(/^room_/, 'pl_');
}

const kindPrefix = 'playlistItems/';

/** Kind of the events of one playlist. */
export function playlistKind(playlistId: string): string {
  return kindPrefix + playlistId;
}

export function isPlaylistKind(kind: string): boolean {
  return kind.startsWith(kindPrefix);
}
