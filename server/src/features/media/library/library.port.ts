import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Media, MediaSchema, PlaylistSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { MediaCoverSchema } from '@matinee/contract/gen/service/client/pictures_pb.ts';
import type { MediaFacts } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { ChoosePicture, ShownPicture } from '../../files/files/pictures.port.ts';

/** An item, with facts that only the server knows. */
export interface MediaItem {
  readonly roomId: string;
  readonly media: Media;
  /** Raised when the source changes. */
  readonly sourceVersion: number;
  /** See `StoredSource`. */
  readonly sealedSecrets: string | null;
  /** The facts found in the film; undefined: none yet. */
  readonly facts: MediaFacts | undefined;
  /** The entry of a dynamic playlist that the item is; undefined for items of other playlists. */
  readonly dynamic: { readonly targetHash: string; readonly target: string } | undefined;
}

/** The folder of a dynamic playlist's entry, as the provider's server lists it now: its entries play in sequence. */
export interface FolderQueue {
  /** The entry's item. */
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
  /** The id of an entry's item, which is made if there is none yet. */
  keep(tx: Tx, key: string): Promise<string>;
}

/** Questions of other features about the library. */
export interface Library {
  findMedia(reader: Reader, roomId: string, mediaId: string): Promise<MediaItem | undefined>;
  /** Ids of the playlist's available media, in order. Includes `currentId` even if it is unavailable. */
  order(reader: Reader, roomId: string, playlistId: string, currentId?: string): Promise<string[]>;
  /**
   * The folder of a dynamic playlist's entry, with its entries in order. Asks upstream, so call it outside of
   * transactions. @throws AppError when upstream gives no answer.
   */
  folderQueue(roomId: string, mediaId: string): Promise<FolderQueue>;
  /**
   * The id of the item for an entry of a dynamic playlist, which is made if there is none yet. @throws AppError
   * `library.invalid_target`, `providers.account_not_shared`.
   */
  keepTarget(tx: Tx, roomId: string, target: string, userId: string): Promise<string>;
  /** Whether only its creator may browse a playlist. */
  isPrivate(reader: Reader, playlistId: string): Promise<boolean>;
  /** The items that are in the library, by id. */
  listMedia(reader: Reader, roomId: string, mediaIds: readonly string[]): Promise<ReadonlyMap<string, Media>>;
  /** Stores the duration of an item if it is unknown. False if it was known. */
  putDuration(tx: Tx, roomId: string, mediaId: string, durationSeconds: number): Promise<boolean>;
  /**
   * Stores the picture that was found in an item's film. False if the item has one, has another source by now, or is
   * gone.
   */
  putArtwork(tx: Tx, item: MediaItem, artwork: ShownPicture): Promise<boolean>;
  /** Takes this picture, found in an item's film, from it. False if the item has it no longer. */
  dropArtwork(tx: Tx, item: MediaItem, pictureId: string): Promise<boolean>;
  /** Pictures of the items that have one and are in playlists that all members may look into, by id. */
  openPictures(reader: Reader, mediaIds: readonly string[]): Promise<ReadonlyMap<string, ItemPicture>>;
  /** Makes the room's root playlist. */
  createRoot(tx: Tx, roomId: string, creatorId: string): Promise<void>;
}

/** Id of a room's root playlist: the room's id with another prefix. */
export function rootPlaylistId(roomId: string): string {
  return roomId.replace(/^room_/, 'pl_');
}

/** An item that somebody suggested, and that another person adds. Its source was stored for its id. */
export interface SuggestedItem {
  readonly id: string;
  readonly name: string;
  /** MediaSource as ProtoJSON. */
  readonly source: string;
  readonly sealedSecrets: string | null;
  readonly provider: string;
  readonly suggesterId: string;
}

/** An item whose film this server made itself. */
export interface RecordedItem {
  readonly id: string;
  readonly name: string;
  readonly durationSeconds: number;
}

/** Additions for other features. */
export interface LibraryAdditions {
  /** Adds a recording at the end of a playlist; without an id, the root. @throws AppError as adding does. */
  addRecorded(
    tx: Tx,
    roomId: string,
    item: RecordedItem,
    to: { readonly userId: string; readonly playlistId: string | undefined },
  ): Promise<void>;
  /** Adds at the end of a playlist; without an id, the root. @throws AppError as adding does. */
  addSuggested(
    tx: Tx,
    roomId: string,
    item: SuggestedItem,
    to: { readonly userId: string; readonly playlistId: string | undefined },
  ): Promise<MessageInitShape<typeof MediaSchema>>;
}

/**
 * The picture of an item to show instead of its `thumbnail`: what somebody uploaded, or else what was found in its film.
 * Pure.
 */
export function pictureOf<P>(item: ItemPictures<P> | undefined): { readonly cover?: P } {
  const cover = item?.uploadedThumbnail ?? item?.cover ?? item?.artwork;
  return cover === undefined ? {} : { cover };
}

interface ItemPictures<P> {
  readonly uploadedThumbnail?: P | undefined;
  readonly cover?: P | undefined;
  readonly artwork?: P | undefined;
}

export type ItemPicture = MessageInitShape<typeof MediaCoverSchema>;

/** Columns of an item's pictures. */
export type MediaPicture = 'cover' | 'uploaded_thumbnail';

/** Pictures of playlists and items, for members who may edit them. All @throws AppError as editing does. [LI24] */
export interface LibraryPictures {
  requireOwnPlaylist(call: Call<UserPrincipal, RoomStanding>, playlistId: string): Promise<void>;
  requireOwnMedia(call: Call<UserPrincipal, RoomStanding>, mediaId: string): Promise<void>;
  /** Shows another cover, and tells the observers of the playlist. */
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
