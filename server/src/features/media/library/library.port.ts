import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Media, MediaSchema, PlaylistSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { MediaCoverSchema } from '@matinee/contract/gen/service/client/pictures_pb.ts';
import type { MediaFacts } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { ChoosePicture, ShownPicture } from '../../files/files/pictures.port.ts';

/** An item, with server-only facts. */
export interface MediaItem {
  readonly roomId: string;
  readonly media: Media;
  /** Incremented when the source changes. */
  readonly sourceVersion: number;
  /** See `StoredSource`. */
  readonly sealedSecrets: string | null;
  /** The facts found in the film; undefined: none yet. */
  readonly facts: MediaFacts | undefined;
  /** The entry of a dynamic playlist behind the item; undefined for items of other playlists. */
  readonly dynamic: { readonly targetHash: string; readonly target: string } | undefined;
}

/**
 * The folder of a dynamic playlist's entry, as currently listed by the provider's server: its entries play in sequence.
 */
export interface FolderQueue {
  /** The entry's item. */
  readonly mediaId: string;
  /** Hashes of the entries' targets, in order. */
  readonly keys: readonly string[];
  readonly current: string;
  describe(key: string): {
    readonly name: string;
    readonly durationSeconds: number | null;
    readonly playlistId: string;
    readonly target: string;
  };
  /** The id of an entry's item, created if missing. */
  keep(tx: Tx, key: string): Promise<string>;
}

/** Library queries for other features. */
export interface Library {
  findMedia(reader: Reader, roomId: string, mediaId: string): Promise<MediaItem | undefined>;
  /** Ids of the playlist's available media, in order. Includes `currentId` even if it is unavailable. */
  order(reader: Reader, roomId: string, playlistId: string, currentId?: string): Promise<string[]>;
  /**
   * The folder of a dynamic playlist's entry, with its entries in order. Requests data from upstream, so call it
   * outside transactions. @throws AppError when upstream does not answer.
   */
  folderQueue(roomId: string, mediaId: string): Promise<FolderQueue>;
  /**
   * The id of the item for an entry of a dynamic playlist, created if missing. @throws AppError
   * `library.invalid_target`, `providers.account_not_shared`.
   */
  keepTarget(tx: Tx, roomId: string, target: string, userId: string): Promise<string>;
  /** Whether only the creator may browse a playlist. */
  isPrivate(reader: Reader, playlistId: string): Promise<boolean>;
  /** The existing items among `mediaIds`, by id. */
  listMedia(reader: Reader, roomId: string, mediaIds: readonly string[]): Promise<ReadonlyMap<string, Media>>;
  /** Stores the duration of an item if it is unknown. False if it was known. */
  putDuration(tx: Tx, roomId: string, mediaId: string, durationSeconds: number): Promise<boolean>;
  /** Stores the picture found in an item's film. False if the item already has one, has a new source, or is gone. */
  putArtwork(tx: Tx, item: MediaItem, artwork: ShownPicture): Promise<boolean>;
  /** Removes this picture, found in an item's film, from the item. False if the item no longer has it. */
  dropArtwork(tx: Tx, item: MediaItem, pictureId: string): Promise<boolean>;
  /** Pictures of the items in playlists that all members may browse, by id. */
  openPictures(reader: Reader, mediaIds: readonly string[]): Promise<ReadonlyMap<string, ItemPicture>>;
  /** Makes the room's root playlist. */
  createRoot(tx: Tx, roomId: string, creatorId: string): Promise<void>;
}

/** Id of a room's root playlist: the room's id with another prefix. */
export function rootPlaylistId(roomId: string): string {
  return roomId.replace(/^room_/, 'pl_');
}

/** A suggested item, added by another person. Its source was stored under its id. */
export interface SuggestedItem {
  readonly id: string;
  readonly name: string;
  /** MediaSource as ProtoJSON. */
  readonly source: string;
  readonly sealedSecrets: string | null;
  readonly provider: string;
  readonly suggesterId: string;
}

/** An item whose film was made by this server. */
export interface RecordedItem {
  readonly id: string;
  readonly name: string;
  readonly durationSeconds: number;
}

/** Adds items for other features. */
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

/** The picture to show instead of an item's `thumbnail`: an uploaded one, or else the one found in its film. Pure. */
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
  /** Changes the cover, and notifies the observers of the playlist. */
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
