import type { MessageInitShape } from '@bufbuild/protobuf';
import type { PlaybackStateSchema, StartPlaybackRequest } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { Progress } from '../../rooms/rooms/rooms.port.ts';

/** Kind of the events that tell a room how playback goes on. */
export const playbackStateKind = 'playbackState';
/** Kind of the events that tell a room what plays. */
export const playbackKind = 'playback';

/** Starts the film at a moment that was named before. */
export interface ScheduledPlayback {
  /**
   * What is chosen goes on at `startAtMs` of server time, and where nothing is chosen the first item of the room begins; what plays is
   * left alone. `claim` runs first, in the same transaction: where it says false, nothing is changed.
   */
  startAt(roomId: string, startAtMs: number, claim: (tx: Tx) => Promise<boolean>): Promise<void>;
}

/** Which item starts, and how. */
export interface StartOf {
  /** An item, or an entry of a dynamic playlist. */
  readonly what: StartPlaybackRequest['what'];
  readonly positionSeconds: number;
  /** True: chosen but standing still. */
  readonly paused: boolean;
  readonly clientOperationId?: string | undefined;
}

/** Starts items for people. */
export interface PlaybackStarter {
  /** @throws AppError as StartPlayback. */
  start(
    what: StartOf,
    call: Call<UserPrincipal, RoomStanding>,
  ): Promise<{ readonly playbackState: MessageInitShape<typeof PlaybackStateSchema> }>;
}

/** What plays, and where it is. */
export interface Moment {
  readonly mediaId: string;
  readonly playlistId: string | null;
  /** Of an entry of a dynamic playlist: what starts it again. */
  readonly target: string | null;
  readonly targetHash: string | null;
  readonly positionSeconds: number;
}

/** What other features may ask of playback. */
export interface PlaybackPort {
  /** Gives a new room its empty state. */
  createState(tx: Tx, roomId: string): Promise<void>;
  /** Stops playback when it plays one of these items. */
  onMediaDeleted(tx: Tx, roomId: string, mediaIds: readonly string[]): Promise<void>;
  /** Names of what plays now, by room. */
  nowPlaying(roomIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What plays now and its position, for chat messages to refer to; undefined while nothing is chosen. */
  moment(reader: Reader, roomId: string): Promise<Moment | undefined>;
  /** How playback goes on. */
  state(roomId: string): Promise<MessageInitShape<typeof PlaybackStateSchema>>;
  /** How far what plays now is, for the rooms in which something is chosen. */
  progressOf(roomIds: readonly string[]): Promise<ReadonlyMap<string, Progress>>;
  /** How far what plays now is; undefined while nothing is chosen. */
  progress(roomId: string): Promise<Progress | undefined>;
}
