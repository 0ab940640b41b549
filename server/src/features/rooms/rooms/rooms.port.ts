import type { MessageInitShape } from '@bufbuild/protobuf';
import type { RoomMember, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
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
import type { Principal } from '../../../kernel/call.ts';
import type { Outcome } from '../../../kernel/gather.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { ChoosePicture } from '../../files/files/pictures.port.ts';
import type { RoomActor } from '../members/members.port.ts';
import type { TaxonomyChoice } from '../room-taxonomy/room-taxonomy.ts';
import type { FullRoomSettings } from './room-settings.ts';
import type { RoomFilter, RoomOrder, RoomView } from './rooms.store.ts';

export type { RoomFilter, RoomOrder, RoomView };

/** Kind of the events that tell a room about its settings. */
export const settingsKind = 'roomSettings';

/** What other features may ask of rooms. */
export interface Rooms {
  /** Settings in force, defaults filled in. Callers in a transaction pass it as `reader`. @throws AppError `rooms.not_found`. */
  getSettings(roomId: string, reader?: Reader): Promise<FullRoomSettings>;
}

/** A room that may be made. */
export interface RoomPlan {
  /** Id that the room will have: the record of its password is bound to it. */
  readonly id: string;
  /** Without the password. */
  readonly request: CreateRoomRequest;
  readonly passwordRecord: string | null;
}

/** What administrators of the server can do with rooms, under the same rules that hold for members. */
export interface RoomCare {
  /** @throws AppError `rooms.not_found`. */
  getView(reader: Reader, roomId: string): Promise<RoomView>;
  toRoom(row: RoomView): MessageInitShape<typeof RoomSchema>;
  list(
    filter: RoomFilter,
    page: { order: RoomOrder; offset: number; limit: number },
  ): Promise<{ rows: RoomView[]; total: number }>;
  /** Rooms that somebody is a member of, with their role there. */
  listMemberships(
    userId: string,
    page: { offset: number; limit: number },
  ): Promise<{ rows: (RoomView & { viewer_role: number })[]; total: number }>;
  /** Rooms that somebody created, with those that were deleted. */
  listIdsOf(reader: Reader, creatorId: string): Promise<string[]>;
  settings(roomId: string): Promise<{ settings: FullRoomSettings; version: number }>;
  /**
   * Checks a new room. `carryOut` makes it: a step of its own because making the record of a password takes 100 ms, too long for a
   * transaction. `mayAlways`: also where people may not create rooms. @throws AppError for what the server does not allow.
   */
  plan(request: CreateRoomRequest, mayAlways: boolean): Promise<RoomPlan>;
  /** Makes a planned room. @throws AppError `rooms.too_many_rooms`, and as `plan` and `setTaxonomy` do for what is not allowed any more. */
  carryOut(tx: Tx, creatorId: string, plan: RoomPlan): Promise<RoomView>;
  /** Changes the fields that are given and tells the room. Without `patch` all settings get their defaults. @throws AppError. */
  changeSettings(
    tx: Tx,
    actor: RoomActor,
    request: Partial<
      Pick<UpdateRoomSettingsRequest, 'name' | 'description' | 'expectedVersion' | 'categoryId' | 'labels'>
    >,
    patch: RoomSettings | undefined,
  ): Promise<{ settings: FullRoomSettings; version: number }>;
  /** The record of a password that the server allows, or null for an allowed room without one. @throws AppError `rooms.password_required` or `rooms.password_forbidden`. */
  makePasswordRecord(roomId: string, password: string | undefined): Promise<string | null>;
  /** Sets the password, or removes it by null, makes the tokens of guests void and tells the room. */
  setPasswordRecord(tx: Tx, roomId: string, record: string | null): Promise<void>;
  /** Gives the room another category or other labels, and tells the room. @throws AppError as `RoomTaxonomy.assign` does, `rooms.not_found`, and `rooms.version_conflict`. */
  setTaxonomy(tx: Tx, roomId: string, choice: TaxonomyChoice, expectedVersion?: number): Promise<RoomView>;
  /** Lists the room in the feeds or no longer, and tells the room. @throws AppError `rooms.version_conflict`. */
  setVisibility(tx: Tx, roomId: string, visibility: RoomVisibility, expectedVersion?: number): Promise<RoomView>;
  /**
   * Writes down another creator and tells the room; the roles of members are not changed by this. `by`: who has to be the creator until
   * then; absent: anybody. @throws AppError `rooms.not_found`, `rooms.not_creator`, `rooms.account_inactive`.
   */
  setCreator(tx: Tx, roomId: string, creatorId: string, by: string | undefined): Promise<{ formerId: string }>;
  /** Shows another cover, and tells the room. @throws AppError `rooms.not_found`. */
  showCover(tx: Tx, roomId: string, choose: ChoosePicture): Promise<RoomView>;
  /**
   * Makes somebody a member: every way into a room ends here. False for one who is a member already. @throws AppError `rooms.not_found`,
   * `rooms.excluded`, `rooms.account_inactive`, and `rooms.not_admitted` where the room is full.
   */
  admit(tx: Tx, roomId: string, userId: string, role: RoomRole): Promise<boolean>;
  /** As `admit` for different people, in this order, each with what came of it: the member; undefined for somebody who was one already. */
  admitAll(
    tx: Tx,
    roomId: string,
    userIds: readonly string[],
    role: RoomRole,
  ): Promise<readonly Outcome<RoomMember | undefined>[]>;
  /** Disconnects everybody and lets nobody enter. The caller stores the record of the ban. */
  ban(tx: Tx, roomId: string): Promise<void>;
  /** @throws AppError `rooms.not_banned`. */
  unban(tx: Tx, roomId: string): Promise<void>;
  /**
   * Closes the room to everybody but its creator, or opens it again, and tells it. One that is banned is closed or open once its ban is lifted.
   */
  setStatus(tx: Tx, roomId: string, status: RoomStatus.ACTIVE | RoomStatus.CLOSED): Promise<RoomView>;
  /**
   * Deletes the room and ends its connections. It can be restored for a while. `creatorId`: who has to be the creator until then; absent: an
   * administrator deletes it. @throws AppError `rooms.not_found`, `rooms.not_creator`.
   */
  delete(tx: Tx, roomId: string, creatorId?: string): Promise<void>;
  /** Deletes the room for good, also one that was deleted before. @throws AppError `rooms.not_found`. */
  erase(tx: Tx, roomId: string): Promise<void>;
  /** Locks the account, so that of two rooms made at once the second counts the first. `countReserved`: places that are taken besides. @throws AppError `rooms.too_many_rooms`. */
  requireFreePlace(tx: Tx, creatorId: string, countReserved?: () => Promise<number>): Promise<void>;
}

/** Whether a room lets in somebody who has no account yet. */
export interface RoomDoor {
  /**
   * Wrong passwords and invitations count by the network of `address`. @throws AppError `rooms.not_found`, `rooms.wrong_password`,
   * `rooms.locked_out`, as `Invitations.find`, or `rooms.not_admitted` unless a newcomer could enter or ask to.
   */
  requireEntrance(
    roomId: string,
    shown: { readonly password?: string | undefined; readonly invitation?: string | undefined },
    address: string,
  ): Promise<void>;
}

/** A public room as everybody may see it from outside. */
export interface OpenRoom {
  readonly id: string;
  readonly name: string;
  readonly creatorId: string;
  readonly creatorName: string;
  readonly onlineCount: number;
  /** Undefined: nothing, or the room has a password. */
  readonly nowPlaying: string | undefined;
  /** How far that is. */
  readonly progress: Progress | undefined;
  /** Undefined: nothing is scheduled. */
  readonly startsAt: Date | undefined;
  /** Members who are connected, as far as guests may see them. */
  readonly people: readonly { readonly id: string; readonly displayName: string }[];
}

export interface OpenRooms {
  /** Undefined for a room that is hidden, closed or unknown. */
  find(roomId: string): Promise<OpenRoom | undefined>;
}

/** Rooms as lists show them. */
export interface RoomCards {
  /** Those of `ids` that there are, in the order of `ids`. `withProgress`: also how far what plays is, to whom it says what plays. */
  list(
    ids: readonly string[],
    principal: Principal,
    options: { readonly withProgress?: boolean },
  ): Promise<(MessageInitShape<typeof RoomDiscoveryItemSchema> & { readonly room: { readonly id: string } })[]>;
  /** The card of a room as somebody sees it who holds an invitation. @throws AppError `rooms.not_found`. */
  forInvited(roomId: string, principal: Principal): Promise<MessageInitShape<typeof RoomDiscoveryItemSchema>>;
}

/** What plays in rooms, for their cards. */
export interface NowPlaying {
  /** Names of the items that play now, by room id. */
  of(roomIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** How far the items of rooms are, for those in which one is chosen. */
  progressOf(roomIds: readonly string[]): Promise<ReadonlyMap<string, Progress>>;
  /** How far the item of a room is; undefined while nothing is chosen. */
  progress(roomId: string): Promise<Progress | undefined>;
}

/** How far what plays in a room is. */
export interface Progress {
  readonly positionSeconds: number;
  /** Undefined: not known. */
  readonly durationSeconds: number | undefined;
  /** Seconds of the item that pass in a second; 0: it stands still. */
  readonly speed: number;
  /** A stream without beginning and end. */
  readonly live: boolean;
}

/** When rooms start. */
export interface Schedules {
  /** Starts that lie ahead, by room id. */
  of(roomIds: readonly string[]): Promise<ReadonlyMap<string, Schedule>>;
}
