import type { MessageInitShape } from '@bufbuild/protobuf';
import type { MediaSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { PlaybackStateSchema, StartPlaybackRequest } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { Progress } from '../../rooms/rooms/rooms.port.ts';

/** Kind of the events about a room's playback state. */
export const playbackStateKind = 'playbackState';
/** Kind of the events about a room's playing item. */
export const playbackKind = 'playback';

/** Starts films at scheduled times. */
export interface ScheduledPlayback {
  /**
   * Starts `mediaId` at `startAtMs` of server time if the room has that item, else resumes the chosen item, else starts
   * the first item of the room. Leaves playback alone if an item plays already. `claim` runs first, in the same
   * transaction: if it returns false, nothing changes.
   */
  startAt(
    roomId: string,
    startAtMs: number,
    claim: (tx: Tx) => Promise<boolean>,
    mediaId?: string | null,
  ): Promise<void>;
}

/** The item to start, and how. */
export interface StartOf {
  /** An item, or an entry of a dynamic playlist. */
  readonly what: StartPlaybackRequest['what'];
  readonly positionSeconds: number;
  /** True: choose the item, but do not play it. */
  readonly paused: boolean;
  readonly clientOperationId?: string | undefined;
}

/** Starts items for users. */
export interface PlaybackStarter {
  /** @throws AppError as StartPlayback. */
  start(
    what: StartOf,
    call: Call<UserPrincipal, RoomStanding>,
  ): Promise<{ readonly playbackState: MessageInitShape<typeof PlaybackStateSchema> }>;
}

/** The chosen item and its position. */
export interface Moment {
  readonly mediaId: string;
  readonly playlistId: string | null;
  /** For an entry of a dynamic playlist: the data that starts it again. */
  readonly target: string | null;
  readonly targetHash: string | null;
  readonly positionSeconds: number;
  /** False: paused, or at its end. */
  readonly isPlaying: boolean;
}

/** The port of playback for other features. */
export interface PlaybackPort {
  /** Gives a new room its empty state. */
  createState(tx: Tx, roomId: string): Promise<void>;
  /** Stops playback if one of these items plays. */
  onMediaDeleted(tx: Tx, roomId: string, mediaIds: readonly string[]): Promise<void>;
  /** The chosen items, by room. */
  nowPlaying(roomIds: readonly string[]): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }>>;
  /** The chosen item and its position, for chat messages to refer to; undefined while none is chosen. */
  moment(reader: Reader, roomId: string): Promise<Moment | undefined>;
  /** The playback state of a room. */
  state(roomId: string): Promise<MessageInitShape<typeof PlaybackStateSchema>>;
  /** Progress of the chosen items, for rooms that have chosen one. */
  progressOf(roomIds: readonly string[]): Promise<ReadonlyMap<string, Progress>>;
  /** Progress of the chosen item; undefined while none is chosen. */
  progress(roomId: string): Promise<Progress | undefined>;
}

/** The pictures of an item, as in `Media`. */
export type ItemPictures = Partial<
  Pick<MessageInitShape<typeof MediaSchema>, 'thumbnail' | 'cover' | 'uploadedThumbnail' | 'artwork'>
>;

/** An item that starts to play. */
export interface BegunItem {
  readonly mediaId: string;
  readonly playlistId: string;
  readonly name: string;
  readonly positionSeconds: number;
  readonly durationSeconds: number | null;
  readonly pictures: ItemPictures;
}

/** The position of an item when it ended. */
export interface EndedItem {
  readonly mediaId: string;
  readonly positionSeconds: number;
  readonly durationSeconds: number | null;
}

/** A change of the playing item to another one, or to none. */
export interface ItemChange {
  readonly atMs: number;
  /** Undefined: none played. */
  readonly ended: EndedItem | undefined;
  /** Undefined: none plays. */
  readonly begun: BegunItem | undefined;
  /** The user who changed it; null: the server. */
  readonly actorId: string | null;
  readonly actorName: string;
  readonly actorDisplayName: string;
}

/** Called in the transaction that changes the item of a room. */
export type OnItemChanged = (tx: Tx, roomId: string, change: ItemChange) => void | Promise<void>;
