import type { MessageInitShape } from '@bufbuild/protobuf';
import type { RoomMember, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { MediaCoverSchema } from '@matinee/contract/gen/service/client/pictures_pb.ts';
import type {
  CreateRoomRequest,
  RoomDiscoveryItemSchema,
  RoomSchema,
  RoomSettings,
  RoomStatus,
  RoomVisibility,
  UpdateRoomSettingsRequest,
} from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Schedule } from '@matinee/contract/gen/service/client/schedule_pb.ts';
import type { Outcome } from '../../../kernel/batcher.ts';
import type { Principal } from '../../../kernel/call.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { ChoosePicture } from '../../files/files/pictures.port.ts';
import type { RoomActor } from '../members/members.port.ts';
import type { TaxonomyChoice } from '../room-taxonomy/room-taxonomy.ts';
import type { FullRoomSettings } from './room-settings.ts';
import type { RoomFilter, RoomOrder, RoomView } from './rooms.store.ts';

export type { RoomFilter, RoomOrder, RoomView };

/** Kind of the events about a room's settings. */
export const settingsKind = 'roomSettings';

/** The port of rooms for other features. */
export interface Rooms {
  /**
   * Settings in force, defaults filled in. Callers in a transaction pass it as `reader`. @throws AppError
   * `rooms.not_found`.
   */
  getSettings(roomId: string, reader?: Reader): Promise<FullRoomSettings>;
}

/** A room that passed the checks and can be created. */
export interface RoomPlan {
  /** Id of the future room; the record of its password is bound to it. */
  readonly id: string;
  /** Without the password. */
  readonly request: CreateRoomRequest;
  readonly passwordRecord: string | null;
}

/** Operations on rooms for server administrators, under the same rules as for members. */
export interface RoomCare {
  /** @throws AppError `rooms.not_found`. */
  getView(reader: Reader, roomId: string): Promise<RoomView>;
  toRoom(row: RoomView): MessageInitShape<typeof RoomSchema>;
  list(
    filter: RoomFilter,
    page: { order: RoomOrder; offset: number; limit: number },
  ): Promise<{ rows: RoomView[]; total: number }>;
  /** Rooms that a user is a member of, with their role there. */
  listMemberships(
    userId: string,
    page: { offset: number; limit: number },
  ): Promise<{ rows: (RoomView & { viewer_role: number })[]; total: number }>;
  /** Rooms that a user created, including deleted ones. */
  listIdsOf(reader: Reader, creatorId: string): Promise<string[]>;
  settings(roomId: string): Promise<{ settings: FullRoomSettings; version: number }>;
  /**
   * Checks a new room. `carryOut` creates it. They are two steps because the record of a password takes 100 ms, too
   * long for a transaction. `mayAlways`: even if users may not create rooms. @throws AppError for a room that the
   * server does not allow.
   */
  plan(request: CreateRoomRequest, mayAlways: boolean): Promise<RoomPlan>;
  /**
   * Creates a planned room. @throws AppError `rooms.too_many_rooms`, and the errors of `plan` and `setTaxonomy` for a
   * room that is no longer allowed.
   */
  carryOut(tx: Tx, creatorId: string, plan: RoomPlan): Promise<RoomView>;
  /**
   * Changes the given fields and notifies the room. Without `patch`, resets all settings to their defaults. @throws
   * AppError.
   */
  changeSettings(
    tx: Tx,
    actor: RoomActor,
    request: Partial<
      Pick<UpdateRoomSettingsRequest, 'name' | 'description' | 'expectedVersion' | 'categoryId' | 'labels'>
    >,
    patch: RoomSettings | undefined,
  ): Promise<{ settings: FullRoomSettings; version: number }>;
  /**
   * The record of a password that the server allows, or null for an allowed room without one. @throws AppError
   * `rooms.password_required` or `rooms.password_forbidden`.
   */
  makePasswordRecord(roomId: string, password: string | undefined): Promise<string | null>;
  /** Sets the password, or removes it with null. Voids the tokens of guests, and notifies the room. */
  setPasswordRecord(tx: Tx, roomId: string, record: string | null): Promise<void>;
  /**
   * Changes the room's category or labels, and notifies the room. @throws the AppErrors of `RoomTaxonomy.assign`,
   * `rooms.not_found`, and `rooms.version_conflict`.
   */
  setTaxonomy(tx: Tx, roomId: string, choice: TaxonomyChoice, expectedVersion?: number): Promise<RoomView>;
  /** Lists the room in the feeds or unlists it, and notifies the room. @throws AppError `rooms.version_conflict`. */
  setVisibility(tx: Tx, roomId: string, visibility: RoomVisibility, expectedVersion?: number): Promise<RoomView>;
  /**
   * Stores another creator and notifies the room; does not change the roles of members. `by`: user who must be the
   * current creator; absent: any. @throws AppError `rooms.not_found`, `rooms.not_creator`, `rooms.account_inactive`.
   */
  setCreator(tx: Tx, roomId: string, creatorId: string, by: string | undefined): Promise<{ formerId: string }>;
  /** Changes the cover, and notifies the room. @throws AppError `rooms.not_found`. */
  showCover(tx: Tx, roomId: string, choose: ChoosePicture): Promise<RoomView>;
  /**
   * Makes a user a member: every way into a room ends here. False for a user who is already a member. @throws AppError
   * `rooms.not_found`, `rooms.excluded`, `rooms.account_inactive`, and `rooms.not_admitted` if the room is full.
   */
  join(tx: Tx, roomId: string, userId: string, role: RoomRole): Promise<boolean>;
  /**
   * Like `join` for several users, in this order. Each outcome contains the member; undefined for a user who already
   * was one.
   */
  joinAll(
    tx: Tx,
    roomId: string,
    userIds: readonly string[],
    role: RoomRole,
  ): Promise<readonly Outcome<RoomMember | undefined>[]>;
  /** Disconnects everyone and closes the room to everyone. The caller stores the record of the ban. */
  ban(tx: Tx, roomId: string): Promise<void>;
  /** @throws AppError `rooms.not_banned`. */
  unban(tx: Tx, roomId: string): Promise<void>;
  /**
   * Closes the room to everyone but its creator, or opens it again, and notifies the room. On a banned room, the status
   * takes effect once the ban is lifted.
   */
  setStatus(tx: Tx, roomId: string, status: RoomStatus.ACTIVE | RoomStatus.CLOSED): Promise<RoomView>;
  /**
   * Deletes the room and ends its connections. It can be restored for a while. `creatorId`: user who must be the
   * current creator; absent: an administrator deletes it. @throws AppError `rooms.not_found`, `rooms.not_creator`.
   */
  delete(tx: Tx, roomId: string, creatorId?: string): Promise<void>;
  /** Restores a deleted room. */
  restore(tx: Tx, roomId: string): Promise<void>;
  /** Backdates the deletion to `deletedAt`, so that the room can no longer be restored. */
  endRestoring(tx: Tx, roomId: string, deletedAt: Date): Promise<void>;
  /** Deletes the room permanently, even if it was deleted before. @throws AppError `rooms.not_found`. */
  erase(tx: Tx, roomId: string): Promise<void>;
  /**
   * Locks the account: of two concurrent creations, the second transaction counts the first. `countReserved`: further
   * places that are taken. @throws AppError `rooms.too_many_rooms`.
   */
  requireFreePlace(tx: Tx, creatorId: string, countReserved?: () => Promise<number>): Promise<void>;
}

/** Decides whether a person without an account may join a room. */
export interface RoomGate {
  /**
   * Wrong passwords and invitations are counted by the network of `address`. @throws AppError `rooms.not_found`,
   * `rooms.wrong_password`, `rooms.locked_out`, the errors of `Invitations.find`, or `rooms.not_admitted` unless a
   * newcomer could join or ask to.
   */
  requireMayJoin(
    roomId: string,
    shown: { readonly password?: string | undefined; readonly invitation?: string | undefined },
    address: string,
  ): Promise<void>;
}

/** A public room as non-members see it. */
export interface OpenRoom {
  readonly id: string;
  readonly name: string;
  readonly creatorId: string;
  readonly creatorName: string;
  readonly onlineCount: number;
  /** Undefined if nothing plays, or the room has a password. */
  readonly nowPlaying: string | undefined;
  /** The position of `nowPlaying`. */
  readonly progress: Progress | undefined;
  /** Undefined if nothing is scheduled. */
  readonly startsAt: Date | undefined;
  /** Connected members, if guests may see them. */
  readonly people: readonly { readonly id: string; readonly displayName: string }[];
}

export interface OpenRooms {
  /** Undefined for a hidden, closed or unknown room. */
  find(roomId: string): Promise<OpenRoom | undefined>;
}

/** Rooms as lists show them. */
export interface RoomCards {
  /**
   * The cards of the existing rooms among `ids`, in the order of `ids`. `withProgress`: includes the position of the
   * current item, for viewers who may see it.
   */
  list(
    ids: readonly string[],
    principal: Principal,
    options: { readonly withProgress?: boolean },
  ): Promise<(MessageInitShape<typeof RoomDiscoveryItemSchema> & { readonly room: { readonly id: string } })[]>;
  /** The card of a room for the holder of an invitation. @throws AppError `rooms.not_found`. */
  forInvited(roomId: string, principal: Principal): Promise<MessageInitShape<typeof RoomDiscoveryItemSchema>>;
}

/** The current item of a room. */
export interface PlayingItem {
  readonly name: string;
  /** Undefined if it has none, or if not everybody may see it. */
  readonly picture?: MessageInitShape<typeof MediaCoverSchema> | undefined;
}

/** The current items of rooms, for their cards. */
export interface NowPlaying {
  /** The current items, by room id. */
  of(roomIds: readonly string[]): Promise<ReadonlyMap<string, PlayingItem>>;
  /** Progress of the current items, for rooms that have one. */
  progressOf(roomIds: readonly string[]): Promise<ReadonlyMap<string, Progress>>;
  /** Progress of a room's current item; undefined while there is none. */
  progress(roomId: string): Promise<Progress | undefined>;
}

/** The position of a room's current item. */
export interface Progress {
  readonly positionSeconds: number;
  /** Undefined if unknown. */
  readonly durationSeconds: number | undefined;
  /** Playback speed; 0: paused. */
  readonly speed: number;
  /** True for a stream without beginning and end. */
  readonly live: boolean;
}

/** The scheduled starts of rooms. */
export interface Schedules {
  /** Future starts, by room id. */
  of(roomIds: readonly string[]): Promise<ReadonlyMap<string, Schedule>>;
}
