import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Media, MediaSchema, PlaylistSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { MediaFacts } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { ChoosePicture } from '../../files/files/pictures.port.ts';

/** An item, with what only the server knows of it. */
export interface MediaItem {
  readonly media: Media;
  /** Raised when the source changes. */
  readonly sourceVersion: number;
  /** See `StoredSource`. */
  readonly sealedSecrets: string | null;
  /** What has been found in the film; undefined: nothing yet. */
  readonly facts: MediaFacts | undefined;
  /** Which entry of a dynamic playlist it is; undefined for items of other playlists. */
  readonly dynamic: { readonly targetHash: string; readonly target: string } | undefined;
}

/** What follows an entry of a dynamic playlist, as its server lists it now. */
export interface FolderQueue {
  /** The item that stands for the entry. */
  readonly mediaId: string;
  /** Hashes of the targets, in their order. */
  readonly keys: readonly string[];
  readonly current: string;
  describe(key: string): {
    readonly name: string;
    readonly durationSeconds: number | null;
    readonly playlistId: string;
    readonly target: string;
  };
  /** The id of the item of an entry. It is made if there is none yet. */
  keep(tx: Tx, key: string): Promise<string>;
}

/** What other features may ask of the library. */
export interface Library {
  findMedia(reader: Reader, roomId: string, mediaId: string): Promise<MediaItem | undefined>;
  /** Ids of the playlist's media that can be played, in order, and of `currentId` even if it cannot. */
  order(reader: Reader, roomId: string, playlistId: string, currentId?: string): Promise<string[]>;
  /** What follows an entry of a dynamic playlist. Asks upstream, so it is not called in a transaction. @throws AppError when upstream gives no answer. */
  folderQueue(roomId: string, mediaId: string): Promise<FolderQueue>;
  /**
   * The id of the item of an entry of a dynamic playlist, which is made if there is none yet.
   * @throws AppError `library.invalid_target`, `providers.account_not_shared`.
   */
  keepTarget(tx: Tx, roomId: string, target: string, userId: string): Promise<string>;
  /** True for a playlist into which only its creator looks. */
  isPrivate(reader: Reader, playlistId: string): Promise<boolean>;
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

/** Columns of pictures of an item. */
export type MediaPicture = 'cover' | 'uploaded_thumbnail';

/** Pictures of playlists and items, for those who may edit them. All @throws AppError as editing does. [LI24] */
export interface LibraryPictures {
  requireOwnPlaylist(call: Call<UserPrincipal, RoomStanding>, playlistId: string): Promise<void>;
  requireOwnMedia(call: Call<UserPrincipal, RoomStanding>, mediaId: string): Promise<void>;
  /** Shows another cover, and tells whoever looks at the playlist. */
  showPlaylistCover(
    call: Call<UserPrincipal, RoomStanding>,
    request: { readonly playlistId: string; readonly expectedVersion?: number | undefined },
    choose: ChoosePicture,
  ): Promise<{ playlist: MessageInitShape<typeof PlaylistSchema> }>;
  showMediaPicture(
    call: Call<UserPrincipal, RoomStanding>,
    request: { readonly mediaId: string; readonly expectedVersion?: number | undefined },
    column: MediaPicture,
    choose: ChoosePicture,
  ): Promise<{ media: MessageInitShape<typeof MediaSchema> }>;
}

const kindPrefix = 'playlistItems/';

/** Kind of the events of one playlist. */
export function playlistKind(playlistId: string): string {
  return kindPrefix + playlistId;
}

export function isPlaylistKind(kind: string): boolean {
  return kind.startsWith(kindPrefix);
}
