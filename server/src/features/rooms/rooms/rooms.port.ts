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

/** Kind of the events that tell a room about its settings. */
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
  /** Id that the room will have; the record of its password is bound to it. */
  readonly id: string;
  /** Without the password. */
  readonly request: CreateRoomRequest;
  readonly passwordRecord: string | null;
}

/** The operations of server administrators on rooms, under the same rules that hold for members. */
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
  /** Rooms that a user created, deleted ones included. */
  listIdsOf(reader: Reader, creatorId: string): Promise<string[]>;
  settings(roomId: string): Promise<{ settings: FullRoomSettings; version: number }>;
  /**
   * Checks a new room. `carryOut` creates it. They are two steps because the record of a password takes 100 ms, too
   * long for a transaction. `mayAlways`: also where users may not create rooms. @throws AppError for a room that the
   * server does not allow.
   */
  plan(request: CreateRoomRequest, mayAlways: boolean): Promise<RoomPlan>;
  /**
   * Creates a planned room. @throws AppError `rooms.too_many_rooms`, and as `plan` and `setTaxonomy` for a room that is
   * no longer allowed.
   */
  carryOut(tx: Tx, creatorId: string, plan: RoomPlan): Promise<RoomView>;
  /** Changes the given fields and tells the room. Without `patch` all settings get their defaults. @throws AppError. */
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
  /** Sets the password, or removes it with null. Voids the tokens of guests, and tells the room. */
  setPasswordRecord(tx: Tx, roomId: string, record: string | null): Promise<void>;
  /**
   * Gives the room another category or other labels, and tells the room. @throws AppError as `RoomTaxonomy.assign`
   * does, `rooms.not_found`, and `rooms.version_conflict`.
   */
  setTaxonomy(tx: Tx, roomId: string, choice: TaxonomyChoice, expectedVersion?: number): Promise<RoomView>;
  /** Lists the room in the feeds, or no longer does, and tells the room. @throws AppError `rooms.version_conflict`. */
  setVisibility(tx: Tx, roomId: string, visibility: RoomVisibility, expectedVersion?: number): Promise<RoomView>;
  /**
   * Stores another creator and tells the room; it does not change the roles of members. `by`: user who must be the
   * creator until then; absent: any. @throws AppError `rooms.not_found`, `rooms.not_creator`, `rooms.account_inactive`.
   */
  setCreator(tx: Tx, roomId: string, creatorId: string, by: string | undefined): Promise<{ formerId: string }>;
  /** Shows another cover, and tells the room. @throws AppError `rooms.not_found`. */
  showCover(tx: Tx, roomId: string, choose: ChoosePicture): Promise<RoomView>;
  /**
   * Makes a user a member: every way into a room ends here. False for a user who is a member already. @throws AppError
   * `rooms.not_found`, `rooms.excluded`, `rooms.account_inactive`, and `rooms.not_admitted` where the room is full.
   */
  join(tx: Tx, roomId: string, userId: string, role: RoomRole): Promise<boolean>;
  /**
   * As `join` for different users, in this order. Each outcome has the member; undefined for a user who was one
   * already.
   */
  joinAll(
    tx: Tx,
    roomId: string,
    userIds: readonly string[],
    role: RoomRole,
  ): Promise<readonly Outcome<RoomMember | undefined>[]>;
  /** Disconnects everyone and lets no one join. The caller stores the record of the ban. */
  ban(tx: Tx, roomId: string): Promise<void>;
  /** @throws AppError `rooms.not_banned`. */
  unban(tx: Tx, roomId: string): Promise<void>;
  /**
   * Closes the room to everyone but its creator, or opens it again, and tells the room. On a banned room, the status
   * takes effect once the ban is lifted.
   */
  setStatus(tx: Tx, roomId: string, status: RoomStatus.ACTIVE | RoomStatus.CLOSED): Promise<RoomView>;
  /**
   * Deletes the room and ends its connections. It can be restored for a while. `creatorId`: user who must be the
   * creator until then; absent: an administrator deletes it. @throws AppError `rooms.not_found`, `rooms.not_creator`.
   */
  delete(tx: Tx, roomId: string, creatorId?: string): Promise<void>;
  /** Brings a deleted room back. */
  restore(tx: Tx, roomId: string): Promise<void>;
  /** Dates the deletion back to `deletedAt`, so that nobody can restore the room any more. */
  endRestoring(tx: Tx, roomId: string, deletedAt: Date): Promise<void>;
  /** Deletes the room for good, even if it was deleted before. @throws AppError `rooms.not_found`. */
  erase(tx: Tx, roomId: string): Promise<void>;
  /**
   * Locks the account: if two rooms are created at once, the second transaction counts the first. `countReserved`:
   * further places that are taken. @throws AppError `rooms.too_many_rooms`.
   */
  requireFreePlace(tx: Tx, creatorId: string, countReserved?: () => Promise<number>): Promise<void>;
}

/** Decides whether a person who has no account yet may join a room. */
export interface RoomGate {
  /**
   * Wrong passwords and invitations count by the network of `address`. @throws AppError `rooms.not_found`,
   * `rooms.wrong_password`, `rooms.locked_out`, as `Invitations.find`, or `rooms.not_admitted` unless a newcomer could
   * join or ask to.
   */
  requireMayJoin(
    roomId: string,
    shown: { readonly password?: string | undefined; readonly invitation?: string | undefined },
    address: string,
  ): Promise<void>;
}

/** A public room as anyone may see it from outside. */
export interface OpenRoom {
  readonly id: string;
  readonly name: string;
  readonly creatorId: string;
  readonly creatorName: string;
  readonly onlineCount: number;
  /** Undefined: nothing plays, or the room has a password. */
  readonly nowPlaying: string | undefined;
  /** The position of `nowPlaying`. */
  readonly progress: Progress | undefined;
  /** Undefined: nothing is scheduled. */
  readonly startsAt: Date | undefined;
  /** Connected members, as far as guests may see them. */
  readonly people: readonly { readonly id: string; readonly displayName: string }[];
}

export interface OpenRooms {
  /** Undefined for a hidden, closed or unknown room. */
  find(roomId: string): Promise<OpenRoom | undefined>;
}

/** Rooms as lists show them. */
export interface RoomCards {
  /**
   * The cards of the rooms that exist among `ids`, in the order of `ids`. `withProgress`: also the position of the
   * current item, for viewers who may see what plays.
   */
  list(
    ids: readonly string[],
    principal: Principal,
    options: { readonly withProgress?: boolean },
  ): Promise<(MessageInitShape<typeof RoomDiscoveryItemSchema> & { readonly room: { readonly id: string } })[]>;
  /** The card of a room as the holder of an invitation sees it. @throws AppError `rooms.not_found`. */
  forInvited(roomId: string, principal: Principal): Promise<MessageInitShape<typeof RoomDiscoveryItemSchema>>;
}

/** The current item of a room. */
export interface PlayingItem {
  readonly name: string;
  /** Undefined: it has none, or not everybody may see it. */
  readonly picture?: MessageInitShape<typeof MediaCoverSchema> | undefined;
}

/** The current items of rooms, for their cards. */
export interface NowPlaying {
  /** The current items, by room id. */
  of(roomIds: readonly string[]): Promise<ReadonlyMap<string, PlayingItem>>;
  /** Progress of the current items, for rooms that have chosen one. */
  progressOf(roomIds: readonly string[]): Promise<ReadonlyMap<string, Progress>>;
  /** Progress of a room's current item; undefined while none is chosen. */
  progress(roomId: string): Promise<Progress | undefined>;
}

/** The position of a room's current item. */
export interface Progress {
  readonly positionSeconds: number;
  /** Undefined: not known. */
  readonly durationSeconds: number | undefined;
  /** Seconds of the item that pass in a second; 0: paused. */
  readonly speed: number;
  /** A stream without beginning and end. */
  readonly live: boolean;
}

/** The scheduled starts of rooms. */
export interface Schedules {
  /** Future starts, by room id. */
  of(roomIds: readonly string[]): Promise<ReadonlyMap<string, Schedule>>;
}
